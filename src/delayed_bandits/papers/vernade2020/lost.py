"""Worst regrets on two arms whose conversions are observed with probability τ."""

from collections.abc import Callable

import numpy as np

from delayed_bandits.analysis import measures
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import Interval, bootstrap_interval
from delayed_bandits.analysis.measurements import Instead, Measure, Measurement, variant
from delayed_bandits.analysis.verdicts import Bound, below

TAUS = {"a": 1.0, "b": 0.4, "c": 0.15, "d": 0.05}
GAPS = "abcdefg"


def at(tau: str) -> list[str]:
    """Return the settings with this τ, one for each gap."""
    return [f"lost-{tau}-{gap}" for gap in GAPS]


RUNS = tuple(f"{setting}:{{policy}}" for tau in TAUS for setting in at(tau))
TWO_ARMS = variant("ours", "two arms, conversions observed with probability τ")


WHY = {
    "ucb1_lost": "its radius ignores the variance",
    "thompson_lost": "its posterior is narrower for rare conversions",
}


NEAR_ROOT = below(0.5, tolerance=0.25)
"""The bound of an exponent: halfway between those of a square root and of a line."""


def of_policy(
    measure: Measure, policy: str, bound: Bound, other: str = "ucb1_lost", key: str = ""
) -> Measurement:
    """Measure the runs of a policy at all τ; another policy is the negative control."""
    control = tuple(run.format(policy=other) for run in RUNS)
    return Measurement(
        measure,
        tuple(run.format(policy=policy) for run in RUNS),
        bound,
        Instead(control, WHY[other]),
        case="τ from 1 to 0.05, T = 20,000, gaps from 0.01 to 0.5",
        key=key or policy,
    )


def bootstrapped(
    quantity: str, statistic: Callable[[np.ndarray], np.ndarray], parts: tuple[int, ...] = (1,)
) -> Measure:
    """Return a measure: `statistic` of each curve's mean R(T / part) for each part.

    As the interval is a bootstrap's, `statistic` may choose among curves, as a maximum does.
    """

    def of(*curves: Curves) -> Interval:
        ends = [(curve, curve.rounds[-1] // part) for part in parts for curve in curves]
        values = measures.same_seeds(*(curve.at(end) for curve, end in ends))
        return bootstrap_interval(values, statistic)

    return Measure(quantity, of)


def _exponent(means: np.ndarray) -> np.ndarray:
    """Return the exponent in 1/τ of the worst mean over gaps, by least squares.

    `means` has shape (4 τ times 7 gaps, ...).
    """
    x = -np.log(list(TAUS.values()))
    worst = means.reshape(len(TAUS), len(GAPS), *means.shape[1:]).max(axis=1)
    centred = x - x.mean()
    logs = np.log(worst)
    return sum(place * log for place, log in zip(centred, logs, strict=True)) / (centred**2).sum()


worst = bootstrapped("worst regret of {first}", lambda means: means.max(axis=0))
exponent = bootstrapped("exponent in 1/τ of the worst regret of {first}", _exponent)
least = bootstrapped(
    "lowest R(T) of the printed OTFLinUCB over λ and δ divided by random play's",
    lambda means: means[:-1].min(axis=0) / means[-1],
)
over_bound = bootstrapped(
    "growth with 1/τ of the worst regret of {first}, divided by the lower bound's growth",
    lambda means: (
        means[-len(GAPS) :].max(axis=0)
        / means[: len(GAPS)].max(axis=0)
        / (lower_bound(TAUS["d"]) / lower_bound(TAUS["a"]))
    ),
)


over_bound_by_horizon = bootstrapped(
    "growth with T of the worst regret of {first}, divided by the lower bound's growth",
    lambda means: (
        means[: len(GAPS)].max(axis=0)
        / means[len(GAPS) :].max(axis=0)
        / (lower_bound(TAUS["d"]) / lower_bound(TAUS["d"], 2_000))
    ),
    parts=(1, 10),
)


def lower_bound(tau: float, horizon: int = 20_000, best: float = 0.5) -> float:
    """Return a lower bound of any policy's worst regret on two arms.

    The bound is the maximum over gaps Δ of (T Δ / 8) exp(−T kl), by Bretagnolle and Huber. kl is
    the larger divergence between observed conversions of arms with means `best` and `best` − Δ.
    """
    gaps = np.linspace(0, best, 5001)[1:-1]
    one, other = tau * best, tau * (best - gaps)
    kl = np.maximum(_divergence(one, other), _divergence(other, one))
    return float((horizon * gaps / 8 * np.exp(-horizon * kl)).max())


def _divergence(p: np.ndarray | float, q: np.ndarray | float) -> np.ndarray:
    return p * np.log(p / q) + (1 - p) * np.log((1 - p) / (1 - q))
