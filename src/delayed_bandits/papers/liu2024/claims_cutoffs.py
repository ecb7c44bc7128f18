"""Claims of Liu and Maghsudi 2024 on the cut-offs that DORAL and D-ALP identify."""

import numpy as np

from delayed_bandits.analysis.claims import (
    Claim,
    Control,
    Earlier,
    Evidence,
    Reading,
    Runs,
    Tolerance,
)
from delayed_bandits.analysis.intervals import Interval, mean_interval, ratio_interval
from delayed_bandits.analysis.verdicts import above, within_factor
from delayed_bandits.papers.liu2024.claims_shared import panels, words

CUTOFFS = (
    ("printed", "radius with B/2, all that can be switched as printed", "_printed"),
    ("ours", "radius with 2 d^M", "_cutoff"),
)


def cutoff(runs: Runs, setting: str, name: str) -> np.ndarray:
    """Give m of every seed."""
    return runs[setting, name].last("cutoff")


def higher_cutoff(runs: Runs) -> list[Reading]:
    """Measure m of D-ALP in Fig. 2(a), and how much it is above that of DORAL."""

    def rows(suffix: str) -> list[Evidence]:
        dalp, doral = (cutoff(runs, "fig2a", f"{name}{suffix}") for name in ("dalp", "doral"))
        return [
            Evidence(
                words("fig2a", 5),
                "m of D-ALP",
                mean_interval(dalp),
                above(500),
                Control("m of DORAL", mean_interval(doral)),
            ),
            Evidence(
                words("fig2a", 5), "m of D-ALP − m of DORAL", mean_interval(dalp - doral), above(0)
            ),
        ]

    return [Reading(name, what, rows(suffix)) for name, what, suffix in CUTOFFS]


def above_500(runs: Runs) -> list[Reading]:
    """Judge as before: the mean m of D-ALP is above 500, whatever that of DORAL."""
    m = mean_interval(cutoff(runs, "fig2a", "dalp_cutoff"))
    rows = [Evidence(words("fig2a", 5), "m of D-ALP", m, above(500))]
    return [Reading("ours", "radius with 2 d^M", rows)]


def similar_cutoffs(runs: Runs) -> list[Reading]:
    """Compare m of D-ALP with that of DORAL in Fig. 2(b); DORAL in Fig. 2(a) is the control."""

    def ratio(suffix: str, other: str) -> Interval:
        return ratio_interval(
            cutoff(runs, "fig2b", f"dalp{suffix}"), cutoff(runs, other, f"doral{suffix}")
        )

    return [
        Reading(
            name,
            what,
            [
                Evidence(
                    words("fig2b", 5),
                    "m of D-ALP over m of DORAL",
                    ratio(suffix, "fig2b"),
                    within_factor(1, 1.1),
                    Control("over m of DORAL in Fig. 2(a)", ratio(suffix, "fig2a")),
                )
            ],
        )
        for name, what, suffix in CUTOFFS
    ]


CLAIMS = [
    Claim(
        id="c10",
        statement="D-ALP identifies a higher m, above 500, in Figure 2(a)",
        quote="In Fig. 2 (a), D-ALP identifies a higher m>500",
        place="Section 5",
        criterion="its mean m is above 500, and above that of DORAL",
        measure=higher_cutoff,
        qualifies=panels("fig2a"),
        history=[
            Earlier(
                "the mean m of D-ALP is above 500",
                "after a review of all claims: higher is higher than that of DORAL, and the "
                "printed radius is judged too",
                above_500,
            )
        ],
        remark="DORAL and D-ALP share the first stage, so their m is the same on every seed, in "
        "every reading. m bounds a mean delay, and the largest mean of Figure 2(a) is 300; with "
        "B/2 in the radius it is 1,020 for both.",
    ),
    Claim(
        id="c13",
        statement="In Figure 2(b) DORAL and D-ALP identify similar m",
        quote="even though both of them identify similar m",
        place="Section 5, Figure 2(b)",
        criterion="their mean m differ by at most a factor of 1.1",
        measure=similar_cutoffs,
        qualifies=panels("fig2b"),
        also=frozenset({"fig2a"}),
        tolerance=Tolerance("the paper does not say how similar"),
        remark="They are the same on every seed, because the first stage knows no difference "
        "between the two.",
    ),
]
