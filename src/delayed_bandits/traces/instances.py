"""Instances of linear bandits: parameters and the vectors of arms; a mean is their product."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

import numpy as np

from delayed_bandits.checks.build import Described
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import is_number

ROUNDING = 1e-12
"""Means this far outside [0, 1] are rounding errors."""


class Instances(Described, ABC):
    """A law of unknown parameters theta and of the vectors of arms."""

    what = "instances"

    @abstractmethod
    def draw(
        self, stream: np.random.Generator, n_contexts: int, n_arms: int
    ) -> tuple[np.ndarray, np.ndarray]:
        """Draw theta and the vectors, in the shapes of the bandit."""


class Given(Instances):
    """The same vectors in every replication."""

    name = "given"

    def vectors(self, field: str, count: int) -> np.ndarray:
        """Return a field as `count` vectors, shape (count, dimension).

        Raises
        ------
        InputError
            If it is not a list of as many lists of as many numbers.
        """
        given = getattr(self, field)
        shaped = isinstance(given, list) and len(given) == count and all(map(is_vector, given))
        if not shaped or len({len(row) for row in given}) > 1:
            self.refuse(field, f"{count} lists of as many numbers each")
        return np.array(given, float)


def normalised(vectors: np.ndarray) -> np.ndarray:
    """Scale vectors, the rows, to norm 1."""
    return vectors / np.sqrt((vectors**2).sum(axis=1, keepdims=True))


def is_vector(given: Any) -> bool:
    """Tell whether a value is a list of numbers that is not empty."""
    return isinstance(given, list) and bool(given) and all(map(is_number, given))


def within_bounds(means: np.ndarray, name_of: Callable[[int, int], str]) -> np.ndarray:
    """Clip means, shape (contexts, arms), that rounding has taken outside [0, 1].

    Raises
    ------
    InputError
        If a mean is further outside, or not a number; names the first by context and arm.
    """
    outside = np.argwhere(~((means >= -ROUNDING) & (means <= 1 + ROUNDING)))
    if outside.size:
        context, arm = outside[0]
        raise InputError(
            f"instances: {name_of(context, arm)} is {means[context, arm]:g}; expected 0 to 1"
        )
    return np.clip(means, 0.0, 1.0)
