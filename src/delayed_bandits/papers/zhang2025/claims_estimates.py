"""Claims of Zhang, Wang and Luo 2025 on estimates of the means, and ours on their bounds."""

import numpy as np

from delayed_bandits.analysis.claims import (
    Claim,
    Control,
    Evidence,
    Reading,
    Runs,
    Setting,
    Tolerance,
)
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import Interval, mean_interval, share_interval
from delayed_bandits.analysis.verdicts import above, below, within
from delayed_bandits.papers.zhang2025.shared import DELAYS


def share_above(curve: Curves) -> Interval:
    """Estimate the share of estimates above the mean."""
    return mean_interval(curve.last("above") / curve.last("estimates"))


def error(curve: Curves) -> Interval:
    """Estimate the mean difference of an estimate and the mean."""
    return mean_interval(curve.last("error") / curve.last("estimates"))


def zeros_overestimate(runs: Runs) -> list[Reading]:
    """Measure the share of estimates above the mean, with 0 for what has not come, no noise."""
    rows = [
        Evidence(
            f"n = 6, K = 70, D = {delay:,}",
            "share of estimates above the mean",
            share_above(runs[f"zeros-actions-{delay}", "zero_estimates"]),
            above(0),
            Control(
                "10 arms without structure",
                share_above(runs[f"zeros-arms-{delay}", "zero_estimates"]),
            ),
        )
        for delay in DELAYS
    ]
    return [Reading("printed", "least squares in LinUCB, losses that are their means", rows)]


ZEROS = Claim(
    id="c03",
    statement="Unobserved losses of one action, taken as 0, may lead to an overestimation of "
    "another",
    quote="naively treating the unobserved loss of one action as zero might not necessarily lead "
    "to an underestimation of another action",
    place="Section 3, Challenges",
    criterion="least squares with 0 for what has not come estimates some losses above their means, "
    "though there is no noise; not so for arms without structure",
    measure=zeros_overestimate,
    qualifies=lambda setting: "zero_estimates" in setting.parameters,
    remark="Overestimates are a third and a fifth of all estimates. They are found where LinUCB "
    "plays some actions more than others; in a trial that played all in turn, with D = 1,000, "
    "there are none.",
)


def over_and_under(runs: Runs) -> list[Reading]:
    """Measure the mean errors of the averages with 1 and with 0 for what has not come."""
    rows = []
    for delay in DELAYS:
        for name, label, bound in (
            ("estimate_over", "μ⁺, with 1 for what has not come", above(0)),
            ("estimate_under", "μ⁻, with 0 for what has not come", below(0)),
        ):
            unbiased = error(runs[f"estimates-{delay}", "estimate_unbiased"])
            rows.append(
                Evidence(
                    f"n = 6, K = 70, D = {delay:,}",
                    f"{label}, less the mean",
                    error(runs[f"estimates-{delay}", name]),
                    bound,
                    Control("average over payoffs that must have come", unbiased),
                )
            )
    return [Reading("printed", "epochs of Algorithm 1, losses of law Beta", rows)]


def has_estimates(setting: Setting) -> bool:
    """Tell that averages over the epochs of Algorithm 1 are reported."""
    return "estimate_unbiased" in setting.parameters


OVER_AND_UNDER = Claim(
    id="c04",
    statement="The first averages overestimate and underestimate the expected loss",
    quote=r"as an overestimation (underestimation) of the expected loss of action $a$ by averaging "
    r"over all observed losses from the rounds in $\obs_m(a)$ as well as the maximum (minimum) "
    "possible value of unobserved losses",
    place="Section 3, after Algorithm 1",
    criterion="over the spanner and the epochs, μ⁺ is above the mean loss on average, and μ⁻ below",
    measure=over_and_under,
    qualifies=has_estimates,
)


def second_is_unbiased(runs: Runs) -> list[Reading]:
    """Measure the mean error of the average over payoffs that must have come."""
    rows = [
        Evidence(
            f"n = 6, K = 70, D = {delay:,}",
            "μᶠ less the mean",
            error(runs[f"estimates-{delay}", "estimate_unbiased"]),
            within(0, 0.01),
            Control(
                "average over payoffs that have come",
                error(runs[f"estimates-{delay}", "estimate_observed"]),
            ),
        )
        for delay in DELAYS
    ]
    return [Reading("printed", "epochs of Algorithm 1, losses of law Beta", rows)]


UNBIASED = Claim(
    id="c05",
    statement="The average over payoffs that must have come is unbiased",
    quote=r"Note that the number of such rounds, $\unbiasSize_m(a) = |\unbias_m(a)|$, is a fixed "
    r"number, and thus $\hat{\mu}_m^F(a)$ is indeed unbiased",
    place="Section 3, after Algorithm 1",
    criterion="over the spanner and the epochs, its mean error is less than a hundredth of the "
    "range of payoffs",
    measure=second_is_unbiased,
    qualifies=has_estimates,
    tolerance=Tolerance("a hundredth of the range, a third of the bias in a trial of the control"),
)


def without_violation(runs: Runs, name: str, wrong: str) -> Interval:
    """Estimate the share of runs without an estimate on the wrong side of the mean."""
    ends = [runs[f"estimates-{delay}", name].last(wrong) for delay in DELAYS]
    return share_interval(np.concatenate(ends) == 0)


def bounds_hold(runs: Runs) -> list[Reading]:
    """Measure the share of runs in which all confidence bounds hold."""
    rows = [
        Evidence(
            "n = 6, K = 70, D = 100 and 1,000",
            f"share of runs in which no {label} of an action, in no epoch, is {wrong} its mean",
            without_violation(runs, f"bound_{name}", wrong),
            above(1, tolerance=0.1),
            Control("β = 0.1", without_violation(runs, f"bound_{name}_tenth", wrong)),
        )
        for name, label, wrong in (("lower", "LCB", "above"), ("upper", "UCB", "below"))
    ]
    return [Reading("printed", "β of the theorem, no elimination, losses of law Beta", rows)]


BOUNDS = Claim(
    id="o05",
    kind="ours",
    statement="With the theorem's β all confidence bounds hold",
    criterion="in all runs, read as at least 90 % of them, no bound of any action in any epoch is "
    "on the wrong side of its mean",
    measure=bounds_hold,
    qualifies=has_estimates,
    tolerance=Tolerance("in 64 runs, a share of 1 has an interval from 0.94"),
)
