"""Instances of budgeted bandits: a parameter theta_j of each context, features f_a of each arm."""

from dataclasses import dataclass

import numpy as np

from delayed_bandits.checks.types import Count
from delayed_bandits.traces.instances import Given, Instances, normalised, within_bounds


@dataclass(frozen=True)
class Uniform(Instances):
    """All entries uniform on (0, 1), both theta and f divided by the root of `dimension`."""

    name = "uniform"
    dimension: Count

    def draw(
        self, stream: np.random.Generator, n_contexts: int, n_arms: int
    ) -> tuple[np.ndarray, np.ndarray]:
        """Draw theta, shape (contexts, dimension), and features, shape (arms, dimension)."""
        vectors = self.scaled(stream.random((n_contexts + n_arms, self.dimension)))
        return vectors[:n_contexts], vectors[n_contexts:]

    def scaled(self, vectors: np.ndarray) -> np.ndarray:
        """Scale vectors, the rows, so that the product of any two is at most 1."""
        return vectors / np.sqrt(self.dimension)


class Unit(Uniform):
    """All entries uniform on (0, 1), each vector divided by its norm."""

    name = "unit"

    def scaled(self, vectors: np.ndarray) -> np.ndarray:
        """Scale vectors to norm 1."""
        return normalised(vectors)


@dataclass(frozen=True)
class GivenFeatures(Given):
    """The same `theta` and `features` in every replication, lists of lists of numbers."""

    theta: list
    features: list

    def draw(
        self,
        stream: np.random.Generator,  # noqa: ARG002
        n_contexts: int,
        n_arms: int,
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return theta and features."""
        theta, features = self.vectors("theta", n_contexts), self.vectors("features", n_arms)
        if theta.shape[1] != features.shape[1]:
            self.refuse("features", f"{theta.shape[1]} numbers a list, as many as theta has")
        return theta, features


INSTANCES: dict[str, type[Instances]] = {law.name: law for law in (Uniform, Unit, GivenFeatures)}
"""Every law of instances by the name it has in a YAML file."""


def mean_rewards(theta: np.ndarray, features: np.ndarray) -> np.ndarray:
    """Compute the mean reward of each arm in each context, shape (contexts, arms).

    Raises
    ------
    InputError
        If one is not in [0, 1]; names the first.
    """
    means = np.array([[sum(x * y) for y in features] for x in theta])  # no BLAS: same bits anywhere
    return within_bounds(
        means, lambda context, arm: f"the mean reward of arm {arm} in context {context}"
    )
