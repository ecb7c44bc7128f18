"""Stochastic rewards of K arms, which share the uniform of a round."""

import numpy as np


def draw_rewards(
    uniforms: np.ndarray, means: list[float], reward_law: str, concentration: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Draw the states, rewards and means of a `KArmedTrace`, of the law "bernoulli" or "beta"."""
    if reward_law == "bernoulli":
        states, rewards = _bernoulli_rewards(uniforms, means)
    else:
        states, rewards = _beta_rewards(uniforms, means, concentration)
    return states, rewards, np.broadcast_to(np.array(means, float), rewards.shape)


def _bernoulli_rewards(uniforms: np.ndarray, means: list[float]) -> tuple[np.ndarray, np.ndarray]:
    """Draw rewards that are 1 where the uniform of the round is below an arm's mean, else 0.

    The state is how many of the different means are not above the uniform.
    """
    edges = np.unique(means)
    states = (uniforms >= edges[0]).view(np.uint8)
    if edges.size >= 2**8:
        states = states.astype(np.uint16)
    for edge in edges[1:]:
        states += (uniforms >= edge).view(np.uint8)  # to cast from bool takes longer
    rewards = np.searchsorted(edges, means) >= np.arange(edges.size + 1)[:, None]
    return states, rewards.astype(float)


def _beta_rewards(
    uniforms: np.ndarray, means: list[float], concentration: float
) -> tuple[np.ndarray, np.ndarray]:
    """Draw rewards of law Beta(mean c, (1 - mean) c), which are constant for the means 0 and 1.

    Every round has a different state.
    """
    from scipy.special import betaincinv  # slow to import; Bernoulli rewards do without

    rewards = np.empty((len(means), uniforms.size))
    for row, mean in zip(rewards, means, strict=True):
        shapes = mean * concentration, (1 - mean) * concentration
        row[:] = mean if mean in (0, 1) else betaincinv(*shapes, uniforms)
    return np.arange(uniforms.size, dtype=np.int32), rewards.T
