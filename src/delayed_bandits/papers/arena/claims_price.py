"""Claims on prices: of anonymity, of adversarial robustness, of stochastic assumptions."""

from functools import partial

from delayed_bandits.analysis.claims import (
    Claim,
    Control,
    Earlier,
    Evidence,
    Reading,
    Runs,
    Setting,
    Tolerance,
)
from delayed_bandits.analysis.measures import final_ratio
from delayed_bandits.analysis.verdicts import above
from delayed_bandits.papers.arena import remarks
from delayed_bandits.papers.arena.claims_shared import (
    ADVERSARIAL,
    IDENTIFIED,
    ON_SUMS,
    REVIEWED,
    STOCHASTIC,
    Choice,
    also,
    beside,
    case_of,
    every,
    in_worlds,
    least,
)

LATE = (
    "fixed-100",
    "fixed-1000",
    "geometric-100",
    "geometric-1000",
    "uniform-100",
    "uniform-1000",
    "packets-100",
    "packets-1000",
)
"""The worlds of mean delay 100 and 1,000, but for Pareto laws."""

ROBUST = ("none", "fixed-10", "fixed-100", "fixed-1000", "pareto1")


def has_delay(setting: Setting) -> bool:
    """Tell whether a setting has stochastic rewards and a delay."""
    return setting.coordinates["law"] not in ("none", "adversarial")


def is_stochastic(setting: Setting) -> bool:
    """Tell whether a setting has stochastic rewards, and players that do not assume them."""
    stochastic = setting.coordinates["law"] != "adversarial"
    return stochastic and setting.parameters.keys() >= set(ADVERSARIAL)


def anonymity(runs: Runs, wanted: Choice = every) -> list[Reading]:
    """Measure the best player on sums over Delayed-UCB1; for the control, QPM-D."""
    rows = []
    for setting in filter(wanted, runs):
        best = runs[setting.name, least(runs, setting.name, ON_SUMS)]
        identified = runs[setting.name, "delayed_ucb1"]
        rows.append(
            Evidence(
                case_of(setting),
                "least R(T) on sums / R(T) of Delayed-UCB1",
                final_ratio(best, identified),
                above(2),
                Control("QPM-D", final_ratio(runs[setting.name, "qpmd"], identified)),
            )
        )
    return [Reading("ours", "the best of five players on sums", rows)]


def robustness(runs: Runs, wanted: Choice = every) -> list[Reading]:
    """Measure the best player without a stochastic assumption over KL-UCB."""
    rows = []
    for setting in filter(wanted, runs):
        best = runs[setting.name, least(runs, setting.name, ADVERSARIAL)]
        stochastic = runs[setting.name, "kl_ucb_least"]
        rows.append(
            Evidence(
                case_of(setting),
                "least R(T) without a stochastic assumption / R(T) of KL-UCB",
                final_ratio(best, stochastic),
                above(1),
                Control(
                    "Thompson sampling", final_ratio(runs[setting.name, "thompson"], stochastic)
                ),
            )
        )
    return [Reading("ours", "the best of eight players", rows)]


def assumptions(runs: Runs, players: tuple[str, ...] = IDENTIFIED) -> list[Reading]:
    """Measure the best player with a stochastic assumption over the best without."""
    rows = []
    for setting in runs:
        like = beside(setting, "fixed-100")
        ratios = [
            final_ratio(
                runs[name, least(runs, name, players)],
                runs[name, least(runs, name, ADVERSARIAL)],
            )
            for name in (setting.name, like)
        ]
        rows.append(
            Evidence(
                case_of(setting),
                "least R(T) with a stochastic assumption / least R(T) without",
                ratios[0],
                above(1),
                Control("stochastic rewards, the same delay", ratios[1]),
            )
        )
    return [Reading("ours", f"the best of {len(players)} players over the best of 8", rows)]


CLAIMS = [
    Claim(
        id="o03",
        kind="ours",
        statement="Where feedback is late, not knowing which arm it belongs to costs more than a "
        "factor of 2",
        criterion="least mean regret on sums over that of Delayed-UCB1 above 2, on stochastic "
        "worlds",
        measure=anonymity,
        qualifies=has_delay,
        tolerance=Tolerance(
            "a factor of 2 is a price that a user would notice", knowing_results=False
        ),
        history=[
            Earlier(
                "the same at mean delays of 100 and 1,000, but for Pareto laws",
                REVIEWED,
                partial(anonymity, wanted=in_worlds(*LATE)),
            )
        ],
        remark=remarks.O03,
    ),
    Claim(
        id="o04",
        kind="ours",
        statement="Assuming nothing about rewards costs regret on stochastic worlds",
        criterion="least mean regret without a stochastic assumption over that of KL-UCB above 1",
        measure=robustness,
        qualifies=is_stochastic,
        history=[
            Earlier(
                "the same on five of the nine worlds",
                REVIEWED,
                partial(robustness, wanted=in_worlds(*ROBUST)),
            )
        ],
        remark=remarks.O04,
    ),
    Claim(
        id="o05",
        kind="ours",
        statement="Assuming stochastic rewards costs regret on adversarial worlds",
        criterion="least mean regret with a stochastic assumption over the least without above 1",
        measure=assumptions,
        qualifies=in_worlds("constrained", "wave"),
        also=also("fixed-100"),
        history=[
            Earlier(
                "the same with five of the ten players that assume stochastic rewards",
                REVIEWED,
                partial(assumptions, players=STOCHASTIC),
            )
        ],
        remark=remarks.O05,
    ),
]
