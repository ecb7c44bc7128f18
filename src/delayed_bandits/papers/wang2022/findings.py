"""Our findings on Wang et al. 2022 (arXiv:2202.00846)."""

from dataclasses import replace

from delayed_bandits.analysis.claims import Claim, order_of_two
from delayed_bandits.analysis.measurements import Instead, Measurement, variant
from delayed_bandits.analysis.verdicts import above, below
from delayed_bandits.papers.wang2022.measures import THREE, WINDOWS, difference, ratio

OURS = variant("ours", "all runs, rates at most 1", dts="dts", ducb="ducb")
RULES = ["high-rules", "low-rules", "high-reversed-rules", "high-equal-rules"]
NO_DELAY = Instead(("high-at-once:dts", "high-at-once:dts_known"), "none to estimate", "no delay")
hourly = replace(ratio, quantity="R(T) of D-TS (given) divided by R(T) of {second}")

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
            Measurement(hourly, (f"{on}:dts_hourly", f"{on}:{rule}"), below(1), key=f"{rule}-{on}")
            for rule in WINDOWS
            for on in RULES
        ],
        [variant("ours", "windows of 1 hour to 8 days, hourly updates")],
    ),
    Claim(
        "o07",
        "If half of the best arm's conversions are lost, D-TS and TS (immediate) do worse than an "
        "equal split",
        [
            Measurement(
                ratio,
                (name, "equal_split"),
                above(1),
                Instead((f"high:{name}", "high:equal_split"), "none is lost", "all conversions"),
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
