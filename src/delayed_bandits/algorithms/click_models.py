"""Counts of clicks, corrected for the conversions that are still to come (arXiv:2202.00846).

A model gives, at an update, S conversions and M clicks of each arm; S / M estimates the conversion
rate. With F the law of the delays of an arm's conversions, M is the sum of F(age) over its clicks:
a click counts by the probability that its conversion would have been seen by now.
"""

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Annotated, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from delayed_bandits.algorithms.clicks import UNSEEN, Clicks
from delayed_bandits.checks.build import Described
from delayed_bandits.checks.types import Count, Flag, Positive, Probability, Rounds
from delayed_bandits.delays.base import Law
from delayed_bandits.delays.by_reward import ByReward
from delayed_bandits.delays.rounded_times import Lossy
from delayed_bandits.traces.k_armed.identified import IdentifiedView
from delayed_bandits.traces.streams import LearnerRandomness

Counts = tuple[NDArray[np.float64], NDArray[np.float64]]
"""S and M, both of shape (arms,)."""

SHORTEST = 1e-9
"""Rounds, in place of no time at all between clicks and conversions."""


class World(NamedTuple):
    """What a replication begins with; `laws` are those of the conversions, one for each arm."""

    view: IdentifiedView
    laws: list[Law]
    randomness: LearnerRandomness


class Counter(ABC):
    """The counts of one replication."""

    @abstractmethod
    def counts(self, view: IdentifiedView, clicks: Clicks, n: int) -> Counts:
        """Give S and M before round n; they may be arrays of `clicks`."""


class ClickModel(Described):
    """What a learner takes the delays of conversions for."""

    what = "model of clicks"
    key = "model"

    @abstractmethod
    def start(self, world: World) -> Counter:
        """Begin a replication."""


def laws_of_conversions(laws: list[Law], n_arms: int) -> list[Law]:
    """List the law of the delays of each arm's conversions, of those that arrive."""
    found = [law.success if isinstance(law, ByReward) else law for law in laws]
    found = [law.of if isinstance(law, Lossy) else law for law in found]
    return found if len(found) == n_arms else found * n_arms


@dataclass(frozen=True)
class Plain(ClickModel, Counter):
    """Count each click at once: it is a failure until its conversion comes."""

    name = "plain"

    def start(self, world: World) -> Counter:  # noqa: ARG002
        """Begin a replication."""
        return self

    def counts(self, view: IdentifiedView, clicks: Clicks, n: int) -> Counts:  # noqa: ARG002
        """Give S and N before round n."""
        return clicks.conversions, clicks.pulls


@dataclass(frozen=True)
class Windowed(ClickModel, Counter):
    """Count conversions of at most `rounds` rounds after their click, and none that are later.

    A click counts `at_once`, or when its window ends; so do conversions then.
    """

    name = "window"
    rounds: Rounds
    at_once: Flag = False

    def start(self, world: World) -> Counter:  # noqa: ARG002
        """Begin a replication."""
        return self

    def counts(self, view: IdentifiedView, clicks: Clicks, n: int) -> Counts:
        """Give S and M before round n."""
        return _within(view, clicks, n, self.rounds, self.at_once)


@njit(cache=True)
def _within(view: IdentifiedView, clicks: Clicks, n: int, window: int, at_once: bool) -> Counts:
    conversions, count = np.zeros(view.n_arms), np.zeros(view.n_arms)
    for t in range(n if at_once else max(0, n - window)):
        count[view.played[t]] += 1.0
        conversions[view.played[t]] += UNSEEN < clicks.delay[t] <= window
    return conversions, count


@dataclass(frozen=True)
class Corrected(Counter):
    """Counts by laws that stay the same.

    Attributes
    ----------
    table : ndarray, shape (arms, horizon)
        F(x) of each arm for the ages x = 0, 1, ...
    """

    table: np.ndarray

    def counts(self, view: IdentifiedView, clicks: Clicks, n: int) -> Counts:
        """Give S and M before round n."""
        return clicks.conversions, _corrected(view, self.table, n)


@njit(cache=True)
def _corrected(view: IdentifiedView, table: np.ndarray, n: int) -> np.ndarray:
    count = np.zeros(view.n_arms)
    for t in range(n):
        count[view.played[t]] += table[view.played[t], n - 1 - t]
    return count


@dataclass(frozen=True)
class Known(ClickModel):
    """The laws of the world, or wrong ones made of them.

    Attributes
    ----------
    pooled : bool
        Whether all arms have the mean of their laws.
    stretch : float
        F(x / stretch) stands for F(x): delays `stretch` times as long.
    """

    name = "known"
    pooled: Flag = False
    stretch: Positive = 1.0

    def start(self, world: World) -> Counter:
        """Begin a replication."""
        ages = np.arange(world.view.horizon)
        ages = ages if self.stretch == 1 else np.floor(ages / self.stretch).astype(int)
        table = np.array([law.cdf(ages) for law in world.laws])
        return Corrected(
            np.broadcast_to(table.mean(axis=0), table.shape).copy() if self.pooled else table
        )


