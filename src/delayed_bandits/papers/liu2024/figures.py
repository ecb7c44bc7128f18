"""Figures of Liu and Maghsudi 2024."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from delayed_bandits.analysis.curves import AllCurves, Styles
from delayed_bandits.analysis.intervals import Interval
from delayed_bandits.analysis.plots import (
    band,
    legend_below,
    mean_band,
    plain,
    ratio_band,
    rounds_below,
    sheet,
)
from delayed_bandits.analysis.style import PALETTE
from delayed_bandits.papers.liu2024 import measures as m

CELLS = {
    "fig1a": ("sky", "similar, geometric"),
    "fig1b": ("yellow", "similar, Pareto"),
    "fig2a": ("blue", "diverse, geometric"),
    "fig2b": ("red", "diverse, Pareto"),
}
"""Colour and label of each setting in `paired_differences`."""
TITLES = {
    "fig1a": "similar geometric delays, means 100 to 190",
    "fig1b": "similar Pareto delays, minima 100 to 190",
    "fig2a": "diverse geometric delays, means 100 to 300",
    "fig2b": "diverse Pareto delays, minima 200 to 400",
    "criteo": "Criteo delays, 300 to 5,000 rounds per million seconds",
}
POLICIES = ("doral", "dalp", "doral_8", "dalp_8", "d_linucb", "random", "ucb_alp")
PLACES = (
    *("acceptance", "radius", "theorem", "baskets", "cutoff", "update", "arm", "answers"),
    *("log", "width", "pacing", "order", "payment", "printed"),
)
OTHERS = ("dalp_cutoff", "dalp_printed", "d_linucb_printed", "random_printed", "doral_3")
CHANGES = [*(f"doral_{place}" for place in PLACES), *OTHERS]
"""Changed algorithms. Each is compared with the algorithm named before its last underscore."""

AGAINST_DALP = {
    "τ times index, A′ = 5": ("doral", "dalp"),
    "τ times index, A′ = 8": ("doral_8", "dalp_8"),
    "τ times index, m = max UCB, A′ = 5": ("doral_cutoff", "dalp_cutoff"),
    "largest index (printed), A′ = 5": ("doral_arm", "dalp"),
    "largest index (printed), A′ = 8": ("doral_arm_8", "dalp_8"),
    "almost as printed, with τ in (11), A′ = 5": ("doral_printed", "dalp_printed"),
}
BUDGET = ("regret", "reward", "spent")  # columns from which `regret_of_budget` is computed

COLOURS = {"doral": "blue", "dalp": "orange", "d_linucb": "green", "random": "purple"}
"""Colours of bars, by the algorithm that is changed."""


def regret_of_budget(
    trace: Mapping[str, Any], regret: np.ndarray, reward: np.ndarray, spent: np.ndarray
) -> np.ndarray:
    """Return regret against the optimum at equal spending, shape (runs, checkpoints)."""
    # v(B/T), since the regret is T v(B/T) less the reward
    value = (regret[:, -1:] + reward[:, -1:]) / trace["horizon"]
    return spent * value / (trace["budget"] / trace["horizon"]) - reward


def reward_panels(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot reward without and with the first stage (above), and regret (below)."""
    ((setting, _), *_) = curves
    figure, panels = sheet(5.0, 2, 2)
    for name in POLICIES:
        curve = curves[setting, name]
        after = partial(m.reward_without_first_stage, curve.rounds)
        spent = partial(regret_of_budget, curve.trace)
        for panel, x, moments in (
            (panels[0, 0], curve.rounds, curve.moments(*m.FIRST_STAGE, function=after)),
            (panels[0, 1], curve.rounds, curve.moments("reward")),
            (panels[1, 0], curve.rounds, curve.moments("regret")),
            (panels[1, 1], curve.mean("spent"), curve.moments(*BUDGET, function=spent)),
        ):
            if panel is panels[1, 0] and name == "d_linucb":  # it spends first: far below 0
                continue
            band(panel, x, mean_band(*moments, curve.n_runs), styles[name], alpha=0.15)
            wide = name.startswith("doral")  # D-ALP's dashes show on it
            panel.lines[-1].set_linewidth(2.4 if wide else 1.2)
    figure.suptitle(TITLES[setting], fontsize=9)
    panels[0, 0].set_title("rewards of the first stage not counted")
    panels[0, 1].set_title("rewards of the first stage counted")
    panels[1, 0].set_title("by round (not D-LinUCB, which spends first)")
    panels[1, 1].set_title("against the optimum at equal spending")
    for row, label in zip(panels, ("accumulated reward", "regret"), strict=True):
        row[0].set_ylabel(label)
    for panel in panels[0]:
        panel.set_ylim(bottom=0)
    for panel in panels.flat:
        panel.set(xlabel="round", xlim=(0, None))
        rounds_below(panel)
        plain(panel.yaxis)
    panels[1, 1].set_xlabel("budget spent")
    return legend_below(figure, [panels[0, 0]], columns=4)


