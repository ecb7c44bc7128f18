"""Readings of Pike-Burke et al. 2018, the curves of its Fig. 3, and rows that claims share."""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations

from delayed_bandits.analysis.intervals import Interval
from delayed_bandits.analysis.measures import change_of_ratio, difference
from delayed_bandits.analysis.rows import (
    Evidence,
    Instead,
    Known,
    Measure,
    Reading,
    Row,
    Rows,
    variant,
)
from delayed_bandits.analysis.settings import Setting
from delayed_bandits.analysis.verdicts import Bound, above, below, within
from delayed_bandits.papers.pikeburke2018.measures import cost_in_regret, mean_delay, order

# The text has lost n_m, the horizon, the means of the arms and the laws: nothing is as printed.
BOUNDED, UNBOUNDED = ("uniform", "twopoint", "constant"), ("poisson", "halfnormal", "exponential")
FIG3A = [(law, run) for law in BOUNDED for run in ("odaaf", "odaaf_b")]
FIG3B = [(law, run) for law in UNBOUNDED for run in ("odaaf", "odaaf_v")]
RECALLED = variant(
    "recalled", "n_m of third-party code", **dict.fromkeys(BOUNDED + UNBOUNDED, "odaaf")
)
INFORMED = variant("recalled", "ODAAF-B and ODAAF-V", "informed", **dict(FIG3A + FIG3B))
MEAN_20 = variant("recalled", "mean delay 20, inferred from the text", mean="20")
MEAN_50 = variant("ours", "mean delay 50, a guess", "mean_50", mean="50")

WORDS = {"twopoint": "two-point", "halfnormal": "half-normal", "poisson": "Poisson"}
STEPS = {62_500: ("-short", ""), 250_000: ("", "-long")}
"""What the names of settings with a horizon, and with four times that, end with."""

LINE = "regret linear in T beside log T"
NEVER_STOPS = "it never stops exploring"


def step(horizon: int) -> str:
    """Put a horizon and four times that in words."""
    return f"T = {horizon:,} to {4 * horizon:,}"


def line_over_log(horizon: int) -> float:
    """Compute by what a line over a logarithm grows from a horizon to four times that."""
    return 4 * math.log(horizon) / math.log(4 * horizon)


def additive(*laws: str) -> list[Rows]:
    """List the rows of a claim that delay adds to the regret."""
    return [partial(_costs, laws, mean, horizon) for mean in (20, 50) for horizon in STEPS]


def _costs(laws: Iterable[str], mean: int, horizon: int, reading: Reading) -> Iterator[Evidence]:
    """Measure how the cost of delay grows over a step; laws of one number are one row."""
    early, late = STEPS[horizon]
    alike: dict[Interval, list[Evidence]] = {}
    for law in laws:
        ends = [(f"{law}-{mean}{at}:{{{law}}}", f"poisson-0{at}:odaaf") for at in (early, late)]
        row = Row(
            cost_in_regret,
            ends[0] + ends[1],
            below(0, tolerance=0.5),
            Known("a multiple of the regret", 1, "the regret is multiplied"),
            case=WORDS.get(law, law),
            quantity=f"{cost_in_regret.quantity}, {step(horizon)}",
            key=f"{law}-{mean}{late}",
        )
        for evidence in row(reading):
            alike.setdefault(evidence.measured, []).append(evidence)
    for same in alike.values():
        words = ": the same under " if len(same) > 1 else ", "
        cases = ", ".join(evidence.case for evidence in same)
        yield replace(same[0], case=f"mean delay {mean}{words}{cases} delays")


def converging(curves: Iterable[tuple[str, str]]) -> list[Row]:
    """List the rows that measure by how much the ratios of some curves to QPM-D change with T."""
    return [
        Row(
            change_of_ratio,
            tuple(
                f"{law}-{{mean}}{end}:{name}" for end in STEPS[250_000] for name in (run, "qpmd")
            ),
            within(0, tolerance=0.1),
            Known(LINE, line_over_log(250_000) - 1, NEVER_STOPS),
            quantity=f"change of R(T) of {{0}} / R(T) of {{1}}, {step(250_000)}",
            key=f"{run}-{law}",
        )
        for law, run in curves
    ]


def same_order(curves: Iterable[tuple[str, str]]) -> list[Row]:
    """List the rows that measure how the ratios of some curves to QPM-D grow with T."""
    return [
        Row(
            order(f"power of T in R(T) / R(T) of QPM-D for {{0}}, {step(horizon)}", 4),
            tuple(
                f"{law}-{{mean}}{at}"
                for end in (early, late)
                for at in (f"{end}:{run}", "-long:qpmd")
            ),
            below(0, tolerance=0.1),
            Known(LINE, math.log(line_over_log(horizon), 4), NEVER_STOPS),
            key=f"{run}-{law}{late}",
        )
        for law, run in curves
        for horizon, (early, late) in STEPS.items()
    ]


LAWS = {mean: [f"{law}-{mean}" for law in UNBOUNDED] for mean in (20, 50)}
CHANGES = {
    "laws_20": [*combinations(LAWS[20], 2)],
    "laws_50": [*combinations(LAWS[50], 2)],
    "means": [*zip(LAWS[20], LAWS[50], strict=True)],
}
"""Pairs of settings by the key of the variant."""
CHANGED = [
    variant("recalled", "with the law, mean delay 20", "laws_20"),
    variant("ours", "with the law, mean delay 50", "laws_50"),
    variant("ours", "with the mean, 20 to 50", "means"),
]


def varying(measure: Measure, *references: str) -> list[Row]:
    """List the rows that measure how ODAAF and ODAAF-V differ between pairs of settings."""
    return [
        Row(
            measure,
            tuple(f"{end}:{name}" for end in pair for name in (run, *references)),
            above(0, tolerance=-0.2),
            Known("a setting beside itself", 0, "nothing varies"),
            case=" and ".join(pair),
            key=f"{run}-{number}",
            only=key,
        )
        for run in ("odaaf", "odaaf_v")
        for key, pairs in CHANGES.items()
        for number, pair in enumerate(pairs)
    ]


def under(law: str) -> Callable[[Setting], bool]:
    """Select the settings with delays of a law on which ODAAF and ODAAF-V run."""
    return lambda setting: (
        setting.trace["delay"]["law"] == law
        and mean_delay(setting.trace) > 0
        and setting.has("odaaf", "odaaf_v")
    )


def against_odaaf(run: str, bound: Bound, control: tuple[str, str], *first: str) -> list[Row]:
    """List the rows that compare a variant with ODAAF.

    `control` is a setting, and why the statement is not on it; on the settings `first` the first
    active arm bridges, too, which the paper leaves open.
    """
    setting, why = control
    instead = Instead((f"{setting}:{run}", f"{setting}:odaaf"), why)
    bridged = {f"first-{name}": (f"{name}:{run}_first", f"{name}:odaaf") for name in first}
    pairs = {"": (run, "odaaf")} | bridged
    return [
        Row(difference, runs, bound, instead, key=key, only="recalled")
        for key, runs in pairs.items()
    ]
