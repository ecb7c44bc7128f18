"""Figures and claims of Vernade et al. 2020, Linear Bandits with Stochastic Delayed Feedback."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pandas as pd
import seaborn as sns
from matplotlib.figure import Figure

from delayed_bandits.aggregation import Curves
from delayed_bandits.claims import Claim, Finding
from delayed_bandits.delays.laws import law_from
from delayed_bandits.figures import FULL_WIDTH, HALF_WIDTH, PALETTE, legend_below, plot_regret
from delayed_bandits.statistics import Interval, mean_interval, ratio_interval
from delayed_bandits.tables import read_table

AS_PRINTED = ["otflints", "otflinucb", "linucb_waiting", "uniform_random"]
IN_TABLES_ONLY = ["otflints_code_unit", "otflints_stored", "otflinucb_stored", "otflinucb_tenth"]
Styles = Mapping[str, Mapping[str, str]]


def regret_panels(regret: pd.DataFrame, algorithms: Styles) -> Figure:
    """A column per setting: above the authors' code and what else there is, below as printed."""
    above_names = [name for name in algorithms if name not in AS_PRINTED + IN_TABLES_ONLY]
    settings = regret["setting"].unique()
    width = HALF_WIDTH if len(settings) == 1 else FULL_WIDTH
    figure = Figure(figsize=(width, 4.2))
    panels = figure.subplots(2, len(settings), squeeze=False, sharex=True, sharey="row")
    for column, setting in enumerate(settings):
        rows = regret[regret["setting"] == setting]
        above, below = panels[:, column]
        plot_regret(above, rows, algorithms, above_names)
        plot_regret(below, rows, algorithms, AS_PRINTED)
        above.set_xlabel("")
        above.set_title("the authors' code, and others" if len(settings) == 1 else setting)
        if len(settings) == 1:
            below.set_title("as printed")
    for row, text in zip(panels, ("authors' code, others", "as printed"), strict=True):
        row[0].set_ylabel("cumulative regret" + ("" if len(settings) == 1 else f",\n{text}"))
    for panel in panels.flat:
        panel.set_ylim(bottom=0)
    legend_below(figure, panels.flat, columns=2 if len(settings) == 1 else 4)
    return figure


def delay_density(delays: pd.DataFrame, algorithms: Styles) -> Figure:
    """Kernel density of the log10 delays over their histogram."""
    figure = Figure(figsize=(HALF_WIDTH, 2.4))
    axes = figure.subplots()
    log_delays = np.log10(delays["delay"].clip(lower=1))
    sns.histplot(
        x=log_delays,
        bins=65,
        stat="density",
        kde=True,
        ax=axes,
        color=PALETTE["sky"],
        edgecolor="none",
        line_kws={"linewidth": 1.2},
    )
    axes.lines[0].set_color(PALETTE["blue"])
    axes.set_xlabel("log$_{10}$ of the delay in seconds")
    axes.set_ylabel("density")
    return figure


# (UCB, TS) as printed and as in the authors' code, on the arms of the text and of the code.
CASES = {
    "printed, {0,1}⁵": ("otflinucb", "otflints", ""),
    "code, {0,1}⁵": ("otflinucb_code", "otflints_code", ""),
    "printed, [0,1]⁵": ("otflinucb", "otflints", "-uniform"),
    "code, [0,1]⁵": ("otflinucb_code", "otflints_code", "-uniform"),
}


def claims(curves: Mapping[tuple[str, str], Curves], criteo: Path) -> list[Claim]:
    """Judge the paper's statements.

    Parameters
    ----------
    curves : mapping
        Regret of every seed for each (setting, algorithm).
    criteo : Path
        The table of Criteo delays.

    Returns
    -------
    list of Claim
    """
    delays = read_table(criteo)["delay"].to_numpy()
    return [
        window_share("fig1a", "0.63", 0.625, 0.635, curves),
        window_share("fig1b", "0.993", 0.9925, 0.9935, curves),
        window_share("fig1c", "1/5.5", 1 / 5.55, 1 / 5.45, curves),
        regret_near_hundred("fig1a", curves),
        regret_near_hundred("fig1b", curves),
        similar_regret(curves),
        log_regime_earlier(curves),
        ucb_below_ts("fig1a", curves),
        ucb_below_ts("fig1b", curves),
        ucb_below_ts("fig1c", curves),
        censoring_costs(curves),
        still_linear(curves),
        behaves_like_middle("UCB", curves),
        behaves_like_middle("TS", curves),
        ucb_below_ts("fig3", curves),
        window_above_mean_delay(curves, delays),
        better_than_random(curves),
    ]


