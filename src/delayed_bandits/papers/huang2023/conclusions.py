"""Conclusions on Huang et al. (2023)."""

from delayed_bandits.analysis.claims import Conclusion

CONCLUSIONS = [
    Conclusion(
        "The theorems leave the constant open. With the constant 1 no tested regret exceeds its "
        "bound, if losses lie in a range L of 1 or more. We test a bound only where random play "
        "exceeds it. Banker-TINF as printed is below its bound in {c17.printed.count} such "
        "settings, and Banker-SFLBINF below its small-loss bound in {c49.printed.count}, one with "
        "L = 0.01. Under delays random play stays below all bounds but Banker-TINF's if there are "
        "eight arms or five dimensions. So we added settings with two arms or two dimensions.",
        {f"{name}.printed": "reproduced" for name in ("c17", "c19", "c45", "c48", "c49")},
        headline="No tested regret exceeds its theorem's bound with the constant 1, if losses lie "
        "in a range L of 1 or more. (The theorems leave the constant open. We test a bound only "
        "where random play exceeds it.) Tsallis-INF and BOLO, which ignore delays, have less "
        "regret than Banker-TINF and Banker-BOLO in {o05.printed.count} settings with delays and "
        "with a gap or stochastic losses. On LOCK good and bad arms swap every 200 rounds. "
        "So with a delay of 100 rounds half of the feedback is about the block before, and without "
        "a gap random play has regret 0. There Tsallis-INF has {o06.printed[lock-fixed100]:.1f} "
        "times the regret of Banker-TINF as printed. One may answer that the paper bounds the "
        "worst case.",
    ),
    Conclusion(
        "If Theorem 6.1 is meant for all L at once, our runs speak against it as printed. With "
        "losses up to 1/√T the regret of Banker-SFTINF, divided by the bound, grows like T to the "
        "power {c44.printed[tiny]:.2f}. For Theorem 6.3 the power is {c45.printed[tiny]:.2f}, "
        "above 0 but less than the quarter that we allow, which decides nothing about the order. "
        "We changed two lines: the first guess of L, and a constant in the denominators. With "
        "them and pooled withdrawal R(T) / L at L = 0.01 is {o39.homogeneous.range:.3f} times "
        "that at L = 1.",
        {"o38.printed": "reproduced", "o39.homogeneous": "reproduced"}
        | {"c44.printed": "in part", "c45.printed": "reproduced"},
    ),
    Conclusion(
        "Tsallis-INF and BOLO, which ignore delays, have less regret than Banker-TINF and "
        "Banker-BOLO in {o05.printed.count} settings with delays and with a gap or stochastic "
        "losses. On LOCK and RLOCK without a gap they have more regret in {o06.printed.count} "
        "settings. There random play has regret near 0, since all arms are about equally good in "
        "total. So these settings show what wrong feedback costs, and not what learning gains.",
        {"o05.printed": "reproduced", "o06.printed": "reproduced"},
    ),
    Conclusion(
        "The action scales of Theorem 4.6, which are inverse learning rates, may fall when "
        "feedback comes in. If we forbid that, regret is higher in {o36.monotone.count} "
        "environments with delays that vary. The scales also have a logarithm. Without it the "
        "regret is {o44.section_4_5[gap-batches]:.1f} to {o44.section_4_5[sca-geometric]:.1f} "
        "times as large in six settings with delays that vary. Under constant delays it is "
        "{o44.section_4_5[gap-fixed10]:.0%} and {o44.section_4_5[gap-fixed100]:.0%} on LOCK with "
        "eight arms and gap 0.1. With two arms and gap 0.5 it is "
        "{o44.section_4_5[bound-fixed10]:.0%}.",
        {"o36.monotone": "reproduced", "o44.section_4_5": "reproduced"},
    ),
    Conclusion(
        "Zimmert–Seldin without skipping has less regret under constant delays. On the worse of "
        "two environments it has less under batches, and Banker-TINF under other delays that "
        "vary. Under constant delays Banker-TINF has {o09.printed.range:.1f} times the regret of "
        "Zimmert–Seldin, which agrees with Remark 5.2. If delays vary, we take the worse "
        "environment for each algorithm. Banker-TINF then has {o08.printed[batches]:.1f} times "
        "the regret under batches. Under geometric, Pareto and Criteo delays it has "
        "{o08.printed[pareto]:.0%} to {o08.printed[criteo]:.0%}. (On LOCK alone it has more "
        "regret under geometric and Pareto delays.)",
        dict.fromkeys(("o08.printed", "o09.printed"), "reproduced"),
    ),
]
