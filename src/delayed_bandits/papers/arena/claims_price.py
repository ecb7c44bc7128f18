"""Claims on prices: of anonymity, of adversarial robustness, of stochastic assumptions."""

from delayed_bandits.analysis.claims import Claim, Control, Evidence, Reading, Runs, Tolerance
from delayed_bandits.analysis.measures import final_ratio
from delayed_bandits.analysis.verdicts import above
from delayed_bandits.papers.arena.claims_shared import (
    ADVERSARIAL,
    ON_SUMS,
    STOCHASTIC,
    also,
    beside,
    case_of,
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
"""The worlds of mean delay 100 and 1,000 in which every player's assumptions hold."""


def anonymity(runs: Runs) -> list[Reading]:
    """Measure the best player on sums over Delayed-UCB1; for the control, QPM-D."""
    rows = []
    for setting in runs:
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


def robustness(runs: Runs) -> list[Reading]:
    """Measure the best player without a stochastic assumption over KL-UCB."""
    rows = []
    for setting in runs:
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


def assumptions(runs: Runs) -> list[Reading]:
    """Measure the best player with a stochastic assumption over the best without."""
    rows = []
    for setting in runs:
        like = beside(setting, "fixed-100")
        ratios = [
            final_ratio(
                runs[name, least(runs, name, STOCHASTIC)],
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
    return [Reading("ours", "the best of five players over the best of eight", rows)]


CLAIMS = [
    Claim(
        id="o03",
        kind="ours",
        statement="Not to know which arm feedback is of costs more than a factor of 2",
        criterion="least mean regret on sums over that of Delayed-UCB1 above 2, at mean delays of "
        "100 and 1,000",
        measure=anonymity,
        qualifies=in_worlds(*LATE),
        tolerance=Tolerance(
            "a factor of 2 is a price that a user would notice", knowing_results=False
        ),
    ),
    Claim(
        id="o04",
        kind="ours",
        statement="To assume nothing of rewards costs regret on stochastic worlds",
        criterion="least mean regret without a stochastic assumption over that of KL-UCB above 1",
        measure=robustness,
        qualifies=in_worlds("none", "fixed-10", "fixed-100", "fixed-1000", "pareto1"),
    ),
    Claim(
        id="o05",
        kind="ours",
        statement="To assume stochastic rewards costs regret on adversarial worlds",
        criterion="least mean regret with a stochastic assumption over the least without above 1",
        measure=assumptions,
        qualifies=in_worlds("constrained", "wave"),
        also=also("fixed-100"),
    ),
]
