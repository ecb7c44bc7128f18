"""The answer to a log in five lines, with what was assumed and what would change it; its page."""

import base64
import json
import re
from pathlib import Path

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from delayed_bandits.analysis.intervals import Interval, mean_interval, share_interval
from delayed_bandits.analysis.plots import legend_below
from delayed_bandits.analysis.style import HALF_WIDTH, PALETTE, save, set_style
from delayed_bandits.data.log.advise import CHECKPOINTS, FEWEST, Answer, in_words
from delayed_bandits.data.log.algorithms import (
    COUNTING,
    EQUAL_SPLIT,
    LATE,
    RULES,
    WAIT,
    LogAlgorithm,
)
from delayed_bandits.data.log.columns import UNITS, duration
from delayed_bandits.experiments.simulation import checkpoints
from delayed_bandits.files.html import template
from delayed_bandits.files.tables import write_text

FILES = ("advice.json", "index.html", "loss_over_time.png", "loss_by_window.png", "shares.csv")
COLOURS = ("blue", "red", "green", "orange", "purple", "sky")
EPSILON = 1e-3  # conversions by which sums of the same losses may differ


def lines_of(answer: Answer) -> list[str]:
    """Say what to play, its settings, what it saves, what a mistake costs, and the risk."""
    best, missing, worse = answer.verdict.best, not_advised(answer), worse_than_equal_split(answer)
    start = f"{missing} The best on average" if missing else "Play"
    saves = [
        f"{more.estimate:,.0f} conversions ({low:,.0f} to {high:,.0f} in 95% of {more.runs} "
        f"runs), {share:.0%} of what is lost, against "
        f"{'an ' if name == EQUAL_SPLIT.name else ''}{name}"
        for name, (more, (low, high), share) in saved(answer).items()
    ]
    wrong = {algorithm: more for algorithm, more in mistakes(answer) if more.low > 0}
    costs = [
        f"waiting {duration(algorithm.window)} for each click instead {in_words(more)}"
        if algorithm.window
        else f"counting each click as a failure until it converts {in_words(more)}"
        for algorithm, more in wrong.items()
    ]
    second = next(p for p in answer.losses.ranked() if p not in (best, answer.question.now, *wrong))
    costs.append(f"the next best, {second}, {in_words(answer.losses.more(second, best))}")
    return [
        f"{start}: {best.name}; {COUNTING.get(best.counting, best.counting)}.",
        f"Settings: {best.settings}.",
        f"It saves {', and '.join(saves)}.",
        f"A wrong choice costs: {'; '.join(costs)}.",
        f"It ends worse than an equal split in {worse.estimate:.0%} of {worse.runs} runs "
        f"(interval of 95%: up to {worse.high:.0%}).",
    ]


def not_advised(answer: Answer) -> str:
    """Say why there is no advice; "" if there is."""
    verdict, seeds = answer.verdict, worse_than_equal_split(answer).runs
    would = f"about {verdict.needed:,} would, which takes longer (--seeds {verdict.needed})"
    enough = would if verdict.needed else "more clicks or time are needed"
    if not verdict.learns:
        less = "no algorithm loses less than an equal split by more than chance"
        return f"No advice: in {seeds} runs {less}; {enough}."
    if verdict.close:
        names = ", ".join(map(str, verdict.close))
        return f"No advice: {seeds} runs do not separate the best from {names}; {enough}."
    if answer.elsewhere:
        arm, chance, algorithm, more = answer.elsewhere
        return (
            "No advice: it depends on which arm is best, and the log leaves that open. If it is "
            f"{arm} (chance {chance:.0%}), {algorithm} {in_words(more)}."
        )
    return ""


def mistakes(answer: Answer) -> list[tuple[LogAlgorithm, Interval]]:
    """List what usual algorithms lose more than the best."""
    best, without = answer.verdict.best, (EQUAL_SPLIT, answer.question.now)
    usual = (algorithm for algorithm in answer.references if algorithm not in (best, *without))
    return [(algorithm, answer.losses.more(algorithm, best)) for algorithm in usual]


def saved(answer: Answer) -> dict[str, tuple[Interval, list[float], float]]:
    """Estimate what the best saves: the mean, the range of 95 %, and as a share of another's loss.

    The mean is sure with many runs. The range is not: it has all environments that fit the
    log.
    """
    found, losses, best = {}, answer.losses, answer.verdict.best
    for algorithm in filter(None, (EQUAL_SPLIT, answer.question.now)):
        more = losses.more(algorithm, best)
        lost = losses.of(algorithm, more.runs)
        between = np.quantile(lost - losses.of(best, more.runs), (0.025, 0.975)).tolist()
        found[algorithm.name] = more, between, more.estimate / max(lost.mean(), EPSILON)
    return found


def worse_than_equal_split(answer: Answer) -> Interval:
    """Estimate how often the best loses more than an equal split."""
    losses = answer.losses
    return share_interval(losses.of(answer.verdict.best) > losses.of(EQUAL_SPLIT) + EPSILON)


def headline(answer: Answer) -> str:
    """Say how much was played, and of what."""
    log, bandit, seeds = answer.log, answer.bandit, worse_than_equal_split(answer).runs
    clicks = f"{bandit.rounds:,} clicks in {duration(bandit.seconds_of(bandit.rounds))}"
    arms, left_out = len(bandit.arms), sum(log.left_out.values())
    of = f" of the {len(log.arms):,}" if arms < len(log.arms) else ""
    rows = f"; {left_out:,} of {log.arm.size + left_out:,} rows left out" if left_out else ""
    return f"{log.file}: {seeds} runs of {clicks}, {arms}{of} arms{rows}"


