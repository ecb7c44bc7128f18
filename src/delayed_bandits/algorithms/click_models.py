"""Numbers of clicks, corrected for conversions still to come (arXiv:2202.00846).

At an update a model returns two numbers for each arm: its conversions so far, S, and its corrected
number of clicks, M. S / M estimates the conversion rate. If F is the distribution function of the
arm's delays, M is the sum of F(age) over the arm's clicks.
"""

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, ClassVar, NamedTuple

import numpy as np

from delayed_bandits.algorithms.click_estimates import exponential_em, product_limit
from delayed_bandits.algorithms.clicks import UNSEEN, Clicks, rounds_of
from delayed_bandits.checks.build import Described, build
from delayed_bandits.checks.types import Count, Flag, Positive, Probability, Rounds
from delayed_bandits.delays.base import Distribution
from delayed_bandits.delays.by_reward import ByReward
from delayed_bandits.delays.rounded_times import Lossy
from delayed_bandits.kernels.compiling import njit
from delayed_bandits.traces.streams import LearnerRandomness

PLAIN, WINDOW, DISTRIBUTION, PRODUCT_LIMIT, EXPONENTIAL = range(5)


class Counting(NamedTuple):
    """A click model in the form that compiled code takes, with its memory."""

    kind: int
    how: tuple[int, bool, bool]  # `ClickModel.how`
    table: np.ndarray  # `ClickModel.table`
    memory: np.ndarray  # shape (2, arms)


class ClickModel(Described):
    """What an algorithm assumes about the delays of conversions."""

    what = "model of clicks"
    key = "model"

    kind: ClassVar[int]
    how = 0, False, False
    memory = 0.0, 0.0  # of an arm, at the start

    def table(self, *_given: Any) -> np.ndarray:
        """Return P(delay <= x) for each arm and age x, shape (arms, horizon), or an empty array."""
        return np.empty((0, 0))

    def start(
        self, distributions: list[Distribution], horizon: int, randomness: LearnerRandomness
    ) -> Counting:
        """Return the `Counting` of a new run, given each arm's conversion delays."""
        memory = np.outer(self.memory, np.ones(len(distributions)))
        return Counting(self.kind, self.how, self.table(distributions, horizon, randomness), memory)


def distributions_of_conversions(
    distributions: list[Distribution], n_arms: int
) -> list[Distribution]:
    """Return, for each arm, the delay distribution of the conversions that arrive."""
    found = [one.success if isinstance(one, ByReward) else one for one in distributions]
    found = [one.of if isinstance(one, Lossy) else one for one in found]
    return found if len(found) == n_arms else found * n_arms


@dataclass(frozen=True)
class Plain(ClickModel):
    """Count each click at once, as a failure until it converts."""

    name = "plain"
    kind = PLAIN


@dataclass(frozen=True)
class Windowed(ClickModel):
    """Count only conversions that follow their click within `rounds` rounds.

    Clicks and conversions count when the window ends, or immediately if `at_once` is true.
    """

    name = "window"
    kind = WINDOW
    rounds: Rounds
    at_once: Flag = False
    how = property(lambda self: (self.rounds, self.at_once, False))


@njit(cache=True)
def _within(clicks: Clicks, n: int, counting: Counting) -> tuple[np.ndarray, np.ndarray]:
    """Return each arm's conversions and clicks, as the model `Windowed` counts them."""
    window, at_once, _ = counting.how
    ended, converted = counting.memory
    conversions, count = np.zeros((2, ended.size))
    for arm in range(ended.size):
        rounds = rounds_of(clicks, arm)
        settled = np.searchsorted(rounds, n - window)
        for t in rounds[int(ended[arm]) : settled]:
            converted[arm] += UNSEEN < clicks.delay[t] <= window
        ended[arm] = settled
        conversions[arm], count[arm] = converted[arm], settled
        if at_once:
            count[arm] = rounds.size
            for t in rounds[settled:]:
                conversions[arm] += UNSEEN < clicks.delay[t] <= window
    return conversions, count


@njit(cache=True)
def _corrected(clicks: Clicks, n: int, table: np.ndarray) -> np.ndarray:
    """Return the sum of table[arm, age] over the clicks of each arm, shape (arms,)."""
    count = np.zeros(clicks.pulls.size)
    for arm in range(count.size):
        rounds = rounds_of(clicks, arm)
        settled = np.searchsorted(rounds, n - np.searchsorted(table[arm], 1.0))
        total = float(settled)
        for t in rounds[settled:]:
            total += table[arm, n - 1 - t]
        count[arm] = total
    return count


