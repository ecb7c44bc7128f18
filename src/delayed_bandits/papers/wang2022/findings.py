"""Our findings on Wang et al. 2022 (arXiv:2202.00846), and conclusions."""

from delayed_bandits.analysis.claims import Claim, Conclusion, order_of_two
from delayed_bandits.analysis.measurements import Instead, Measurement, variant
from delayed_bandits.analysis.verdicts import above, below
from delayed_bandits.papers.wang2022.measures import THREE, WINDOWS, difference, ratio

OURS = variant("ours", "all runs, rates at most 1", dts="dts", ducb="ducb")
RULES = ["high-rules", "low-rules", "high-reversed-rules", "high-equal-rules"]
NO_DELAY = Instead(("high-at-once:dts", "high-at-once:dts_known"), "there is no delay to correct")

FINDINGS = [
    Claim(
        "o01",
        "D-TS has more regret if it has to estimate the delays",
        [Measurement(difference, ("dts", "dts_known"), above(0), NO_DELAY)],
        [OURS],
        lambda s: s.has("dts", "dts_known") and "at-once" not in s.name,
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
        "o07",
        "If half of the best arm's conversions are lost, D-TS and naive Thompson sampling do "
        "worse than an equal split",
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
]

CONCLUSIONS = [
    Conclusion(
        "D-TS has less regret than naive Thompson sampling in {c01.authors.count} settings of "
        "the authors' code. At low rates the mean difference is {c01.ours[low]} over all runs. "
        "Over the runs that the authors' code keeps it is {c01.authors[low]}.",
        dict.fromkeys(("c01.authors", "c01.ours", "c05.authors", "c05.ours"), "reproduced")
        | {"c04.ours": "in part", "o05.ours": "in part"},
        headline="D-TS has less regret than naive Thompson sampling in {c01.authors.count} "
        "settings of the authors' code. At high rates D-TS has {c05.authors[high]:.0%} of an "
        "equal split's regret. The best arm has the longest delays in all of these settings. In "
        "our other settings D-TS has less regret than naive Thompson sampling in "
        "{c04.ours.count}. D-TS needs no window. It counts each click by the share of its arm's "
        "conversions that come within the age of the click. If D-TS is given the delays, it has "
        "less regret than Thompson sampling with a window in {o05.ours.count} cases.",
        first=True,
    ),
    Conclusion(
        "D-TS can have more regret than naive Thompson sampling if the best arm does not have the "
        "longest delays. The best arm has them in all settings of the authors' code. At low rates "
        "D-TS has {c04.ours[low-reversed]:.0f} more regret than naive Thompson sampling if the "
        "best arm is the fastest. If all arms are equally slow, D-TS has {c04.ours[low-equal]:.0f} "
        "more regret.",
        {"c04.ours": "in part"},
    ),
    Conclusion(
        "D-UCB has more regret than D-TS in {c02.authors.count} settings of the authors' code. "
        "D-BUCB has less regret than D-TS in {o03.em.count}. D-BUCB is in that code, but not on "
        "the authors' page.",
        dict.fromkeys(("c02.authors", "o03.em"), "reproduced"),
    ),
    Conclusion(
        "Full Bayesian inference has less regret than D-TS at low rates, and more at high rates, "
        "as on the authors' page. The regret of D-TS less that of full Bayesian inference is "
        "{c03.ours[low]} at low rates and {c03.ours[high]} at high rates.",
        {"c03.ours": "in part"},
    ),
    Conclusion(
        "D-TS, given the delays, has less regret than Thompson sampling with a window in "
        "{o05.ours.count} cases. In the other cases a window favours the best arm, which is the "
        "fastest. There D-TS has {o05.ours[window_250-high-reversed-rules]:.0%} of the regret of "
        "Thompson sampling with a 12-hour window.",
        {"o05.ours": "in part"},
    ),
]
