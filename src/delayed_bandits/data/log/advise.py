"""Advice from a log: what to play, with which settings, what it saves, and how sure that is."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from delayed_bandits.analysis.intervals import Interval
from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.log.arms import sum_up
from delayed_bandits.data.log.bandit import (
    ASSUMED_CLICKS_PER_DAY,
    ASSUMED_LIFT,
    ASSUMED_RATE,
    WEEK,
    Change,
    LogBandit,
    check_rates,
)
from delayed_bandits.data.log.columns import UNITS, duration
from delayed_bandits.data.log.estimates import delays_differ, drift_of
from delayed_bandits.data.log.players import (
    AT_ONCE,
    DAY,
    EQUAL_SPLIT,
    HOUR,
    RULES,
    TS,
    WAIT,
    Player,
    now_of,
    players_of,
    share_of,
    time_of,
)
from delayed_bandits.data.log.reader import Log, with_largest_arms
from delayed_bandits.data.log.replications import (
    FINALISTS,
    TOLERANCE,
    Losses,
    Verdict,
    judge,
    play,
)
from delayed_bandits.traces.streams import Streams

MOST_ARMS = 20
HORIZON = 90 * UNITS["days"]
MOST_ROUNDS = 150_000
SCREENED, FIRST_LOOK, LOOKS = 8, 24, 7  # replications; looks double their number
MOST_PLAYED = 200_000_000  # rounds times arms times players, in the last look
VARIED = 12  # replications of each change of the world
DRAWN, POSSIBLE = 1000, 0.05  # an arm may be the best that is so in this share of the replications
FEWEST_SEEDS = 8

ALWAYS = (
    "Clicks come evenly, and a conversion depends on the arm alone.",
    "In each replication a resample of the log makes the world; players know the log.",
)


class Question(NamedTuple):
    """What a user asks; times in seconds, None for what is not given."""

    rates: Mapping[str, float] | Sequence[float] | None = None
    clicks_per_day: float | None = None
    horizon: float | None = None
    every: float | None = None  # from update to update
    drift: float | None = 0.0  # of log rates from week to week; None for that of the log
    now: Player | None = None
    learner: str | None = None
    seeds: int | None = None


def question_of(options: Mapping[str, Any]) -> Question:
    """Read the options of the command."""
    seeds, per_day = options["seeds"], options["clicks_per_day"]
    if seeds is not None and seeds < FEWEST_SEEDS:
        raise InputError(f"--seeds: found {seeds}; expected at least {FEWEST_SEEDS}")
    if per_day is not None and not 0 < per_day < 1e12:
        raise InputError(f"--clicks-per-day: found {per_day}; expected a number above 0")
    horizon, every, drift = (options[name] for name in ("horizon", "update_every", "drift"))
    return Question(
        options["rates"],
        per_day,
        horizon and time_of(horizon, "--horizon"),
        every and time_of(every, "--update-every"),
        None if drift == "log" else share_of(drift, 2, "--drift"),
        options["now"] and now_of(options["now"]),
        options["learner"],
        seeds,
    )


class Elsewhere(NamedTuple):
    """Who loses less, and how much, if an arm is the best that may be so."""

    arm: str
    player: Player
    less: Interval


class Answer(NamedTuple):
    """Advice; `screened` has all players, `compared` those of the comparisons with the best."""

    log: Log
    bandit: LogBandit
    question: Question
    world: Change
    verdict: Verdict
    screened: Losses
    compared: Losses
    references: list[Player]  # of the comparisons: what users do
    elsewhere: Elsewhere | None
    assumptions: list[str]
    changes: Sequence[str] = ()  # what would change the answer


def advise(log: Log, question: Question, master_seed: int = 0) -> Answer:
    """Play all on a bandit made from a log, and the best again until replications tell them apart.

    The answer is the same for the same log, in whatever order its rows are.
    """
    answer = choose(log, question, master_seed)
    return answer._replace(changes=_changes(answer))


def choose(log: Log, question: Question, master_seed: int = 0) -> Answer:
    """Give the answer of `advise` without what would change it."""
    log = with_largest_arms(log, MOST_ARMS)
    bandit, assumptions = _bandit_of(log, question, Streams(master_seed, "advise"))
    world = Change(drift=drift_of(log) if question.drift is None else question.drift)
    if world.drift:
        assumptions.append(f"Rates change by about {world.drift:.0%} each week (--drift).")
    now = [question.now] if question.now else []
    players = [*players_of(bandit, question.every, question.learner), *RULES, *now]
    what = f"{len(players)} players"
    screened = play(bandit, [EQUAL_SPLIT, *players], range(SCREENED), what, world)
    no_finalists = EQUAL_SPLIT, *RULES
    finalists = [player for player in screened.ranked() if player not in no_finalists][:FINALISTS]
    usual = [EQUAL_SPLIT, *_usual(screened.players), *now]
    verdict, compared = _compare(bandit, finalists, usual, question, world)
    elsewhere = _elsewhere(bandit, verdict.best, players, world)
    assumptions += ALWAYS
    found = verdict, screened, compared, usual, elsewhere, assumptions
    return Answer(log, bandit, question, world, *found)


def _elsewhere(
    bandit: LogBandit, best: Player, players: Sequence[Player], world: Change
) -> Elsewhere | None:
    """Find an arm that may be the best, for the log, and a player that then loses less.

    Where arms differ in their delays, a short window does well if the best arm is quick, and only
    then. Played are the quickest and the slowest of these arms, each in replications in which it
    is the best.
    """
    if not bandit.by_arm or bandit.rates is not None or bandit.arms[0].rate is None:
        return None
    drawn = np.array([bandit.rates_of(seed).argmax() for seed in range(DRAWN)])
    possible = np.flatnonzero(np.bincount(drawn) >= POSSIBLE * DRAWN).tolist()
    possible.sort(key=lambda arm: bandit.arms[arm].quantile(0.5))
    for arm in dict.fromkeys((possible[0], possible[-1])) if len(possible) > 1 else ():
        name = bandit.arms[arm].name
        seeds = np.flatnonzero(drawn == arm).tolist()
        screened = play(bandit, players, seeds[:SCREENED], f"if {name} is the best", world)
        rivals = list(dict.fromkeys([best, *screened.ranked()[:FINALISTS]]))
        fresh = seeds[SCREENED : SCREENED + FIRST_LOOK]
        losses = play(bandit, rivals, fresh, f"if {name} is the best", world)
        winner = losses.ranked()[0]
        less = losses.more(best, winner, len(rivals))
        if less.low > 0 and less.estimate > TOLERANCE * losses.of(winner).mean():
            return Elsewhere(name, winner, less)
    return None


def _usual(players: Sequence[Player]) -> list[Player]:
    """List what many do: to wait until 90 % of the conversions have come, or not at all."""
    waiting = [player for player in players if player.name == TS and player.counting == WAIT]
    at_once = [player for player in players if player.name == TS and player.counting == AT_ONCE]
    return [waiting[-2:][0], at_once[0]]


def _compare(
    bandit: LogBandit,
    finalists: list[Player],
    references: list[Player],
    question: Question,
    world: Change,
) -> tuple[Verdict, Losses]:
    """Play finalists on fresh replications; those that are close twice as often, and so on."""
    first = question.seeds or FIRST_LOOK
    players = list(dict.fromkeys([*finalists, *references]))
    losses = compared = play(bandit, players, _fresh(0, first), "finalists", world)
    verdict = judge(losses, finalists, LOOKS)
    for look in range(1, 1 if question.seeds else LOOKS):
        contenders = [verdict.best, *verdict.close]
        seeds, played = first * 2**look, [EQUAL_SPLIT, *contenders]
        cost = seeds * len(contenders) * len(bandit.arms) * bandit.rounds
        if (not verdict.close and verdict.learns) or cost > MOST_PLAYED:
            break
        more = play(bandit, played, _fresh(seeds // 2, seeds), "those that are close", world)
        losses = losses.joined(more)
        verdict = judge(losses, contenders, LOOKS)
    return verdict, compared


def _fresh(first: int, last: int) -> range:
    return range(SCREENED + first, SCREENED + last)


def _bandit_of(log: Log, question: Question, streams: Streams) -> tuple[LogBandit, list[str]]:
    """Make a bandit from the arms of a log; give it with what was assumed for it."""
    summary = sum_up(log)
    arms, assumptions = summary.arms, list(summary.assumptions)
    if len(arms) < 2:
        raise InputError(
            f"found {len(arms)} arm with conversions; expected at least 2, in a column `arm` "
            "(or --column arm=NAME)"
        )
    rates = question.rates
    check_rates(rates, [arm.name for arm in arms])
    if isinstance(rates, Mapping):
        assumptions.append("The conversion rates are those given.")
    elif rates:
        assumptions.append("Which arm has which of the given rates differs by replication.")
    elif arms[0].rate is None:
        assumptions.append(
            "Without the clicks that did not convert, the rates of the arms cannot be known: add "
            "those clicks, or give --rates for all. Assumed is "
            f"{ASSUMED_RATE:.0%} for every arm, but in turn one of them has "
            f"{ASSUMED_RATE * (1 + ASSUMED_LIFT):.0%}. Which arm is best, the advice cannot say."
        )
    else:
        assumptions.append("Each replication draws its rates, as far as the log leaves them open.")
    per_day = question.clicks_per_day or log.clicks_per_day
    if per_day is None:
        per_day = ASSUMED_CLICKS_PER_DAY
        assumptions.append(
            f"{per_day:,.0f} clicks a day are assumed (--clicks-per-day): the log has no times of "
            "clicks."
        )
    horizon = question.horizon or HORIZON
    rounds = round(horizon * per_day / UNITS["days"])
    if rounds < 100:
        raise InputError(f"{rounds} clicks in {duration(horizon)}; expected at least 100")
    if rounds > MOST_ROUNDS:
        share = MOST_ROUNDS / rounds
        per_day *= share
        rounds = MOST_ROUNDS
        assumptions.append(
            f"One of {1 / share:,.3g} clicks is played, {per_day:,.0f} a day, and counted; more "
            "clicks lose more in all, and less of them each."
        )
    by_arm, test = delays_differ(log, summary.cap)
    assumptions.append(test)
    return LogBandit(arms, rates, per_day, rounds, by_arm, summary.cap, streams), assumptions


def _changes(answer: Answer) -> list[str]:
    """Say, for each change of the world, whether another player then loses less."""
    bandit, compared, world = answer.bandit, answer.compared, answer.world
    best = answer.verdict.best
    rivals = [player for player in compared.ranked() if player not in (best, EQUAL_SPLIT)][:3]
    words = {
        "rates half as high": replace(world, rates=0.5),
        "rates half as far apart": replace(world, gaps=0.5),
        "a fifth of the conversions after the log's longest delay": replace(world, tail=0.2),
    }
    if bandit.by_arm and not isinstance(bandit.rates, Sequence):
        words["rates dealt to the arms anew"] = replace(world, dealt=True)
    if not world.drift:
        words["rates that change by a tenth each week (--drift 0.1)"] = replace(world, drift=0.1)
    lines = []
    for what, change in words.items():
        losses = play(bandit, [EQUAL_SPLIT, best, *rivals], _fresh(0, VARIED), what, change)
        lines.append(f"{what}: {_winner(losses, best, rivals)}")
    early = Losses(compared.players, compared.lost[:, :, : compared.lost.shape[2] // 4])
    lines.append(f"a quarter of the time: {_winner(early, best, rivals)}")
    if best.every and not answer.question.every:
        others = [best._replace(every=every) for every in (HOUR, DAY, WEEK) if best.every != every]
        losses = play(bandit, [best, *others], _fresh(0, VARIED), "updates", world)
        for other in others:
            more = losses.more(other, best, len(others))
            lines.append(f"an update every {duration(other.every)}: {in_words(more)}")
    return lines


def _winner(losses: Losses, best: Player, rivals: Sequence[Player]) -> str:
    """Name the player that loses less than the advised one, beyond chance."""
    for player in losses.ranked():
        if player in rivals and (more := losses.more(player, best, len(rivals))).high < 0:
            return f"play {player}, which {in_words(more)}"
    return "the same"


def in_words(more: Interval) -> str:
    """Put in words how many conversions more are lost, or fewer."""
    less = more.estimate < 0
    low, high = (-more.high, -more.low) if less else (more.low, more.high)
    word = "fewer" if less else "more"
    return f"loses {abs(more.estimate):,.0f} [{low:,.0f}, {high:,.0f}] {word}"
