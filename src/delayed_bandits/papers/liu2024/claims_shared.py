"""Comparisons of DORAL with other algorithms in claims of Liu and Maghsudi 2024."""

from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np

from delayed_bandits.analysis.claims import Control, Evidence, Reading, Runs, Setting
from delayed_bandits.analysis.curves import paired
from delayed_bandits.analysis.verdicts import Bound
from delayed_bandits.papers.liu2024.shared import ACCEPT, CELLS, gain

OF_THE_PAPER = ["fig1a", "fig1b", "fig2a", "fig2b"]
SIMILAR = ["fig1a", "fig1b"]
NEAR = 0.01
"""Rewards with a smaller relative difference overlap in a figure."""

VARIATIONS = {
    "short": "T = 100,000",
    "unit": "features of norm 1",
    "noiseless": "rewards without noise",
}
ARM_AS_PRINTED = "arm of the largest index (τ left out), all else as adopted"
ALL_AS_PRINTED = "all that can be switched as printed, both algorithms, A′ = 5"
ADOPTED = "arm of the largest τ times index"
RELABELLED = (
    "after a third review: an algorithm of ours with one place as printed is ours; this was called "
    "printed"
)
POLICIES = {
    "doral": "DORAL",
    "dalp": "D-ALP",
    "d_linucb": "D-LinUCB",
    "random": "Random",
    "ucb_alp": "UCB-ALP",
}


def panels(*names: str, variations: bool = False) -> Callable[[Setting], bool]:
    """Make a predicate that selects panels, and what varies them (T, features, noise) if asked."""
    return lambda setting: (setting.name.split("-")[0] if variations else setting.name) in names


def any_setting(setting: Setting) -> bool:
    """Tell that a statement is about any delays, features and budgets."""
    return True


def called_printed(
    measure: Callable[[Runs], list[Reading]], *whats: str
) -> Callable[[Runs], list[Reading]]:
    """Return a measure of some readings alone, under the name that they had before."""
    return lambda runs: [
        replace(reading, name="printed") for reading in measure(runs) if reading.what in whats
    ]


def words(setting: str, accept: int | None = None) -> str:
    """Describe a setting in the words of the paper, with A' if it matters."""
    panel, _, variation = setting.partition("-")
    parts = [CELLS[panel]]
    parts += [f"A′ = {accept}"] if accept else []
    parts += [VARIATIONS[variation]] if variation else []
    return ", ".join(parts)


def policy(name: str) -> str:
    """Name the policy of an algorithm, without its reading."""
    found = max((key for key in POLICIES if name.startswith(key)), key=len)
    return POLICIES[found]


def compared(
    runs: Runs,
    case: str,
    pair: tuple[str, str, str],
    bound: Bound,
    control: tuple[str, str, str] | None = None,
    column: str = "reward",
) -> Evidence:
    """Compare the final rewards of a (setting, algorithm, other), beside those of a control."""
    beside = None
    if control:
        setting, name, other = control
        label = f"{policy(name)} over {policy(other)}, {words(setting)}"
        beside = Control(label, gain(runs, *control, column))
    quantity = f"reward of {policy(pair[1])} over that of {policy(pair[2])}, minus 1"
    return Evidence(
        case, quantity, gain(runs, *pair, column), bound, beside, _one_program(runs, pair)
    )


def doral_against_dalp(
    runs: Runs,
    settings: Iterable[str],
    bound: Bound,
    control: str | tuple[str, str, str],
    arm: str = "",
    column: str = "reward",
) -> list[Evidence]:
    """Compare DORAL with D-ALP on settings, for each A' that runs there.

    The control is the same comparison on the setting `control`, or another of (setting, algorithm,
    other); `arm` is "_arm" for the arm of the largest index.
    """
    pairs = [
        (setting, accept, f"doral{arm}{suffix}", f"dalp{suffix}")
        for setting in settings
        for accept, suffix in ACCEPT.items()
        if (setting, f"dalp{suffix}") in runs and (setting, f"doral{arm}{suffix}") in runs
    ]
    return [
        compared(
            runs,
            words(setting, accept),
            (setting, name, other),
            bound,
            (control, name, other) if isinstance(control, str) else control,
            column,
        )
        for setting, accept, name, other in pairs
    ]


def all_as_printed(
    runs: Runs,
    settings: Iterable[str],
    bound: Bound,
    control: str | tuple[str, str, str],
    column: str = "reward",
) -> list[Evidence]:
    """Compare DORAL with D-ALP, both with all that can be switched as printed, where they run.

    The control is as in `doral_against_dalp`.
    """
    pair = ("doral_printed", "dalp_printed")
    beside = (control, *pair) if isinstance(control, str) else control
    return [
        compared(runs, words(setting, 5), (setting, *pair), bound, beside, column)
        for setting in settings
        if (setting, "dalp_printed") in runs
    ]


def _one_program(runs: Runs, pair: tuple[str, str, str]) -> str:
    """Say why DORAL and D-ALP are one program, where most seeds of DORAL estimate no τ below 1."""
    setting, name, other = pair
    if not (setting == "criteo" and name.startswith("doral") and other.startswith("dalp")):
        return ""
    rewards = (runs[setting, key].parts("reward") for key in (name, other))
    equal = np.concatenate([(one == two).all(axis=1) for one, two in paired(*rewards)])
    if 2 * equal.sum() < equal.size:
        return ""
    ends = runs[setting, name].last("identification").mean()
    return (
        f"on {equal.sum()} of {equal.size} seeds the two are one program, reward by reward: the "
        f"first stage ends after {ends:.0f} rounds on average, before a pull is older than m, so "
        "every τ is estimated as 1"
    )
