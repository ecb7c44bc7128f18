"""Claims of Huang et al. 2023, Theorems 6.1 and 6.3: rates in the delay and the arms."""

from collections.abc import Callable
from dataclasses import replace

from delayed_bandits.analysis.claims import (
    Claim,
    Control,
    Earlier,
    Evidence,
    Runs,
    Setting,
    Tolerance,
)
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.measures import final_exponent
from delayed_bandits.papers.huang2023.claims_scale_free_rates import QUARTER
from delayed_bandits.papers.huang2023.measures import (
    EXPONENT,
    delayed,
    growth_row,
    increments,
    increments_bound,
)
from delayed_bandits.papers.huang2023.scale_free import (
    LABELS,
    both_withdrawals,
    bound_of,
    of_order,
    range_of,
    without_promise,
    without_promise_earlier,
)
from delayed_bandits.papers.huang2023.shared import law_of

IN_THE_DELAY = {
    "banker_sftinf": (
        "At the longest delays regret is 0.08 of the bound (K = 2) and 0.21 (K = 8), and the bound "
        "is above the regret of uniform play. The exponent is 0.70, and the increments have the "
        "ratio 1.88"
    ),
    "banker_sflbinf": (
        "At the longest delays regret is 0.03 of the bound (K = 2) and 0.05 (K = 8), and the bound "
        "is above the regret of uniform play. The exponent is 0.72, and the increments have the "
        "ratio 1.86"
    ),
}
IN_THE_ARMS = {
    "banker_sftinf": (
        "Regret is 0.04 to 0.12 of the bound. The exponent from 8 to 64 is 0.56, but the gap grows "
        "like √K, and with it the regret of uniform play, whose exponent is 0.56, too. With a "
        "constant gap that of uniform play hardly depends on K: no choice of gaps makes it fail."
    ),
    "banker_sflbinf": (
        "Regret is 305, 1,007 and 1,879 for K = 8, 32 and 64 without delay, where √(KT) alone is "
        "894, 1,789 and 2,530: it grows with the exponent 0.87 [0.82, 0.93], but below the bound. "
        "The exponent of uniform play is 0.56, since the gap grows like √K. With the smaller gap "
        "0.1 √(K/8), run once and left out for its time, it was 0.69 [0.58, 0.80]."
    ),
}
ARMS_OF_LOCK = Tolerance(
    QUARTER.reason + ". The worlds with two arms were added after its first run had "
    "shown that with eight arms next to nothing is learned under a delay of 100 rounds"
)
NoPromise = Callable[[Runs, Setting, str], str]
BLIND = "SF-MAB, adaptive, which ignores delays"


def growth_between(
    words: str,
    coordinates: tuple[int, ...],
    learned: list[Curves],
    label: str,
    control: list[Curves],
    reason: str,
) -> Evidence:
    """Compare the exponent between two runs, or the increments of more, with a square root's."""
    if len(coordinates) > 2:
        quantity, bound = "ratio of the increments", increments_bound(*coordinates)
        measured, other = increments(*learned), increments(*control)
    else:
        quantity, bound = "exponent", EXPONENT
        factor = coordinates[1] / coordinates[0]
        measured, other = (final_exponent(*curves, factor) for curves in (learned, control))
    return growth_row(words, quantity, measured, bound, Control(label, other), reason)


def delay_rows(runs: Runs, name: str, no_promise: NoPromise = without_promise) -> list[Evidence]:
    """Compare regrets on LOCK with blocks of twice the fixed delay, for 2 and for 8 arms."""
    rows = []
    for arms, low, high in ((2, 10, 250), (8, 10, 100)):
        worlds = {s.trace["delay"]["rounds"]: s for s in runs if s.trace["arms"] == arms}
        kinds = {f"d from {low} to {high}": (low, high)}
        if 250 in worlds:
            kinds["d from 25 to 250 over 10 to 100"] = (10, 100, 25, 250)
        for label, delays in kinds.items():
            learned, blind = (
                [runs[worlds[d].name, algorithm] for d in delays]
                for algorithm in (name, "sf_mab_adaptive")
            )
            reason = no_promise(runs, worlds[high], name)
            words = f"LOCK, K = {arms}, {label}"
            rows.append(growth_between(words, delays, learned, BLIND, blind, reason))
    return rows


