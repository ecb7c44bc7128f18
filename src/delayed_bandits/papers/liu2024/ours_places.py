"""Claims of ours on places as printed in DORAL (Liu and Maghsudi 2024)."""

from delayed_bandits.analysis.claims import Claim, Earlier, Reading, Runs, Tolerance
from delayed_bandits.analysis.verdicts import above, within
from delayed_bandits.papers.liu2024.claims_shared import (
    ARM_AS_PRINTED,
    NEAR,
    OF_THE_PAPER,
    RELABELLED,
    compared,
    panels,
    words,
)
from delayed_bandits.papers.liu2024.shared import ACCEPT, PRINTED

PLACES = {
    "doral_acceptance": "accepts the slowest",
    "doral_radius": "radius with B/2",
    "doral_baskets": "baskets",
    "doral_cutoff": "m = max UCB",
    "doral_update": "V grows at the pull",
    "doral_arm": "arm of the largest index",
    "doral_answers": "τ given",
    "doral_log": "2 ln(1/λ)",
    "doral_width": "width × 1",
    "doral_pacing": "b/t",
    "doral_order": "contexts by number",
    "doral_payment": "expected delayed costs",
    "doral_printed": "all that can be switched",
    "dalp_cutoff": "D-ALP, m = max UCB",
    "dalp_printed": "D-ALP, all that can be switched",
    "d_linucb_printed": "D-LinUCB, width × 1 and 2 ln(1/λ)",
    "random_printed": "Random, b/B",
}

VISIBLE = Tolerance("a difference below 1 % cannot be seen in a figure")


def places_as_printed(runs: Runs) -> list[Reading]:
    """Compare each place as printed with the reading adopted, under diverse Pareto delays."""
    control = ("fig2b", "random", "doral")
    rows = {
        name: compared(
            runs, PLACES[name], ("fig2b", name, adopted), above(0, tolerance=NEAR), control
        )
        for name, adopted in PRINTED.items()
    }
    everything = [row for name, row in rows.items() if name.endswith("_printed")]
    one = [row for name, row in rows.items() if not name.endswith("_printed")]
    return [
        Reading("printed", "all that can be switched", everything),
        Reading("ours", "one place as printed, all else as adopted", one),
    ]


def places_and_all(runs: Runs) -> list[Reading]:
    """Judge as before: one place as printed, or all, in one reading."""
    rows = [row for reading in places_as_printed(runs) for row in reading.evidence]
    return [Reading("printed", "one place at a time, or all", rows)]


def arm_as_printed(runs: Runs) -> list[Reading]:
    """Compare DORAL with D-ALP by the arm as printed; our arm in Fig. 2(b) is the control."""
    rows = [
        compared(
            runs,
            words(setting.name, accept),
            (setting.name, f"doral_arm{suffix}", f"dalp{suffix}"),
            within(0, NEAR),
            ("fig2b", f"doral{suffix}", f"dalp{suffix}"),
        )
        for setting in runs
        for accept, suffix in ACCEPT.items()
    ]
    return [Reading("ours", ARM_AS_PRINTED, rows)]


CLAIMS = [
    Claim(
        id="o05",
        kind="ours",
        statement="Each place can be run as printed without harm",
        place="ours",
        criterion="the place as printed costs less than 1 % of the reward under diverse Pareto "
        "delays",
        measure=places_as_printed,
        qualifies=panels("fig2b"),
        tolerance=VISIBLE,
        history=[Earlier("the same in one reading", RELABELLED, places_and_all)],
        remark="The acceptance of slow arms, the radius with B/2, the whole width, b/t and the "
        "order of contexts by number cost 15 to 31 % each, all together 42 %.",
    ),
    Claim(
        id="o08",
        kind="ours",
        statement="With the arm as printed, and all else as adopted, DORAL and D-ALP overlap",
        place="ours",
        criterion="their final rewards differ by less than 1 % in the four panels of the paper",
        measure=arm_as_printed,
        qualifies=panels(*OF_THE_PAPER),
        tolerance=VISIBLE,
        remark="τ then changes the order in which contexts are served and nothing else. The "
        "control is the same with our arm in Figure 2(b).",
    ),
]
