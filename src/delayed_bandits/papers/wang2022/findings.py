"""Our findings on Wang et al. 2022 (arXiv:2202.00846), and conclusions."""

import math

from delayed_bandits.analysis.claims import Claim, Conclusion, order_of_two
from delayed_bandits.analysis.measurements import AN_ORDER, Instead, Known, Measurement, variant
from delayed_bandits.analysis.verdicts import above, below, within
from delayed_bandits.papers.wang2022 import measures
from delayed_bandits.papers.wang2022.measures import THREE, WINDOWS, difference, ratio

OURS = variant("ours", "all runs, rates at most 1", dts="dts", ducb="ducb")
RULES = ["high-rules", "low-rules", "high-reversed-rules", "high-equal-rules"]
SHORT = (*WINDOWS[:3], "tenth_of_day", "tenth_of_five_days", "wait_4_hours")
"""Rules whose window misleads on the first setting of `RULES`."""
LOW = Instead(("low:dts", "low:naive"), "the same rates, but the best arm is the slowest")
NO_DELAY = Instead(("high-at-once:dts", "high-at-once:dts_known"), "there is no delay to correct")

FINDINGS = [
    Claim(
        "o01",
        "D-TS has more regret if it has to estimate the delays",
        [Measurement(difference, ("dts", "dts_known"), above(0), NO_DELAY)],
        [OURS],
        lambda s: s.has("dts", "dts_known") and "at-once" not in s.name,
    ),
    Claim(
        "o02",
        "At rates 0.1, 0.05, 0.03 D-TS with estimated delays has more regret than naive Thompson "
        "sampling if the best arm is the fastest, or all are equally slow",
        [Measurement(difference, ("dts", "naive"), above(0), LOW)],
        [OURS],
        ["low-reversed", "low-equal"],
    ),
    order_of_two(
        "o03",
        "D-BUCB, which is in the authors' code but not on their page, has less regret than D-TS",
        [
            Measurement(difference, ("dbucb", "dts"), below(0), variants=["em"]),
            Measurement(difference, ("dbucb_known", "dts_known"), below(0), variants=["known"]),
        ],
        [variant("ours", "delays estimated", "em"), variant("ours", "delays given", "known")],
        THREE,
    ),
    Claim(
        "o04",
        "A window in which another arm converts more than the best makes Thompson sampling do "
        "worse than an equal split",
        [
            Measurement(
                ratio,
                (f"high-rules:{rule}", "high-rules:equal_split"),
                above(1),
                Instead(
                    (f"low-rules:{rule}", "low-rules:equal_split"),
                    "the best arm, also the slowest, converts most in any window",
                ),
                key=rule,
            )
            for rule in SHORT
        ],
        [variant("ours", "rates 0.5, 0.4, 0.3, the best arm slowest, windows below 422 rounds")],
    ),
    order_of_two(
        "o05",
        "D-TS, given the delays, has less regret than Thompson sampling with any window",
        [
            Measurement(ratio, (f"{on}:dts_hourly", f"{on}:{rule}"), below(1), key=f"{rule}-{on}")
            for rule in WINDOWS
            for on in RULES
        ],
        [variant("ours", "windows of 1 hour to 8 days, hourly updates")],
    ),
    Claim(
        "o06",
        "At round 600 an arm has no conversion in 13 % of the runs at low rates, and in 23 % under "
        "Weibull delays",
        [
            Measurement(
                measures.without_conversion,
                ("dts_authors",),
                within(share, 3 * math.sqrt(share * (1 - share) / 200)),
                Known("none", 0, "no run is left out"),
                at=(on,),
            )
            for on, share in (("low", 0.128), ("weibull", 0.231))
        ],
        [variant("ours", "the authors' batches, against the exact share")],
        quantifier="each",
        tolerance="three standard errors of a share of 200 runs",
        remark="The authors' page reports fewer results left out, all in the first half of its "
        "runs, and gives no cause.",
    ),
    Claim(
        "o07",
        "If half of the best arm's conversions are lost, Thompson sampling does worse than an "
        "equal split, corrected or not",
        [
            Measurement(
                ratio,
                (name, "equal_split"),
                above(1),
                Instead((f"high:{name}", "high:equal_split"), "no conversion is lost"),
                key=name,
            )
            for name in ("dts", "naive")
        ],
        [OURS],
        ["high-lost-best"],
        remark="The best arm then shows fewer conversions than the next one, so clicks and "
        "conversions cannot reveal it.",
    ),
    Claim(
        "o08",
        "If no window misleads, Thompson sampling with a one-hour window has less regret than an "
        "equal split, and more than without a window",
        [
            Measurement(
                ratio,
                ("window_21", "equal_split"),
                below(1),
                Instead(("high-rules:window_21", "high-rules:equal_split"), "this one misleads"),
                variants=["split"],
            ),
            Measurement(ratio, ("window_21", "naive_hourly"), above(1), variants=["naive"]),
        ],
        [
            variant("ours", "against an equal split", "split"),
            variant("ours", "against no window, hourly updates", "naive"),
        ],
        RULES[1:],
        no_control=f"against no window: {AN_ORDER}",
    ),
]

