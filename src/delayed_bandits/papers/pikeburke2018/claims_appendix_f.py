"""Claims of Pike-Burke et al. 2018, Appendix F: regret against the mean delay."""

from collections.abc import Sequence

import numpy as np

from delayed_bandits.analysis.claims import Claim, Finding
from delayed_bandits.analysis.curves import AllCurves
from delayed_bandits.analysis.intervals import Interval, mean_interval, ratio_interval
from delayed_bandits.papers.pikeburke2018.claims_shared import NAMES
from delayed_bandits.papers.pikeburke2018.shared import mean_delay


def bend(curves: AllCurves, name: str, settings: Sequence[str]) -> Interval:
    """Estimate the ratio of the slopes of the regret over the later and the earlier means."""
    first, middle, last = (curves[setting, name].final for setting in settings)
    means = [mean_delay(curves[setting, name].trace) for setting in settings]
    early = (middle - first) / (means[1] - means[0])
    late = (last - middle) / (means[2] - means[1])
    return ratio_interval(late, early)


def slope(curves: AllCurves, name: str, settings: Sequence[str]) -> Interval:
    """Estimate the mean slope of the least squares line through the regrets of a replication."""
    means = np.array([mean_delay(curves[setting, name].trace) for setting in settings])
    weights = (means - means.mean()) / np.sum((means - means.mean()) ** 2)
    final = np.array([curves[setting, name].final for setting in settings])
    return mean_interval(weights @ final)


def linear_for_odaaf(curves: AllCurves) -> Claim:
    found = []
    for name, law in {"odaaf": "poisson", "odaaf_v": "poisson", "odaaf_b": "uniform"}.items():
        settings = [f"{law}-{mean}" for mean in (0, 10, 20, 30, 40, 50)]
        steepening = bend(curves, name, [settings[0], settings[2], settings[5]])
        found.append(Finding(NAMES[name], "slope", slope(curves, name, settings), low=0))
        found.append(Finding(NAMES[name], "later / earlier slope", steepening, 0.8, 1.25))
    return Claim(
        "The regret of ODAAF increases linearly in E[τ]",
        "Section 5 and Appendix F: 'both increase linearly'",
        "the slope is above 0, and that over E[τ] from 20 to 50 is between 4/5 and 5/4 of that "
        "from 0 to 20",
        found,
        "n_m is linear in E[τ] where the delay outweighs the noise; before, it bends downwards.",
    )


def linear_for_qpmd(curves: AllCurves) -> Claim:
    short = [f"poisson-{mean}" for mean in (0, 20, 50)]
    long = [f"poisson-{mean}" for mean in (0, 200, 400, 800)]
    steepening = bend(curves, "qpmd", [long[0], long[2], long[3]])
    return Claim(
        "The regret of QPM-D increases linearly in E[τ]",
        "Section 5 and Appendix F: 'both increase linearly'",
        "the slope is above 0, and that over E[τ] from 400 to 800 is between 1/2 and 2 of that "
        "from 0 to 400",
        [
            Finding("E[τ] from 0 to 50", "slope", slope(curves, "qpmd", short), low=0),
            Finding("E[τ] from 0 to 800", "slope", slope(curves, "qpmd", long), low=0),
            Finding("E[τ] from 0 to 800", "later / earlier slope", steepening, 0.5, 2),
        ],
        "The slope is so small that delays up to 50 hardly show it against the noise of UCB1: it "
        "takes some thousand replications, or longer delays.",
    )
