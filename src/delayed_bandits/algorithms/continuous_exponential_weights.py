"""Continuous exponential weights on the box, after Ito et al. 2020."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.types import Known
from delayed_bandits.kernels.compiling import njit
from delayed_bandits.traces.adversarial_linear.bodies import Box
from delayed_bandits.traces.adversarial_linear.trace import (
    AdversarialLinearTrace,
    PointView,
    play_point,
)
from delayed_bandits.traces.slots import arrived
from delayed_bandits.traces.streams import Randomness

SMALL, LARGE = 1e-3, 300.0  # moduli of the exponent beyond which moments are at their limits


@njit(cache=True)
def mean_and_variance(exponent: float) -> tuple[float, float]:
    """Return mean and variance of the density exp(-exponent x) / Z on [-1, 1]."""
    c = abs(exponent)
    if c < SMALL:
        return -exponent / 3, 1 / 3
    if c > LARGE:
        mean, variance = 1 / c - 1, 1 / c**2
    else:
        mean, variance = 1 / c - 1 / math.tanh(c), 1 / c**2 - 1 / math.sinh(c) ** 2
    return math.copysign(mean, -exponent), variance


@njit(cache=True)
def draw_coordinate(exponent: float, uniform: float) -> float:
    """Return the `uniform` quantile of the density exp(-exponent x) / Z on [-1, 1]."""
    c = abs(exponent)
    if c < 1e-12:
        return 2 * uniform - 1
    x = -1 - math.log1p(uniform * math.expm1(-2 * c)) / c
    return min(1.0, x) if exponent > 0 else max(-1.0, -x)


@njit(cache=True)
def _replay(view, rate, uniforms):
    """Play points drawn with a density proportional to exp(-rate <losses, x>)."""
    n = view.dimension
    losses, estimators = np.zeros(n), np.empty((view.n_slots, n))
    mean, variance, action = np.empty(n), np.empty(n), np.empty(n)
    for t in range(view.horizon):
        for i in range(n):
            mean[i], variance[i] = mean_and_variance(rate * losses[i])
            action[i] = draw_coordinate(rate * losses[i], uniforms[t, i])
        slot = play_point(view, t, mean, action)
        # E[a a']^-1 action, where E[a a'] = diag(variance) + mean mean' (Sherman-Morrison)
        norm, product = 1.0, 0.0
        for i in range(n):
            norm += mean[i] ** 2 / variance[i]
            product += mean[i] * action[i] / variance[i]
        for i in range(n):
            estimators[slot, i] = (action[i] - mean[i] * product / norm) / variance[i]
        for slot in arrived(view, t):
            for i in range(n):
                losses[i] += view.loss[slot] * estimators[slot, i]


def _check(trace: AdversarialLinearTrace, _parameters: Mapping[str, Any]) -> list[str]:
    if not isinstance(trace.body, Box):
        raise InputError(f"the body is a {trace.body.name}. Use a box.")
    return []


@algorithm(AdversarialLinearTrace, nanoseconds=280, check=_check)
def exponential_weights(
    view: PointView, *, mean_delay: Known = None, randomness: Randomness
) -> None:
    """Play continuous exponential weights at the rate sqrt(n ln T / ((n + d) T)).

    n is the dimension. d is `mean_delay`, by default the mean delay of the run, where each delay is
    cut off at the horizon T. Ito et al. reject an action a if its norm under the inverse of E[a a']
    is large. We do not: in 10^6 rounds no action had such a norm.
    """
    n, horizon = view.dimension, view.horizon
    rate = math.sqrt(n * math.log(horizon) / ((n + mean_delay) * horizon))
    _replay(view, rate, randomness.uniforms((horizon, n)))
