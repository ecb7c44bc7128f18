"""Claims of Pike-Burke et al. 2018, Section 5 and Appendix F; ours are in `pikeburke2018_ours`."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from delayed_bandits.aggregation import Curves
from delayed_bandits.algorithms.odaaf import (
    phases,
    samples_known_variance,
)
from delayed_bandits.claims import Claim, Finding
from delayed_bandits.delays.laws import Exponential, Law
from delayed_bandits.papers.pikeburke2018_ours import (
    baselines_beat_odaaf,
    criteo_assumptions,
    criteo_scale,
)
from delayed_bandits.statistics import (
    Interval,
    exact,
    mean_interval,
    ratio_change_interval,
    ratio_interval,
)
from delayed_bandits.tables import read_table

MEANS = (20, 50)
BOUNDED = [f"{law}-{mean}" for mean in MEANS for law in ("uniform", "twopoint", "constant")]
UNBOUNDED = [f"{law}-{mean}" for mean in MEANS for law in ("poisson", "halfnormal", "exponential")]
FIGURE_3 = [(setting, name) for setting in BOUNDED for name in ("odaaf", "odaaf_b")] + [
    (setting, name) for setting in UNBOUNDED for name in ("odaaf", "odaaf_v")
]
NAMES = {"odaaf": "ODAAF", "odaaf_b": "ODAAF-B", "odaaf_v": "ODAAF-V"}
AllCurves = Mapping[tuple[str, str], Curves]


def claims(curves: AllCurves, criteo: Path) -> list[Claim]:
    """Judge the paper's statements.

    Parameters
    ----------
    curves : mapping
        Regret of every seed for each (setting, algorithm).
    criteo : Path
        The table of Criteo delays.

    Returns
    -------
    list of Claim
    """
    delays = read_table(criteo)["delay"].to_numpy()
    return [
        ratios_converge(curves),
        same_order(curves),
        worse_constants(curves),
        same_rounds_in_all_replications(curves),
        informed(
            curves,
            "odaaf_b",
            BOUNDED,
            True,
            "Under bounded delays ODAAF-B has less regret than ODAAF",
            "Section 4.2: n_m is 'smaller than (2)' if the bound is not large",
        ),
        informed(
            curves,
            "odaaf_v",
            ["poisson-20", "poisson-50"],
            True,
            "When the variance is small, knowing it leads to improved performance",
            "Section 5, Fig. 3(b): 'using the variance information leads to improved performance'",
        ),
        informed(
            curves,
            "odaaf_v",
            ["exponential-20", "exponential-50"],
            False,
            "For exponential delays the large variance makes the regret of ODAAF-V larger",
            "Section 5, Fig. 3(b): 'the suboptimal arm is played more, increasing the regret'",
        ),
        informed(
            curves,
            "odaaf_v",
            ["halfnormal-20", "halfnormal-50"],
            True,
            "For half-normal delays knowing the variance leads to improved performance",
            "ours: the paper draws half-normal delays and does not say on which side they fall",
            "n_m grows with 2 E[τ] + 4 V[τ] against 3 m E[τ] of ODAAF, and the worse arm is "
            "dropped in phase 4: the variance helps if V[τ] < 5 E[τ] / 2.",
        ),
        only_just_eliminates(curves),
        constants_vary(curves),
        linear_for_odaaf(curves),
        linear_for_qpmd(curves),
        baselines_beat_odaaf(curves),
        criteo_assumptions(delays),
        criteo_scale(curves, delays),
    ]


def relative_change(curve: Curves, reference: Curves) -> Interval:
    """Change of the ratio of two mean regrets from the middle of the horizon to its end."""
    middle = int(curve.rounds[-1]) // 2
    return ratio_change_interval(
        (curve.at(middle), reference.at(middle)), (curve.final, reference.final)
    )


def of_each_curve(curves, quantity, measure, low=-np.inf, high=np.inf):
    """Apply `measure` to every curve of Fig. 3 and that of QPM-D on the same setting."""
    return [
        Finding(
            f"{setting}, {NAMES[name]}",
            quantity,
            measure(curves[setting, name], curves[setting, "qpmd"]),
            low,
            high,
        )
        for setting, name in FIGURE_3
    ]


def ratios_converge(curves):
    """The ratios of the regrets to that of QPM-D converge to constants."""
    return Claim(
        "The ratios of the regrets to that of QPM-D converge to constants",
        "Section 5: 'in all cases the ratios converge to a constant', Figs. 3(a), 3(b)",
        "from T/2 to T the ratio changes by less than 5 %",
        of_each_curve(curves, "change of the ratio from T/2 to T", relative_change, -0.05, 0.05),
        "After the worse arm is dropped ODAAF has no more regret, while UCB1 goes on exploring "
        "with the logarithm of t, so the ratio falls by about a tenth from T/2 to T and has no "
        "positive limit. Where ODAAF-V drops the arm after T/2 the ratio still rises.",
    )


def same_order(curves):
    """The regret is of the same order as that of QPM-D: the ratio does not grow."""
    return Claim(
        "The regret is essentially of the same order as that of QPM-D",
        "Section 5: 'essentially of the same order'",
        "from T/2 to T the ratio grows by less than 5 %",
        of_each_curve(curves, "change of the ratio from T/2 to T", relative_change, high=0.05),
        "One pair of means says nothing of worst cases; on exponential and, at mean 50, "
        "half-normal delays the horizon is too short to tell.",
    )


def worse_constants(curves):
    """The constants are worse than those of QPM-D."""
    return Claim(
        "The constants are worse than those of QPM-D",
        "Section 6: 'the constants are worse'",
        "ratio of the mean regrets at T above 1",
        of_each_curve(
            curves,
            "R(T) / R(T) of QPM-D",
            lambda curve, reference: ratio_interval(curve.final, reference.final),
            low=1,
        ),
    )


def share_of_commonest_curve(curve: Curves) -> Interval:
    """Share of the replications whose regret is that of most replications at every checkpoint."""
    _, counts = np.unique(np.round(curve.regret, 6), axis=0, return_counts=True)
    return exact(counts.max() / curve.regret.shape[0])


def same_rounds_in_all_replications(curves):
    """The regret jumps at the same rounds in all replications."""
    cases = {
        "ODAAF": [(setting, "odaaf") for setting in [*BOUNDED, *UNBOUNDED]],
        "ODAAF-B, first arm bridges": [("uniform-20", "odaaf_b_first")],
        "ODAAF-B, best arm bridges": [("uniform-20", "odaaf_b")],
        "ODAAF-V, first arm bridges": [("poisson-20", "odaaf_v_first")],
        "ODAAF-V, best arm bridges": [("poisson-20", "odaaf_v")],
    }
    return Claim(
        "The regret jumps at the same points in all replications",
        "Section 5: 'this occurs at the same points in all replications'",
        "all replications have the same regret at every checkpoint (above 0.999 of them)",
        [
            Finding(
                f"{name}, {setting}",
                "share of the commonest regret curve",
                share_of_commonest_curve(curves[setting, algorithm]),
                low=0.999,
            )
            for name, pairs in cases.items()
            for setting, algorithm in pairs
        ],
        "So it is as long as the arms are dropped in the same phases. With the small n_m of "
        "ODAAF-B chance drops the worse arm a phase early now and then, with other seeds in about "
        "one replication of 200.",
    )


def informed(curves, variant, settings, helps, statement, place, remark=""):
    """A variant that is told more has less regret than ODAAF, or more."""
    sign = "below" if helps else "above"
    return Claim(
        statement,
        place,
        f"mean of R(T) of {NAMES[variant]} minus R(T) of ODAAF, in the same replications, {sign} 0",
        [
            Finding(
                setting,
                f"R(T), {NAMES[variant]} − ODAAF",
                mean_interval(curves[setting, variant].final - curves[setting, "odaaf"].final),
                **({"high": 0} if helps else {"low": 0}),
            )
            for setting in settings
        ],
        remark,
    )


def rounds_to_elimination(horizon: int, law: Law) -> int:
    """Round after which ODAAF-V drops the worse of two arms whose means differ by 0.1.

    That is in phase 4, the first whose tolerance is below the gap: n_4 samples of either arm and
    the bridges of three phases.
    """
    n_3, n_4 = (samples_known_variance(horizon, m, law.mean, law.variance) for m in (3, 4))
    return 2 * n_4 + n_3


def means_of_late_elimination() -> np.ndarray:
    """Mean exponential delays for which that is in the last fifth of 250,000 rounds."""
    means = np.arange(10, 30, 0.1)
    rounds = np.array([rounds_to_elimination(250_000, Exponential(mean)) for mean in means])
    return means[(rounds > 0.8 * 250_000) & (rounds <= 250_000)]


def only_just_eliminates(curves):
    """On exponential delays ODAAF-V drops the worse arm only just before T."""
    trace = curves["exponential-20", "odaaf_v"].specification["trace"]
    horizon = trace["horizon"]
    late = means_of_late_elimination()
    found = []
    if phases(horizon) >= 4:
        for mean in MEANS:
            share = rounds_to_elimination(horizon, Exponential(mean)) / horizon
            case = f"mean delay {mean}"
            found.append(Finding(case, "round of elimination / T", exact(share), 0.8, 1))
        n_4 = samples_known_variance(horizon, 4, 20, Exponential(20).variance)
        pulls = curves["exponential-20", "odaaf_v"].final / (trace["means"][1] - trace["means"][0])
        per_sample = mean_interval(pulls / n_4)
        found.append(
            Finding("mean delay 20", "plays of the worse arm / n_4", per_sample, 0.99, 1.01)
        )
    return Claim(
        "On exponential delays ODAAF-V has only just dropped the worse arm at time T",
        "Section 5, Fig. 3(b): 'had only just eliminated the suboptimal arm at time T'",
        "by n_3 and n_4 the arm is dropped in the last fifth of the horizon; and it is: the worse "
        "arm is played n_4 times, within 1 %",
        found,
        "With the n_m used here and T = 250,000 the round of elimination is in the last fifth for "
        f"mean delays from {late[0]:.1f} to {late[-1]:.1f}: if this is the paper's n_m, its mean "
        "is near 20. With mean 50 the worse arm is never dropped.",
    )


def constants_vary(curves):
    """The constants vary with the delay law."""

    def spread(name, mean):
        laws = [setting for setting in UNBOUNDED if setting.endswith(f"-{mean}")]
        ratios = [
            curves[setting, name].final.mean() / curves[setting, "qpmd"].final.mean()
            for setting in laws
        ]
        return exact(max(ratios) / min(ratios))

    return Claim(
        "The constants vary with the delay distribution",
        "Section 5, Fig. 3(b): 'these constants ... vary with the delay distribution and n_m'",
        "the largest ratio at T is more than 1.2 times the smallest of the three laws",
        [
            Finding(
                f"{NAMES[name]}, mean {mean}", "largest / smallest ratio", spread(name, mean), 1.2
            )
            for name in ("odaaf", "odaaf_v")
            for mean in MEANS
        ],
        "The n_m of ODAAF-V depends on the law. That of ODAAF depends on the mean alone, so its "
        "constants differ by those of QPM-D, which are nearly the same on all laws.",
    )


def bend(curves, name, settings) -> Interval:
    """Slope of the regret over the later means divided by that over the earlier ones."""
    first, middle, last = (curves[setting, name].final for setting in settings)
    means = [float(setting.split("-")[1]) for setting in settings]
    early = (middle - first) / (means[1] - means[0])
    late = (last - middle) / (means[2] - means[1])
    return ratio_interval(late, early)


def slope(curves, name, settings) -> Interval:
    """Mean slope of the least squares line through the regrets of a replication."""
    means = np.array([float(setting.split("-")[1]) for setting in settings])
    weights = (means - means.mean()) / np.sum((means - means.mean()) ** 2)
    final = np.array([curves[setting, name].final for setting in settings])
    return mean_interval(weights @ final)


def linear_for_odaaf(curves):
    """The regret of ODAAF increases linearly in the mean delay."""
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


def linear_for_qpmd(curves):
    """The regret of QPM-D increases linearly in the mean delay."""
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