def window_share(setting, printed, low, high, curves):
    """tau_m of a panel, from the delay law."""
    specification = curves[setting, "otflinucb"].specification
    window = specification["parameters"]["window"]
    share = float(law_from(specification["trace"]["delay"]).cdf(window))
    finding = Finding("delay law", "τ_m", Interval(share, share, share), low, high)
    return Claim(
        f"{setting}: τ_m = {printed}",
        "Section 8, well-behaved delays",
        "P(D ≤ m) of the delay law rounds to the printed number",
        [finding],
    )


def _cases(measure, quantity, low=-np.inf, high=np.inf):
    return [
        Finding(case, quantity, measure(ucb, ts, suffix), low, high)
        for case, (ucb, ts, suffix) in CASES.items()
    ]


def regret_near_hundred(setting, curves):
    """R(T) of OTFLinUCB is roughly 100."""
    return Claim(
        f"{setting}: R(T) of OTFLinUCB is roughly 100",
        "Section 8: 'roughly R(T) = 100 in both cases'",
        "the mean lies between 50 and 150: 100 to the nearest hundred",
        _cases(lambda ucb, _, suffix: mean_interval(curves[setting + suffix, ucb].final),
               "R(T), UCB", 50, 150),
        "The printed width, with norms instead of squared norms and twice the radius, is so large "
        "that the bonus decides for the whole horizon.",
    )  # fmt: skip


def similar_regret(curves):
    """The window does not change the asymptotic regret."""

    def measure(ucb, _, suffix):
        longer, shorter = curves["fig1b" + suffix, ucb], curves["fig1a" + suffix, ucb]
        return ratio_interval(longer.final, shorter.final)

    return Claim(
        "The regret with window 500 is similar to that with window 100",
        "Section 8: 'the asymptotic regret is similar'",
        "ratio of the mean regrets between 2/3 and 3/2",
        _cases(measure, "R(T) of fig1b / fig1a, UCB", 2 / 3, 3 / 2),
    )


def _end_of_linear_phase(curve: Curves) -> np.ndarray:
    """For each seed the first checkpoint after which a stretch costs half of the first stretch.

    A stretch is a twentieth of the horizon; the horizon itself if there is no such checkpoint.
    """
    stretch = curve.rounds.size // 20
    regret = np.pad(curve.regret, ((0, 0), (1, 0)))
    costs = regret[:, stretch:] - regret[:, :-stretch]
    halved = np.pad(costs < costs[:, :1] / 2, ((0, 0), (0, 1)), constant_values=True)
    rounds = np.append(np.append(0, curve.rounds)[: costs.shape[1]], curve.rounds[-1])
    return rounds[halved.argmax(axis=1)].astype(float)


def log_regime_earlier(curves):
    """The larger window ends the linear phase sooner."""

    def measure(ucb, _, suffix):
        longer, shorter = curves["fig1b" + suffix, ucb], curves["fig1a" + suffix, ucb]
        return mean_interval(_end_of_linear_phase(longer) - _end_of_linear_phase(shorter))

    return Claim(
        "With the larger window the log regime starts earlier",
        "Section 8: 'the log regime starts earlier'",
        "the linear phase, until a twentieth of the horizon costs less than half of what the first "
        "twentieth cost, ends earlier with window 500 than with window 100, in the same "
        "replications",
        _cases(measure, "rounds later, UCB", high=0),
        "The sum of norms over the window keeps the bonus large for about m rounds, so a larger "
        "window makes the linear phase longer; what follows it is flatter.",
    )


