"""The answer to a log in five lines, with what was assumed and what would change it; its page."""

import base64
import json
import re
from pathlib import Path

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from delayed_bandits.analysis.intervals import Interval, mean_interval, share_interval
from delayed_bandits.analysis.plots import legend_below
from delayed_bandits.analysis.style import HALF_WIDTH, PALETTE, save, set_style
from delayed_bandits.data.log.advise import CHECKPOINTS, FEWEST, Answer, in_words
from delayed_bandits.data.log.columns import UNITS, duration
from delayed_bandits.data.log.players import COUNTING, EQUAL_SPLIT, LATE, RULES, WAIT, Player
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
        f"{more.estimate:,.0f} conversions ({low:,.0f} to {high:,.0f} in 95% of {more.seeds} "
        f"replications), {share:.0%} of what is lost, against "
        f"{'an ' if name == EQUAL_SPLIT.name else ''}{name}"
        for name, (more, (low, high), share) in saved(answer).items()
    ]
    wrong = {player: more for player, more in mistakes(answer) if more.low > 0}
    costs = [f"{_mistake(player)} {in_words(more)}" for player, more in wrong.items()]
    second = next(p for p in answer.losses.ranked() if p not in (best, answer.question.now, *wrong))
    costs.append(f"the next best, {second}, {in_words(answer.losses.more(second, best))}")
    return [
        f"{start}: {best.name}; {COUNTING.get(best.counting, best.counting)}.",
        f"Settings: {best.settings}.",
        f"It saves {', and '.join(saves)}.",
        f"A wrong choice costs: {'; '.join(costs)}.",
        f"It ends worse than an equal split in {worse.estimate:.0%} of {worse.seeds} replications "
        f"(interval of 95%: up to {worse.high:.0%}).",
    ]


def _mistake(player: Player) -> str:
    if player.window:
        return f"waiting {duration(player.window)} for each click instead"
    return "counting each click as a failure until it converts"


def not_advised(answer: Answer) -> str:
    """Say why there is no advice; "" if there is."""
    verdict, seeds = answer.verdict, worse_than_equal_split(answer).seeds
    would = f"about {verdict.needed:,} would (--seeds {verdict.needed})"
    enough = would if verdict.needed else "more clicks or time are needed"
    if not verdict.learns:
        less = "no player loses less than an equal split by more than chance"
        return f"No advice: in {seeds} replications {less}; {enough}."
    if verdict.close:
        names = ", ".join(map(str, verdict.close))
        return f"No advice: {seeds} replications do not separate the best from {names}; {enough}."
    if answer.elsewhere:
        arm, chance, player, more = answer.elsewhere
        return (
            "No advice: it depends on which arm is best, and the log leaves that open. If it is "
            f"{arm} (chance {chance:.0%}), {player} {in_words(more)}."
        )
    return ""


def mistakes(answer: Answer) -> list[tuple[Player, Interval]]:
    """List what usual players lose more than the best."""
    best, without = answer.verdict.best, (EQUAL_SPLIT, answer.question.now)
    usual = (player for player in answer.references if player not in (best, *without))
    return [(player, answer.losses.more(player, best)) for player in usual]


def saved(answer: Answer) -> dict[str, tuple[Interval, list[float], float]]:
    """Estimate what the best saves: the mean, the range of 95 %, and as a share of another's loss.

    The mean is sure with many replications. The range is not: it has all worlds that fit the log.
    """
    found, losses, best = {}, answer.losses, answer.verdict.best
    for player in filter(None, (EQUAL_SPLIT, answer.question.now)):
        more = losses.more(player, best)
        lost = losses.of(player, more.seeds)
        between = np.quantile(lost - losses.of(best, more.seeds), (0.025, 0.975)).tolist()
        found[player.name] = more, between, more.estimate / max(lost.mean(), EPSILON)
    return found


def worse_than_equal_split(answer: Answer) -> Interval:
    """Estimate how often the best loses more than an equal split."""
    losses = answer.losses
    return share_interval(losses.of(answer.verdict.best) > losses.of(EQUAL_SPLIT) + EPSILON)


def headline(answer: Answer) -> str:
    """Say how much was played, and of what."""
    log, bandit, seeds = answer.log, answer.bandit, worse_than_equal_split(answer).seeds
    clicks = f"{bandit.rounds:,} clicks in {duration(bandit.seconds_of(bandit.rounds))}"
    arms, left_out = len(bandit.arms), sum(log.left_out.values())
    of = f" of the {len(log.arms):,}" if arms < len(log.arms) else ""
    rows = f"; {left_out:,} of {log.arm.size + left_out:,} rows left out" if left_out else ""
    return f"{log.file}: {seeds} replications of {clicks}, {arms}{of} arms{rows}"


def table_of(answer: Answer) -> list[dict[str, str]]:
    """Tabulate all players with their losses, the one that lost least first."""
    losses, rows, split = answer.losses, [], answer.losses.of(EQUAL_SPLIT, FEWEST) + EPSILON
    for player in losses.ranked():
        lost = mean_interval(losses.of(player, FEWEST))
        rows.append(
            {
                "player": str(player),
                "conversions lost": f"{lost.estimate:,.4g} [{lost.low:,.4g}, {lost.high:,.4g}]",
                "worse than an equal split": f"{(losses.of(player, FEWEST) > split).mean():.0%}",
            }
        )
    return rows


