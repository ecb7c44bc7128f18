"""Claims of ours on the simulations of Chapelle and Li 2011."""

from delayed_bandits.analysis.claims import Claim, Control, Evidence, Reading, Runs
from delayed_bandits.analysis.measures import final_ratio
from delayed_bandits.analysis.verdicts import above, below
from delayed_bandits.papers.chapelle2011.claims_figures import in_figure_1, unlearned
from delayed_bandits.papers.chapelle2011.shared import case_of

TIGHTER = {"ucb_hoeffding": "Hoeffding's bound", "kl_ucb": "KL-UCB"}


def tighter_bounds(runs: Runs) -> list[Reading]:
    """Measure the ratio of regrets to UCB with index (1); for the control, Delayed-UCB1."""
    rows = [
        Evidence(
            f"{label}, {case_of(setting.trace)}",
            "R(T) / R(T) with index (1)",
            final_ratio(runs[setting.name, name], runs[setting.name, "ucb_printed"]),
            below(1),
            Control(
                "Delayed-UCB1",
                final_ratio(runs[setting.name, "delayed_ucb1"], runs[setting.name, "ucb_printed"]),
            ),
            unlearned(runs[setting.name, "ucb_printed"]),
        )
        for setting in runs
        for name, label in TIGHTER.items()
    ]
    return [Reading("ours", "with the same d", rows)]


def any_new_item(runs: Runs) -> list[Reading]:
    """Measure what it changes to play any new item; for the control, another index."""
    rows = [
        Evidence(
            f"δ = {delta:,}",
            "R(T) with any new item / R(T) with the first",
            final_ratio(runs[f"at-once-{delta}", "ucb_random"], runs[f"at-once-{delta}", "ucb"]),
            below(1),
            Control(
                "index (1) over that of the losses",
                final_ratio(
                    runs[f"at-once-{delta}", "ucb_printed"], runs[f"at-once-{delta}", "ucb"]
                ),
            ),
        )
        for delta in (316, 1000)
    ]
    return [Reading("ours", "items replaced at once", rows)]


def all_late(runs: Runs) -> list[Reading]:
    """Measure Thompson sampling with constant delays; for the control, batches of 3 and of 1."""
    control = Control(
        "batches, δ = 3 over δ = 1",
        final_ratio(runs["at-once-3", "thompson"], runs["at-once-1", "thompson"]),
    )
    rows = [
        Evidence(
            f"δ = {delta:,}",
            "R(T), every feedback δ - 1 rounds late / R(T) in batches",
            final_ratio(runs[f"late-{delta}", "thompson"], runs[f"at-once-{delta}", "thompson"]),
            above(1),
            control,
        )
        for delta in (100, 1000)
    ]
    return [Reading("ours", "items replaced at once", rows)]


CLAIMS = [
    Claim(
        id="o01",
        kind="ours",
        statement="Other bounds give less regret than index (1)",
        criterion="ratio of the mean regrets at T below 1",
        measure=tighter_bounds,
        qualifies=in_figure_1,
        remark="So index (1) is not the tightest bound, as c04 has it: Hoeffding's is tighter "
        "where means are near 1/2, and the inversion of the divergence everywhere.",
    ),
    Claim(
        id="o02",
        kind="ours",
        statement="Under long delays which of several new items UCB plays matters",
        criterion="ratio of the mean regrets below 1, any new item to the first",
        measure=any_new_item,
        qualifies=lambda setting: setting.name in ("at-once-316", "at-once-1000"),
        remark="The paper does not say which new item UCB plays.",
    ),
    Claim(
        id="o03",
        kind="ours",
        statement="Batches cost Thompson sampling less than as long a delay of every feedback",
        criterion="ratio of the mean regrets above 1",
        measure=all_late,
        qualifies=lambda setting: setting.name.startswith("late-"),
        also=frozenset({"at-once-1", "at-once-3", "at-once-100", "at-once-1000"}),
        remark="In a batch of δ rounds feedback waits (δ - 1) / 2 rounds on average.",
    ),
]
