"""Measures of the claims on Wang et al. 2022, and the end points read off the authors' page."""

import numpy as np

from delayed_bandits.analysis import intervals
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.measures import measure, same_seeds
from delayed_bandits.analysis.rows import Instead, Measure, Row
from delayed_bandits.analysis.verdicts import within

THREE = ("high", "low", "weibull")

END_POINTS = {
    "dts": {"high": (147, 133), "low": (69, 59), "weibull": (65, 54), "criteo": (152, 147)},
    "naive": {"high": (351, 341), "low": (62, 65), "weibull": (78, 74), "criteo": (170, 176)},
    "ducb": {"high": (167, 153), "low": (147, 145), "weibull": (150, 147), "criteo": (570, 621)},
    "full_bayesian": {"high": (215,), "low": (51,), "weibull": (45,), "criteo": (116,)},
}
"""Regrets at the end of the curves, of one or two runs of 50 replications, within 2 (Criteo 5)."""

READ_OFF = 2
"""How well an end point can be read."""

DEVIATIONS = {
    "dts": {"high": 46, "low": 23, "weibull": 26},
    "naive": {"high": 66, "low": 20, "weibull": 20},
    "ducb": {"high": 58, "low": 28, "weibull": 30},
}
"""Standard deviations of R(T) of a replication."""

WINDOWS = (
    *("window_21", "window_84", "window_250", "window_500"),
    *("window_1000", "window_2303", "window_4000"),
)
"""Thompson sampling with windows of so many rounds, from the shortest on."""


def left_out(curve: Curves) -> np.ndarray:
    """Tell of each seed whether the authors' code leaves it out: an arm had no conversion.

    It then has none at the first update, before which all algorithms play the same.
    """
    return curve.last("updates_without_conversion") > 0


def of_code(curve: Curves) -> np.ndarray:
    """Tell of each seed whether it is left out in the reading of the code."""
    model = curve.specification.parameters.get("model") or {}
    return left_out(curve) if not model.get("bounded", True) else np.zeros(curve.n_seeds, bool)


def kept(*curves: Curves) -> tuple[np.ndarray, ...]:
    """Give the final regrets of the seeds that all runs have and none leaves out."""
    out = np.any(same_seeds(*map(of_code, curves)), axis=0)
    return tuple(final[~out] for final in same_seeds(*(curve.final for curve in curves)))


@measure("R(T) of {0} − R(T) of {1}")
def difference(one: Curves, other: Curves) -> intervals.Interval:
    """Estimate the mean of R(T) of one run less that of another, in expected conversions."""
    left, right = kept(one, other)
    return intervals.mean_interval(left - right)


@measure("R(T) of {0} / R(T) of {1}")
def ratio(one: Curves, other: Curves) -> intervals.Interval:
    """Estimate mean R(T) of one run over that of another; 1 if they are alike."""
    return intervals.ratio_interval(*kept(one, other))


@measure("R(T) of {0}, of the replications that the code does not leave out")
def level(curve: Curves) -> intervals.Interval:
    """Estimate the mean of R(T), in expected conversions."""
    return intervals.mean_interval(curve.final[~left_out(curve)])


@measure("share of replications in which an arm has no conversion at the first update of {0}")
def without_conversion(curve: Curves) -> intervals.Interval:
    """Estimate how often the code leaves a replication out, 0 to 1."""
    return intervals.share_interval(left_out(curve))


def error_of_rate(arm: int, update: int) -> Measure:
    """Measure the conversion rate of an arm (from 1), estimated at an update, less the true one."""

    def error(curve: Curves) -> intervals.Interval:
        estimates = curve.at(update + 50, f"rate_{arm}")
        return intervals.mean_interval(estimates - curve.trace["means"][arm - 1])

    words = f"rate of arm {arm} from {update:,} rounds, {{0}}, less the true one"
    return Measure(words, error)


def end_points() -> list[Row]:
    """Make a row for each outside end point of three algorithms; the control is another of them."""
    runs = {"dts": "{dts}", "naive": "naive", "ducb": "{ducb}"}
    others = {"dts": "{ducb}", "naive": "{ducb}", "ducb": "naive", ("dts", "high"): "naive"}
    return [
        Row(
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
