"""ODAAF and its variants (Pike-Burke et al. 2018, Algorithm 1, arXiv:1709.06853).

Phase m plays each active arm in one block until the arm has n_m samples. It then drops the arms
whose mean is more than the tolerance 2^-m below the best mean. A bridge, if there is one, plays an
active arm for n_m - n_{m-1} rounds and discards the feedback. Variants differ in n_m and in the
bridge.

Our copy of the paper lost the constants of n_m. We take them from third-party code (GitHub
JacobTyo/DelayedAggregatedBandits). For ODAAF they follow from the inequalities that the paper
names. For ODAAF-B and ODAAF-V they are only probable. The code's corruption for ODAAF-B (see
`samples_by_width`) is the bound of Proposition 1, which we reconstructed, summed over phases.
"""

import math
from functools import partial
from typing import Literal

import numpy as np

from delayed_bandits.algorithms.known_delays import check_known_delays
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.types import Flag, Known, NonNegative
from delayed_bandits.kernels.compiling import njit
from delayed_bandits.traces.k_armed.anonymous import (
    AnonymousTrace,
    AnonymousView,
    Estimates,
    pull_block,
)

BridgeArm = Literal["best", "first", "none"]
BRIDGES = "best", "first", "none"
BEST, _, NO_BRIDGE = range(3)


def phases(horizon: int) -> int:
    """Return the number of phases: the last m with horizon 4^-m >= e, as in Improved UCB."""
    return max(0, math.floor(0.5 * math.log2(horizon / math.e)))


def samples_by_width(horizon: int, m: int, corruption: float) -> int:
    """Return the least n with a confidence width of at most 2^-m / 2.

    The width is 4 L / (3 n) + sqrt(2 L / n) + `corruption` / n, with L = log(horizon 4^-m).
    `corruption` bounds how much a block's sum changes by rewards that arrive in other blocks.
    """
    tolerance = 2.0**-m
    log = math.log(horizon * tolerance**2)
    root = math.sqrt(2 * log + 8 / 3 * tolerance * log + 2 * tolerance * corruption)
    return math.ceil((math.sqrt(2 * log) + root) ** 2 / tolerance**2)


def samples_known_mean(horizon: int, m: int, mean_delay: float, corruption: float = 3) -> int:
    """Return n_m of equation 2, with a corruption of `corruption` * m * `mean_delay`."""
    return samples_by_width(horizon, m, corruption * m * mean_delay)


def samples_known_bound(
    horizon: int, m: int, mean_delay: float, delay_bound: float, corruption: float = 2
) -> int:
    """Return n_m of Section 4.2, given the mean and the bound of the delays."""
    at_least = min(m * delay_bound, samples_known_mean(horizon, m, mean_delay))
    return max(math.ceil(at_least), samples_by_width(horizon, m, corruption * mean_delay))


def samples_known_variance(horizon: int, m: int, mean_delay: float, delay_variance: float) -> int:
    """Return n_m of equation 6, given the mean and the variance of the delays."""
    return samples_by_width(horizon, m, 2 * mean_delay + 4 * delay_variance)


def samples_naive(horizon: int, m: int, delay_bound: float) -> int:
    """Return n_m of equation 10, for delays of at most `delay_bound` rounds."""
    tolerance = 2.0**-m
    log = math.log(horizon * tolerance**2)
    root = math.sqrt(log) + math.sqrt(log + 4 * tolerance * m * delay_bound)
    return math.ceil(root**2 / (2 * tolerance**2))


