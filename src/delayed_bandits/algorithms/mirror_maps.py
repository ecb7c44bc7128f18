"""Mirror maps of the simplex, from dual vectors to distributions.

The regulariser Psi sums one function psi over the coordinates. Its mirror map takes a dual vector
theta to the x on the simplex with psi'(x_i) = theta_i - nu, where nu makes x sum to 1. Newton's
method finds nu. It starts from the distribution in the argument `distribution`, and writes x there.
"""

import math

import numpy as np

from delayed_bandits.kernels.compiling import njit

SMALL = 1e-7  # if the sum of x differs from 1 by less, one more step squares the error
EPSILON = np.finfo(float).eps
MOST_STEPS = 100


@njit(cache=True, error_model="numpy")
def tsallis_map(dual: np.ndarray, distribution: np.ndarray) -> None:
    """Write x_i = (nu - theta_i)^-2, the mirror map of -2 sum sqrt(x_i) at theta.

    `dual` holds theta at first, and then the gradient at x.
    """
    _find(dual, distribution, True)


@njit(cache=True, error_model="numpy")
def log_barrier_map(dual: np.ndarray, distribution: np.ndarray) -> None:
    """Write x_i = 1 / (nu - theta_i), the mirror map of -sum ln(x_i). See `tsallis_map`."""
    _find(dual, distribution, False)


@njit(cache=True, error_model="numpy", forceinline=True)
def _find(dual, distribution, tsallis):
    """Compute `tsallis_map`, or `log_barrier_map` if `tsallis` is false."""
    n_arms = dual.size
    largest, likeliest = dual[0], distribution[0]
    for i in range(1, n_arms):
        largest = max(largest, dual[i])
        likeliest = max(likeliest, distribution[i])
    # For r = nu - max theta, at least 1, and s = sum x_i, 1 / sqrt(s) (Tsallis) or 1 / s (log
    # barrier) is concave and increasing in r. So one step of Newton's method leads to the left of
    # the root, and two or three more ascend to the root.
    r = 1 / math.sqrt(likeliest) if tsallis else 1 / likeliest
    step = 0.0
    for _ in range(MOST_STEPS):
        total = slope = 0.0
        for i in range(n_arms):
            root = 1 / (r + (largest - dual[i]))
            x = root * root if tsallis else root
            distribution[i] = root
            total += x
            slope += x * root
        step = total * ((math.sqrt(total) if tsallis else total) - 1) / slope
        if abs(total - 1) <= SMALL:
            break
        r = max(1.0, r + step)
    total = 0.0
    for i in range(n_arms):
        part = distribution[i] * step
        if tsallis:
            distribution[i] *= distribution[i] * (1 - 2 * part + 3 * part * part)
        else:
            distribution[i] *= 1 - part + part * part
        total += distribution[i]
    nu, inverse = r + step + largest, 1 / total
    for i in range(n_arms):
        distribution[i] *= inverse
        dual[i] -= nu


@njit(cache=True)
def softmax(dual: np.ndarray, distribution: np.ndarray) -> None:
    """Write softmax(dual), the mirror map of sum x_i ln(x_i), to `distribution`."""
    largest = dual.max()
    total = 0.0
    for i in range(dual.size):
        distribution[i] = math.exp(dual[i] - largest)
        total += distribution[i]
    for i in range(dual.size):
        distribution[i] /= total


@njit(cache=True)
def hybrid_map(
    losses: np.ndarray, root_weight: float, entropy_weight: float, distribution: np.ndarray
) -> None:
    """Write the x that minimises <losses, x> - 2 b sum sqrt(x_i) + a sum x_i ln(x_i).

    x is on the simplex, b is `root_weight` and a is `entropy_weight`. `distribution` becomes x.
    """
    if not _hybrid_steps(losses, root_weight, entropy_weight, distribution):  # losses have jumped
        _hybrid_descent(losses, root_weight, entropy_weight, distribution)


@njit(cache=True)
def _hybrid_steps(losses, b, a, distribution):
    """Compute `hybrid_map` by Newton's method. Return whether it converged."""
    # at the minimum a ln(x_i) - b x_i^-1/2 = nu - losses_i, with the same nu for all i
    roots = np.empty(losses.size)
    gradient = distribution  # as workspace; x is written at the end
    for i in range(losses.size):
        roots[i] = 1 / math.sqrt(distribution[i])
    for _ in range(8):
        total = level = slope = 0.0
        for i in range(losses.size):
            r = roots[i]
            x = 1 / (r * r)
            weight = 2 * x / (2 * a + b * r)
            gradient[i] = losses[i] - 2 * a * math.log(r) - b * r
            total += x
            slope += weight
            level += weight * gradient[i]
        nu = (level + 1 - total) / slope
        change = 0.0
        for i in range(losses.size):
            r = roots[i]
            step = (gradient[i] - nu) / (2 * a + b * r)
            roots[i] += r * step
            change = max(change, abs(step))
            if not step > -0.9:  # far from the minimum, or not a number
                return False
        if change < 1e-8:  # the error is of the order of its square
            total = 0.0
            for i in range(losses.size):
                distribution[i] = 1 / (roots[i] * roots[i])
                total += distribution[i]
            for i in range(losses.size):
                distribution[i] /= total
            return True
    return False


@njit(cache=True)
def _hybrid_descent(losses, b, a, distribution):
    """Compute `hybrid_map` by Newton's method for nu, with an inner one for each x_i."""
    # Less the smallest loss, the sum of x is convex and increasing in nu, and at least 1 at -b. The
    # equation of x_i is concave and increasing in ln(x_i), and its search starts below the root.
    smallest = losses.min()
    tolerance = max(4, losses.size) * EPSILON
    nu = -b
    total = 0.0
    for _ in range(MOST_STEPS):
        total = slope = 0.0
        for i in range(losses.size):
            right = nu - (losses[i] - smallest)
            y = max(-2 * math.log(-right / b), (right + b) / a)
            root = math.exp(-y / 2)
            for _ in range(MOST_STEPS):
                step = (right - a * y + b * root) / (a + b / 2 * root)
                y += step
                root = math.exp(-y / 2)
                if step <= 4 * EPSILON * max(1.0, abs(y)):
                    break
            distribution[i] = 1 / (root * root)
            total += distribution[i]
            slope += distribution[i] / (a + b / 2 * root)
        if total - 1 <= tolerance:
            break
        nu -= (total - 1) / slope
    for i in range(losses.size):
        distribution[i] /= total
