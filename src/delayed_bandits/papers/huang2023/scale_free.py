"""Worlds and measurements of claims on losses of unknown range."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from delayed_bandits.analysis.claims import Claim, Control, Evidence, Reading, Runs, Setting
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.measures import has
from delayed_bandits.analysis.verdicts import Bound
from delayed_bandits.papers.huang2023 import measures
from delayed_bandits.papers.huang2023.measures import delayed, over, slopes, slopes_row
from delayed_bandits.papers.huang2023.shared import largest_loss, law_of

LABELS = {
    "banker_sftinf": "Banker-SFTINF",
    "banker_sflbinf": "Banker-SFLBINF",
    "banker_tinf": "Banker-TINF",
    "sf_mab_adaptive": "SF-MAB, adaptive",
    "sf_mab_fixed": "SF-MAB, fixed",
    "tsallis_inf": "Tsallis-INF",
    "zimmert_seldin_doubling": "Zimmert–Seldin, doubling",
    "uniform": "uniform play",
}
THEOREMS = {
    "banker_sftinf": (
        "Theorem 6.1",
        r"\mathfrak{R}_T = \mathcal{O} \left( \sqrt{K(D+T) \log(D+T)} \cdot L \right)",
    ),
    "banker_sflbinf": (
        "Theorem 6.3",
        r"\mathfrak{R}_T &= \mathcal{O} \left( \sqrt{K(D+T)} \log TL + \sqrt{DL} \log L \right)",
    ),
}
BOUND = "√(K (D + T)) L up to logarithms"
PRINTED = "Algorithms 3 and 4 as printed, with the greedy withdrawal of Algorithm 2"
POOLED = "with the pooled withdrawal of Appendix A.5"


def both_withdrawals(rows: Callable[[str], list[Evidence]]) -> list[Reading]:
    """Measure with the printed withdrawal and with the pooled one; `rows` takes a suffix."""
    return measures.both_withdrawals(rows, "", PRINTED, POOLED)


def label(name: str) -> str:
    """Return the name of an algorithm, whichever its variant."""
    return LABELS[name.removesuffix("_greedy").removesuffix("_homogeneous")]


def range_of(trace: Mapping[str, Any]) -> float:
    """Return the L of scaled losses, 1 for others."""
    return trace["losses"].get("factor", 1) if trace["losses"]["law"] == "scaled" else 1


def case(trace: Mapping[str, Any]) -> str:
    """Describe the losses and the delays of a setting."""
    losses, delay = trace["losses"], trace["delay"]
    words = {
        "stochastically_constrained": f"K = {trace['arms']}, gap {losses.get('gap')}",
        "spikes": "spikes",
        "growing": "jump" if losses.get("steps") == 2 else "growth",
        "signed": "signed",
        "signed_spikes": "signed spikes",
        "scaled": f"L = {range_of(trace):,}",
    }[losses["law"]]
    if law_of(trace) == "square_wave":
        words = f"LOCK, K = {trace['arms']}, gap {losses['of'].get('gap', 0)}, {words}"
    if delay["law"] == "geometric":
        return f"{words}, geometric delays"
    return f"{words}, d = {delay['rounds']}" if delay["rounds"] else f"{words}, no delay"


def bound_of(setting: Setting, name: str) -> tuple[str, float]:
    """Write and compute the bound of an algorithm as it is quoted, with the constant 1.

    That of SF-MAB, without delay, is taken without logarithms.
    """
    trace = setting.trace
    delay = trace["delay"].get("mean", trace["delay"].get("rounds"))
    horizon, largest = trace["horizon"], max(1, largest_loss(trace))
    rounds = horizon * (1 + delay)
    root = np.sqrt(trace["arms"] * rounds) * largest
    if name.startswith("banker_sftinf"):
        return "√(K (D + T) log(D + T)) L", root * np.sqrt(np.log(rounds))
    if name.startswith("banker_sflbinf"):
        skipped = np.sqrt(horizon * delay) * largest * np.log(largest)
        return "√(K (D + T)) L log T + √D L log L", root * np.log(horizon) + skipped
    return "√(K T) L", root


def without_promise(runs: Runs, setting: Setting, name: str) -> str:
    """Return why the bound of an algorithm promises nothing in a setting; empty if it does.

    That of Banker-SFLBINF has the squares of the losses that are met where there is no delay,
    which are fewer than L² T.
    """
    if name.startswith("banker_sflbinf") and not delayed(setting.trace):
        return ""
    words, bound = bound_of(setting, name)
    uniform = runs[setting.name, "uniform"].final.mean()
    if bound <= uniform:
        return ""
    share = runs[setting.name, name].final.mean() / bound
    return f"{words} is above the regret of uniform play; R / bound = {share:.2g}"


def without_promise_earlier(runs: Runs, setting: Setting, name: str) -> str:
    """Return the same for √(K (D + T)) L, without logarithms."""
    if name.startswith("banker_sflbinf") and not delayed(setting.trace):
        return ""
    trace = setting.trace
    delay = trace["delay"].get("mean", trace["delay"].get("rounds"))
    root = np.sqrt(trace["arms"] * trace["horizon"] * (1 + delay))
    bound = root * max(1, largest_loss(trace))
    uniform = runs[setting.name, "uniform"].final.mean()
    return "√(K (D + T)) L is above the regret of uniform play" if bound > uniform else ""


def rate_rows(runs: Runs, name: str) -> list[Evidence]:
    """Compare slopes of the regret of an algorithm in every setting of the claim."""
    return [
        slopes_row(
            case(setting.trace),
            runs[setting.name, name],
            LABELS["uniform"],
            runs[setting.name, "uniform"],
            without_promise(runs, setting, name),
        )
        for setting in runs
    ]


def rate_rows_earlier(runs: Runs, name: str) -> list[Evidence]:
    """Judge as `rate_rows` with SF-MAB as control under delays, and bounds without logarithms."""
    return [
        replace(
            row,
            control=Control(
                LABELS["sf_mab_adaptive"], slopes(runs[setting.name, "sf_mab_adaptive"])
            )
            if delayed(setting.trace)
            else row.control,
            not_applicable=without_promise_earlier(runs, setting, name),
        )
        for setting, row in zip(runs, rate_rows(runs, name), strict=True)
    ]


def ratio_row(
    runs: Runs, setting: Setting, name: str, other: str, bound: Bound, control: str = "uniform"
) -> Evidence:
    """Compare the final regret of an algorithm, and of a control, with that of another."""
    return Evidence(
        case(setting.trace),
        f"R(T), {label(name)} / {label(other)}",
        over(runs, setting.name, name, other),
        bound,
        Control(f"{label(control)} / {label(other)}", over(runs, setting.name, control, other)),
    )


def of_order(
    identifier: str,
    name: str,
    axis: str,
    rows: Callable[[Runs, str], list[Evidence]],
    qualifies: Callable[[Setting], bool],
    **about: Any,
) -> Claim:
    """Make the claim that the theorem on an algorithm holds in one coordinate.

    `rows` takes the name of a run; the other fields of the claim are given by name.
    """
    place, quote = THEOREMS[name]
    return Claim(
        id=identifier,
        statement=f"The regret of {LABELS[name]} is at most of the order of {BOUND}: in {axis}",
        quote=quote,
        place=f"{place} and Table 1",
        measure=lambda runs: both_withdrawals(lambda end: rows(runs, name + end)),
        qualifies=lambda setting: has(setting, name) and qualifies(setting),
        **about,
    )


def finals_over_range(curve: Curves) -> np.ndarray:
    """Divide the final regret of each seed by the range of scaled losses."""
    return curve.final / range_of(curve.trace)
