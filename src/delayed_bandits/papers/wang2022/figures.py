"""Figures of Wang et al. 2022."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from delayed_bandits.analysis.curves import AllCurves, Curves, Styles
from delayed_bandits.analysis.plots import band, legend_below, look, points, rows, sheet
from delayed_bandits.analysis.style import PALETTE
from delayed_bandits.papers.wang2022.measures import END_POINTS, WINDOWS, left_out, ratio
from delayed_bandits.papers.wang2022.tables import misleading_windows

SHOWN = {"naive": "naive", "ducb": "ducb_authors", "full_bayesian": "", "dts": "dts_authors"}
"""Runs of the authors' code, by algorithm. Without one, as on Criteo, our run is shown."""

TITLES = {
    "high": "rates 0.5, 0.4, 0.3",
    "low": "rates 0.1, 0.05, 0.03",
    "weibull": "rates 0.1, 0.05, 0.03, Weibull delays",
    "criteo": "Criteo delays",
}
"""Titles of panels, by setting."""

ENVIRONMENTS = {
    "high": "high rates",
    "low": "low rates",
    "weibull": "low, Weibull delays",
    "criteo": "Criteo delays",
    "high-at-once": "high, no delay",
    "low-at-once": "low, no delay",
    "low-20": "rates 0.1, 0.08, 0.06",
    "high-reversed": "high, best arm fastest",
    "low-reversed": "low, best arm fastest",
    "high-equal": "high, all equally slow",
    "low-equal": "low, all equally slow",
    "high-weibull": "high, Weibull delays",
    "high-lognormal": "high, lognormal delays",
    "low-lognormal": "low, lognormal delays",
    "high-lost": "high, half of all lost",
    "high-lost-best": "high, half of the best arm's lost",
}
"""Labels of the rows of `environments`, by setting."""

MARKS = {"tenth_of_day": "^", "tenth_of_five_days": "v", "wait_4_hours": "^", "wait_a_day": "v"}
"""Markers of the platforms' rules."""

HOURS = {21: "1 h", 84: "4 h", 250: "12 h", 500: "1 d", 1000: "2 d", 2303: "4.6 d", 4000: "8 d"}
"""Windows in units of time, by their length in rounds."""


