"""Counts of clicks, corrected for the conversions that are still to come (arXiv:2202.00846).

A model gives, at an update, S conversions and M clicks of each arm; S / M estimates the conversion
rate. With F the law of the delays of an arm's conversions, M is the sum of F(age) over its clicks:
a click counts by the probability that its conversion would have been seen by now.
"""

import math
from abc import abstractmethod
from collections.abc import Callable
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

Counter = Callable[[Clicks, int], Counts]
"""Gives S and M of a replication before round n; they may be arrays of the clicks."""

SHORTEST = 1e-9
"""In place of no rounds at all between clicks and conversions, and of no corrected clicks."""


class World(NamedTuple):
    """What a replication begins with; `laws` are those of the conversions, one for each arm."""

    view: IdentifiedView
    laws: list[Law]
    randomness: LearnerRandomness


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
class Plain(ClickModel):
    """Count each click at once: it is a failure until its conversion comes."""

    name = "plain"

    def start(self, world: World) -> Counter:  # noqa: ARG002
        return lambda clicks, _: (clicks.conversions, clicks.pulls)


@dataclass(frozen=True)
class Windowed(ClickModel):
    """Count conversions of at most `rounds` rounds after their click, and none that are later.

    A click counts `at_once`, or when its window ends; so do conversions then.
    """

    name = "window"
    rounds: Rounds
    at_once: Flag = False

    def start(self, world: World) -> Counter:
        settled = _nothing_settled(world.view)
        how = self.rounds, self.at_once
        return lambda clicks, n: _within(world.view, clicks, n, settled, how)


Settled = tuple[np.ndarray, np.ndarray, np.ndarray]
"""How many clicks, the oldest, have counts that will not change, shape (1,); their S and M."""


def _nothing_settled(view: IdentifiedView) -> Settled:
    return np.zeros(1, np.int64), np.zeros(view.n_arms), np.zeros(view.n_arms)


@njit(cache=True)
def _within(
    view: IdentifiedView, clicks: Clicks, n: int, settled: Settled, how: tuple[int, bool]
) -> Counts:
    first, settled_conversions, settled_count = settled
    window, at_once = how
    ended = max(0, n - window)
    for t in range(first[0], ended):
        settled_count[view.played[t]] += 1.0
        settled_conversions[view.played[t]] += UNSEEN < clicks.delay[t] <= window
    first[0] = max(first[0], ended)
    conversions, count = settled_conversions.copy(), settled_count.copy()
    if at_once:
        for t in range(ended, n):
            count[view.played[t]] += 1.0
            conversions[view.played[t]] += UNSEEN < clicks.delay[t] <= window
    return conversions, count


class Corrected(ClickModel):
    """Count by laws that stay the same."""

    @abstractmethod
    def table(self, world: World) -> np.ndarray:
        """Compute F(x) of each arm for the ages x = 0, 1, ..., shape (arms, horizon)."""

    def start(self, world: World) -> Counter:
        table, settled = self.table(world), _nothing_settled(world.view)
        bound = int((table < 1).sum(axis=1).max())  # the first age at which all clicks count 1
        return lambda clicks, n: (
            clicks.conversions,
            _corrected(world.view, table, n, settled, bound),
        )


@njit(cache=True)
def _corrected(
    view: IdentifiedView, table: np.ndarray, n: int, settled: Settled, bound: int
) -> np.ndarray:
    first, _, settled_count = settled
    for t in range(first[0], n - bound):
        settled_count[view.played[t]] += 1.0
    first[0] = max(first[0], n - bound)
    count = settled_count.copy()
    for t in range(first[0], n):
        count[view.played[t]] += table[view.played[t], n - 1 - t]
    return count


@dataclass(frozen=True)
class Known(Corrected):
    """The laws of the world, or wrong ones made of them."""

    name = "known"
    pooled: Flag = False  # whether all arms have the mean of their laws
    stretch: Positive = 1.0  # F(x / stretch) stands for F(x): delays are that many times as long

    def table(self, world: World) -> np.ndarray:
        ages = np.arange(world.view.horizon)
        ages = ages if self.stretch == 1 else np.floor(ages / self.stretch).astype(int)
        table = np.array([law.cdf(ages) for law in world.laws])
        return np.broadcast_to(table.mean(axis=0), table.shape) if self.pooled else table


@dataclass(frozen=True)
class Log(Corrected):
    """The share of the conversions in a log of each arm that came within the age.

    The log has so many `conversions` of each arm. It ends `cap` rounds after each click, if that is
    given, so that it has no longer delays.
    """

    name = "log"
    conversions: Count = 200
    cap: Annotated[int | None, {"type": ["integer", "null"], "minimum": 1}] = None

    def table(self, world: World) -> np.ndarray:
        ages = np.arange(world.view.horizon)
        table = np.empty((len(world.laws), ages.size))
        uniforms = world.randomness.uniforms((len(world.laws), self.conversions))
        for law, uniform, row in zip(world.laws, uniforms, table, strict=True):
            seen = 1.0 if self.cap is None else float(law.cdf(self.cap))
            delays = np.sort(law.quantile(uniform * seen))
            row[:] = np.searchsorted(delays, ages, side="right") / self.conversions
        return table