def text_of(answer: Answer) -> str:
    """Give the whole answer as text."""
    lines = [f"{number}. {line}" for number, line in enumerate(lines_of(answer), 1)]
    assumed = [f"- {line}" for line in answer.assumptions]
    changes = [f"- {line}" for line in answer.changes]
    said = [*lines, "\nAssumed:", *assumed, "\nWhat would change the answer:", *changes]
    players = table_of(answer)
    said.append("\nIn the first replications, which all played:")
    said += [" | ".join(row) for row in (players[0], *(row.values() for row in players))]
    return "\n".join([headline(answer), "", *said])


def json_of(answer: Answer) -> str:
    """Give the answer as JSON; times in seconds, losses in conversions."""
    verdict = answer.verdict
    found = {
        "file": answer.log.file,
        "sha256": answer.log.sha256,
        "left_out": answer.log.left_out,
        "arms": [arm.name for arm in answer.bandit.arms],
        "arms_of_log": len(answer.log.arms),
        "clicks": answer.bandit.rounds,
        "seconds": answer.bandit.seconds_of(answer.bandit.rounds),
        "advised": not not_advised(answer),
        "lines": lines_of(answer),
        "best": verdict.best._asdict(),
        "close": [player._asdict() for player in verdict.close],
        "replications": worse_than_equal_split(answer).seeds,
        "replications_needed": verdict.needed,
        "saves": {
            name: more._asdict() | {"range": between, "share": share}
            for name, (more, between, share) in saved(answer).items()
        },
        "wrong_choices": [p._asdict() | {"more": more._asdict()} for p, more in mistakes(answer)],
        "worse_than_equal_split": worse_than_equal_split(answer)._asdict(),
        "assumed": answer.assumptions,
        "changes": answer.changes,
        "players": table_of(answer),
    }
    return json.dumps(found, indent=1)


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
        rows=table_of(answer),
        figures=[base64.b64encode((output / name).read_bytes()).decode() for name in figures],
    )
    write_text(output / "index.html", page)
    write_text(output / "advice.json", json_of(answer))
    write_text(output / "shares.csv", _shares(answer).to_csv())


def _over_time(answer: Answer) -> Figure:
    """Draw what is lost up to each time."""
    figure = Figure(figsize=(HALF_WIDTH, 3.2))
    axes, bandit = figure.subplots(), answer.bandit
    seconds = bandit.seconds_of(checkpoints(bandit.rounds, CHECKPOINTS))
    name, unit = _unit(seconds[-1])
    players = list(dict.fromkeys([answer.verdict.best, *answer.references]))
    for player, colour in zip(players, COLOURS, strict=False):
        lost = answer.losses.lost[player][:FEWEST].mean(axis=0)
        axes.plot(seconds / unit, lost, color=PALETTE[colour], label=", ".join(player[:2]))
    axes.set_xlabel(name)
    return _finished(figure, axes)


def _by_window(answer: Answer) -> Figure:
    """Draw what is lost in the end with each window, and without any."""
    figure = Figure(figsize=(HALF_WIDTH, 3.2))
    axes = figure.subplots()
    lost = {player: answer.losses.of(player, FEWEST).mean() for player in answer.losses.lost}
    players = [player for player in lost if player not in RULES]
    windowed = [player for player in players if player.counting in (WAIT, LATE)]
    name, unit = _unit(max(player.window for player in windowed))
    for colour, kind in zip(COLOURS[1:], dict.fromkeys(p[:2] for p in windowed), strict=False):
        places = sorted((p.window, lost[p]) for p in windowed if p[:2] == kind)
        x, y = np.array(places).T
        axes.plot(x / unit, y, "o-", color=PALETTE[colour], label=", ".join(kind))
    for player, line in (answer.verdict.best, "-"), (EQUAL_SPLIT, ":"):
        axes.axhline(lost[player], color="black", linestyle=line, label=", ".join(player[:2]))
    axes.set_xscale("log")
    axes.set_xticks(x / unit, [f"{window:.2g}" for window in x / unit])
    axes.minorticks_off()
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


def _shares(answer: Answer) -> pd.Series:
    """List the shares of conversions that come within each age, as players count clicks."""
    bandit = answer.bandit
    ages = np.geomspace(60, max(bandit.cap, 120), 200).round().astype(int)
    # an apostrophe before what a spreadsheet would take for a formula
    arms = [re.sub(r"^(?=[=+@\t\r]|-(?![\d.]+$))", "'", arm.name) for arm in bandit.arms]
    rows = [pd.Series(np.searchsorted(law, ages, "right") / law.size, ages) for law in bandit.known]
    found = pd.concat(rows, keys=[*arms, "all arms"], names=["arm", "age_seconds"])
    return found.rename("share").round(4)
