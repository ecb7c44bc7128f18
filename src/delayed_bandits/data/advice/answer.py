"""The answer to a log as text, JSON and a page."""

import base64
import html
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from matplotlib import rc_context

from delayed_bandits.analysis.intervals import Interval, mean_interval, share_interval
from delayed_bandits.analysis.notebooks import Plot
from delayed_bandits.analysis.plots import legend_below
from delayed_bandits.analysis.style import HALF_WIDTH, PALETTE, STYLE, save, set_style
from delayed_bandits.data.advice.advise import CHECKPOINTS, FEWEST, Answer, Losses, in_words
from delayed_bandits.data.advice.algorithms import COUNTING, EQUAL_SPLIT, LATE, RULES, WAIT
from delayed_bandits.data.frames import read_log
from delayed_bandits.data.log.arms import Log
from delayed_bandits.data.tables.durations import UNITS, duration
from delayed_bandits.data.weights import weights
from delayed_bandits.experiments.simulation import checkpoints
from delayed_bandits.files.html import template
from delayed_bandits.files.tables import write_text

FILES = ("advice.json", "index.html", "loss_over_time.png", "loss_by_window.png", "shares.csv")
COLOURS = ("blue", "red", "green", "orange", "purple", "sky")
EPSILON = 1e-3  # conversions by which rounding may change a sum of losses


def not_advised(answer: Answer) -> str:
    """Return why there is no advice, or "" if there is advice."""
    verdict, runs = answer.verdict, len(answer.losses.of(answer.verdict.best))
    would = f"about {verdict.needed:,} runs would be enough (--seeds {verdict.needed})"
    enough = would if verdict.needed else "more clicks or time are needed"
    if not verdict.learns:
        less = "no algorithm loses significantly less than an equal split"
        return f"No advice: in {runs} runs {less}; {enough}."
    if verdict.close:
        names = ", ".join(map(str, verdict.close))
        return f"No advice: {runs} runs do not distinguish the best from {names}; {enough}."
    if answer.elsewhere:
        arm, chance, p, more = answer.elsewhere
        what = "the log leaves open which arm is best, and the advice depends on it"
        return f"No advice: {what}. If it is {arm} (chance {chance:.0%}), {p} {in_words(more)}."
    return ""


def contents_of(answer: Answer) -> dict[str, Any]:
    """Return the contents of advice.json: times in seconds, losses in conversions.

    "saves" has the mean savings of the best algorithm. 95 % of the runs save an amount in "range".
    """
    log, bandit, verdict, losses = answer.log, answer.bandit, answer.verdict, answer.losses
    best, now, saves, wrong = verdict.best, answer.question.now, {}, {}
    for p in answer.references:
        more = losses.more(p, best)
        if p in (EQUAL_SPLIT, now):
            lost = losses.of(p, more.runs)
            between = np.quantile(lost - losses.of(best, more.runs), (0.025, 0.975)).tolist()
            share = more.estimate / max(lost.mean(), EPSILON)
            saves[p.name] = more._asdict() | {"range": between, "share": share}
        elif p != best:
            wrong[p] = more
    worse = share_interval(losses.of(best) > losses.of(EQUAL_SPLIT) + EPSILON)
    return {
        "file": log.file,
        "sha256": log.sha256,
        "reading": log.options,
        "left_out": log.left_out,
        "arms": [arm.name for arm in bandit.arms],
        "arms_of_log": len(log.arms),
        "clicks": bandit.rounds,
        "seconds": bandit.seconds_of(bandit.rounds),
        "advised": not not_advised(answer),
        "lines": _lines(answer, saves, wrong, worse),
        "best": best._asdict(),
        "close": [p._asdict() for p in verdict.close],
        "runs": worse.runs,
        "runs_needed": verdict.needed,
        "saves": saves,
        "wrong_choices": [p._asdict() | {"more": more._asdict()} for p, more in wrong.items()],
        "worse_than_equal_split": worse._asdict(),
        "assumed": answer.assumptions,
        "changes": answer.changes,
        "algorithms": _table(losses),
    }


