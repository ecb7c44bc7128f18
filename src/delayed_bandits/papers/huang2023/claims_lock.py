"""Additional claims on Huang et al. 2023: ignoring delays, LOCK, and the worse environment."""

from collections.abc import Callable

import numpy as np

from delayed_bandits.analysis.claims import (
    Claim,
    Control,
    Earlier,
    Evidence,
    Reading,
    Runs,
    Setting,
    Tolerance,
)
from delayed_bandits.analysis.intervals import Interval, ratio_interval
from delayed_bandits.analysis.measures import has
from delayed_bandits.analysis.verdicts import above, below
from delayed_bandits.papers.huang2023.claims_linear import bolo
from delayed_bandits.papers.huang2023.claims_rates import AUDITED, banker
from delayed_bandits.papers.huang2023.measures import (
    POOLED,
    PRINTED,
    bolo_as_printed,
    both_withdrawals,
    case,
    delayed,
    on_lock,
    over,
    over_root,
)

BOTH = [
    ("printed", PRINTED, "banker_tinf_greedy", bolo_as_printed),
    ("ours", POOLED, "banker_tinf", lambda _: "banker_bolo"),
]
IGNORANT = {"tsallis_inf": "Tsallis-INF", "bolo": "BOLO"}


def learner(setting: Setting, arms: str, linear: Callable[[Setting], str]) -> str:
    """Name the run of Banker-TINF or of Banker-BOLO on a setting."""
    return arms if "arms" in setting.trace else linear(setting)


def ignorant(setting: Setting) -> str:
    """Name the algorithm that ignores delays."""
    return "tsallis_inf" if "arms" in setting.trace else "bolo"


def both_ignoring(setting: Setting) -> bool:
    """Tell whether a Banker algorithm runs under delays beside one that ignores them."""
    runs = banker(setting) if "arms" in setting.trace else bolo(setting)
    return runs and has(setting, ignorant(setting)) and delayed(setting.trace)


# Ignoring delays


def ignoring_wins(runs: Runs) -> list[Reading]:
    def rows(arms: str, linear: Callable[[Setting], str]) -> list[Evidence]:
        found = []
        for setting in runs:
            name, other = learner(setting, arms, linear), ignorant(setting)
            lock = "lock-fixed100" if "arms" in setting.trace else "ball-lock-100"
            on_lock_name = arms if "arms" in setting.trace else "banker_bolo"
            found.append(
                Evidence(
                    case(setting.trace),
                    f"R(T), {IGNORANT[other]} / Banker",
                    over(runs, setting.name, other, name),
                    below(1),
                    Control("on LOCK, d = 100", over(runs, lock, other, on_lock_name)),
                )
            )
        return found

    return [Reading(name, what, rows(arms, linear)) for name, what, arms, linear in BOTH]


def ignoring_loses(runs: Runs) -> list[Reading]:
    def rows(arms: str, linear: Callable[[Setting], str]) -> list[Evidence]:
        found = []
        for setting in runs:
            curve = runs[setting.name, learner(setting, arms, linear)]
            blind = runs[setting.name, ignorant(setting)].final
            idle = runs[setting.name, "uniform" if "arms" in setting.trace else "centre"].final
            found.append(
                Evidence(
                    case(setting.trace),
                    f"(R(T) of {IGNORANT[ignorant(setting)]} − 3 R(T) of Banker) / √(KT)",
                    over_root(curve, blind - 3 * curve.final),
                    above(0),
                    Control("not learning", over_root(curve, idle - 3 * curve.final)),
                )
            )
        return found

    return [Reading(name, what, rows(arms, linear)) for name, what, arms, linear in BOTH]


def ignoring_loses_earlier(runs: Runs) -> list[Reading]:
    pairs = [
        ("lock-fixed100", "tsallis_inf", "banker_tinf"),
        ("lock-geometric", "tsallis_inf", "banker_tinf"),
        ("ball-lock-100", "bolo", "banker_bolo"),
        ("box-lock-1000", "bolo", "banker_bolo"),
        ("box-lock-1000", "exponential_weights_undelayed", "exponential_weights"),
    ]
    rows = [Evidence(key, "ratio", over(runs, key, *pair), above(3)) for key, *pair in pairs]
    return [Reading("ours", POOLED, rows)]


def worse_than_not_learning(runs: Runs) -> list[Reading]:
    """Compare with uniform play on LOCK; the control is the same on the constrained adversary."""
    benign = "sca-geometric"

    def difference(key: str, name: str) -> Interval:
        curve = runs[key, name]
        return over_root(curve, curve.final - runs[key, "uniform"].final)

    return both_withdrawals(
        lambda name: [
            Evidence(
                case(setting.trace),
                "(R(T) of Banker-TINF − R(T) of uniform play) / √(KT)",
                difference(setting.name, name),
                above(0),
                Control("on the constrained adversary, geometric", difference(benign, name)),
            )
            for setting in runs
        ]
    )


