"""Instances of linear bandits: a parameter theta, and the vectors of the arms."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import numpy as np

from delayed_bandits.checks.build import Described
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import is_number
from delayed_bandits.checks.types import Count, Several

InstancesDescription = Annotated[dict, {"type": "object"}]

ROUNDING = 1e-12  # rounding may carry a mean out of [0, 1] by this much

Vectors = tuple[np.ndarray, np.ndarray]
"""Theta and the arms' vectors. With delay as payoff, their shapes are (dimension,) and (contexts,
arms, dimension). With a budget, they are (contexts, dimension) and (arms, dimension)."""


class Instances(Described, ABC):
    """A distribution from which theta and the arms' vectors are drawn."""

    what = "instances"

    order: ClassVar[tuple[str, ...]] = ()  # two fields with values in [0, 1], the smaller first

    def __post_init__(self) -> None:
        super().__post_init__()
        bounds = [getattr(self, field) for field in self.order]
        if bounds and not (all(map(is_number, bounds)) and 0 <= bounds[0] < bounds[1] <= 1):
            self.refuse(self.order[0], f"0 <= {' < '.join(self.order)} <= 1")

    @abstractmethod
    def draw(self, stream: np.random.Generator, n_contexts: int, n_arms: int) -> Vectors:
        """Return theta and the arms' vectors, drawn from `stream`."""

    def given(self, field: str, count: int) -> np.ndarray:
        """Return the `count` vectors in a field given by the user, or raise InputError."""
        rows = getattr(self, field)
        shaped = isinstance(rows, list) and len(rows) == count and all(map(_is_vector, rows))
        if not shaped or len({len(row) for row in rows}) > 1:
            self.refuse(field, f"{count} lists of numbers, of equal lengths")
        return np.array(rows, float)


@dataclass(frozen=True)
class Positive(Instances):
    """Vectors with entries |N(0, 1)|, scaled to norm 1. Means are in (0, 1]."""

    name = "positive"
    dimension: Count

    def draw(self, stream: np.random.Generator, n_contexts: int, n_arms: int) -> Vectors:
        vectors = np.abs(stream.standard_normal((1 + n_contexts * n_arms, self.dimension)))
        vectors = normalised(vectors)
        return vectors[0], vectors[1:].reshape(n_contexts, n_arms, self.dimension)


@dataclass(frozen=True)
class Between(Instances):
    """Actions of norm 1. The smallest mean is `lowest`, and the largest is `highest`.

    All actions have the same first entry. The other entries are uniform on a sphere.
    """

    name = "between"
    dimension: Several
    lowest: float
    highest: float
    order = "lowest", "highest"

    def draw(self, stream: np.random.Generator, n_contexts: int, n_arms: int) -> Vectors:
        if n_contexts != 1 or n_arms < 2:
            found = f"the setting has {n_contexts} contexts and {n_arms} actions"
            raise InputError(f"instances 'between': {found}. Give 1 and at least 2.")
        vectors = normalised(stream.standard_normal((1 + n_arms, self.dimension - 1)))
        direction, sphere = vectors[0], vectors[1:]
        heights = (sphere * direction).sum(axis=1)
        slope = (self.highest - self.lowest) / (heights.max() - heights.min())
        shift = self.lowest - slope * heights.min()
        theta = np.sqrt(2) * np.append(shift, slope * direction)
        return theta, np.insert(sphere, 0, 1.0, axis=1)[None] / np.sqrt(2)


@dataclass(frozen=True)
class Arms(Instances):
    """Arms that are the unit vectors. Their means are uniform on (low, high)."""

    name = "arms"
    low: float
    high: float
    order = "low", "high"

    def draw(self, stream: np.random.Generator, n_contexts: int, n_arms: int) -> Vectors:
        means = self.low + (self.high - self.low) * stream.random(n_arms)
        return means, np.broadcast_to(np.eye(n_arms), (n_contexts, n_arms, n_arms)).copy()