def regret(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot mean regret, with its 10 % and 90 % quantiles, against log t."""
    figure, panels = sheet(4.6, 2, 2)
    for panel, (setting, title) in zip(panels.flat, TITLES.items(), strict=True):
        for name, algorithm in SHOWN.items():
            on = f"{setting}-100" if name == "full_bayesian" else setting
            curve = curves.get((on, algorithm)) or curves.get((on, name))
            if curve is None:
                continue
            values = curve.per_seed(lambda column: column, "regret")[~left_out(curve)]
            _quantiles(panel, curve.rounds, values, styles[name])
            colour = PALETTE[styles[name]["colour"]]
            if setting != "criteo":
                ends = END_POINTS[name][setting]
                last = [curve.rounds[-1]] * len(ends)
                panel.plot(last, ends, "x", color=colour, clip_on=False, zorder=5)
        panel.set(xscale="log", xlim=(100, curves[setting, "naive"].rounds[-1]), title=title)
        panel.set_ylim(bottom=0)
    for panel in panels[:, 0]:
        panel.set_ylabel("regret")
    for panel in panels[1]:
        panel.set_xlabel("round")
    return legend_below(figure, panels.flat, columns=4)


def _quantiles(panel: Axes, rounds: np.ndarray, values: np.ndarray, style: dict) -> None:
    low, high = np.quantile(values, [0.1, 0.9], axis=0)
    band(panel, rounds, np.array([values.mean(axis=0), low, high]).T, style, 0.08)
    for edge in (low, high):
        panel.plot(rounds, edge, color=PALETTE[style["colour"]], linewidth=0.5)


def estimates(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot the estimated conversion rate against the round, a panel per arm."""
    figure, panels = sheet(2.4, 1, 3, sharey=True)
    for arm, panel in enumerate(panels, 1):
        for name in ("estimate_naive", "estimate_em", "estimate_known"):
            curve = curves["estimates", name]
            after = curve.rounds > 500  # the first update
            values = curve.per_seed(lambda column: column, f"rate_{arm}")[:, after]
            _quantiles(panel, curve.rounds[after], values, styles[name])
        true = curve.trace["means"][arm - 1]
        mean_delay = curve.trace["delay"][arm - 1]["success"]["mean"]
        panel.axhline(true, color=PALETTE["grey"], linewidth=0.8)
        panel.set(title=f"rate {true}, mean delay {mean_delay:,}", xlabel="round")
        panel.set(xlim=(0, curve.rounds[-1]), ylim=(0, 0.6))
    panels[0].set_ylabel("estimated rate")
    return legend_below(figure, panels, columns=3)


def environments(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot R(T) of D-TS / R(T) of naive Thompson sampling, a row per environment."""
    settings = [setting for setting in ENVIRONMENTS if (setting, "dts") in curves][::-1]
    figure, panel = sheet(0.22 * len(settings) + 0.9)
    for name, fill in (("dts", "full"), ("dts_known", "none")):
        with_it = [setting for setting in settings if (setting, name) in curves]
        found = [ratio.of(curves[on, name], curves[on, "naive"])[:3] for on in with_it]
        dots = {"marker": "o", "fillstyle": fill, "linestyle": ""}
        rows(panel, [settings.index(on) for on in with_it], found, styles[name], **dots)
    panel.axvline(1, color="0.3", linewidth=0.8)
    panel.set_yticks(range(len(settings)), [ENVIRONMENTS[setting] for setting in settings])
    panel.set_xlabel("regret divided by that of TS (immediate)")
    return legend_below(figure, [panel], columns=2)


def windows(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot regret / equal split's regret against the window, by environment."""
    settings = list(dict.fromkeys(setting for setting, _ in curves))
    figure, panels = sheet(4.6, 2, 2, sharex=True, sharey=True)
    for panel, setting in zip(panels.flat, settings, strict=True):
        split = curves[setting, "equal_split"]
        label = "TS (any window, at its end, hourly, no floor)"
        _sweep(panel, curves, setting, WINDOWS, color="black", label=label)
        for name, marker in MARKS.items():
            mark = {**look(styles[name]), "linestyle": "", "marker": marker, "zorder": 4}
            _sweep(panel, curves, setting, [name], **mark)
        for name in ("naive_hourly", "dts_hourly"):
            estimate, low, high, _ = ratio.of(curves[setting, name], split)
            line = look(styles[name])
            panel.axhline(estimate, **line)
            panel.axhspan(low, high, color=line["color"], alpha=0.15, linewidth=0)
        panel.axhline(1, color="0.3", linewidth=0.8)
        last = misleading_windows(curves[setting, "naive"].trace)
        if last:
            panel.axvline(last, color="0.3", linestyle="dotted")
        panel.set(xscale="log", yscale="log", title=_title(curves[setting, "naive"]))
        panel.set_xticks(list(HOURS), [f"{time}\n{clicks:,}" for clicks, time in HOURS.items()])
        panel.set_yticks([0.1, 0.2, 0.5, 1, 2], ["0.1", "0.2", "0.5", "1", "2"])
        panel.minorticks_off()
        panel.set_ylabel("times equal split's regret")
        panel.set_xlabel("window, in time and in clicks of all variants")
        panel.label_outer()
    return legend_below(figure, panels.flat, columns=2)


def _sweep(panel: Axes, curves: AllCurves, setting: str, names: Iterable[str], **dots: Any) -> None:
    of_rules = [curves[setting, name] for name in names]
    found = [ratio.of(curve, curves[setting, "equal_split"])[:3] for curve in of_rules]
    rounds = [curve.specification.parameters["model"]["rounds"] for curve in of_rules]
    points(panel, rounds, found, markersize=3, **dots)


def _title(curve: Curves) -> str:
    means, delay = curve.trace["means"], curve.trace["delay"]
    distributions = delay if isinstance(delay, list) else [delay] * len(means)
    days = ", ".join(f"{distribution['success']['mean'] / 500:g}" for distribution in distributions)
    return f"rates {', '.join(map(str, means))}; mean delays {days} days"