CONCLUSIONS = [
    Conclusion(
        "D-TS has less regret than naive Thompson sampling in {c01.authors.count} settings of the "
        "authors' code. Over all runs the mean difference is {c01.ours[high]} at high rates and "
        "{c01.ours[low]} at low rates. Without the runs that the authors' code leaves out it is "
        "{c01.authors[high]} and {c01.authors[low]}.",
        dict.fromkeys(
            ("c01.authors", "c01.ours", "c05.authors", "c05.ours", "o04.ours"), "reproduced"
        )
        | {"c04.ours": "in part"},
        headline="D-TS has less regret than naive Thompson sampling in {c01.authors.count} "
        "settings of the authors' code. At high rates it has {c05.authors[high]:.0%} of an equal "
        "split's regret. The best arm has the longest delays in all of these settings. In our "
        "other settings D-TS has less regret than naive Thompson sampling in {c04.ours.count}. "
        "D-TS counts each click by the share of its arm's conversions that come within its age, "
        "and needs no window. In {o04.ours.count} windows of one setting another arm converts "
        "more than the best. There Thompson sampling does worse than an equal split, with up to "
        "{o04.ours.greatest:.0%} of its regret.",
        first=True,
    ),
    Conclusion(
        "The best arm has the longest delays in all settings of the authors' code. In other "
        "settings, ours, D-TS has less regret than naive Thompson sampling in {c04.ours.count}. At "
        "low rates it has {o02.ours[low-reversed]:.0f} more if the best arm is the fastest, and "
        "{o02.ours[low-equal]:.0f} more if all arms are equally slow.",
        {"c04.ours": "in part", "o02.ours": "reproduced"},
    ),
    Conclusion(
        "D-UCB has more regret than D-TS in {c02.authors.count} settings of the authors' code. "
        "D-BUCB, which is in that code but not on the authors' page, has less regret than D-TS in "
        "{o03.em.count}. Compared with full Bayesian inference D-TS has more regret at low rates, "
        "by {c03.ours[low]}, and less at high rates ({c03.ours[high]}). The authors' page has the "
        "same order.",
        dict.fromkeys(("c02.authors", "o03.em"), "reproduced") | {"c03.ours": "in part"},
    ),
    Conclusion(
        "A window misleads if another arm converts more within it than the best arm. In the one "
        "setting with such windows, {o04.ours.count} have {o04.ours.range:.0%} of an equal split's "
        "regret. In the other three a one-hour window has {o08.naive[high-reversed-rules]:.1f} to "
        "{o08.naive[low-rules]:.1f} times the regret of no window.",
        dict.fromkeys(("o04.ours", "o08.naive"), "reproduced"),
    ),
    Conclusion(
        "D-TS, given the delays, has less regret than Thompson sampling with a window in "
        "{o05.ours.count} cases. In the others the best arm is the fastest, and the window "
        "favours it: D-TS has {o05.ours[window_250-high-reversed-rules]:.0%} of the regret of "
        "Thompson sampling with a 12-hour window.",
        {"o05.ours": "in part"},
    ),
]
