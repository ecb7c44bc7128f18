"""The answer to a log in five lines, with what was assumed and what would change it."""

import json
from typing import Any

from delayed_bandits.analysis.intervals import Interval, mean_interval, share_interval
from delayed_bandits.data.log.advise import Answer, in_words
from delayed_bandits.data.log.columns import duration
from delayed_bandits.data.log.players import COUNTING, EQUAL_SPLIT, Player

NOTE = (
    "lost: expected conversions lost against always playing the best arm; worse: the share of "
    "the replications in which an equal split lost less. docs/delays.md says how clicks count."
)


def lines_of(answer: Answer) -> list[str]:
    """Say what to play, its settings, what it saves, what a mistake costs, and the risk."""
    best, now = answer.verdict.best, answer.question.now
    missing = not_advised(answer)
    costs = [
        f"{_instead(player)} {in_words(more)}" for player, more in mistakes(answer) if more.low > 0
    ]
    worse = worse_than_equal_split(answer)
    saves = [f"{_saved(answer, EQUAL_SPLIT)} against an equal split"]
    saves += [f"{_saved(answer, now)} against what you do now"] if now else []
    return [
        f"{f'{missing} The best on average' if missing else 'Play'}: {best.name}; "
        f"{COUNTING.get(best.counting, best.counting)}.",
        f"Settings: {best.settings}.",
        f"It saves {', and '.join(saves)}.",
        f"A wrong choice costs: {'; '.join(costs) or 'nothing that these replications show'}.",
        f"It ends worse than an equal split in {worse.estimate:.0%} of {worse.seeds} replications "
        f"(at most {worse.high:.0%} of cases).",
    ]


def not_advised(answer: Answer) -> str:
    """Say why there is no advice; "" if there is."""
    verdict = answer.verdict
    seeds, enough = verdict.losses.lost.shape[0], "more clicks or time are needed"
    if verdict.needed:
        enough = f"about {verdict.needed:,} would (--seeds {verdict.needed})"
    if not verdict.learns:
        less = "no player loses less than an equal split by more than chance"
        return f"No advice: in {seeds} replications {less}; {enough}."
    if verdict.close:
        names = ", ".join(map(str, verdict.close))
        return f"No advice: {seeds} replications do not separate the best from {names}; {enough}."
    if answer.elsewhere:
        arm, player, less = answer.elsewhere
        fewer = f"{less.estimate:,.0f} [{less.low:,.0f}, {less.high:,.0f}]"
        return (
            "No advice: it depends on which arm is best, and the log leaves that open; if it is "
            f"{arm}, {player} loses {fewer} fewer."
        )
    return ""


def mistakes(answer: Answer) -> list[tuple[Player, Interval]]:
    """List what usual players lose more than the best."""
    without = answer.verdict.best, EQUAL_SPLIT, answer.question.now
    usual = [player for player in answer.references if player not in without]
    return [(p, answer.compared.more(p, answer.verdict.best, len(usual))) for p in usual]


def _instead(player: Player) -> str:
    if player.window:
        return f"waiting {duration(player.window)} for each click instead"
    return "counting each click as a failure until it converts"


def saved(answer: Answer, against: Player) -> tuple[Interval, float]:
    """Estimate the conversions that the best saves against a player, and as a share of its loss."""
    more = answer.compared.more(against, answer.verdict.best)
    lost = answer.compared.of(against).mean()
    return more, more.estimate / lost if lost > 0 else 0.0


def _saved(answer: Answer, against: Player) -> str:
    more, share = saved(answer, against)
    shown = f"{more.estimate:,.0f} [{more.low:,.0f}, {more.high:,.0f}] conversions"
    return f"{shown}, {share:.0%} of what is lost,"


def worse_than_equal_split(answer: Answer) -> Interval:
    """Estimate how often the best loses more than an equal split."""
    losses = answer.verdict.losses
    return share_interval(losses.of(answer.verdict.best) > losses.of(EQUAL_SPLIT) + 1e-3)


def headline(answer: Answer) -> str:
    """Say how much was played."""
    bandit, seeds = answer.bandit, answer.verdict.losses.lost.shape[0]
    horizon = duration(bandit.seconds_of(bandit.rounds))
    played = f"{len(bandit.arms)} arms, {bandit.rounds:,} clicks in {horizon}"
    return f"{answer.log.file}: {played}, {seeds} replications"


def rows_of(answer: Answer) -> list[dict[str, Any]]:
    """List all players with their losses, the one that lost least first."""
    screened, split = answer.screened, answer.screened.of(EQUAL_SPLIT)
    rows = []
    for player in screened.ranked():
        lost = mean_interval(screened.of(player))
        rows.append(
            {
                "player": player.name,
                "clicks count": player.counting,
                "window": duration(player.window) if player.window else "",
                "update": duration(player.every) if player.every else "each click",
                "floor": f"{player.floor:.2g}" if player.floor else "",
                "lost": f"{lost.estimate:,.4g} [{lost.low:,.4g}, {lost.high:,.4g}]",
                "worse": f"{(screened.of(player) > split + 1e-3).mean():.0%}",
            }
        )
    return rows


def text_of(answer: Answer) -> str:
    """Give the whole answer as text."""
    rows = rows_of(answer)
    widths = [
        max(len(str(row[key])) for row in (*rows, {k: k for k in rows[0]})) for key in rows[0]
    ]
    table = [
        "  ".join(f"{value:{width}}" for value, width in zip(row, widths, strict=True)).rstrip()
        for row in (rows[0].keys(), *(row.values() for row in rows))
    ]
    return "\n".join(
        [
            headline(answer),
            "",
            *(f"{number}. {line}" for number, line in enumerate(lines_of(answer), 1)),
            "",
            "Assumed:",
            *(f"- {line}" for line in answer.assumptions),
            "",
            "What would change the answer:",
            *(f"- {line}" for line in answer.changes),
            "",
            *table,
            NOTE,
        ]
    )


def json_of(answer: Answer) -> str:
    """Give the answer as JSON; times in seconds, losses in conversions."""
    verdict, now = answer.verdict, answer.question.now
    against = {"equal split": EQUAL_SPLIT, **({"now": now} if now else {})}
    saves = {name: saved(answer, player) for name, player in against.items()}
    found = {
        "file": answer.log.file,
        "sha256": answer.log.sha256,
        "arms": [arm.name for arm in answer.bandit.arms],
        "clicks": answer.bandit.rounds,
        "seconds": answer.bandit.seconds_of(answer.bandit.rounds),
        "advised": not not_advised(answer),
        "lines": lines_of(answer),
        "best": verdict.best._asdict(),
        "if_another_arm_is_best": answer.elsewhere
        and {"arm": answer.elsewhere.arm, **answer.elsewhere.player._asdict()},
        "close": [player._asdict() for player in verdict.close],
        "replications": verdict.losses.lost.shape[0],
        "replications_needed": verdict.needed,
        "saves": {name: more._asdict() | {"share": s} for name, (more, s) in saves.items()},
        "wrong_choices": [p._asdict() | {"more": more._asdict()} for p, more in mistakes(answer)],
        "worse_than_equal_split": worse_than_equal_split(answer)._asdict(),
        "assumed": answer.assumptions,
        "changes": answer.changes,
        "players": rows_of(answer),
    }
    return json.dumps(found, indent=1)
