"""Measures for Wang et al. 2022, and the end points read off the authors' page."""

import numpy as np

from delayed_bandits.analysis import measures
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import Interval, mean_interval, ratio_interval
from delayed_bandits.analysis.measurements import Instead, Measure, Measurement
from delayed_bandits.analysis.measures import finals
from delayed_bandits.analysis.verdicts import within

THREE = ("high", "low", "weibull")

END_POINTS = {
    "dts": {"high": (147, 133), "low": (69, 59), "weibull": (65, 54), "criteo": (152, 147)},
    "naive": {"high": (351, 341), "low": (62, 65), "weibull": (78, 74), "criteo": (170, 176)},
    "ducb": {"high": (167, 153), "low": (147, 145), "weibull": (150, 147), "criteo": (570, 621)},
    "full_bayesian": {"high": (215,), "low": (51,), "weibull": (45,), "criteo": (116,)},
}
"""Regrets at the ends of the authors' curves, each a mean of 50 runs; ± 2 (Criteo ± 5)."""

READ_OFF = 2
"""How exactly an end point can be read off the page, in units of regret."""

DEVIATIONS = {
    "dts": {"high": 46, "low": 23, "weibull": 26},
    "naive": {"high": 66, "low": 20, "weibull": 20},
    "ducb": {"high": 58, "low": 28, "weibull": 30},
}
"""Standard deviations of R(T) of a run."""

WINDOWS = [f"window_{rounds}" for rounds in (21, 84, 250, 500, 1000, 2303, 4000)]
"""Thompson sampling with a window, from the shortest on."""


def left_out(curve: Curves) -> np.ndarray:
    """Return for each run whether the authors' code leaves it out.

    It leaves out runs in which an arm has no conversion at the first update. Until then all
    algorithms play the same, so they lose the same runs.
    """
    return curve.last("updates_without_conversion") > 0


def kept(*curves: Curves) -> tuple[np.ndarray, ...]:
    """Return the final regrets of the runs that the authors' code keeps.

    A run is left out of all curves if it is `left_out` of one whose algorithm does not bound rates.
    """
    regrets = finals(*curves)
    out = np.zeros(len(regrets[0]), bool)
    for curve in curves:
        if not (curve.specification.parameters.get("model") or {}).get("bounded", True):
            out |= left_out(curve)[: len(out)]
    return tuple(regret[~out] for regret in regrets)


difference = Measure(
    measures.difference.quantity, lambda *curves: mean_interval(np.subtract(*kept(*curves)))
)
ratio = Measure(measures.ratio.quantity, lambda *curves: ratio_interval(*kept(*curves)))
level = Measure(
    "R(T) of {first} over the runs that the authors' code keeps",
    lambda curve: mean_interval(curve.final[~left_out(curve)]),
)


def error_of_rate(arm: int, update: int) -> Measure:
    """Return a measure: the error of an arm's estimated rate. Arms count from 1."""

    def error(curve: Curves) -> Interval:
        estimates = curve.at(update + 50, f"rate_{arm}")
        return mean_interval(estimates - curve.trace["means"][arm - 1])

    words = f"error of arm {arm}'s estimated rate after {update:,} rounds ({{first}})"
    return Measure(words, error)


def end_points() -> list[Measurement]:
    """Compare R(T) with each end point, with another algorithm as negative control."""
    runs = {"dts": "{dts}", "naive": "naive", "ducb": "{ducb}"}
    others = {"dts": "{ducb}", "naive": "{ducb}", "ducb": "naive", ("dts", "high"): "naive"}
    return [
        Measurement(
            level,
            (runs[name],),
            within(float(np.mean(END_POINTS[name][setting])), 3 * deviation / 10 + READ_OFF),
            Instead((others.get((name, setting), others[name]),), "another algorithm"),
            at=(setting,),
            key=f"{setting}-{name}",
            printed=" and ".join(map(str, END_POINTS[name][setting])),
        )
        for name, settings in DEVIATIONS.items()
        for setting, deviation in settings.items()
    ]
