"""What the claims of the arena share: worlds of a problem, and whether a player learns there."""

from collections.abc import Callable

import numpy as np

from delayed_bandits.analysis.claims import Runs, Setting
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.papers.arena.field import MAIN, UNIFORM

ALL = ("k2-gap005", *MAIN, "k2-gap020", "k10-gap040")

LONG = ("fixed-1000", "geometric-1000", "uniform-1000", "pareto15-1000", "packets-1000")
"""The worlds of mean delay 1,000, with five laws."""

SOME_LATE = ("slow-best", "fast-best", "late-successes", "late-failures", "biased")
"""The worlds in which some feedback comes 1,000 rounds late, by its arm or its reward."""

REVIEWED = "after a review, when results were known: the statement is about more than was judged"

LABELS = {
    "delayed_ucb1": "Delayed-UCB1",
    "qpmd": "QPM-D",
    "kl_ucb_least": "KL-UCB",
    "thompson": "Thompson sampling",
    "successive_elimination": "SE",
    "phased_successive_elimination": "PSE",
    "optimistic_pessimistic_elimination": "OPSE",
    "odaaf": "ODAAF",
    "odaaf_b": "ODAAF-B",
    "odaaf_v": "ODAAF-V",
    "ars_ucb": "ARS-UCB",
    "ucb1_on_sums": "UCB1 on sums",
}

STOCHASTIC = ("delayed_ucb1", "qpmd", "kl_ucb_least", "thompson", "successive_elimination")

ON_ARRIVED = (*STOCHASTIC, "phased_successive_elimination")
"""The players whose estimates are means of the rewards that have arrived."""

IDENTIFIED = (
    *ON_ARRIVED,
    "optimistic_pessimistic_elimination",
    "patient_bandits",
    "otflinucb_arms",
    "otflints_arms",
)
"""The players that see reward and arm and assume stochastic rewards."""

ON_SUMS = ("odaaf", "odaaf_b", "odaaf_v", "ars_ucb", "ucb1_on_sums")

ADVERSARIAL = (
    "banker_tinf",
    "banker_tinf_greedy",
    "tsallis_inf",
    "zimmert_seldin",
    "zimmert_seldin_skipping",
    "best_of_both_worlds",
    "exp3",
    "bold",
)


Choice = Callable[[Setting], bool]


def every(setting: Setting) -> bool:
    """Tell that a setting is wanted."""
    return True


def in_worlds(*worlds: str, problems: tuple[str, ...] = MAIN) -> Choice:
    """Give the test whether a setting is one of some worlds and problems."""
    return lambda setting: (
        setting.coordinates["world"] in worlds and setting.coordinates["problem"] in problems
    )


def also(*worlds: str, problems: tuple[str, ...] = MAIN) -> frozenset[str]:
    """Name the settings of worlds and problems, for comparisons."""
    return frozenset(f"{world}-{problem}" for world in worlds for problem in problems)


def beside(setting: Setting, world: str) -> str:
    """Name the setting of the same problem in another world."""
    return f"{world}-{setting.coordinates['problem']}"


def case_of(setting: Setting) -> str:
    """Describe a setting by world and problem."""
    at = setting.coordinates
    return f"{at['world']}, {at['arms']} arms, gap {at['gap']:g}"


def least(runs: Runs, setting: str, players: tuple[str, ...]) -> str:
    """Find the player of least mean regret on a setting."""
    return min(players, key=lambda name: np.mean(runs[setting, name].final))


def unlearned(runs: Runs, setting: str, curve: Curves) -> str:
    """Say that a run has more than half of the regret of uniform play; nothing if it has not."""
    half = np.mean(runs[setting, UNIFORM].final) / 2
    learned = float(np.mean(curve.final)) <= half
    return "" if learned else "not learned: more than half of the regret of uniform play"
