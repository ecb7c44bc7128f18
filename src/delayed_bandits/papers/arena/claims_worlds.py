"""Claims on delays that depend on the reward."""

from functools import partial

from delayed_bandits.analysis.claims import (
    Claim,
    Control,
    Earlier,
    Evidence,
    Reading,
    Runs,
    Tolerance,
)
from delayed_bandits.analysis.measures import final_ratio
from delayed_bandits.analysis.verdicts import above
from delayed_bandits.papers.arena import remarks
from delayed_bandits.papers.arena.claims_shared import (
    ALL,
    LABELS,
    ON_ARRIVED,
    REVIEWED,
    Choice,
    also,
    beside,
    case_of,
    every,
    in_worlds,
    unlearned,
)

LAW_ALIKE = {"lost-successes": "loss"}
"""The world in which everything is as late, or as often lost, if it is not `fixed-1000`."""


def bias(runs: Runs, wanted: Choice = every) -> list[Reading]:
    """Measure regret under delays by reward over that under the same delays for everything.

    For the control, delays depend on the arm only, or on nothing where that is not played.
    """
    rows = []
    for setting in filter(wanted, runs):
        late, slow = beside(setting, "fixed-1000"), beside(setting, "slow-best")
        if (slow, "thompson") not in runs:
            slow = beside(setting, "geometric-100")
        unbiased = beside(setting, LAW_ALIKE.get(setting.coordinates["world"], "fixed-1000"))
        for name in ON_ARRIVED:
            control = Control(slow, final_ratio(runs[slow, name], runs[late, name]))
            rows.append(
                Evidence(
                    f"{LABELS[name]}, {case_of(setting)}",
                    "R(T) / R(T) with every feedback as late or as often lost",
                    final_ratio(runs[setting.name, name], runs[unbiased, name]),
                    above(2),
                    control,
                    unlearned(runs, unbiased, runs[unbiased, name]),
                )
            )
    return [Reading("ours", "rewards of 1, or of 0, late or lost", rows)]


CLAIMS = [
    Claim(
        id="o08",
        kind="ours",
        statement="Delays by reward mislead every player that goes by the mean of what has arrived",
        criterion="regret where some rewards are late or lost over that where all are above 2",
        measure=bias,
        qualifies=in_worlds(
            "biased", "late-successes", "late-failures", "lost-successes", "payoff", problems=ALL
        ),
        left_out={
            "payoff-k2-gap010": "no world has its rewards, of a Beta law, with other delays",
        },
        also=also("fixed-1000", "loss", "geometric-100", problems=ALL) | also("slow-best"),
        tolerance=Tolerance(
            "a factor of 2 is a price that a user would notice; means of a few worlds were known "
            "from an earlier implementation"
        ),
        history=[
            Earlier(
                "the same in the world biased, with OPSE as the control, whose ratio is 1 by "
                "arithmetic; the statement went on “but not OPSE”",
                REVIEWED,
                partial(bias, wanted=in_worlds("biased")),
            )
        ],
        remark=remarks.O08,
    ),
]