def in_the_delay(identifier: str, name: str) -> Claim:
    return of_order(
        identifier,
        name,
        "D",
        delay_rows,
        criterion=(
            "on LOCK with a gap, so that uniform play has regret, the exponent in a fixed delay d "
            "is below 3/4, and R(250) - R(25) over R(100) - R(10), where a cost without delay "
            "takes no part, below 2.5^(3/4); not applicable where the quoted bound, with its "
            "logarithms and the constant 1, is above the regret of uniform play at "
            "the longest delay"
        ),
        qualifies=lambda setting: (
            delayed(setting.trace)
            and setting.trace["delay"]["law"] == "constant"
            and setting.trace["losses"]["of"].get("gap", 0) > 0
        ),
        tolerance=ARMS_OF_LOCK,
        history=[
            Earlier(
                "the same, not applicable where √(K (D + T)) L, without logarithms, is above the "
                "regret of uniform play",
                "after a second review: the quoted bound has logarithms",
                lambda runs: both_withdrawals(
                    lambda end: delay_rows(runs, name + end, without_promise_earlier)
                ),
            )
        ],
        remark=(
            f"{IN_THE_DELAY[name]}, where a square root has 1.58. SF-MAB, which ignores delays, "
            "has the exponent 0.58 from d = 10 to 250: a share of its regret does not depend on d, "
            "and with that taken off it is inconclusive, 2.2 [1.6, 2.8]."
        ),
    )


def of_any_arms(setting: Setting) -> bool:
    """Tell whether losses are in [0, 1] and the gap is 0.25 √(K / 8)."""
    return law_of(setting.trace) == "stochastically_constrained" and range_of(setting.trace) == 1


def within_bounds(runs: Runs, settings: list[Setting], name: str) -> str:
    """Return why growth between settings does not count; empty if a regret is above its bound."""
    settings = sorted(settings, key=lambda setting: setting.trace["arms"])
    shares = [
        runs[setting.name, name].final.mean() / bound_of(setting, name)[1] for setting in settings
    ]
    if max(shares) > 1:
        return ""
    words = bound_of(settings[0], name)[0]
    arms = ", ".join(str(setting.trace["arms"]) for setting in settings)
    listed = ", ".join(f"{share:.2g}" for share in shares)
    return f"regret is below {words}: R / bound = {listed} for K = {arms}"


def arms_rows(runs: Runs, name: str) -> list[Evidence]:
    """Compare regrets for 2 to 64 arms, with gaps in proportion to the root of their number."""

    def row(words: str, arms: tuple[int, ...], late: bool) -> Evidence:
        worlds = {s.trace["arms"]: s for s in runs if delayed(s.trace) == late}
        learned, uniform = ([runs[worlds[k].name, a] for k in arms] for a in (name, "uniform"))
        reason = within_bounds(runs, list(worlds.values()), name)
        return growth_between(words, arms, learned, LABELS["uniform"], uniform, reason)

    return [
        row("K from 8 to 64, no delay", (8, 64), late=False),
        row("K from 8 to 32 over 2 to 8, no delay", (2, 8, 32), late=False),
        row("K from 8 to 32 over 2 to 8, geometric delays", (2, 8, 32), late=True),
    ]


def in_the_arms(identifier: str, name: str) -> Claim:
    return of_order(
        identifier,
        name,
        "K",
        arms_rows,
        criterion=(
            "with the gap 0.25 √(K/8) the exponent in K from 8 to 64 is below 3/4, and R(32) "
            "- R(8) over R(8) - R(2) below 4^(3/4); not applicable where the regret is below the "
            "quoted bound, with the constant 1, for every K: worlds for different K are different "
            "ones, and a bound that is kept in each does not limit growth between them"
        ),
        qualifies=of_any_arms,
        tolerance=QUARTER,
        remark=IN_THE_ARMS[name],
        history=[
            Earlier(
                "the same, also where the regret is below the bound for every K",
                "after a second review: growth of a regret that is below an upper bound does not "
                "contradict it; uniform play, the control, passes in any case",
                lambda runs: both_withdrawals(
                    lambda end: [
                        replace(row, not_applicable="") for row in arms_rows(runs, name + end)
                    ]
                ),
            )
        ],
    )


DELAY_AND_ARMS = [
    in_the_delay("c35", "banker_sftinf"),
    in_the_delay("c36", "banker_sflbinf"),
    in_the_arms("c37", "banker_sftinf"),
    in_the_arms("c38", "banker_sflbinf"),
]
