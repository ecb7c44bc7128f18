"""Conclusions on Huang et al. 2023."""

from delayed_bandits.analysis.claims import Conclusion

CONCLUSIONS = [
    Conclusion(
        "Read for all L at once, Theorem 6.1 fails in our runs. Without delay and with losses up "
        "to 1/√T the regret of Banker-SFTINF as printed, divided by the bound, grows like T to "
        "the power {c44.printed[tiny]:.2f}.",
        {"c44.printed": "in part"}
        | {f"{name}.printed": "reproduced" for name in ("c17", "c19", "c45", "c48", "c49")},
        headline="Wherever random play exceeds a theorem's bound with the constant 1, the paper's "
        "algorithm stays below it, if losses lie in a range L of 1 or more.",
        reply="The authors may answer that they bound the worst case, leave the constant open, "
        "and may mean a fixed L. We test a bound only where random play exceeds it.",
    ),
    Conclusion(
        "Tsallis-INF and BOLO, which ignore delays, have less regret than Banker-TINF and "
        "Banker-BOLO in {o05.printed.count} settings with delays and with a gap or stochastic "
        "losses.",
        {"o05.printed": "reproduced"},
    ),
    Conclusion(
        "Tsallis-INF and BOLO have more regret than Banker-TINF and Banker-BOLO in "
        "{o06.printed.count} settings of LOCK and RLOCK without a gap. There all arms are about "
        "equally good in total.",
        {"o06.printed": "reproduced"},
    ),
    Conclusion(
        "The action scales of Theorem 4.6, which are inverse learning rates, may fall when "
        "feedback arrives. If we forbid that, Banker-TINF has more regret in {o36.monotone.count} "
        "environments with delays that vary.",
        {"o36.monotone": "reproduced"},
    ),
    Conclusion(
        "Under constant delays Banker-TINF has {o09.printed.range:.1f} times the regret of "
        "Zimmert and Seldin's algorithm without skipping. Under delays that vary it has less in "
        "{o08.printed.count} cases, each algorithm on its worse environment.",
        dict.fromkeys(("o08.printed", "o09.printed"), "reproduced"),
    ),
]
