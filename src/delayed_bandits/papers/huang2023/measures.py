"""Measurements of claims on Banker-TINF and Banker-BOLO, and words for their settings."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from delayed_bandits.analysis.claims import Control, Evidence, Reading, Runs, Setting
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import Interval, exact, mean_interval, ratio_interval
from delayed_bandits.analysis.measures import final_ratio, has, late_increments
from delayed_bandits.analysis.verdicts import Bound, below

CONTROLS = {
    "tsallis_inf": "Tsallis-INF, which ignores delays",
    "bolo": "BOLO, which ignores delays",
    "uniform": "uniform play",
    "centre": "the centre of the body in every round",
}
WORLDS = {
    "stochastically_constrained": "constrained adversary",
    "square_wave": "LOCK",
    "random_wave": "RLOCK",
}
PRINTED = "Algorithm 2 as printed: savings are spent greedily, in the order of the rounds"
POOLED = "savings are spent in proportion, as Appendix A.5 offers"
PRINTED_BOLO = (
    "Algorithm 5 over Algorithm 2 as printed; under a constant delay the run of the pooled one, "
    "since what arrives is used up at once under both rules while scales do not fall"
)

FACTOR = 5
"""Rates in T compare rounds T/25 to T/5 with T/5 to T; each is whole periods of LOCK."""

UNDEFINED = Interval(np.nan, np.nan, np.nan)
"""The rate of what does not grow."""

ROUNDING = 1e-6
"""The centre of the ball has regrets of this order at most where they should be 0."""

UNLEARNED = (
    "The control is uniform play, or the centre of the body, which does not learn; where it was "
    "not run it is that on the same losses without delay"
)
"""The rule for controls of rates in T."""
BLIND_BEFORE = (
    "after a second review: it was passed by what ignores delays, which has this rate in T, too, "
    "at a given mean delay, and it was not run everywhere; not learning is the control now"
)

SQUARE_ROOT, HALFWAY = 0.5, 0.75
"""Exponents: of the bound, and halfway to that of a line, since logarithms raise it."""
EXPONENT = below(SQUARE_ROOT, HALFWAY - SQUARE_ROOT)


def delayed(trace: Mapping[str, Any]) -> bool:
    """Tell whether there are delays."""
    return trace["delay"] != {"law": "constant", "rounds": 0}


def constant(trace: Mapping[str, Any]) -> bool:
    """Tell whether all delays are the same."""
    return not isinstance(trace["delay"], list) and trace["delay"]["law"] == "constant"


def on_lock(trace: Mapping[str, Any]) -> bool:
    """Tell whether losses swing in a wave, so that uniform play has no regret."""
    losses = trace["losses"]
    law = losses if isinstance(losses, str) else losses["law"]
    return law in ("square_wave", "random_wave")


def delay_words(trace: Mapping[str, Any]) -> str:
    """Describe the delays of a setting."""
    match trace["delay"]:
        case {"law": "constant", "rounds": rounds}:
            return f"d = {rounds}" if rounds else "no delay"
        case {"law": "geometric", "mean": mean}:
            return f"geometric, mean {mean}"
        case {"law": "pareto"}:
            return "Pareto"
        case {"law": "packet", "size": size}:
            return f"packets of {size}"
        case {"law": "front", "size": size}:
            return f"the first {size:,} rounds arrive together"
        case {"law": "two_point"}:
            return "1 in 20 lost"
        case {"law": "criteo"}:
            return "Criteo"
    return "geometric, by arm"


def case(trace: Mapping[str, Any]) -> str:
    """Describe a setting."""
    if "body" in trace:
        body = trace["body"]
        dimension = body.get("dimension", 3)
        name = "simplex" if body["body"] == "polytope" else body["body"]
        words = f"{name}, n = {dimension}" + (", LOCK" if on_lock(trace) else "")
    else:
        losses = trace["losses"]
        words = f"{WORLDS[losses['law']]}, K = {trace['arms']}"
        words += f", gap {losses['gap']}" if losses.get("gap", 0.25) != 0.25 else ""
    return f"{words}, T = {trace['horizon']:,}, {delay_words(trace)}"


def both_withdrawals(
    rows: Callable[[str], list[Evidence]],
    name: str = "banker_tinf",
    printed: str = PRINTED,
    pooled: str = POOLED,
) -> list[Reading]:
    """Measure an algorithm with the printed withdrawal and the pooled one; `rows` takes a name."""
    return [
        Reading("printed", printed, rows(f"{name}_greedy")),
        Reading("ours", pooled, rows(name)),
    ]


def bolo_as_printed(setting: Setting) -> str:
    """Name the run of Banker-BOLO with the printed withdrawal."""
    return "banker_bolo_greedy" if has(setting, "banker_bolo_greedy") else "banker_bolo"


def both_bolo(rows: Callable[[Callable[[Setting], str]], list[Evidence]]) -> list[Reading]:
    """Measure Banker-BOLO with both withdrawals; `rows` takes a function from setting to name."""
    return [
        Reading("printed", PRINTED_BOLO, rows(bolo_as_printed)),
        Reading("ours", POOLED, rows(lambda _: "banker_bolo")),
    ]


def still(differences: np.ndarray) -> bool:
    """Tell whether differences of regret are 0, up to rounding."""
    return bool(np.all(np.abs(differences) < ROUNDING))


def slopes(curve: Curves) -> Interval:
    """Estimate the late slope of the regret over its early slope; undefined without regret.

    The slopes are from T/5 to T and from T/25 to T/5. A square root has 0.45, a line 1, whatever is
    added to the regret before T/25.
    """
    early, late = late_increments(curve, FACTOR)
    return UNDEFINED if still(early) and still(late) else ratio_interval(late / FACTOR, early)


def slopes_of(exponent: float) -> float:
    """Compute what `slopes` is for a power of t."""
    return float(FACTOR ** (exponent - 1))


RATE = below(slopes_of(SQUARE_ROOT), slopes_of(HALFWAY) - slopes_of(SQUARE_ROOT))
RATE_IN_WORDS = (
    "the slope of the regret from T/5 to T, over that from T/25 to T/5, is below 0.67, that of the "
    "exponent 3/4; a square root has 0.45, a line 1, whatever is lost at the start"
)


def undelayed(setting: Setting) -> str:
    """Name the setting with the same body and no delay."""
    body = setting.trace["body"]
    dimension = "" if body["dimension"] == 5 else f"-{body['dimension']}"
    return f"{body['body']}{dimension}-none"


def idle(setting: Setting) -> tuple[str, str]:
    """Name the run of uniform play, or of the centre of the body, on the losses of a setting.

    It takes no notice of feedback: where it was not run it is that without delay.
    """
    if "arms" in setting.trace:
        return setting.name if has(setting, "uniform") else "sca-none", "uniform"
    return setting.name if has(setting, "centre") else undelayed(setting), "centre"


def growth_row(
    case: str, quantity: str, measured: Interval, bound: Bound, control: Control, reason: str = ""
) -> Evidence:
    """Compare growth of regret with a bound from above; `reason` says why it does not apply.

    What does not grow has no rate: the row does not apply then, and a control is within any bound.
    """
    if np.isnan(measured.estimate):
        reason = reason or "the regret does not grow, so that it has no rate"
    if np.isnan(control.measured.estimate):
        control = Control(f"{control.name}: no growth at all", exact(0))
    return Evidence(case, quantity, measured, bound, control, reason)


def slopes_row(
    words: str, curve: Curves, label: str, control: Curves, reason: str = ""
) -> Evidence:
    """Compare early and late slopes of the regret of a run, and of a control."""
    measured, other = slopes(curve), Control(label, slopes(control))
    return growth_row(words, "late slope / early slope", measured, RATE, other, reason)


def rate_row(runs: Runs, setting: Setting, name: str) -> Evidence:
    """Compare slopes of the regret of an algorithm and of not learning."""
    control = idle(setting)
    label = CONTROLS[control[1]]
    return slopes_row(case(setting.trace), runs[setting.name, name], label, runs[control])


def rate_row_earlier(runs: Runs, setting: Setting, name: str) -> Evidence:
    """Judge as `rate_row` with the former control: what ignores delays, where it was run."""
    row = rate_row(runs, setting, name)
    blind = "tsallis_inf" if "arms" in setting.trace else "bolo"
    if delayed(setting.trace) and has(setting, blind):
        return replace(row, control=Control(CONTROLS[blind], slopes(runs[setting.name, blind])))
    return row if idle(setting)[0] == setting.name else replace(row, control=None)


def increments(*curves: Curves) -> Interval:
    """Estimate the increment of final regret between the last two runs over that of the first two.

    They are three runs or four with the same random numbers; undefined if all regrets are the same.
    """
    first, last = (curves[at + 1].final - curves[at].final for at in (0, -2))
    return UNDEFINED if still(first) and still(last) else ratio_interval(last, first)


def increments_bound(*coordinates: float) -> Bound:
    """Bound `increments` by that of the square root of a coordinate, up to the exponent 3/4."""

    def of(p: float) -> float:
        first, last = (coordinates[at + 1] ** p - coordinates[at] ** p for at in (0, -2))
        return last / first

    return below(of(SQUARE_ROOT), of(HALFWAY) - of(SQUARE_ROOT))


def increments_row(runs: Runs, keys: tuple[str, str, str], name: str, control: str) -> Evidence:
    """Compare increments of final regret between three constant delays with a square root's."""
    delays = [runs[key, name].trace["delay"]["rounds"] for key in keys]
    last = case(runs[keys[-1], name].trace)
    # not learning takes no notice of delays: where it was not run its regret is that without delay
    others = [runs[key if (key, control) in runs else keys[0], control] for key in keys]
    return growth_row(
        f"{last.rpartition(', ')[0]}, d = {', '.join(map(str, delays))}",
        "second increment of R(T) / first",
        increments(*(runs[key, name] for key in keys)),
        increments_bound(*delays),
        Control(CONTROLS[control], increments(*others)),
    )


def over(runs: Runs, setting: str, name: str, other: str) -> Interval:
    """Estimate the ratio of final regrets of two algorithms."""
    return final_ratio(runs[setting, name], runs[setting, other])


def over_root(curve: Curves, values: np.ndarray) -> Interval:
    """Estimate the mean of final values over √(KT), or √(nT)."""
    size = curve.trace.get("arms") or curve.trace["body"]["dimension"]
    return mean_interval(values / np.sqrt(size * curve.rounds[-1]))
