"""Our conclusions on Huang et al. 2023."""

from delayed_bandits.analysis.claims import Conclusion

CONCLUSIONS = [
    Conclusion(
        "No run contradicts a theorem if losses have a range L of 1 or more. Wherever random play "
        "exceeds a bound with the constant 1, the algorithm is below that bound: Banker-TINF as "
        "printed in {c17.printed.count} environments, Banker-SFLBINF with its small-loss bound in "
        "{c49.printed.count}.",
        {f"{name}.printed": "reproduced" for name in ("c02", "c17", "c19", "c45", "c48", "c49")}
        | {"c46.balanced": "reproduced", "c47.section_4_5": "reproduced"},
    ),
    Conclusion(
        "Theorem 6.1 as printed needs losses with a range L of 1 or more, since its first guess "
        "L̂₁ = 1 is never lowered. With losses up to 1/√T the regret of Banker-SFTINF grows from "
        "{c44.printed[tiny-10000]:.1f} times the bound at T = 10,000 to "
        "{c44.printed[tiny-1000000]:.0f} times at T = 1,000,000. Two changed lines make it "
        "scale-free.",
        {"o38.printed": "reproduced", "o39.homogeneous": "reproduced", "c44.printed": "in part"},
    ),
    Conclusion(
        "Ignoring delays lowers the regret in {o05.printed.count} of our environments in which "
        "random play has regret. It raises the regret on LOCK without a gap, where half of the "
        "late feedback points to the wrong arms, and random play has regret 0. With a delay of 100 "
        "rounds Tsallis-INF, which ignores it, has {o06.printed[lock-fixed100]:.1f} times the "
        "regret of Banker-TINF as printed.",
        {"o05.printed": "reproduced", "o06.printed": "reproduced"},
        headline="If losses have a range L of 1 or more, every regret that can be tested is below "
        "the bound of its theorem, with 1 as the bound's constant. Ignoring delays still lowers "
        "the regret in {o05.printed.count} environments in which random play has regret. On LOCK, "
        "our environment in which half of the late feedback points to the wrong arms, ignoring a "
        "delay of 100 rounds costs {o06.printed[lock-fixed100]:.1f} times the regret of "
        "Banker-TINF as printed, if the arms have no gap. The authors would answer that they bound "
        "the worst case.",
    ),
    Conclusion(
        "Two details of Theorem 4.6's scales lower the regret under delays that vary: scales may "
        "fall, and they have a logarithm. Scales that never fall have more regret in "
        "{o36.monotone.count} environments. Scales without the logarithm have "
        "{o44.section_4_5[gap-geometric]:.1f} times the regret on LOCK with a gap, under geometric "
        "delays.",
        {"o36.monotone": "reproduced", "o44.section_4_5": "reproduced"},
    ),
    Conclusion(
        "Banker-TINF has less regret than Zimmert–Seldin if delays vary, and more if they are "
        "constant. It has less under {o08.printed.count} distributions of delays that vary, where "
        "we take the worse of two environments for each algorithm. Under constant delays it has up "
        "to {o09.printed.greatest:.1f} times Zimmert–Seldin's regret.",
        {"o08.printed": "reproduced", "o09.printed": "reproduced"},
    ),
]
