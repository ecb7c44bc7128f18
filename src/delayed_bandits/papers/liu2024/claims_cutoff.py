"""The claim of Liu and Maghsudi 2024 on an endless cut-off (Section 4.2.2)."""

from delayed_bandits.analysis.claims import Claim, Control, Evidence, Reading, Runs, Tolerance
from delayed_bandits.analysis.intervals import ratio_interval
from delayed_bandits.analysis.verdicts import above
from delayed_bandits.papers.liu2024.claims_shared import any_setting, words


def endless(runs: Runs) -> list[Reading]:
    """Measure the regret of DORAL without a cut-off over that with m = 500."""
    control = Control(
        "m = max UCB, 698 on average, diverse, Pareto",
        ratio_interval(runs["fig2b", "doral_cutoff"].final, runs["fig2b", "doral"].final),
    )
    rows = [
        Evidence(
            words(setting.name, 5),
            "regret with m = T over that with m = 500",
            ratio_interval(
                runs[setting.name, "doral_endless"].final, runs[setting.name, "doral"].final
            ),
            above(1.5, tolerance=0.25),
            control,
        )
        for setting in runs
    ]
    return [Reading("ours", "τ times index, a tenth of the width, rewards within 500 rounds", rows)]


CLAIMS = [
    Claim(
        id="c05",
        statement="A cut-off m that goes to infinity increases the regret significantly",
        quote="We have τ_a → 1 if m → ∞, but such m increases the regret significantly.",
        place="Section 4.2.2",
        criterion="with m = T the regret of DORAL is at least 1.5 times that with m = 500, less a "
        "tolerance of 0.25",
        measure=endless,
        qualifies=any_setting,
        left_out={
            **dict.fromkeys(
                (
                    *("fig1a", "fig1b", "fig2a", "criteo", "fig1a-short", "fig1b-short"),
                    *("fig2b-unit", "fig2b-noiseless"),
                ),
                "no run with m = T was made there",
            ),
            "fig2b": "no run with m = T was made there; it has the control",
        },
        also=frozenset({"fig2b"}),
        tolerance=Tolerance(
            "the paper does not say what is significant; set before these runs",
            knowing_results=False,
        ),
        remark="No reading is printed: no run with all that can be switched as printed has m = "
        "T, and as printed m is the largest upper bound, 1,020 rounds on average under "
        "diverse geometric and 1,492 under diverse Pareto delays. The regret with m = T, "
        "7,126 and 5,522, is even above that of D-LinUCB, 2,544 and 2,465: the sum of "
        "norms in the index is over the last m rounds, so it never stops to explore. "
        "Late rewards are learnt from, but count for nothing here.",
    ),
]