@dataclass(frozen=True)
class GivenActions(Instances):
    """The same `theta` (a list of numbers) and `actions` (a list of lists) in every run."""

    name = "given"
    theta: list
    actions: list

    def draw(self, stream: np.random.Generator, n_contexts: int, n_arms: int) -> Vectors:  # noqa: ARG002
        actions = self.given("actions", n_arms)
        if not _is_vector(self.theta) or len(self.theta) != actions.shape[1]:
            self.refuse("theta", f"{actions.shape[1]} numbers, like an action")
        if n_contexts != 1:
            raise InputError(f"contexts is {n_contexts}. Give 1, as actions are given.")
        return np.array(self.theta, float), actions[None]


@dataclass(frozen=True)
class Uniform(Instances):
    """Vectors with entries uniform on (0, 1), divided by the square root of `dimension`."""

    name = "uniform"
    dimension: Count

    def draw(self, stream: np.random.Generator, n_contexts: int, n_arms: int) -> Vectors:
        vectors = self.scaled(stream.random((n_contexts + n_arms, self.dimension)))
        return vectors[:n_contexts], vectors[n_contexts:]

    def scaled(self, vectors: np.ndarray) -> np.ndarray:
        """Return vectors, scaled so that the inner product of any two is at most 1."""
        return vectors / np.sqrt(self.dimension)


class Unit(Uniform):
    """Vectors with entries uniform on (0, 1), each then scaled to norm 1."""

    name = "unit"

    def scaled(self, vectors: np.ndarray) -> np.ndarray:
        return normalised(vectors)


@dataclass(frozen=True)
class GivenFeatures(Instances):
    """The same `theta` (one per context) and `features` (one per arm) in every run."""

    name = "given"
    theta: list
    features: list

    def draw(self, stream: np.random.Generator, n_contexts: int, n_arms: int) -> Vectors:  # noqa: ARG002
        theta, features = self.given("theta", n_contexts), self.given("features", n_arms)
        if theta.shape[1] != features.shape[1]:
            self.refuse("features", f"lists of {theta.shape[1]} numbers, like those of theta")
        return theta, features


# the instances by name in YAML files
PAYOFFS = {kind.name: kind for kind in (Positive, Between, Arms, GivenActions)}
BUDGETED = {kind.name: kind for kind in (Uniform, Unit, GivenFeatures)}


def normalised(vectors: np.ndarray) -> np.ndarray:
    """Return vectors (rows) scaled to norm 1."""
    return vectors / np.sqrt((vectors**2).sum(axis=1, keepdims=True))


def mean_payoffs(theta: np.ndarray, actions: np.ndarray) -> np.ndarray:
    """Return the mean payoffs of actions, shape (contexts, actions)."""
    zero = np.flatnonzero(~actions.any(axis=(1, 2)))
    if zero.size:
        raise InputError("instances: all actions are zero. Give at least one that is not.")
    return _within_bounds((actions * theta).sum(axis=2))  # no BLAS: the same bits everywhere


def mean_rewards(theta: np.ndarray, features: np.ndarray) -> np.ndarray:
    """Return the mean rewards of arms, shape (contexts, arms)."""
    # no BLAS: the same bits everywhere
    return _within_bounds(np.array([[sum(x * y) for y in features] for x in theta]))


def _is_vector(given: Any) -> bool:
    """Return whether a value is a non-empty list of numbers."""
    return isinstance(given, list) and bool(given) and all(map(is_number, given))


def _within_bounds(means: np.ndarray) -> np.ndarray:
    """Return means clipped to [0, 1]. One outside by over ROUNDING raises InputError."""
    for context, arm in np.argwhere(~((means >= -ROUNDING) & (means <= 1 + ROUNDING)))[:1]:
        where = f"the mean of arm {arm} in context {context}"
        raise InputError(f"instances: {where} is {means[context, arm]:g}, outside [0, 1].")
    return np.clip(means, 0.0, 1.0)