def _lines(answer: Answer, saves: dict, wrong: dict, worse: Interval) -> list[str]:
    """List five sentences: what to play, settings, savings, cost of other choices, risk."""
    best, missing = answer.verdict.best, not_advised(answer)
    saved, costs = [], []
    for name, more in saves.items():
        low, high = more["range"]
        saved.append(
            f"{more['estimate']:,.0f} conversions ({low:,.0f} to {high:,.0f} in 95% of "
            f"{more['runs']} runs), {more['share']:.0%} of what is lost, against "
            f"{'an ' if name == EQUAL_SPLIT.name else ''}{name}"
        )
    wrong = {p: more for p, more in wrong.items() if more.low > 0}
    for p, more in wrong.items():
        waiting = f"waiting {duration(p.window)} for each click instead"
        at_once = "counting each click as a failure until it converts"
        costs.append(f"{waiting if p.window else at_once} {in_words(more)}")
    named = (best, answer.question.now, *wrong)
    second = next(p for p in answer.losses.ranked() if p not in named)
    costs.append(f"the next best, {second}, {in_words(answer.losses.more(second, best))}")
    return [
        f"{f'{missing} The best on average' if missing else 'Play'}: {best.name}; "
        f"{COUNTING.get(best.counting, best.counting)}.",
        f"Settings: {best.settings}.",
        f"It saves {', and '.join(saved)}.",
        f"A wrong choice costs: {'; '.join(costs)}.",
        f"It ends worse than an equal split in {worse.estimate:.0%} of {worse.runs} runs "
        f"(interval of 95%: up to {worse.high:.0%}).",
    ]


def _headline(answer: Answer) -> str:
    """Return the headline: the numbers of runs, clicks, arms and rows left out."""
    log, bandit, runs = answer.log, answer.bandit, len(answer.losses.of(answer.verdict.best))
    clicks = f"{bandit.rounds:,} clicks in {duration(bandit.seconds_of(bandit.rounds))}"
    arms, left_out = len(bandit.arms), sum(log.left_out.values())
    of = f" of the {len(log.arms):,}" if arms < len(log.arms) else ""
    rows = f"; {left_out:,} of {log.arm.size + left_out:,} rows left out" if left_out else ""
    return f"{log.file}: {runs} runs of {clicks}, {arms}{of} arms{rows}"


def _table(losses: Losses) -> list[dict[str, str]]:
    rows, split = [], losses.of(EQUAL_SPLIT, FEWEST) + EPSILON
    for p in losses.ranked():
        lost = losses.of(p, FEWEST)
        mean, low, high, _ = mean_interval(lost)
        rows.append(
            {
                "algorithm": str(p),
                "conversions lost": f"{mean:,.4g} [{low:,.4g}, {high:,.4g}]",
                "worse than an equal split": f"{(lost > split).mean():.0%}",
            }
        )
    return rows


class Advice:
    """Which algorithm to play on a log, and what it saves.

    - `best`: the advised algorithm, or the best on average if `advised` is False;
    - `frame`: the conversions that each algorithm loses, with limits;
    - `contents`: the content of advice.json.
    """

    def __init__(self, answer: Answer) -> None:
        self._answer, self.log, self.best = answer, answer.log, answer.verdict.best
        self.contents = contents_of(answer)
        self.advised: bool = self.contents["advised"]
        lost = answer.losses
        rows = [(str(p), *mean_interval(lost.of(p, FEWEST))[:3]) for p in lost.ranked()]
        self.frame = pd.DataFrame(rows, columns=["algorithm", "lost", "low", "high"])

    def weights(self, log: Any = None, **reading: Any) -> dict[str, Any]:
        """Return the share of clicks that `best` now gives each arm, as in weights.json.

        `log` has the clicks until now (default: the log of the advice). `reading` are options of
        `read_log`. Options that are not given are those of the advice.
        docs/advice.md explains the keys of the result.
        """
        later = self.log if log is None else log
        if not isinstance(later, Log):
            later = read_log(later, **{**self.log.options, **reading})
        return weights(later, self.best, self.contents["arms"])

    def plot(self) -> Plot:
        """Return a figure of the conversions lost over time."""
        return figures_of(self._answer)[0]

    def write(self, output: str | Path) -> None:
        """Write advice.json, shares.csv and a page with two figures into a folder."""
        set_style()
        output, images = Path(output), []
        for name, figure in zip(FILES[2:4], figures_of(self._answer), strict=True):
            save(figure, [output / name])
            images.append(base64.b64encode((output / name).read_bytes()).decode())
        given = {"headline": _headline(self._answer), "figures": images, **self.contents}
        write_text(output / "index.html", template("data/advice").render(given))
        write_text(output / "advice.json", self.json)
        write_text(output / "shares.csv", _shares(self._answer).to_csv())

    @property
    def json(self) -> str:
        """The advice as JSON."""
        return json.dumps(self.contents, indent=1)

    def __repr__(self) -> str:
        rows, lines = self.contents["algorithms"], enumerate(self.contents["lines"], 1)
        files = "--output FOLDER writes a page, and the shares for the SQL"
        to_do = f"Count clicks as line 1 says. docs/advice.md has the SQL. {files}."
        return "\n".join(
            [
                f"{_headline(self._answer)}\n",
                *(f"{number}. {line}" for number, line in lines),
                "\nAssumptions:",
                *(f"- {line}" for line in self.contents["assumed"]),
                "\nWhat would change the answer:",
                *(f"- {line}" for line in self.contents["changes"]),
                "\nIn the first runs, which all algorithms played:",
                *(" | ".join(row) for row in (rows[0], *(row.values() for row in rows))),
                f"\n{to_do if self.advised else 'Do as line 1 says.'}",
            ]
        )

    def _repr_html_(self) -> str:
        lines = "".join(f"<li>{html.escape(line)}</li>" for line in self.contents["lines"])
        return f"<ol>{lines}</ol>{self.frame.round(1).to_html(index=False)}"


