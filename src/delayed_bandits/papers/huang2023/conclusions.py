"""Our conclusions on Huang et al. 2023."""

from delayed_bandits.analysis.claims import Conclusion

CONCLUSIONS = [
    Conclusion(
        "No run contradicts a theorem if losses have a range L of 1 or more. Wherever random play "
        "exceeds a bound with the constant 1, the algorithm is below that bound: Banker-TINF as "
        "printed in {c17.printed.count} environments, Banker-SFLBINF with its small-loss bound in "
        "{c49.printed.count}. Under delays these environments have two arms, or two dimensions, "
        "and short delays. Elsewhere random play stays below the bounds, too.",
        {f"{name}.printed": "reproduced" for name in ("c02", "c17", "c19", "c45", "c48", "c49")}
        | {"c46.balanced": "reproduced", "c47.section_4_5": "reproduced"},
        headline="If losses have a range L of 1 or more, every regret that can be tested is below "
        "the bound of its theorem, with 1 as the bound's constant. In {o05.printed.count} of our "
        "environments with a gap or stochastic losses, ignoring delays lowers the regret of "
        "Banker-TINF or Banker-BOLO. On LOCK without a gap, where half of the late feedback points "
        "to the wrong arms, ignoring a delay of 100 rounds costs "
        "{o06.printed[lock-fixed100]:.1f} times the regret of Banker-TINF as printed. The authors "
        "would answer that they bound the worst case.",
    ),
    Conclusion(
        "Theorem 6.1 as printed needs losses with a range L of 1 or more, since its first guess "
        "L̂₁ = 1 is never lowered. With losses up to 1/√T the regret of Banker-SFTINF grows from "
        "{c44.printed[tiny-10000]:.1f} times the bound at T = 10,000 to "
        "{c44.printed[tiny-1000000]:.0f} times at T = 1,000,000. With two changed lines R(T) / L "
        "at L = 0.01 is within a quarter of that at L = 1 (pooled withdrawal).",
        {"o38.printed": "reproduced", "o39.homogeneous": "reproduced", "c44.printed": "in part"},
    ),
    Conclusion(
        "Ignoring delays lowers the regret of Banker-TINF or Banker-BOLO in {o05.printed.count} of "
        "our environments with a gap or stochastic losses. It raises the regret on LOCK and RLOCK "
        "without a gap, in {o06.printed.count}. There half of the late feedback points to the "
        "wrong arms, and random play has little or no regret.",
        {"o05.printed": "reproduced", "o06.printed": "reproduced"},
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
        "Banker-TINF has less regret than Zimmert–Seldin under {o08.printed.count} distributions "
        "of delays that vary. (We take the worse of two environments for each algorithm.) Under "
        "batches it has {o08.printed[batches]:.1f} times Zimmert–Seldin's regret, and under "
        "constant delays {o09.printed.range:.1f} times. The bounds differ, too (Remark 5.2).",
        {"o08.printed": "reproduced", "o09.printed": "reproduced"},
    ),
]
