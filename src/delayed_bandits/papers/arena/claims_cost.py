"""Claims on what delay costs: additively, by queues, by robustness, by quantiles."""

from delayed_bandits.analysis.claims import Claim, Control, Evidence, Reading, Runs, Tolerance
from delayed_bandits.analysis.intervals import (
    Interval,
    mean_interval,
    ratio_change_interval,
)
from delayed_bandits.analysis.measures import final_ratio
from delayed_bandits.analysis.verdicts import above, below, within_factor
from delayed_bandits.papers.arena.claims_shared import (
    LABELS,
    MAIN,
    STOCHASTIC,
    also,
    beside,
    case_of,
    in_worlds,
    unlearned,
)

LONG = ("fixed-1000", "geometric-1000", "uniform-1000", "pareto15-1000", "packets-1000")
"""The worlds of mean delay 1,000, with five laws."""

ALL = ("k2-gap005", *MAIN, "k2-gap020", "k10-gap040")


def cost(runs: Runs, setting: str, name: str, undelayed: str) -> Interval:
    """Estimate regret less that without delay, over gap times mean delay."""
    at = runs[setting, name].coordinates
    extra = runs[setting, name].final - runs[undelayed, name].final
    return mean_interval(extra / (at["gap"] * at["mean_delay"]))


def additive(runs: Runs) -> list[Reading]:
    """Measure the cost of long delays to Delayed-UCB1; for the control, to UCB1 on sums."""
    rows = []
    for setting in runs:
        none = beside(setting, "none")
        control = Control("UCB1 on sums", cost(runs, setting.name, "ucb1_on_sums", none))
        rows.append(
            Evidence(
                case_of(setting),
                "(R(T) - R(T) without delay) / (gap × mean delay)",
                cost(runs, setting.name, "delayed_ucb1", none),
                below(2),
                control,
            )
        )
    return [Reading("ours", "Delayed-UCB1", rows)]


def queues(runs: Runs) -> list[Reading]:
    """Measure QPM-D over Delayed-UCB1; for the control, the same without delay."""
    rows = []
    for setting in runs:
        none = beside(setting, "none")
        rows.append(
            Evidence(
                case_of(setting),
                "R(T) of QPM-D / R(T) of Delayed-UCB1",
                final_ratio(runs[setting.name, "qpmd"], runs[setting.name, "delayed_ucb1"]),
                above(1),
                Control("no delay", final_ratio(runs[none, "qpmd"], runs[none, "delayed_ucb1"])),
            )
        )
    return [Reading("ours", "as in Joulani et al.", rows)]


def ratio_grows(runs: Runs) -> list[Reading]:
    """Measure how delay changes the ratio of Delayed-UCB1 to Thompson sampling.

    For the control, QPM-D is in the place of Thompson sampling.
    """
    rows = []
    for setting in runs:
        none = beside(setting, "none")
        changes = [
            ratio_change_interval(
                (runs[none, "delayed_ucb1"].final, runs[none, name].final),
                (runs[setting.name, "delayed_ucb1"].final, runs[setting.name, name].final),
            )
            for name in ("thompson", "qpmd")
        ]
        rows.append(
            Evidence(
                case_of(setting),
                "change of R(T) of Delayed-UCB1 / R(T) of Thompson sampling by delay",
                changes[0],
                above(0),
                Control("QPM-D in place of Thompson sampling", changes[1]),
            )
        )
    return [Reading("ours", "every feedback late, not in batches", rows)]


def costs_less(runs: Runs) -> list[Reading]:
    """Measure what delay costs Delayed-UCB1 more than Thompson sampling, in gaps times delay."""
    rows = []
    for setting in runs:
        none = beside(setting, "none")
        extra = {
            name: runs[setting.name, name].final - runs[none, name].final
            for name in ("delayed_ucb1", "thompson", "qpmd")
        }
        rows.append(
            Evidence(
                case_of(setting),
                "cost of delay to Delayed-UCB1 less that to Thompson sampling",
                mean_interval(extra["delayed_ucb1"] - extra["thompson"]),
                above(0),
                Control(
                    "QPM-D in place of Thompson sampling",
                    mean_interval(extra["delayed_ucb1"] - extra["qpmd"]),
                ),
            )
        )
    return [Reading("ours", "every feedback late, not in batches", rows)]


