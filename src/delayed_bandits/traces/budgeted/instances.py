"""Unknown parameters of contexts and features of arms, whose products are mean rewards."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from delayed_bandits.checks.build import described
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import is_number
from delayed_bandits.traces.instances import normalised, require_dimension, within_bounds


class Instances(ABC):
    """A law of the parameters theta_j of contexts and the features f_a of arms."""

    name: ClassVar[str]
    """The name of the law in a YAML file."""

    @abstractmethod
    def draw(
        self, stream: np.random.Generator, contexts: int, arms: int
    ) -> tuple[np.ndarray, np.ndarray]:
        """Draw theta, shape (contexts, dimension), and features, shape (arms, dimension)."""


@dataclass(frozen=True)
class Uniform(Instances):
    """All entries uniform on (0, 1), both theta and f divided by the root of `dimension`."""

    name = "uniform"
    dimension: int

    def __post_init__(self) -> None:
        require_dimension(self)

    def draw(
        self, stream: np.random.Generator, contexts: int, arms: int
    ) -> tuple[np.ndarray, np.ndarray]:
        """Draw theta and features."""
        vectors = self.scaled(stream.random((contexts + arms, self.dimension)))
        return vectors[:contexts], vectors[contexts:]

    def scaled(self, vectors: np.ndarray) -> np.ndarray:
        """Scale vectors, the rows, so that products of two are at most 1."""
        return vectors / np.sqrt(self.dimension)


class Unit(Uniform):
    """All entries uniform on (0, 1), each vector divided by its norm."""

    name = "unit"

    def scaled(self, vectors: np.ndarray) -> np.ndarray:
        """Scale vectors to norm 1."""
        return normalised(vectors)


@dataclass(frozen=True)
class Given(Instances):
    """The same `theta` and `features` in every replication, lists of lists of numbers."""

    name = "given"
    theta: list
    features: list

    def draw(
        self,
        stream: np.random.Generator,  # noqa: ARG002
        contexts: int,
        arms: int,
    ) -> tuple[np.ndarray, np.ndarray]:
        """Give theta and features."""
        vectors = []
        for name, rows in (("theta", contexts), ("features", arms)):
            given = getattr(self, name)
            if not _is_matrix(given) or len(given) != rows:
                raise InputError(
                    f"instances 'given': {name} is {given!r}; expected {rows} lists of as many "
                    "numbers each"
                )
            vectors.append(np.array(given, float))
        theta, features = vectors
        if theta.shape[1] != features.shape[1]:
            raise InputError(
                f"instances 'given': theta has {theta.shape[1]} and features {features.shape[1]} "
                "numbers a list; expected as many"
            )
        return theta, features


def _is_matrix(given: Any) -> bool:
    return (
        isinstance(given, list)
        and all(isinstance(row, list) and row and all(map(is_number, row)) for row in given)
        and len({len(row) for row in given}) == 1
    )


LAWS: dict[str, type[Instances]] = {law.name: law for law in (Uniform, Unit, Given)}
"""Every law of instances by the name it has in a YAML file."""


def instances_from(spec: Mapping[str, Any]) -> Instances:
    """Make the law that `spec` describes, such as ``{"law": "uniform", "dimension": 5}``.

    Raises
    ------
    InputError
        If the law or a parameter is unknown, missing or out of range.
    """
    law, given = described(spec, LAWS, "law", "instances")
    return law(**given)


def mean_rewards(theta: np.ndarray, features: np.ndarray) -> np.ndarray:
    """Mean reward of each arm in each context, shape (contexts, arms).

    Raises
    ------
    InputError
        For the first that is not in [0, 1].
    """
    means = np.array([[sum(x * y) for y in features] for x in theta])  # no BLAS: same bits anywhere
    return within_bounds(
        means, lambda context, arm: f"the mean reward of arm {arm} in context {context}"
    )
