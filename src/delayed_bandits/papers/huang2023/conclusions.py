"""Conclusions on Huang et al. 2023."""

from delayed_bandits.analysis.claims import Conclusion

CONCLUSIONS = [
    Conclusion(
        "Read as uniform in L, Theorem 6.1 fails for L = 1/√T, as the first guess of L is 1. "
        "Without delay the regret of Banker-SFTINF as printed, divided by the bound, there grows "
        "like T to the power {c44.printed[tiny]:.2f}.",
        {"c44.printed": "in part"}
        | {f"{name}.printed": "reproduced" for name in ("c17", "c19", "c45", "c48", "c49")},
        headline="Where random play exceeds a bound (with the constant 1), the paper's algorithm "
        "stays below it. (For Theorems 6.1 and 6.3 losses have a range L of 1 or more.)",
        reply="The authors may answer that they bound the worst case, leave the constant open, and "
        "mean L ≥ 1/2, as their proofs bound the guess of L by 2 L.",
    ),
    Conclusion(
        "Ignoring delays, Tsallis-INF and BOLO have less regret than Banker-TINF and Banker-BOLO "
        "in {o05.printed.count} settings with a gap or stochastic losses. Most of these have the "
        "adversary on which Tsallis-INF was published. Gaps of 0.1 and 0.25 are ours.",
        {"o05.printed": "reproduced"},
    ),
    Conclusion(
        "On LOCK and RLOCK without a gap, Tsallis-INF and BOLO have more regret than Banker-TINF "
        "and Banker-BOLO in {o06.printed.count} settings. All arms there have about the same total "
        "loss, so random play has little or no regret.",
        {"o06.printed": "reproduced"},
    ),
    Conclusion(
        "Kept from lowering its action scales, Banker-TINF has more regret in {o36.monotone.count} "
        "environments with a gap and delays that vary. The scales (inverse learning rates) of "
        "Theorem 4.6 fall while no feedback arrives.",
        {"o36.monotone": "reproduced"},
    ),
    Conclusion(
        "Banker-TINF has less regret than Zimmert and Seldin's algorithm in {o08.printed.count} "
        "kinds of delays that vary (not in batches), by the larger of each algorithm's regrets in "
        "two environments. These are the constrained adversary and LOCK (in batches RLOCK) without "
        "a gap. On this LOCK alone it has more under geometric and Pareto delays. Under constant "
        "delays it has more, {o09.printed[sca-fixed100]:.1f} times as much on the constrained "
        "adversary with delay 100. Zimmert and Seldin's bound is lower (Remark 5.2).",
        dict.fromkeys(("o08.printed", "o09.printed"), "reproduced"),
    ),
]