@dataclass(frozen=True)
class ProductLimit(ClickModel):
    """The product-limit estimate from what has been seen, of each arm alone: of no family of laws.

    With G(x) the estimated probability that a click converts within x rounds (Kaplan and Meier
    1958: clicks without a conversion so far are censored at their age) F(x) = G(x) / G(largest
    age): conversions later than any age seen so far are left out, so that slow arms look bad at
    first. An arm without a conversion so far keeps M = 0.
    """

    name = "product_limit"

    def start(self, world: World) -> Counter:
        return lambda clicks, n: (clicks.conversions, _product_limit(world.view, clicks, n))


@njit(cache=True)
def _product_limit(view: IdentifiedView, clicks: Clicks, n: int) -> np.ndarray:
    """Return M of the arms, shape (arms,)."""
    converted, left = np.zeros((2, view.n_arms, n))  # of each age, with or without a conversion
    for t in range(n):
        arm, delay = view.played[t], clicks.delay[t]
        if delay == UNSEEN:
            left[arm, n - 1 - t] += 1.0
        else:
            converted[arm, delay] += 1.0
    share = np.zeros((view.n_arms, n))  # G
    for arm in range(view.n_arms):
        survival, at_risk = 1.0, clicks.pulls[arm]
        for age in range(n):
            if converted[arm, age] > 0.0:
                survival *= 1.0 - converted[arm, age] / at_risk
            at_risk -= converted[arm, age] + left[arm, age]
            share[arm, age] = 1.0 - survival
    count = np.zeros(view.n_arms)
    for t in range(n):
        arm = view.played[t]
        if clicks.conversions[arm] > 0.0:
            count[arm] += share[arm, n - 1 - t] / share[arm, n - 1]
    return count


@dataclass(frozen=True)
class ExponentialEM(ClickModel):
    """Exponential delays of a rate that is estimated with the conversion rate, of each arm alone.

    With lambda and theta of the last update, s_i = exp(-lambda x_i), and x_i the age, each cycle is

        w_i = 1, d_i its delay             for each click that has converted so far,
        w_i = theta s_i / (1 - theta + theta s_i), d_i = x_i             for the others
        lambda = S / sum w_i d_i
        M = sum (1 - exp(-lambda x_i))
        theta = S / M, or sum w_i / N with `likelihood`, the step of EM proper

    An arm without a conversion so far keeps M = 0, and lambda and theta of the start. If theta is
    not `bounded` and passes 1, the sum of w_i d_i can turn negative, and lambda with it in the
    authors' code; here that sum is then `SHORTEST`, and lambda very large.
    """

    name = "exponential"
    cycles: Count = 10  # at each update
    bounded: Flag = True  # whether theta is at most 1; the authors' code has no bound
    likelihood: Flag = False
    rate: Positive = 0.01  # lambda at the start
    share: Probability = 0.2  # theta at the start

    def start(self, world: World) -> Counter:
        view = world.view
        rate, share = np.full(view.n_arms, self.rate), np.full(view.n_arms, self.share)
        how = self.cycles, self.bounded, self.likelihood
        return lambda clicks, n: (clicks.conversions, _estimate(view, clicks, n, rate, share, how))


@njit(cache=True)
def _estimate(
    view: IdentifiedView,
    clicks: Clicks,
    n: int,
    rate: np.ndarray,
    share: np.ndarray,
    how: tuple[int, bool, bool],
) -> np.ndarray:
    """Run the cycles of one update; return M, shape (arms,). `rate` and `share` change."""
    count = np.zeros(view.n_arms)
    for arm in range(view.n_arms):
        if clicks.conversions[arm] > 0.0:
            rounds = np.flatnonzero(view.played[:n] == arm)
            rate[arm], share[arm], count[arm] = _cycle(
                n - 1 - rounds,
                clicks.delay[rounds],
                clicks.conversions[arm],
                rate[arm],
                share[arm],
                how,
            )
    return count


@njit(cache=True)
def _cycle(
    age: np.ndarray,
    delay: np.ndarray,
    conversions: float,
    rate: float,
    share: float,
    how: tuple[int, bool, bool],
) -> tuple[float, float, float]:
    """Estimate lambda and theta of an arm from its clicks; return them, and M."""
    cycles, bounded, likelihood = how
    survival, count = np.empty(age.size), 0.0
    for i in range(age.size):
        survival[i] = math.exp(-rate * age[i])
    for _ in range(cycles):
        weight, time, count = 0.0, 0.0, 0.0
        for i in range(age.size):
            w, d = 1.0, delay[i]
            if d == UNSEEN:
                late = share * survival[i]
                either = 1.0 - share + late  # 0 if theta is 1 and s_i too small for a number
                w, d = late / either if either != 0.0 else 1.0, age[i]
            weight += w
            time += w * d
        rate = conversions / max(time, SHORTEST)
        for i in range(age.size):
            survival[i] = math.exp(-rate * age[i])
            count += 1.0 - survival[i]
        share = weight / age.size if likelihood else conversions / max(count, SHORTEST)
        if bounded:
            share = min(1.0, share)
    return rate, share, count


MODELS: dict[str, type[ClickModel]] = {
    model.name: model for model in (Plain, Windowed, Known, Log, ProductLimit, ExponentialEM)
}
"""Every model of clicks by its name in YAML files."""