@dataclass(frozen=True)
class Log(ClickModel):
    """The share of the conversions in a log of each arm that came within the age.

    Attributes
    ----------
    conversions : int
        In the log, of each arm.
    cap : int, optional
        The log ends that many rounds after each click, so that it has no longer delays.
    """

    name = "log"
    conversions: Count = 200
    cap: Annotated[int | None, {"type": ["integer", "null"], "minimum": 1}] = None

    def start(self, world: World) -> Counter:
        """Begin a replication with a log drawn for it."""
        ages = np.arange(world.view.horizon)
        table = np.empty((len(world.laws), ages.size))
        uniforms = world.randomness.uniforms((len(world.laws), self.conversions))
        for law, uniform, row in zip(world.laws, uniforms, table, strict=True):
            seen = 1.0 if self.cap is None else float(law.cdf(self.cap))
            delays = np.sort(law.quantile(uniform * seen))
            row[:] = np.searchsorted(delays, ages, side="right") / self.conversions
        return Corrected(table)


@dataclass(frozen=True)
class ExponentialEM(ClickModel):
    """Exponential delays of a rate that is estimated with the conversion rate, of each arm alone.

    With lambda and theta of the last update, s_i = exp(-lambda x_i), and x_i the age, each cycle is

        w_i = 1, d_i its delay             for each click that has converted so far,
        w_i = theta s_i / (1 - theta + theta s_i), d_i = x_i             for the others
        lambda = S / sum w_i d_i
        M = sum (1 - exp(-lambda x_i))
        theta = S / M, or sum w_i / N with `likelihood`, the step of EM proper

    An arm without a conversion so far keeps M = 0, and lambda and theta of the start.

    Attributes
    ----------
    cycles : int
        At each update.
    bounded : bool
        Whether theta is at most 1; the authors' code has no bound.
    likelihood : bool
    rate, share : float
        lambda and theta at the start.
    """

    name = "exponential"
    cycles: Count = 10
    bounded: Flag = True
    likelihood: Flag = False
    rate: Positive = 0.01
    share: Probability = 0.2

    def start(self, world: World) -> Counter:
        """Begin a replication."""
        arms = world.view.n_arms
        survival = np.empty(world.view.horizon)
        return Estimated(self, np.full(arms, self.rate), np.full(arms, self.share), survival)


@dataclass(frozen=True)
class Estimated(Counter):
    """The counts of `ExponentialEM`.

    Attributes
    ----------
    model : ExponentialEM
    rate, share : ndarray, shape (arms,)
        lambda and theta, which `counts` changes.
    survival : ndarray, shape (horizon,)
        s_i of each click.
    """

    model: ExponentialEM
    rate: np.ndarray
    share: np.ndarray
    survival: np.ndarray

    def counts(self, view: IdentifiedView, clicks: Clicks, n: int) -> Counts:
        """Give S and M before round n."""
        model, state = self.model, (self.rate, self.share, self.survival)
        how = model.cycles, model.bounded, model.likelihood
        return clicks.conversions, _estimate(view, clicks, n, state, how)


@njit(cache=True)
def _estimate(
    view: IdentifiedView,
    clicks: Clicks,
    n: int,
    state: tuple[np.ndarray, np.ndarray, np.ndarray],
    how: tuple[int, bool, bool],
) -> np.ndarray:
    """Run the cycles of one update; return M, shape (arms,)."""
    rate, share, survival = state
    cycles, bounded, likelihood = how
    count = np.zeros(view.n_arms)
    for t in range(n):
        survival[t] = math.exp(-rate[view.played[t]] * (n - 1 - t))
    for _ in range(cycles):
        weight, time = np.zeros(view.n_arms), np.zeros(view.n_arms)
        for t in range(n):
            arm, delay, w = view.played[t], clicks.delay[t], 1.0
            if delay == UNSEEN:
                late = share[arm] * survival[t]
                delay, w = n - 1 - t, late / (1.0 - share[arm] + late)
            weight[arm] += w
            time[arm] += w * delay
        count[:] = 0.0
        for arm in range(view.n_arms):
            if clicks.conversions[arm] > 0.0:
                rate[arm] = clicks.conversions[arm] / max(time[arm], SHORTEST)
        for t in range(n):
            arm = view.played[t]
            survival[t] = math.exp(-rate[arm] * (n - 1 - t))
            count[arm] += 1.0 - survival[t]
        for arm in range(view.n_arms):
            if clicks.conversions[arm] > 0.0:
                share[arm] = clicks.conversions[arm] / count[arm]
                if likelihood:
                    share[arm] = weight[arm] / clicks.pulls[arm]
                if bounded:
                    share[arm] = min(1.0, share[arm])
            else:
                count[arm] = 0.0
    return count


MODELS: dict[str, type[ClickModel]] = {
    model.name: model for model in (Plain, Windowed, Known, Log, ExponentialEM)
}
"""Every model of clicks by its name in YAML files."""
