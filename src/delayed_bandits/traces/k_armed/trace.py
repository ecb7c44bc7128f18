"""K-armed bandits with delayed rewards: what `identified` and `anonymous` feedback share."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, Self

import numpy as np
from numba import njit

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.types import Horizon, Means, Positive
from delayed_bandits.delays.base import Law
from delayed_bandits.delays.laws import DelayLaws
from delayed_bandits.traces.arm_delays import draw_delays, laws_of
from delayed_bandits.traces.streams import Streams


@dataclass(frozen=True, eq=False)
class KArmedTrace:
    """Everything random about one replication of a K-armed bandit with delayed rewards.

    What is `hidden` is not for a learner to read: it plays against what `start()` gives.

    Attributes
    ----------
    hidden_means : ndarray, shape (arms,)
    hidden_rewards : ndarray of uint8 or float64, shape (arms, horizon)
        In [0, 1]; the rewards that the arms would give in a round share that round's uniform.
        (Not bool: a number made of a bool is a branch that no processor can predict.)
    hidden_delays : ndarray of int32, shape (1, horizon), or (arms, horizon) if arms have own laws
        In rounds; 0 means known before the next round, the horizon stands for all that is longer.
    laws : list of Law
        The law of the delays, or one law for each arm.
    streams : Streams
    seed : int
    """

    hidden_means: np.ndarray
    hidden_rewards: np.ndarray
    hidden_delays: np.ndarray
    laws: list[Law]
    streams: Streams
    seed: int

    @classmethod
    def draw(
        cls,
        streams: Streams,
        seed: int,
        *,
        horizon: Horizon,
        means: Means,
        delay: DelayLaws,
        reward_law: Literal["bernoulli", "beta"] = "bernoulli",
        concentration: Positive = 2.0,
    ) -> Self:
        """Draw the trace of replication `seed`.

        Parameters
        ----------
        streams : Streams
            The paper's random streams.
        seed : int
            Number of the replication.
        horizon : int
            Rounds.
        means : list of float
            Mean reward of each arm, in [0, 1].
        delay : Law or list of Law
            The law of the delays, or one law for each arm.
        reward_law : {"bernoulli", "beta"}
            Rewards in {0, 1}, or in [0, 1] of law Beta(mean c, (1 - mean) c).
        concentration : float
            The c of the Beta law.

        Raises
        ------
        InputError
            If there are neither one delay law nor as many as arms.
        """
        laws = laws_of(delay, len(means))
        uniforms = streams.open("rewards", seed).random(horizon)
        if reward_law == "bernoulli":
            rewards = (uniforms < np.reshape(means, (-1, 1))).view(np.uint8)
        else:
            rewards = beta_quantiles(uniforms, means, concentration)
        delays = draw_delays(laws, streams, seed, horizon)
        return cls(np.array(means, float), rewards, delays, laws, streams, seed)

    @property
    def arms(self) -> int:
        """Number of arms."""
        return self.hidden_rewards.shape[0]

    @property
    def horizon(self) -> int:
        """Number of rounds."""
        return self.hidden_rewards.shape[1]

    @cached_property
    def learner_uniforms(self) -> np.ndarray:
        """The learner's own randomness, shape (horizon + 1,).

        One number before the first round and one for each round.
        """
        return self.streams.open("learner-uniforms", self.seed).random(self.horizon + 1)

    def regret(self, played: np.ndarray) -> np.ndarray:
        """Cumulative pseudo-regret of the arms played, shape (horizon,).

        Raises
        ------
        InputError
            If one of them is not an arm.
        """
        strange = np.flatnonzero((played < 0) | (played >= self.arms))
        if strange.size:
            t = strange[0]
            raise InputError(f"arm {played[t]} played in round {t}; expected 0 to {self.arms - 1}")
        return _regret(self.hidden_means, played)


def beta_quantiles(uniforms: np.ndarray, means: list[float], concentration: float) -> np.ndarray:
    """Rewards of law Beta(mean c, (1 - mean) c), which is constant for the means 0 and 1."""
    from scipy.special import betaincinv  # Bernoulli worlds need not wait for it

    rewards = np.empty((len(means), uniforms.size))
    for row, mean in zip(rewards, means, strict=True):
        shapes = mean * concentration, (1 - mean) * concentration
        row[:] = mean if mean in (0, 1) else betaincinv(*shapes, uniforms)
    return rewards


@njit(cache=True)
def _regret(means: np.ndarray, played: np.ndarray) -> np.ndarray:
    best = means.max()
    regret = np.empty(played.size)
    total = 0.0
    for t in range(played.size):
        total += best - means[played[t]]
        regret[t] = total
    return regret
