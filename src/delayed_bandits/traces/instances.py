"""What the laws of instances share: unknown parameters and vectors, whose products are means."""

from collections.abc import Callable
from typing import Any

import numpy as np

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import is_integer

ROUNDING = 1e-12
"""How far rounding may take a mean outside [0, 1]."""


def normalised(vectors: np.ndarray) -> np.ndarray:
    """Scale vectors, the rows, to norm 1."""
    return vectors / np.sqrt((vectors**2).sum(axis=1, keepdims=True))


def require_dimension(law: Any, least: int = 1) -> None:
    """Raise InputError unless the `dimension` of a law is a whole number, at least `least`."""
    if not (is_integer(law.dimension) and law.dimension >= least):
        raise InputError(
            f"instances '{law.name}': dimension is {law.dimension!r}; expected a whole number, at "
            f"least {least}"
        )


def within_bounds(means: np.ndarray, described: Callable[[int, int], str]) -> np.ndarray:
    """Clip means, shape (contexts, arms), that rounding has taken outside [0, 1].

    Raises
    ------
    InputError
        For the first that is further outside, `described` by its context and arm, or is no number.
    """
    outside = np.argwhere(~((means >= -ROUNDING) & (means <= 1 + ROUNDING)))
    if outside.size:
        context, arm = outside[0]
        raise InputError(
            f"instances: {described(context, arm)} is {means[context, arm]:g}; expected 0 to 1"
        )
    return np.clip(means, 0.0, 1.0)
