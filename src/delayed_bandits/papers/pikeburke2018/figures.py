"""Figures of Pike-Burke et al. 2018."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from delayed_bandits.analysis import plots
from delayed_bandits.analysis.curves import AllCurves, Curves, Styles
from delayed_bandits.analysis.intervals import half_width, mean_interval
from delayed_bandits.analysis.regret_table import final_regret
from delayed_bandits.analysis.style import HALF_WIDTH, PALETTE
from delayed_bandits.delays.distributions import distribution_from
from delayed_bandits.papers.pikeburke2018.measures import GAPS, HORIZONS, corrupted, mean_delay

DISTRIBUTION_STYLES = {
    "uniform": ("uniform", "blue"),
    "two_point": ("0 or twice the mean", "orange"),
    "constant": ("constant", "green"),
    "poisson": ("Poisson", "blue"),
    "half_normal": ("half-normal", "orange"),
    "exponential": ("exponential", "green"),
}
TITLES = {
    "uniform-20": "uniform delays, mean 20",
    "exponential-20": "exponential delays, mean 20",
    "uniform-1000": "uniform delays, mean 1,000",
    "criteo-20": "Criteo delays, a round in 8 hours",
    "criteo-100s": "Criteo delays, a round in 100 seconds",
}
VARIANTS = ["odaaf", "odaaf_b", "odaaf_v"]
IN_TABLES_ONLY = {"odaaf_b_first", "odaaf_v_first", "kl_ucb_on_sums"}


def distribution(trace: Mapping[str, Any]) -> str:
    """Return the name of the delay distribution."""
    return trace["delay"]["distribution"]


def ratios(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot regret divided by QPM-D's (Fig. 3), a panel per mean delay."""
    traces = [curve.trace for curve in curves.values()]
    means = list(dict.fromkeys(map(mean_delay, traces)))
    horizon = max(trace["horizon"] for trace in traces)
    figure, panels = plots.sheet(2.9, 1, len(means), sharey=True)
    for (setting, name), curve in curves.items():
        if name in VARIANTS:
            line, colour = styles[name]["line"], DISTRIBUTION_STYLES[distribution(curve.trace)][1]
            panel = panels[means.index(mean_delay(curve.trace))]
            ratio = independent_ratio(curve, curves[setting, "qpmd"])
            plots.band(panel, curve.rounds, ratio, {"label": "", "line": line, "colour": colour})
    for mean, panel in zip(means, panels, strict=True):
        panel.set(title=f"mean delay {mean:g}", xlabel="round", xlim=(0, horizon))
        panel.set_ylim(bottom=0)
        plots.rounds_below(panel)
    panels[0].set_ylabel("regret divided by that of QPM-D")
    distributions = [DISTRIBUTION_STYLES[name] for name in dict.fromkeys(map(distribution, traces))]
    lines = [styles[name] for name in VARIANTS if any(name == run for _, run in curves)]
    handles = [
        Line2D([], [], color=PALETTE[colour], label=label) for label, colour in distributions
    ]
    handles += [Line2D([], [], color="black", ls=s["line"], label=s["label"]) for s in lines]
    figure.legend(handles=handles, loc="outside lower center", ncols=len(handles))
    return figure


def independent_ratio(one: Curves, other: Curves) -> np.ndarray:
    """Return (ratio of mean regrets, low, high) by round, taking runs as independent."""
    (mean, std), (base, base_std) = one.moments("regret"), other.moments("regret")
    root = np.sqrt(one.n_runs)
    relative = np.hypot(std / root / mean.clip(1e-9), base_std / root / base)
    half = half_width(mean / base * relative, one.n_runs)
    return np.array([mean / base, mean / base - half, mean / base + half]).T


