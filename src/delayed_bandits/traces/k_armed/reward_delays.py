"""Delays of K arms that depend on the reward, decided for each arm before it is chosen."""

import numpy as np

from delayed_bandits.delays.base import Law, sample_horizon
from delayed_bandits.delays.by_reward import RewardLaw
from delayed_bandits.traces.streams import Streams


def draw_delays_of_rewards(
    laws: list[Law], streams: Streams, seed: int, rewards: np.ndarray, states: np.ndarray
) -> np.ndarray:
    """Draw the delays of replication `seed`, int32 of shape (arms, horizon).

    The uniforms are those of `traces.arms.draw_delays`.

    Parameters
    ----------
    laws : list of Law
        One law, or one for each arm.
    rewards : ndarray, shape (states, arms)
    states : ndarray, shape (horizon,)
    """
    horizon, n_arms = states.size, rewards.shape[1]
    uniforms = streams.open("delays", seed).random(horizon)
    delays = np.empty((n_arms, horizon), np.int32)
    of_arms = laws if len(laws) == n_arms else laws * n_arms
    for arm, law in enumerate(of_arms):
        if isinstance(law, RewardLaw):
            law.sample_given(rewards[states, arm], uniforms, delays[arm])
        else:
            sample_horizon([law], uniforms, delays[arm : arm + 1])
    return delays
