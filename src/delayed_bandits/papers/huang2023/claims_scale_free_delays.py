"""Claims of Huang et al. 2023, Theorems 6.1 and 6.3: rates in the delay and the arms."""

from collections.abc import Callable

import numpy as np

from delayed_bandits.analysis.claims import Claim, Control, Evidence, Runs
from delayed_bandits.analysis.intervals import Interval, exponent_interval, ratio_interval
from delayed_bandits.analysis.verdicts import Bound, below
from delayed_bandits.papers.huang2023.claims_scale_free_rates import BOUND, QUARTER, THEOREMS
from delayed_bandits.papers.huang2023.scale_free import LABELS, both_withdrawals, delayed, has

Measure = Callable[[str], Interval]


def delay_rows(runs: Runs, name: str) -> list[Evidence]:
    """Compare regrets on LOCK with blocks of twice the fixed delay."""
    by_delay = {setting.trace["delay"]["rounds"]: setting.name for setting in runs}

    def increments(algorithm: str) -> Interval:
        final = {d: runs[key, algorithm].final for d, key in by_delay.items()}
        return ratio_interval(final[250] - final[25], final[100] - final[10])

    def exponent(algorithm: str) -> Interval:
        final = {d: runs[key, algorithm].final for d, key in by_delay.items()}
        return exponent_interval(final[10], final[250], 25)

    return [
        Evidence(
            f"LOCK, L = 10,000, {label}",
            quantity,
            measure(name),
            bound,
            Control("SF-MAB, adaptive, which ignores delays", measure("sf_mab_adaptive")),
        )
        for label, quantity, measure, bound in (
            ("d from 10 to 250", "exponent", exponent, below(0.5, tolerance=0.25)),
            (
                "d from 25 to 250 over 10 to 100",
                "ratio of the increments",
                increments,
                below(2.5**0.5, tolerance=2.5**0.75 - 2.5**0.5),
            ),
        )
    ]


def in_the_delay(identifier: str, name: str) -> Claim:
    place, quote = THEOREMS[name]
    return Claim(
        id=identifier,
        statement=f"The regret of {LABELS[name]} is at most of the order of {BOUND}: in D",
        quote=quote,
        place=f"{place} and Table 1",
        criterion=(
            "on LOCK (gap 0.1, so that uniform play has regret) the exponent in a fixed delay d is "
            "below 3/4, and R(250) - R(25) over R(100) - R(10), where a cost without delay takes "
            "no part, below 2.5^(3/4)"
        ),
        measure=lambda runs: both_withdrawals(lambda end: delay_rows(runs, name + end)),
        qualifies=lambda setting: (
            has(setting, name) and setting.trace["delay"]["law"] == "constant" and delayed(setting)
        ),
        tolerance=QUARTER,
    )


def arms_rows(runs: Runs, name: str) -> list[Evidence]:
    """Compare regrets for 2 to 64 arms, with gaps in proportion to the root of their number."""

    def row(label: str, quantity: str, measure: Measure, bound: Bound) -> Evidence:
        control = Control("uniform play", measure("uniform"))
        return Evidence(label, quantity, measure(name), bound, control)

    def final(algorithm: str, arms: int, delay: str) -> np.ndarray:
        return runs[f"free-arms-{arms}-{delay}", algorithm].final

    rows = [
        row(
            "K from 8 to 64, no delay",
            "exponent",
            lambda a: exponent_interval(final(a, 8, "none"), final(a, 64, "none"), 8),
            below(0.5, tolerance=0.25),
        )
    ]
    for delay, label in {"none": "no delay", "geometric": "geometric delays"}.items():
        rows.append(
            row(
                f"K from 8 to 32 over 2 to 8, {label}",
                "ratio of the increments",
                lambda a, delay=delay: ratio_interval(
                    final(a, 32, delay) - final(a, 8, delay),
                    final(a, 8, delay) - final(a, 2, delay),
                ),
                below(2, tolerance=8**0.5 - 2),
            )
        )
    return rows


def in_the_arms(identifier: str, name: str) -> Claim:
    place, quote = THEOREMS[name]
    return Claim(
        id=identifier,
        statement=f"The regret of {LABELS[name]} is at most of the order of {BOUND}: in K",
        quote=quote,
        place=f"{place} and Table 1",
        criterion=(
            "with gaps in proportion to √K the exponent in K from 8 to 64 is below 3/4, and R(32) "
            "- R(8) over R(8) - R(2) below 4^(3/4)"
        ),
        measure=lambda runs: both_withdrawals(lambda end: arms_rows(runs, name + end)),
        qualifies=lambda setting: (
            has(setting, name) and setting.trace["losses"]["law"] == "stochastically_constrained"
        ),
        tolerance=QUARTER,
    )


DELAY_AND_ARMS = [
    in_the_delay("c35", "banker_sftinf"),
    in_the_delay("c36", "banker_sflbinf"),
    in_the_arms("c37", "banker_sftinf"),
    in_the_arms("c38", "banker_sflbinf"),
]