def ignoring_wins_earlier(runs: Runs) -> list[Reading]:
    pairs = [
        ("sca-fixed100", "tsallis_inf", "banker_tinf"),
        ("sca-geometric", "tsallis_inf", "banker_tinf"),
        ("ball-fixed100", "bolo", "banker_bolo"),
        ("box-fixed100", "bolo", "banker_bolo"),
    ]
    rows = [Evidence(key, "ratio", over(runs, key, *pair), below(1)) for key, *pair in pairs]
    return [Reading("ours", POOLED, rows)]


# Random delays


def worst_case(runs: Runs) -> list[Reading]:
    """Compare final regrets on the worse of the two environments."""

    def worse(law: str, name: str) -> np.ndarray:
        finals = [runs[f"{world}-{law}", name].final for world in ("sca", "lock")]
        return max(finals, key=lambda final: final.mean())

    def ratio(law: str, name: str) -> Interval:
        return ratio_interval(worse(law, name), worse(law, "zimmert_seldin"))

    return both_withdrawals(
        lambda name: [
            Evidence(
                label,
                "R(T), Banker-TINF / Zimmert–Seldin, each on its worse environment",
                ratio(law, name),
                below(1),
                Control("under a constant delay of 100", ratio("fixed100", name)),
            )
            for law, label in RANDOM.items()
        ]
    )


RANDOM = {"geometric": "geometric", "pareto": "Pareto", "criteo": "Criteo"}


LOCK = [
    Claim(
        id="o05",
        kind="ours",
        statement="On benign losses an algorithm that takes no notice of delays has less regret",
        place="stochastic losses, or means that shift without regard to the delay",
        criterion="the ratio of the regrets is below 1 under every law of delays",
        measure=ignoring_wins,
        qualifies=lambda setting: both_ignoring(setting) and not on_lock(setting.trace),
        also=frozenset({"lock-fixed100", "ball-lock-100"}),
        history=[
            Earlier(
                "the same with four of the settings: fixed 100 and geometric delays for arms, "
                "fixed 100 for ball and box, pooled",
                AUDITED + "all settings are judged, and the printed withdrawal",
                ignoring_wins_earlier,
            )
        ],
    ),
    Claim(
        id="o06",
        kind="ours",
        statement="On LOCK an algorithm that takes no notice of delays has far more regret",
        place="the environment that shows what the bounds are for",
        criterion="more than three times the regret, in every setting of LOCK with delays",
        measure=ignoring_loses,
        qualifies=lambda setting: both_ignoring(setting) and on_lock(setting.trace),
        also=frozenset({"box-lock-1000"}),
        history=[
            Earlier(
                "the ratio of the regrets is above 3 in five settings, pooled",
                AUDITED + "of the six settings with eight arms only the two that pass had been "
                "listed; the threshold 3 stands just below the 3.8 of a prototype",
                ignoring_loses_earlier,
            )
        ],
        tolerance=Tolerance("three times, for 'far more': set knowing results of a prototype"),
        remark="The cost of ignoring delays grows with them: with 10 rounds the regrets are 572 "
        "and 551. LOCK rewards not learning: uniform play has regret 0 there (545 on RLOCK). So it "
        "shows what ignoring delays costs, and not what learning gains.",
    ),
    Claim(
        id="o07",
        kind="ours",
        statement="On LOCK Banker-TINF has more regret than uniform play, which has none",
        place="with gap 0 all arms have the same total loss",
        criterion="the difference of the regrets is above 0 in every setting of LOCK",
        measure=worse_than_not_learning,
        qualifies=lambda setting: banker(setting) and on_lock(setting.trace),
        also=frozenset({"sca-geometric"}),
        remark="Under Criteo delays regret is negative (−979 pooled, −202 as printed): most delays "
        "are far below the mean, so that what arrives is in phase with what comes.",
    ),
    Claim(
        id="o08",
        kind="ours",
        statement="Under geometric, Pareto and Criteo delays the worse environment costs "
        "Banker-TINF less than Zimmert–Seldin",
        place="the bounds say the opposite, and under fixed delays so do the runs, see Remark 5.2",
        criterion="the ratio of the regrets, each on the worse of the two environments, is below 1",
        measure=worst_case,
        qualifies=lambda setting: (
            banker(setting) and setting.name.removeprefix("sca-").removeprefix("lock-") in RANDOM
        ),
        also=frozenset({"sca-fixed100", "lock-fixed100"}),
        remark="On LOCK alone Zimmert–Seldin has less regret under geometric and Pareto delays; "
        "its worse environment is the constrained adversary, so that these are the ratios of o09 "
        "there. Packets are left out, since their delays are a fixed function of the round: there "
        "Banker-TINF has 3.07 times the regret on the constrained adversary, 1.84 pooled. Lost "
        "rounds were not run on LOCK.",
    ),
]