def paired_differences(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot DORAL's relative gain in reward over D-ALP by round, a panel per A′."""
    figure, panels = sheet(3.0, 1, 2)
    rules = {"": ("solid", "τ times index"), "_arm": ("dotted", "largest index (printed)")}
    for panel, accept, suffix in zip(panels, (5, 8), ("", "_8"), strict=True):
        for setting, (colour, words) in CELLS.items():
            for arm, (line, rule) in rules.items():
                doral, dalp = (curves[setting, run + suffix] for run in (f"doral{arm}", "dalp"))
                late = slice(len(doral.rounds) // 10, None)  # earlier both are in the first stage
                gains = 100 * (ratio_band(doral, dalp, "reward")[late] - 1)
                style = {"colour": colour, "line": line, "label": f"{words}, {rule}"}
                band(panel, doral.rounds[late], gains, style, alpha=0.15)
        panel.axhline(0, color="black", linewidth=0.5)
        panel.set(title=f"A′ = {accept}", xlabel="round", xlim=(0, doral.rounds[-1]))
        rounds_below(panel)
    panels[0].set_ylabel("DORAL over D-ALP, per cent")
    return legend_below(figure, [panels[0]], columns=2)


def variants(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot the effect of each printed choice on reward, and DORAL's gain over D-ALP."""
    ((setting, _), *_) = curves
    figure, (above, below) = sheet(6.2, 2, 1, height_ratios=[len(CHANGES), 1.2 * len(AGAINST_DALP)])

    def gain(name: str, other: str) -> Interval:
        return m.excess(*(curves[setting, key].last("reward") for key in (name, other)))

    adopted = [name.rpartition("_")[0] for name in CHANGES]
    labels = [styles[name]["label"] for name in CHANGES]
    _bars(above, list(map(gain, CHANGES, adopted)), labels, [COLOURS[name] for name in adopted])
    above.set_xlabel("change of the final reward by this choice, per cent")
    pairs = [[curves[setting, key] for key in pair] for pair in AGAINST_DALP.values()]
    _bars(below, [m.GAIN.of(*pair) for pair in pairs], list(AGAINST_DALP), ["blue"])
    below.set_xlabel("DORAL over D-ALP, reward within the budget, per cent")
    handles = [
        Patch(color=PALETTE[colour], label=styles[name]["label"].split(",")[0])
        for name, colour in COLOURS.items()
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=len(handles))
    return figure


def _bars(axes: Axes, gains: list[Interval], labels: list[str], colours: list[str]) -> None:
    """Draw a bar for each gain, with its interval and a dot, so that a 0 shows."""
    positions = np.arange(len(gains))
    middle, low, high = np.array(gains)[:, :3].T
    axes.barh(positions, middle, color=[PALETTE[colour] for colour in colours], height=0.6)
    spread = [middle - low, high - middle]
    axes.errorbar(middle, positions, xerr=spread, fmt="ok", markersize=2, elinewidth=0.8)
    axes.axvline(0, color="black", linewidth=0.8)
    axes.grid(visible=False, axis="y")
    axes.set_yticks(positions, labels)
    axes.invert_yaxis()