def table_of(answer: Answer) -> list[dict[str, str]]:
    """Tabulate all algorithms with their losses, the one that lost least first."""
    rows, split = [], answer.losses.of(EQUAL_SPLIT, FEWEST) + EPSILON
    for algorithm in answer.losses.ranked():
        lost = answer.losses.of(algorithm, FEWEST)
        mean, low, high, _ = mean_interval(lost)
        shown = f"{mean:,.4g} [{low:,.4g}, {high:,.4g}]", f"{(lost > split).mean():.0%}"
        names = "algorithm", "conversions lost", "worse than an equal split"
        rows.append(dict(zip(names, (str(algorithm), *shown), strict=True)))
    return rows


def text_of(answer: Answer) -> str:
    """Give the whole answer as text."""
    algorithms = table_of(answer)
    return "\n".join(
        [
            f"{headline(answer)}\n",
            *(f"{number}. {line}" for number, line in enumerate(lines_of(answer), 1)),
            "\nAssumed:",
            *(f"- {line}" for line in answer.assumptions),
            "\nWhat would change the answer:",
            *(f"- {line}" for line in answer.changes),
            "\nIn the first runs, which all played:",
            *(" | ".join(row) for row in (algorithms[0], *(row.values() for row in algorithms))),
        ]
    )


def json_of(answer: Answer) -> str:
    """Give the answer as JSON; times in seconds, losses in conversions."""
    verdict, log, worse = answer.verdict, answer.log, worse_than_equal_split(answer)
    found = {
        "file": log.file,
        "sha256": log.sha256,
        "left_out": log.left_out,
        "arms": [arm.name for arm in answer.bandit.arms],
        "arms_of_log": len(log.arms),
        "clicks": answer.bandit.rounds,
        "seconds": answer.bandit.seconds_of(answer.bandit.rounds),
        "advised": not not_advised(answer),
        "lines": lines_of(answer),
        "best": verdict.best._asdict(),
        "close": [algorithm._asdict() for algorithm in verdict.close],
        "runs": worse.runs,
        "runs_needed": verdict.needed,
        "saves": {
            name: more._asdict() | {"range": between, "share": share}
            for name, (more, between, share) in saved(answer).items()
        },
        "wrong_choices": [p._asdict() | {"more": more._asdict()} for p, more in mistakes(answer)],
        "worse_than_equal_split": worse._asdict(),
        "assumed": answer.assumptions,
        "changes": answer.changes,
        "algorithms": table_of(answer),
    }
    return json.dumps(found, indent=1)


def write_answer(answer: Answer, output: Path) -> None:
    """Write an answer into a folder, as `FILES`."""
    set_style()
    images = []
    for name, figure in zip(FILES[2:4], _figures(answer), strict=True):
        save(figure, [output / name])
        images.append(base64.b64encode((output / name).read_bytes()).decode())
    given = {"headline": headline(answer), "lines": lines_of(answer), "rows": table_of(answer)}
    page = template("data/log", "answer").render(answer=answer, figures=images, **given)
    write_text(output / "index.html", page)
    write_text(output / "advice.json", json_of(answer))
    write_text(output / "shares.csv", _shares(answer).to_csv())


def _figures(answer: Answer) -> list[Figure]:
    """Draw what is lost up to each time; and in the end with each window, and without any."""
    bandit, lost, best = answer.bandit, answer.losses.lost, answer.verdict.best
    figures = [Figure(figsize=(HALF_WIDTH, 3.2)) for _ in range(2)]
    over_time, by_window = (figure.subplots() for figure in figures)
    seconds = bandit.seconds_of(checkpoints(bandit.rounds, CHECKPOINTS))
    name, unit = _unit(seconds[-1])
    algorithms = dict.fromkeys([best, *answer.references])
    for algorithm, colour in zip(algorithms, COLOURS, strict=False):
        y, label = lost[algorithm][:FEWEST].mean(axis=0), ", ".join(algorithm[:2])
        over_time.plot(seconds / unit, y, color=PALETTE[colour], label=label)
    over_time.set_xlabel(name)
    windowed = [p for p in lost if p not in RULES and p.counting in (WAIT, LATE)]
    name, unit = _unit(max(algorithm.window for algorithm in windowed))
    ends = {algorithm: answer.losses.of(algorithm, FEWEST).mean() for algorithm in lost}
    for colour, kind in zip(COLOURS[1:], dict.fromkeys(p[:2] for p in windowed), strict=False):
        x, y = np.array(sorted((p.window / unit, ends[p]) for p in windowed if p[:2] == kind)).T
        by_window.plot(x, y, "o-", color=PALETTE[colour], label=", ".join(kind))
    for algorithm, line in (best, "-"), (EQUAL_SPLIT, ":"):
        label = ", ".join(algorithm[:2])
        by_window.axhline(ends[algorithm], color="black", linestyle=line, label=label)
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
    """List the shares of conversions that come within each age, as algorithms count clicks."""
    bandit = answer.bandit
    ages = np.geomspace(60, max(bandit.cap, 120), 200).round().astype(int)
    # an apostrophe before what a spreadsheet would take for a formula
    arms = [re.sub(r"^(?=[=+@\t\r]|-(?![\d.]+$))", "'", arm.name) for arm in bandit.arms]
    rows = [
        pd.Series(np.searchsorted(distribution, ages, "right") / distribution.size, ages)
        for distribution in bandit.known
    ]
    found = pd.concat(rows, keys=[*arms, "all arms"], names=["arm", "age_seconds"])
    return found.rename("share").round(4)