@rc_context(STYLE)
def figures_of(answer: Answer) -> list[Plot]:
    """Return two figures of the conversions lost: over time, and by window."""
    bandit, losses, best = answer.bandit, answer.losses, answer.verdict.best
    figures = [Plot(figsize=(HALF_WIDTH, 3.2)) for _ in range(2)]
    over_time, by_window = (figure.subplots() for figure in figures)
    seconds = bandit.seconds_of(checkpoints(bandit.rounds, CHECKPOINTS))
    name, unit = _unit(seconds[-1])
    for p, colour in zip(dict.fromkeys([best, *answer.references]), COLOURS, strict=False):
        y = losses.lost[p][:FEWEST].mean(axis=0)
        over_time.plot(seconds / unit, y, color=PALETTE[colour], label=", ".join(p[:2]))
    over_time.set_xlabel(name)
    windowed = [p for p in losses.lost if p not in RULES and p.counting in (WAIT, LATE)]
    name, unit = _unit(max(p.window for p in windowed))
    for colour, kind in zip(COLOURS[1:], dict.fromkeys(p[:2] for p in windowed), strict=False):
        same = sorted((p for p in windowed if p[:2] == kind), key=lambda p: p.window)
        x, y = [p.window / unit for p in same], [losses.of(p, FEWEST).mean() for p in same]
        by_window.plot(x, y, "o-", color=PALETTE[colour], label=", ".join(kind))
    for p, line in (best, "-"), (EQUAL_SPLIT, ":"):
        style = {"color": "black", "linestyle": line, "label": ", ".join(p[:2])}
        by_window.axhline(losses.of(p, FEWEST).mean(), **style)
    by_window.set_xscale("log")
    by_window.set_xticks(x, [f"{window:.2g}" for window in x])
    by_window.minorticks_off()
    by_window.set_xlabel(f"window in {name}")
    for figure, axes in zip(figures, (over_time, by_window), strict=True):
        axes.set_ylabel("conversions lost")
        axes.set_ylim(bottom=0)
        axes.yaxis.set_major_formatter("{x:,.0f}")
        legend_below(figure, [axes], columns=1)
    return figures


def _unit(longest: float) -> tuple[str, float]:
    name = "days" if longest > 2 * UNITS["days"] else "hours"
    return name, UNITS[name]


def _shares(answer: Answer) -> pd.Series:
    """Return the share of conversions within each age, by arm and over all arms."""
    bandit = answer.bandit
    ages = np.geomspace(60, max(bandit.cap, 120), 200).round().astype(int)
    # an apostrophe before what a spreadsheet would take for a formula
    arms = [re.sub(r"^(?=[=+@\t\r]|-(?![\d.]+$))", "'", arm.name) for arm in bandit.arms]
    shares = [pd.Series(np.searchsorted(x, ages, "right") / x.size, ages) for x in bandit.known]
    found = pd.concat(shares, keys=[*arms, "all arms"], names=["arm", "age_seconds"])
    return found.rename("share").round(4)
