"""The page of an answer: its lines, losses over time and by window, and shares by age."""

import base64
from pathlib import Path

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from delayed_bandits.analysis.plots import legend_below
from delayed_bandits.analysis.style import HALF_WIDTH, PALETTE, save, set_style
from delayed_bandits.data.log.advise import Answer
from delayed_bandits.data.log.answer import headline, json_of, lines_of, table_of
from delayed_bandits.data.log.columns import UNITS
from delayed_bandits.data.log.findings import no_formula
from delayed_bandits.data.log.players import EQUAL_SPLIT, LATE, RULES, WAIT
from delayed_bandits.data.log.replications import CHECKPOINTS
from delayed_bandits.experiments.simulation import checkpoints
from delayed_bandits.files.html import template
from delayed_bandits.files.tables import write_text

FILES = ("advice.json", "index.html", "loss_over_time.png", "loss_by_window.png", "shares.csv")
COLOURS = ("blue", "red", "green", "orange", "purple", "sky")
AGES = 200  # rows of the shares


def write_answer(answer: Answer, output: Path) -> None:
    """Write an answer into a folder, as `FILES`."""
    set_style()
    figures = {FILES[2]: _over_time(answer), FILES[3]: _by_window(answer)}
    for name, figure in figures.items():
        save(figure, [output / name])
    page = template("data/log", "answer").render(
        headline=headline(answer),
        lines=lines_of(answer),
        answer=answer,
        rows=table_of(answer).to_dict("records"),
        figures=[base64.b64encode((output / name).read_bytes()).decode() for name in figures],
    )
    write_text(output / "index.html", page)
    write_text(output / "advice.json", json_of(answer))
    write_text(output / "shares.csv", _shares(answer).to_csv())


def _over_time(answer: Answer) -> Figure:
    """Draw what is lost up to each time."""
    figure = Figure(figsize=(HALF_WIDTH, 3.2))
    axes, bandit, compared = figure.subplots(), answer.bandit, answer.compared
    seconds = bandit.seconds_of(checkpoints(bandit.rounds, CHECKPOINTS))
    name, unit = _unit(seconds[-1])
    players = list(dict.fromkeys([answer.verdict.best, *answer.references]))
    for player, colour in zip(players, COLOURS, strict=False):
        lost = compared.lost[:, compared.players.index(player)].mean(axis=0)
        axes.plot(seconds / unit, lost, color=PALETTE[colour], label=player.label)
    axes.set_xlabel(name)
    return _finished(figure, axes)


def _by_window(answer: Answer) -> Figure:
    """Draw what is lost in the end with each window, and without any."""
    figure = Figure(figsize=(HALF_WIDTH, 3.2))
    axes, screened = figure.subplots(), answer.screened
    players = [player for player in screened.players if player not in RULES]
    windowed = [player for player in players if player.counting in (WAIT, LATE)]
    name, unit = _unit(max(player.window for player in windowed))
    for colour, kind in zip(COLOURS[1:], dict.fromkeys(p[:2] for p in windowed), strict=False):
        places = sorted((p.window, screened.of(p).mean()) for p in windowed if p[:2] == kind)
        x, y = np.array(places).T
        axes.plot(x / unit, y, "o-", color=PALETTE[colour], label=", ".join(kind))
    for player, line in (answer.verdict.best, "-"), (EQUAL_SPLIT, ":"):
        lost = screened.of(player).mean()
        axes.axhline(lost, color="black", linestyle=line, label=player.label)
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter("{x:g}")
    axes.set_xlabel(f"window in {name}")
    return _finished(figure, axes)


def _finished(figure: Figure, axes: Axes) -> Figure:
    axes.set_ylabel("conversions lost")
    axes.set_ylim(bottom=0)
    axes.yaxis.set_major_formatter("{x:,.0f}")
    legend_below(figure, [axes], columns=1)
    return figure


def _unit(longest: float) -> tuple[str, float]:
    """Give the unit of an axis, by its longest time."""
    name = "days" if longest > 2 * UNITS["days"] else "hours"
    return name, UNITS[name]


def _shares(answer: Answer) -> pd.DataFrame:
    """List the share of an arm's conversions that come within each age, of those in the log."""
    arms = answer.bandit.arms
    ages = np.geomspace(60, max(answer.bandit.cap, 120), AGES).round()
    shares = [np.searchsorted(arm.law, ages, side="right") / arm.law.size for arm in arms]
    names = [no_formula(arm.name) for arm in arms]
    index = pd.Index(ages.astype(int), name="age_seconds")
    return pd.DataFrame(np.transpose(shares), index, names).round(4)