@dataclass(frozen=True)
class Known(ClickModel):
    """The true delay distributions, or a misspecified version of them."""

    name = "known"
    kind = DISTRIBUTION
    pooled: Flag = False  # whether all arms get the mean of the arms' distributions
    stretch: Positive = 1.0  # factor of the delays: F(x / stretch) replaces F(x)

    def table(self, distributions: list[Distribution], horizon: int, *_given: Any) -> np.ndarray:
        table = _table(tuple(distributions), horizon, self.stretch)
        return np.tile(table.mean(axis=0), (len(table), 1)) if self.pooled else table


@lru_cache(maxsize=1)  # the same in all runs
def _table(distributions: tuple[Distribution, ...], horizon: int, stretch: float) -> np.ndarray:
    ages = np.arange(horizon)
    ages = ages if stretch == 1 else np.floor(ages / stretch).astype(int)
    return np.array([distribution.cdf(ages) for distribution in distributions])


@dataclass(frozen=True)
class Log(ClickModel):
    """The empirical distribution of delays in a simulated log.

    The log has `conversions` conversions of each arm. If there is a `cap`, all of them arrived
    within `cap` rounds of their click.
    """

    name = "log"
    kind = DISTRIBUTION
    conversions: Count = 200
    cap: Annotated[int | None, {"type": ["integer", "null"], "minimum": 1}] = None

    def table(
        self, distributions: list[Distribution], horizon: int, randomness: LearnerRandomness
    ) -> np.ndarray:
        ages, table = np.arange(horizon), np.empty((len(distributions), horizon))
        uniforms = randomness.uniforms((len(distributions), self.conversions))
        for distribution, uniform, row in zip(distributions, uniforms, table, strict=True):
            within = 1.0 if self.cap is None else float(distribution.cdf(self.cap))
            delays = np.sort(distribution.quantile(uniform * within))
            row[:] = np.searchsorted(delays, ages, side="right") / self.conversions
        return table


@dataclass(frozen=True)
class ProductLimit(ClickModel):
    """The product-limit estimate of each arm's delays (Kaplan and Meier 1958).

    G(x) is the estimated probability that a click converts within x rounds. Clicks without a
    conversion are censored at their age. M sums F(x) = G(x) / G(largest age), as if no conversion
    came later. So slow arms look bad at first. An arm without conversions has M = 0.
    """

    name = "product_limit"
    kind = PRODUCT_LIMIT


@dataclass(frozen=True)
class ExponentialEM(ClickModel):
    """Exponential delays, whose rate is estimated together with the conversion rate.

    Click i has age x_i; lambda is the delay rate and theta the conversion rate. Each cycle starts
    from the last lambda and theta, with s_i = exp(-lambda x_i):

        w_i = 1, d_i its delay             for each click that has converted so far
        w_i = theta s_i / (1 - theta + theta s_i), d_i = x_i             for the others
        lambda = S / sum w_i d_i
        M = sum (1 - exp(-lambda x_i))
        theta = S / M or, with `likelihood`, sum w_i / number of clicks (the EM step)

    An arm without a conversion so far keeps M = 0 and the initial lambda and theta. If theta is not
    `bounded`, it may exceed 1, and the sum of w_i d_i may become negative. The authors' code then
    has a negative lambda. Here the sum is at least `SHORTEST`, so lambda is very large.
    """

    name = "exponential"
    kind = EXPONENTIAL
    cycles: Count = 10  # per update
    bounded: Flag = True  # whether theta is capped at 1, which the authors' code does not do
    likelihood: Flag = False
    rate: Positive = 0.01  # lambda at the start
    share: Probability = 0.2  # theta at the start
    how = property(lambda self: (self.cycles, self.bounded, self.likelihood))
    memory = property(lambda self: (self.rate, self.share))


MODELS: dict[str, type[ClickModel]] = {kind.name: kind for kind in ClickModel.__subclasses__()}


@lru_cache  # the same in all runs
def model_of(description: str) -> ClickModel:
    """Return the click model of a JSON description, where null means `ExponentialEM`."""
    return build(json.loads(description) or {"model": ExponentialEM.name}, MODELS)


@njit(cache=True)
def counts(counting: Counting, clicks: Clicks, n: int) -> tuple[np.ndarray, np.ndarray]:
    """Return each arm's conversions S and corrected clicks M before round n."""
    if counting.kind == WINDOW:
        return _within(clicks, n, counting)
    count = clicks.pulls
    if counting.kind == DISTRIBUTION:
        count = _corrected(clicks, n, counting.table)
    elif counting.kind == PRODUCT_LIMIT:
        count = product_limit(clicks, n)
    elif counting.kind == EXPONENTIAL:
        count = exponential_em(clicks, n, counting.memory, counting.how)
    return clicks.conversions, count
