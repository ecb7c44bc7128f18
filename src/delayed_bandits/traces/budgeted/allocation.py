"""The linear program of contextual bandits that spend a budget at a steady rate.

Context j has probability pi_j. A pull in context j has value v_j and cost c_j. The program
maximises sum pi_j p_j v_j over the pull probabilities p_j, subject to sum pi_j p_j c_j <= rate (Wu
et al. 2015; Liu and Maghsudi 2024, equations 11 to 13). It is optimal to serve contexts by
descending v_j / c_j.
"""

import numpy as np

from delayed_bandits.kernels.compiling import inlined


@inlined
def pull_probability(
    j: int, keys: np.ndarray, costs: np.ndarray, probabilities: np.ndarray, rate: float
) -> float:
    """Return the pull probability p_j in context j, for a budget of `rate` per round.

    Contexts with larger `keys` are served first. If keys are equal, the smaller index is first.
    Arrays have shape (contexts,).
    """
    left = rate
    for i in range(keys.size):
        ahead = (keys[i] > keys[j]) | ((keys[i] == keys[j]) & (i < j))
        left -= ahead * (probabilities[i] * costs[i])
    return min(1.0, max(0.0, left / (probabilities[j] * costs[j])))


def optimum(values: np.ndarray, probabilities: np.ndarray, rate: float) -> float:
    """Return the largest value per round for a budget of `rate` per round, if all costs are 1.

    Arrays have shape (contexts,).
    """
    total = 0.0
    for value, probability in sorted(zip(values, probabilities, strict=True), reverse=True):
        spent = min(probability, rate)
        total += value * spent
        rate -= spent
    return total
