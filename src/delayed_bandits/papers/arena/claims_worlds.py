"""Claims on delays that depend on the reward."""

from delayed_bandits.analysis.claims import Claim, Control, Evidence, Reading, Runs, Tolerance
from delayed_bandits.analysis.measures import final_ratio
from delayed_bandits.analysis.verdicts import above
from delayed_bandits.papers.arena.claims_shared import (
    LABELS,
    ON_ARRIVED,
    also,
    beside,
    case_of,
    in_worlds,
    unlearned,
)

OPSE = "optimistic_pessimistic_elimination"


def bias(runs: Runs) -> list[Reading]:
    """Measure regret under biased delays over that under as long ones; for the control, OPSE."""
    rows = []
    for setting in runs:
        unbiased = beside(setting, "fixed-1000")
        control = Control("OPSE", final_ratio(runs[setting.name, OPSE], runs[unbiased, OPSE]))
        for name in ON_ARRIVED:
            rows.append(
                Evidence(
                    f"{LABELS[name]}, {case_of(setting)}",
                    "R(T) / R(T) with every feedback 1,000 rounds late",
                    final_ratio(runs[setting.name, name], runs[unbiased, name]),
                    above(2),
                    control,
                    unlearned(runs, unbiased, runs[unbiased, name]),
                )
            )
    return [Reading("ours", "the best arm's rewards of 1 and the others' of 0 late", rows)]


CLAIMS = [
    Claim(
        id="o08",
        kind="ours",
        statement="Delays by reward mislead every player that goes by the mean of what has "
        "arrived, but not OPSE",
        criterion="regret where the best arm's successes and the others' failures are late over "
        "that where everything is as late above 2",
        measure=bias,
        qualifies=in_worlds("biased"),
        also=also("fixed-1000"),
        tolerance=Tolerance(
            "a factor of 2 is a price that a user would notice; means of a few worlds were known "
            "from separate code"
        ),
    ),
]
