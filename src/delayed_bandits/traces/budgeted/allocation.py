"""The linear program of contextual bandits with a budget that is spent at a steady rate.

Contexts j come with probabilities pi_j, a pull in context j is worth v_j and costs c_j. Maximise
sum pi_j p_j v_j over p in [0, 1]^J subject to sum pi_j p_j c_j <= rate (Wu et al. 2015; Liu and
Maghsudi 2024, equation 11). Contexts are served by descending v_j / c_j; the first that cannot be
served in full is served in part (equations 12 and 13, where contexts are in this order).
"""

import numpy as np

from delayed_bandits.kernels.compiling import inlined


@inlined
def pull_probability(
    j: int, keys: np.ndarray, costs: np.ndarray, probabilities: np.ndarray, rate: float
) -> float:
    """Compute p_j of the solution, given the budget per round; arrays have shape (contexts,).

    Contexts are served by descending `keys`, ties by number.
    """
    left = rate
    for i in range(keys.size):
        ahead = (keys[i] > keys[j]) | ((keys[i] == keys[j]) & (i < j))
        left -= ahead * (probabilities[i] * costs[i])
    return min(1.0, max(0.0, left / (probabilities[j] * costs[j])))


def optimum(values: np.ndarray, costs: np.ndarray, probabilities: np.ndarray, rate: float) -> float:
    """Compute the largest value per round if every context has several arms to choose from.

    The program then has a probability for each context and arm. In each context only arms on the
    upper hull of (cost, value) are pulled, so it is served step by step along the hulls, by
    descending slope. `values` has shape (contexts, arms), and `costs` are above 0.
    """
    steps = []  # value per cost, cost per round
    for context, probability in zip(values, probabilities, strict=True):
        value = cost = 0.0
        while True:
            dearer = (costs > cost) & (context > value)
            if not dearer.any():
                break
            slopes = np.where(dearer, context - value, 0.0) / np.where(dearer, costs - cost, 1.0)
            arm = max(np.flatnonzero(slopes == slopes.max()), key=lambda a: costs[a])
            steps.append((slopes[arm], probability * (costs[arm] - cost)))
            value, cost = context[arm], costs[arm]
    total = 0.0
    for slope, cost in sorted(steps, reverse=True):
        spent = min(cost, rate)
        total += slope * spent
        rate -= spent
    return total
