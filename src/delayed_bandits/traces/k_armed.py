"""The world of K-armed bandits with delayed rewards, which `identified` and `anonymous` show."""

from typing import Literal, NamedTuple

import numpy as np
from numba import njit

from delayed_bandits.delays.base import Law
from delayed_bandits.errors import InputError
from delayed_bandits.parameters import DelayLaws, Horizon, Means, Positive
from delayed_bandits.traces.streams import Streams


class World(NamedTuple):
    """What is decided before the first round.

    Attributes
    ----------
    means : ndarray, shape (arms,)
    rewards : ndarray of bool or float64, shape (arms, horizon)
        In [0, 1]; the rewards that the arms would give in a round share that round's uniform.
    delays : ndarray of int32, shape (1, horizon), or (arms, horizon) if arms have their own laws
        In rounds; 0 means known before the next round, the horizon stands for all that is longer.
    """

    means: np.ndarray
    rewards: np.ndarray
    delays: np.ndarray

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
    ) -> "World":
        """Draw the world of replication `seed`.

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
        laws = laws_of(delay)
        if len(laws) not in (1, len(means)):
            raise InputError(
                f"delay: {len(laws)} laws found; expected one law, or one for each of the "
                f"{len(means)} arms"
            )
        uniforms = streams.open("rewards", seed).random(horizon)
        if reward_law == "bernoulli":
            rewards = uniforms < np.reshape(means, (-1, 1))
        else:
            rewards = beta_quantiles(uniforms, means, concentration)
        uniforms = streams.open("delays", seed).random(horizon)
        delays = np.empty((len(laws), horizon), np.int32)
        for row, law in zip(delays, laws, strict=True):
            np.minimum(law.sample(uniforms), horizon, out=row, casting="unsafe")
        return cls(np.array(means, float), rewards, delays)


def laws_of(delay: Law | list[Law]) -> list[Law]:
    """The delay laws of a world, as a list."""
    return [delay] if isinstance(delay, Law) else list(delay)


def beta_quantiles(uniforms: np.ndarray, means: list[float], concentration: float) -> np.ndarray:
    """Rewards of law Beta(mean c, (1 - mean) c), which is constant for the means 0 and 1."""
    from scipy.special import betaincinv  # Bernoulli worlds need not wait for it

    rewards = np.empty((len(means), uniforms.size))
    for row, mean in zip(rewards, means, strict=True):
        shapes = mean * concentration, (1 - mean) * concentration
        row[:] = mean if mean in (0, 1) else betaincinv(*shapes, uniforms)
    return rewards


@njit(cache=True)
def regret_of(means: np.ndarray, played: np.ndarray) -> np.ndarray:
    """Cumulative pseudo-regret of the arms played, shape (horizon,)."""
    best = means[0]
    for arm in range(means.size):
        best = max(best, means[arm])
    regret = np.empty(played.size)
    total = 0.0
    for t in range(played.size):
        total += best - means[played[t]]
        regret[t] = total
    return regret
