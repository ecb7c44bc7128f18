"""Delays that depend on the reward: those of successes and of failures, and delay as payoff.

Mean, variance and bound of a delay are the largest that any law of rewards gives.
"""

import math
from abc import abstractmethod
from dataclasses import dataclass
from typing import Literal, NoReturn

import numpy as np
from numba import njit
from numpy.typing import ArrayLike, NDArray

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.types import Rounds
from delayed_bandits.delays.base import Law, Reals

Whole = NDArray[np.integer]


class RewardLaw(Law):
    """A law of delays given the reward."""

    parts: tuple[Law, ...]  # whose delays are `sampled`

    @abstractmethod
    def choose(self, rewards: Reals, states: Whole, sampled: dict[Law, Whole], out: Whole) -> None:
        """Write the delays of an arm, shape (horizon,), by its rewards in each of the states."""

    def quantile(self, uniforms: ArrayLike) -> NoReturn:  # noqa: ARG002
        """Raise an InputError: there is no quantile without a reward."""
        raise InputError(
            f"delay law {self.name!r} depends on the reward; expected a K-armed world, and no law "
            "around it"
        )

    def cdf(self, delays: ArrayLike) -> NoReturn:
        self.quantile(delays)


@dataclass(frozen=True)
class ByReward(RewardLaw):
    """A reward above 0 has a delay of the law `success`, a reward of 0 one of the law `failure`."""

    name = "by_reward"
    success: Law
    failure: Law
    parts = property(lambda self: (self.success, self.failure))
    mean = property(lambda self: max(self.success.mean, self.failure.mean))
    bound = property(lambda self: max(self.success.bound, self.failure.bound))

    def choose(self, rewards: Reals, states: Whole, sampled: dict[Law, Whole], out: Whole) -> None:
        _choose(rewards > 0, states, sampled[self.success], sampled[self.failure], out)

    @property
    def variance(self) -> float:
        """The largest variance over all shares p of successes, which is quadratic in p."""
        between = (self.success.mean - self.failure.mean) ** 2
        of_success, of_failure = self.success.variance, self.failure.variance
        if not 0 < between < math.inf or math.isinf(of_success + of_failure):
            return max(of_success, of_failure)
        p = min(1.0, max(0.0, 0.5 + (of_success - of_failure) / (2 * between)))
        return p * of_success + (1 - p) * of_failure + p * (1 - p) * between


@njit(cache=True)
def _choose(wins: np.ndarray, states: Whole, success: Whole, failure: Whole, out: Whole) -> None:
    for t in range(out.size):  # without a branch, which none can predict
        out[t] = success[t] if wins[states[t]] else failure[t]


@dataclass(frozen=True)
class Payoff(RewardLaw):
    """Delay as payoff (Schlisselberg et al. 2025): a payoff u arrives after ceil(`longest` u).

    Payoffs are the rewards r, or the losses 1 - r.
    """

    name = "payoff"
    parts = ()
    longest: Rounds
    of: Literal["rewards", "losses"] = "rewards"
    mean = property(lambda self: float(self.longest))
    bound = property(lambda self: self.longest)
    variance = property(lambda self: self.longest**2 / 4)  # of payoffs 0 and 1, equally likely

    def choose(self, rewards: Reals, states: Whole, sampled: dict[Law, Whole], out: Whole) -> None:  # noqa: ARG002
        payoffs = rewards if self.of == "rewards" else 1 - rewards
        out[:] = np.minimum(np.ceil(self.longest * payoffs), out.size)[states]


REWARD_LAWS: dict[str, type[RewardLaw]] = {law.name: law for law in (ByReward, Payoff)}
"""Every law of delays given the reward by its name in YAML files."""