def regret_against_mean(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot final regret, and what delay adds to QPM-D's, by mean delay (Appendix F)."""
    early = [key for key in curves if key[0].endswith("-early")]
    of_paper = {key: curves[key] for key in curves if key not in early}
    final = final_regret(
        plots.mean_regret(of_paper, distribution=distribution, mean_delay=mean_delay)
    )
    final = final[(final["distribution"] == "uniform") == (final["algorithm"] == "odaaf_b")]
    figure, (left, right) = plots.sheet(2.9, 1, 2)
    plots.plot_final(left, final, "mean_delay", styles, ["odaaf", "odaaf_v", "odaaf_b", "qpmd"])
    left.set_ylabel("regret after the last round")
    left.set_ylim(bottom=0)
    plots.plain(left.yaxis)
    undelayed = curves[early[0]].final
    means = [mean_delay(curves[key].trace) for key in early]
    costs = [mean_interval(curves[key].final - undelayed) for key in early]
    plots.points(right, means, costs, color=PALETTE[styles["qpmd"]["colour"]], markersize=3)
    right.set(ylabel="regret minus that without delay", title="QPM-D, first 20,000 rounds")
    left.set_title("all rounds")
    for panel in (left, right):
        panel.set_xlabel("mean delay E[τ], rounds")
    return plots.legend_below(figure, [left], columns=4)


def worst_regret(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot the largest mean regret over gaps against the horizon."""
    figure, panel = plots.sheet(2.6, width=HALF_WIDTH)
    for name in ("odaaf", "odaaf_v", "odaaf_b", "qpmd"):
        worst = [
            max(
                curves[f"worst-{gap}-{4 if name == 'qpmd' else number}", name].at(T).mean()
                for gap in GAPS
            )
            for number, T in enumerate(HORIZONS, 1)
        ]
        panel.plot(HORIZONS, worst, **plots.look(styles[name]), marker="o", markersize=3)
    roots = np.sqrt(HORIZONS)
    panel.plot(HORIZONS, roots, color=PALETTE["grey"], linewidth=0.8, label="√T")
    panel.set(xscale="log", yscale="log", xlabel="horizon T", ylabel="worst regret over gaps")
    return plots.legend_below(figure, [panel], columns=3)


def corruption(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot what delay adds to the first arm's sum of rewards in each phase."""
    settings = list(dict.fromkeys(setting for setting, _ in curves))
    figure, panels = plots.sheet(2.6, 1, len(settings), sharey=True)
    phases = np.arange(1, 4)
    for (setting, name), curve in curves.items():
        found = np.array([corrupted(phase).of(curve)[:3] for phase in phases])
        panel = panels[settings.index(setting)]
        plots.points(panel, phases, found, markersize=3, **plots.look(styles[name]))
        panel.set(title=DISTRIBUTION_STYLES[distribution(curve.trace)][0], xlabel="phase")
    for panel in panels:
        for bound in (np.ones(3), 2.0 ** (1 - phases)):
            panel.plot(phases, bound, color=PALETTE["grey"], linewidth=0.8)
        panel.set_xticks(phases)
    panels[0].set_ylabel("corruption divided by mean delay")
    return plots.legend_below(figure, panels, columns=4)


def regret_panels(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot the regret of all algorithms on a logarithmic scale, a panel per setting."""
    regret = plots.mean_regret(curves)
    settings = regret["setting"].unique()
    figure, panels = plots.sheet(4.0, 1, len(settings), sharey=True)
    for panel, setting in zip(panels, settings, strict=True):
        rows = regret[regret["setting"] == setting]
        plots.plot_regret(
            panel, rows, styles, [name for name in styles if name not in IN_TABLES_ONLY]
        )
        panel.set(title=TITLES[setting], yscale="log")
    panels[0].set_ylabel("cumulative regret")
    return plots.legend_below(figure, panels, columns=4)


def distributions(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot median and quartiles of regret, and the distribution of final regret."""
    settings = list(dict.fromkeys(setting for setting, _ in curves))
    figure, panels = plots.sheet(5.2, 2, len(settings), sharex="row", sharey="row")
    for (setting, name), curve in curves.items():
        above, below = panels[:, settings.index(setting)]
        above.set_title(TITLES[setting].replace(", a", ",\na"))
        quartiles = np.quantile(curve.per_seed(np.array, "regret"), [0.5, 0.25, 0.75], axis=0)
        plots.band(above, curve.rounds, quartiles.T, styles[name], alpha=0.1)
        shares = np.arange(1, curve.n_runs + 1) / curve.n_runs
        below.step(np.sort(curve.final), shares, where="post", **plots.look(styles[name]))
        above.set_xlim(0, curve.rounds[-1])
        above.set(xlabel="round", yscale="log")
        plots.rounds_below(above)
        below.set(xscale="log", xlabel="regret after the last round")
    panels[0, 0].set_ylabel("regret, median and quartiles")
    panels[1, 0].set_ylabel("share of runs")
    return plots.legend_below(figure, panels[0], columns=4)


def delay_tails(curves: AllCurves, delays: np.ndarray, styles: Styles) -> Figure:
    """Plot P(D > d) for the Criteo delays and two distributions of the same mean."""
    days = delays / 86400
    hours = np.arange(24 * 50)
    mean = round(24 * days.mean())
    figure, panel = plots.sheet(2.6, width=HALF_WIDTH)
    cdf = np.searchsorted(np.sort(24 * days), hours, side="right") / len(days)
    panel.plot(hours / 24, 1 - cdf, color=PALETTE["black"], label="Criteo")
    for name in ("exponential", "poisson"):
        beyond = 1 - distribution_from({"distribution": name, "mean": mean}).cdf(hours)
        label, colour = DISTRIBUTION_STYLES[name]
        panel.plot(hours / 24, beyond, color=PALETTE[colour], linestyle="dashed", label=label)
    panel.axvline(30, color=PALETTE["grey"], linewidth=0.8)
    panel.text(31, 0.3, "30 days", color=PALETTE["grey"])
    panel.set(yscale="log", ylim=(1e-4, 1.5), xlim=(0, 45), xlabel="delay d, days")
    panel.set_ylabel("P(D > d)")
    return plots.legend_below(figure, [panel], columns=3)
