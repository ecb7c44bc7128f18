"""Instances of bandits with delay as payoff: one parameter theta, an action set per context."""

from dataclasses import dataclass

import numpy as np

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import is_number
from delayed_bandits.checks.types import Count, Several
from delayed_bandits.traces.instances import Given, Instances, is_vector, normalised, within_bounds


@dataclass(frozen=True)
class Positive(Instances):
    """Absolute values of normal vectors, scaled to norm 1: all means lie in (0, 1]."""

    name = "positive"
    dimension: Count

    def draw(
        self, stream: np.random.Generator, n_contexts: int, n_arms: int
    ) -> tuple[np.ndarray, np.ndarray]:
        """Draw theta, shape (dimension,), and actions, shape (contexts, arms, dimension)."""
        vectors = np.abs(stream.standard_normal((1 + n_contexts * n_arms, self.dimension)))
        vectors = normalised(vectors)
        return vectors[0], vectors[1:].reshape(n_contexts, n_arms, self.dimension)


@dataclass(frozen=True)
class Between(Instances):
    """Actions of norm 1 whose means reach exactly from `lowest` to `highest` in each context.

    The first entry of all actions is the same, which shifts all means; the others are uniform on a
    sphere.
    """

    name = "between"
    dimension: Several
    lowest: float
    highest: float

    def __post_init__(self) -> None:
        super().__post_init__()
        _require_order(self, "lowest", "highest")

    def draw(
        self, stream: np.random.Generator, n_contexts: int, n_arms: int
    ) -> tuple[np.ndarray, np.ndarray]:
        """Draw theta, shape (dimension,), and actions, shape (contexts, arms, dimension)."""
        if n_contexts != 1 or n_arms < 2:
            raise InputError(
                f"instances 'between': {n_contexts} contexts and {n_arms} actions; expected 1 and "
                "at least 2"
            )
        vectors = normalised(stream.standard_normal((1 + n_arms, self.dimension - 1)))
        direction, sphere = vectors[0], vectors[1:]
        heights = (sphere * direction).sum(axis=1)
        slope = (self.highest - self.lowest) / (heights.max() - heights.min())
        shift = self.lowest - slope * heights.min()
        theta = np.sqrt(2) * np.append(shift, slope * direction)
        return theta, np.insert(sphere, 0, 1.0, axis=1)[None] / np.sqrt(2)


@dataclass(frozen=True)
class Arms(Instances):
    """Arms without a common structure: unit vectors, with means uniform on (low, high)."""

    name = "arms"
    low: float
    high: float

    def __post_init__(self) -> None:
        super().__post_init__()
        _require_order(self, "low", "high")

    def draw(
        self, stream: np.random.Generator, n_contexts: int, n_arms: int
    ) -> tuple[np.ndarray, np.ndarray]:
        """Draw theta, shape (dimension,), and actions, shape (contexts, arms, dimension)."""
        means = self.low + (self.high - self.low) * stream.random(n_arms)
        return means, np.broadcast_to(np.eye(n_arms), (n_contexts, n_arms, n_arms)).copy()


@dataclass(frozen=True)
class GivenActions(Given):
    """The same `theta` and one set of `actions` in every replication, lists of numbers."""

    theta: list
    actions: list

    def draw(
        self,
        stream: np.random.Generator,  # noqa: ARG002
        n_contexts: int,
        n_arms: int,
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return theta, shape (dimension,), and actions, shape (contexts, arms, dimension)."""
        actions = self.vectors("actions", n_arms)
        if not is_vector(self.theta) or len(self.theta) != actions.shape[1]:
            self.refuse("theta", f"{actions.shape[1]} numbers, as many as an action has")
        if n_contexts != 1:
            raise InputError(f"contexts is {n_contexts}; expected 1 where actions are given")
        return np.array(self.theta, float), actions[None]


INSTANCES: dict[str, type[Instances]] = {
    law.name: law for law in (Positive, Between, Arms, GivenActions)
}
"""Every law of instances by the name it has in a YAML file."""


def mean_payoffs(theta: np.ndarray, actions: np.ndarray) -> np.ndarray:
    """Compute the mean payoff of each action in each context, shape (contexts, actions).

    Raises
    ------
    InputError
        If all actions of a context are zero, or a mean is not in [0, 1]; names the first.
    """
    zero = np.flatnonzero(~actions.any(axis=(1, 2)))
    if zero.size:
        raise InputError("instances: all actions are zero; expected one at least that is not")
    means = (actions * theta).sum(axis=2)  # no BLAS: same bits anywhere
    return within_bounds(means, lambda _, action: f"the mean payoff of action {action + 1}")


def _require_order(law: Instances, low: str, high: str) -> None:
    """Check that two fields are in [0, 1] and in order."""
    bounds = getattr(law, low), getattr(law, high)
    if not (all(map(is_number, bounds)) and 0 <= bounds[0] < bounds[1] <= 1):
        raise InputError(
            f"instances '{law.name}': {low} is {bounds[0]!r} and {high} is {bounds[1]!r}; expected "
            "numbers with 0 <= " + f"{low} < {high} <= 1"
        )