def quantiles(runs: Runs) -> list[Reading]:
    """Measure regret with half of the feedback over that with all; for the control, OPSE."""
    rows = []
    for setting in runs:
        none = beside(setting, "none")
        opse = "optimistic_pessimistic_elimination"
        control = Control("OPSE", final_ratio(runs[setting.name, opse], runs[none, opse]))
        for name in STOCHASTIC:
            curve = runs[setting.name, name]
            rows.append(
                Evidence(
                    f"{LABELS[name]}, {case_of(setting)}",
                    "R(T) with half of the feedback / R(T)",
                    final_ratio(curve, runs[none, name]),
                    within_factor(2, 1.25),
                    control,
                    unlearned(runs, setting.name, curve),
                )
            )
    return [Reading("ours", "half of the feedback lost, whatever it is", rows)]


def survivors(runs: Runs) -> list[Reading]:
    """Measure regret under delays without a mean over that without; for the control, loss."""
    rows = []
    for setting in runs:
        none, loss = beside(setting, "none"), beside(setting, "loss")
        for name in STOCHASTIC:
            curve = runs[setting.name, name]
            rows.append(
                Evidence(
                    f"{LABELS[name]}, {case_of(setting)}",
                    "R(T) / R(T) without delay",
                    final_ratio(curve, runs[none, name]),
                    below(1.25),
                    Control(
                        "half of the feedback lost", final_ratio(runs[loss, name], runs[none, name])
                    ),
                    unlearned(runs, setting.name, curve),
                )
            )
    return [Reading("ours", "Pareto delays of shape 1", rows)]


CLAIMS = [
    Claim(
        id="o01",
        kind="ours",
        statement="Delay costs UCB that waits at most twice the gap times the mean delay, whatever "
        "the law",
        criterion="regret less that without delay, over gap times mean delay, below 2 at mean "
        "delay 1,000",
        measure=additive,
        qualifies=in_worlds(*LONG, problems=ALL),
        also=also("none", problems=ALL),
        tolerance=Tolerance(
            "Joulani et al. bound the cost by the gap times the most feedback outstanding at once, "
            "which under these laws is at most about twice the mean delay",
            knowing_results=False,
        ),
    ),
    Claim(
        id="o02",
        kind="ours",
        statement="Queues cost: QPM-D has more regret than Delayed-UCB1 under long delays",
        criterion="ratio of the mean regrets above 1 at mean delay 1,000",
        measure=queues,
        qualifies=in_worlds(*LONG, problems=ALL),
        also=also("none", problems=ALL),
    ),
    Claim(
        id="o06",
        kind="ours",
        statement="Thompson sampling is more robust than UCB under long delays that are no batches",
        criterion="regret of Delayed-UCB1 over that of Thompson sampling larger at mean delay "
        "1,000 than without delay",
        measure=ratio_grows,
        qualifies=in_worlds(*LONG[:4], problems=ALL),
        also=also("none", problems=ALL),
        remark="The statement of chapelle2011, where feedback comes in batches, with its measure.",
    ),
    Claim(
        id="o07",
        kind="ours",
        statement="When half of the feedback is lost regret doubles: quantiles matter, "
        "not the mean",
        criterion="regret over that with all feedback within a factor of 1.25 of 2",
        measure=quantiles,
        qualifies=in_worlds("loss", problems=ALL),
        also=also("none", problems=ALL),
        tolerance=Tolerance(
            "means of some players were known from separate code, with ratios from 1.7 to 2.0"
        ),
    ),
    Claim(
        id="o09",
        kind="ours",
        statement="Players that wait for what arrives survive delays without a mean",
        criterion="regret under Pareto delays of shape 1 over that without delay below 1.25",
        measure=survivors,
        qualifies=in_worlds("pareto1", problems=ALL),
        also=also("none", "loss", problems=ALL),
        tolerance=Tolerance(
            "means of some players were known from separate code, with ratios near 1"
        ),
    ),
    Claim(
        id="o10",
        kind="ours",
        statement="Long delays cost Thompson sampling less regret than UCB",
        criterion="regret less that without delay larger for Delayed-UCB1 than for Thompson "
        "sampling",
        measure=costs_less,
        qualifies=in_worlds(*LONG[:4], problems=ALL),
        also=also("none", problems=ALL),
    ),
]
