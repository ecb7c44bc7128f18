"""Delays that depend on success or failure, or are proportional to a payoff.

`mean`, `variance` and `bound` are the largest values for any distribution of the reward.
"""

import math
from abc import abstractmethod
from dataclasses import dataclass
from typing import Literal, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.types import Rounds
from delayed_bandits.delays.base import Distribution, Reals
from delayed_bandits.kernels.compiling import njit

Whole = NDArray[np.integer]


class RewardDistribution(Distribution):
    """The distribution of an arm's delay, given the reward of the arm."""

    parts: tuple[Distribution, ...]  # `choose` gets delays drawn from each, as `sampled`

    @abstractmethod
    def choose(
        self, rewards: Reals, states: Whole, sampled: dict[Distribution, Whole], out: Whole
    ) -> None:
        """Write the delay of one arm in each round to `out`, shape (horizon,).

        `states[t]` is the state of round t, and `rewards[s]` is the reward of the arm in state s.
        `sampled` maps each distribution in `parts` to delays drawn from it, shape (horizon,).
        """

    def quantile(self, uniforms: ArrayLike) -> NoReturn:  # noqa: ARG002
        """Raise an InputError, because the quantile depends on the reward."""
        fault = "depends on the reward. Use it for K arms, and not inside another distribution."
        raise InputError(f"delay distribution {self.name!r}: {fault}")

    def cdf(self, delays: ArrayLike) -> NoReturn:
        self.quantile(delays)


@dataclass(frozen=True)
class ByReward(RewardDistribution):
    """A delay drawn from `success` if the reward is positive, or else from `failure`."""

    name = "by_reward"
    success: Distribution
    failure: Distribution
    parts = property(lambda self: (self.success, self.failure))
    mean = property(lambda self: max(self.success.mean, self.failure.mean))
    bound = property(lambda self: max(self.success.bound, self.failure.bound))

    def choose(
        self, rewards: Reals, states: Whole, sampled: dict[Distribution, Whole], out: Whole
    ) -> None:
        _choose(rewards > 0, states, sampled[self.success], sampled[self.failure], out)

    @property
    def variance(self) -> float:
        """The largest variance of the delay over all probabilities p of success."""
        between = (self.success.mean - self.failure.mean) ** 2
        of_success, of_failure = self.success.variance, self.failure.variance
        if not 0 < between < math.inf or math.isinf(of_success + of_failure):
            return max(of_success, of_failure)
        # the variance is quadratic in p
        p = min(1.0, max(0.0, 0.5 + (of_success - of_failure) / (2 * between)))
        return p * of_success + (1 - p) * of_failure + p * (1 - p) * between


@njit(cache=True)
def _choose(wins: np.ndarray, states: Whole, success: Whole, failure: Whole, out: Whole) -> None:
    for t in range(out.size):  # no branch: it could not be predicted
        out[t] = success[t] if wins[states[t]] else failure[t]


@dataclass(frozen=True)
class Payoff(RewardDistribution):
    """A payoff u in [0, 1] arrives after ceil(longest * u) rounds.

    The payoff is the reward r or, if `of` is "losses", the loss 1 - r (Schlisselberg et al. 2025).
    """

    name = "payoff"
    parts = ()
    longest: Rounds
    of: Literal["rewards", "losses"] = "rewards"
    mean = property(lambda self: float(self.longest))
    bound = property(lambda self: self.longest)
    variance = property(lambda self: self.longest**2 / 4)  # if payoffs 0 and 1 are equally likely

    def choose(
        self,
        rewards: Reals,
        states: Whole,
        sampled: dict[Distribution, Whole],  # noqa: ARG002
        out: Whole,
    ) -> None:
        payoffs = rewards if self.of == "rewards" else 1 - rewards
        out[:] = np.minimum(np.ceil(self.longest * payoffs), out.size)[states]


REWARD_DISTRIBUTIONS: dict[str, type[RewardDistribution]] = {
    one.name: one for one in (ByReward, Payoff)
}
"""The delay distributions that depend on the reward, by name in YAML files."""
