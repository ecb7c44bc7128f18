"""Conclusions on Huang et al. 2023."""

from delayed_bandits.analysis.claims import Conclusion

CONCLUSIONS = [
    Conclusion(
        "Read for all L at once, Theorem 6.1 fails in our runs, as the first guess of L is 1. "
        "Without delay and with losses up to 1/√T the regret of Banker-SFTINF as printed, divided "
        "by the bound, grows like T to the power {c44.printed[tiny]:.2f}.",
        {"c44.printed": "in part"}
        | {f"{name}.printed": "reproduced" for name in ("c17", "c19", "c45", "c48", "c49")},
        headline="Where random play exceeds a bound (with the constant 1), the paper's algorithm "
        "stays below it. (Losses lie in a range L of 1 or more.)",
        reply="The authors may answer that they bound the worst case, leave the constant open, and "
        "may mean a fixed L.",
    ),
    Conclusion(
        "With a gap or stochastic losses, Tsallis-INF and BOLO, which ignore delays, have less "
        "regret than Banker-TINF and Banker-BOLO. This holds in {o05.printed.count} of our "
        "settings with delays.",
        {"o05.printed": "reproduced"},
    ),
    Conclusion(
        "On LOCK and RLOCK without a gap, Tsallis-INF and BOLO have more regret than Banker-TINF "
        "and Banker-BOLO. This holds in {o06.printed.count} settings. All arms there have about "
        "the same total loss, so random play has little or no regret.",
        {"o06.printed": "reproduced"},
    ),
    Conclusion(
        "The action scales of Theorem 4.6, inverse learning rates, may fall when feedback arrives. "
        "If they may not fall, Banker-TINF has more regret in {o36.monotone.count} environments "
        "with a gap and delays that vary.",
        {"o36.monotone": "reproduced"},
    ),
    Conclusion(
        "Under delays of 100 rounds Banker-TINF has {o09.printed[sca-fixed100]:.1f} times the "
        "regret of Zimmert and Seldin's algorithm on the constrained adversary. The bound of that "
        "algorithm is lower (Remark 5.2). Each on its worse of this adversary and LOCK, "
        "Banker-TINF has less in {o08.printed.count} kinds of delays that vary. On LOCK alone it "
        "has more in two of these kinds.",
        dict.fromkeys(("o08.printed", "o09.printed"), "reproduced"),
    ),
]