def ucb_below_ts(setting, curves):
    """OTFLinUCB has less regret than OTFLinTS."""

    def measure(ucb, ts, suffix):
        return mean_interval(
            curves[setting + suffix, ts].final - curves[setting + suffix, ucb].final
        )

    return Claim(
        f"{setting}: OTFLinUCB performs better than OTFLinTS",
        "Section 8 and Fig. 3" if setting == "fig3" else "Section 8: 'in all three cases'",
        "mean of R(T) of TS minus R(T) of UCB, in the same replications, above 0",
        _cases(measure, "R(T), TS − UCB", low=0),
    )


def censoring_costs(curves):
    """Heavy censoring makes the regret larger."""

    def measure(ucb, _, suffix):
        return mean_interval(
            curves["fig1c" + suffix, ucb].final - curves["fig1a" + suffix, ucb].final
        )

    return Claim(
        "Censoring (fig1c against fig1a) makes the regret larger",
        "Section 8: 'the regret suffers from a high 1/τ_m'",
        "mean of R(T) in fig1c minus R(T) in fig1a, in the same replications, above 0",
        _cases(measure, "R(T), fig1c − fig1a, UCB", low=0),
    )


def still_linear(curves):
    """In the right panel both algorithms are in the linear regime at T."""

    def slopes(name, suffix):
        curve = curves["fig1c" + suffix, name]
        horizon = int(curve.rounds[-1])
        return ratio_interval(curve.final - curve.at(2 * horizon // 3), curve.at(horizon // 3))

    return Claim(
        "fig1c: both algorithms are still in the linear regime at T",
        "Section 8: 'at T = 3000, both algorithms are still in the linear regime'",
        "regret of the last third at least half that of the first third, for UCB and for TS (a "
        "straight line has ratio 1, a square root 0.32)",
        _cases(lambda ucb, _, suffix: slopes(ucb, suffix), "last / first third, UCB", low=0.5)
        + _cases(lambda _, ts, suffix: slopes(ts, suffix), "last / first third, TS", low=0.5),
    )


def behaves_like_middle(name, curves):
    """On the Criteo delays an algorithm behaves as in the middle panel."""

    def late_share(setting, algorithm):
        curve = curves[setting, algorithm]
        late = curve.final - curve.at(int(curve.rounds[-1]) // 2)
        return late / curve.final.mean()

    def measure(ucb, ts, suffix):
        algorithm = ucb if name == "UCB" else ts
        return mean_interval(
            late_share("fig3" + suffix, algorithm) - late_share("fig1b" + suffix, algorithm)
        )

    return Claim(
        f"Fig. 3: OTFLin{name} on the Criteo delays behaves as in the middle panel of Fig. 1",
        "Section 8: 'similar to the central plot of Figure 1'",
        "the share of R(T) that is made in the second half of the horizon differs from that of "
        "fig1b by at most 0.1",
        _cases(measure, f"late share, fig3 − fig1b, {name}", -0.1, 0.1),
    )


def window_above_mean_delay(curves, delays):
    """In Fig. 3 the window is larger than the mean delay."""
    specification = curves["fig3", "otflinucb"].specification
    law = law_from(specification["trace"]["delay"], delays)
    ratio = specification["parameters"]["window"] / law.mean
    return Claim(
        "Fig. 3: the window m = 2000 is larger than the mean delay",
        "Section 8: 'when the window is larger than the expectation of the delays'",
        "m divided by the mean of the scaled delays is above 1",
        [Finding("delay law", "m / E[D]", Interval(ratio, ratio, ratio), low=1)],
        "The sentence may speak of the middle panel alone; it does not hold for Fig. 3.",
    )


def better_than_random(curves):
    """OTFLinUCB beats uniform random play."""

    def measure(ucb, _, suffix):
        return ratio_interval(
            curves["fig1a" + suffix, ucb].final, curves["fig1a" + suffix, "uniform_random"].final
        )

    return Claim(
        "fig1a: OTFLinUCB does better than uniform random play",
        "ours: what every curve of Fig. 1 takes for granted",
        "ratio of the mean regrets below 1",
        _cases(measure, "R(T), UCB / random", high=1),
        "With the printed width the algorithm prefers the directions it has seen least, and on "
        "these instances those arms are worse than average.",
    )