@njit(cache=True)
def _replay(view, samples, bridge, ends, estimates):
    """Play Algorithm 1 with n_m in `samples`. Write each phase's end and estimates."""
    n_arms, horizon = view.n_arms, view.horizon
    active = np.ones(n_arms, np.bool_)
    total = np.zeros(n_arms)  # of the observations in T_j, the rounds that played arm j
    mean = np.zeros(n_arms)
    tolerance = 1.0
    t = 0
    for m in range(1, samples.size):
        tolerance /= 2

        for arm in range(n_arms):  # step 1: play
            if active[arm]:
                rounds = min(samples[m] - samples[m - 1], horizon - t)
                total[arm] += pull_block(view, t, arm, rounds)
                t += rounds
        if t == horizon:
            return

        ends[m] = t
        for arm in range(n_arms):  # step 2: eliminate
            mean[arm] = total[arm] / samples[m] if active[arm] else -np.inf
            if active[arm]:
                estimates[m, arm] = mean[arm]
        best = mean.max()
        for arm in range(n_arms):
            active[arm] = active[arm] and mean[arm] + tolerance >= best

        if bridge != NO_BRIDGE:  # step 4: the observations are discarded
            arm = np.argmax(mean) if bridge == BEST else np.flatnonzero(active)[0]
            rounds = min(samples[m] - samples[m - 1], horizon - t)
            pull_block(view, t, arm, rounds)
            t += rounds

    pull_block(view, t, np.argmax(mean), horizon - t)  # beyond the last phase


def _play(view, samples_of_phase, bridge_arm="none", errors=False):
    """Play Algorithm 1 with n_m = samples_of_phase(horizon, m). Return estimates if `errors`."""
    horizon, samples = view.horizon, [0]
    for m in range(1, phases(horizon) + 1):  # all n_m above the horizon play the same
        samples.append(min(samples_of_phase(horizon, m), horizon + 1))
    ends = np.zeros(len(samples), np.int64)
    means = np.full((ends.size, view.n_arms), np.nan)
    _replay(view, np.array(samples), BRIDGES.index(bridge_arm), ends, means)
    ended = ends > 0
    return Estimates(ends[ended], means[ended], 2.0 ** -np.flatnonzero(ended)) if errors else None


@algorithm(AnonymousTrace, nanoseconds=10, check=check_known_delays)
def odaaf(
    view: AnonymousView,
    *,
    mean_delay: Known = None,
    corruption: NonNegative = 3.0,
    errors: Flag = False,
) -> Estimates | None:
    """Play ODAAF without a bridge, given the mean delay (Section 4.1).

    - `mean_delay`: the mean delay, or an upper bound of it, in rounds;
    - `corruption`: the factor of m * `mean_delay` in n_m. With 0, n_m does not depend on delays;
    - `errors`: whether to record the estimates' errors and the number of active arms.
    """
    samples = partial(samples_known_mean, mean_delay=mean_delay, corruption=corruption)
    return _play(view, samples, errors=errors)


@algorithm(AnonymousTrace, nanoseconds=10, check=check_known_delays)
def odaaf_b(
    view: AnonymousView,
    *,
    mean_delay: Known = None,
    delay_bound: Known = None,
    bridge_arm: BridgeArm = "best",
    corruption: NonNegative = 2.0,
    errors: Flag = False,
) -> Estimates | None:
    """Play ODAAF-B, with a bridge, given mean and bound of the delays (Section 4.2).

    A bridge plays an active arm. Our text does not say which arm. `bridge_arm` is "best" (largest
    mean), "first", or "none" for no bridges. The other parameters are those of `odaaf`.
    """
    samples = partial(
        samples_known_bound, mean_delay=mean_delay, delay_bound=delay_bound, corruption=corruption
    )
    return _play(view, samples, bridge_arm, errors)


@algorithm(AnonymousTrace, nanoseconds=10, check=check_known_delays)
def odaaf_v(
    view: AnonymousView,
    *,
    mean_delay: Known = None,
    delay_variance: Known = None,
    bridge_arm: BridgeArm = "best",
    errors: Flag = False,
) -> Estimates | None:
    """Play ODAAF-V, with a bridge, given the delays' mean and variance (Section 4.3).

    `delay_variance` is in rounds squared. For the other parameters see `odaaf_b`.
    """
    samples = partial(samples_known_variance, mean_delay=mean_delay, delay_variance=delay_variance)
    return _play(view, samples, bridge_arm, errors)


@algorithm(AnonymousTrace, nanoseconds=10, check=check_known_delays)
def odaaf_naive(
    view: AnonymousView, *, delay_bound: Known = None, errors: Flag = False
) -> Estimates | None:
    """Play the naive approach of Appendix B: ODAAF with the n_m of `samples_naive`.

    `delay_bound` is the bound of the delays, in rounds. For `errors` see `odaaf`.
    """
    return _play(view, partial(samples_naive, delay_bound=delay_bound), errors=errors)
