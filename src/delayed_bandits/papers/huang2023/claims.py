"""Claims of Huang et al. 2023 (arXiv:2301.10500).

A bound with unknown constants says nothing on the slope in one environment. So rates are findings.
"""

from delayed_bandits.analysis.claims import Claim, Conclusion
from delayed_bandits.analysis.measurements import variant
from delayed_bandits.analysis.settings import Setting
from delayed_bandits.papers.huang2023 import measures as m
from delayed_bandits.papers.huang2023.claims_sections_6_7 import LATER, bounded
from delayed_bandits.papers.huang2023.findings import FINDINGS

__all__ = ["CLAIMS", "CONCLUSIONS"]


def accounted(setting: Setting) -> bool:
    """Return whether the accounts of savings were recorded."""
    return setting.has("banker_tinf_accounts")


BALANCED = variant("printed", "the second scale of Theorem 4.6", "balanced")
SECTION_4_5 = variant("printed", "the scale of Section 4.5", "section_4_5")
TWO_ARMS = ("bound-fixed10", "bound-geometric", "bound-batches")
"""Settings of two arms in which random play has more regret than the bounds tested on them."""


CLAIMS = [
    Claim(
        "c13",
        "The guarantees hold for delays that depend on the arm, with D as the delay experienced",
        [m.over_bound("√(KT) + √(K D log D)", "{accounts}")],
        m.BOTH,
        ["bound-by-arm"],
        quote="we claim here that our results also apply to arm-dependently delayed settings "
        "as long as we redefine the symbol $D$ as the sum of all delay lengths *actually "
        "experienced*",
        place="Appendix A.3",
        tolerance=m.CONSTANT,
        remark="D is the total delay of the faster arm, which is at most the delay experienced.",
    ),
    bounded(
        "c17",
        "The regret of Banker-TINF is at most of the order of √(KT) + √(K D log D)",
        [m.over_bound("√(KT) + √(K D log D)", "{accounts}", "banker_tinf{end}")],
        on=lambda setting: (
            (accounted(setting) or setting.has("banker_tinf_greedy")) and not m.by_arm(setting)
        ),
        place="Corollary 5.1, which is Theorem 4.6 for Tsallis entropy",
        quote="*Banker-TINF applied to delayed adversarial MABs ensures $\\mathfrak{R}_T = "
        "\\mathcal{O}\\left(\\sqrt{KT} + \\sqrt{KD \\log D}\\right)$",
    ),
    bounded(
        "c46",
        "With the factor √(C₂/C₁) the regret is at most of the order of √(C₁C₂) (√T + √(D log D))",
        [m.over_bound("√(C₁C₂) (√T + √(D log D))", "tinf_balanced")],
        variants=[BALANCED],
        on=TWO_ARMS,
        place="Theorem 4.6, as Appendix B.2.4 proves it",
        quote=r"\mathcal{O}((\sqrt{T} + \sqrt{D \log D}) f(T))",
    ),
    bounded(
        "c47",
        "Without the logarithm in its scale the regret is at most of the order of C₁ (√T + √D log "
        "D) + C₂ (√T + √D)",
        [m.over_bound("C₁ (√T + √D log D) + C₂ (√T + √D)", "tinf_section_4_5")],
        variants=[SECTION_4_5],
        on=TWO_ARMS,
        place="Section 4.5",
        quote=r"= \mathcal{O}(\sqrt{T} + \sqrt{D} \log D)",
    ),
    *LATER,
    *FINDINGS,
]

CONCLUSIONS = [
    Conclusion(
        "If losses have a range L of 1 or more, no run contradicts a theorem. Wherever random play "
        "exceeds a bound with the constant 1, the algorithm is below that bound: Banker-TINF as "
        "printed in {c17.printed.count} environments, Banker-SFLBINF with its small-loss bound in "
        "{c49.printed.count} (one with L = 0.01). With eight arms or five dimensions, only "
        "Banker-TINF's bounds are tested under delays. With two, the other bounds are, too.",
        {f"{name}.printed": "reproduced" for name in ("c17", "c19", "c48", "c49")}
        | {"c46.balanced": "reproduced", "c47.section_4_5": "reproduced"},
        headline="If losses have a range L of 1 or more, every regret that can be tested is below "
        "the bound of its theorem, with 1 as the bound's constant. In {o05.printed.count} of our "
        "environments other than LOCK and RLOCK without a gap, ignoring delays lowers the regret "
        "of Banker-TINF or Banker-BOLO. On LOCK without a gap, where half of the late feedback "
        "points to the wrong arms, ignoring a delay of 100 rounds costs "
        "{o06.printed[lock-fixed100]:.1f} times the regret of Banker-TINF as printed. One may "
        "answer that the paper bounds the worst case.",
    ),
    Conclusion(
        "Theorems 6.1 and 6.3 as printed need a range L that is bounded below, since the first "
        "guess L̂₁ = 1 is never lowered. With losses up to 1/√T the regret of Banker-SFTINF grows "
        "from {c44.printed[tiny-10000]:.1f} times the bound at T = 10,000 to "
        "{c44.printed[tiny-1000000]:.0f} times at T = 1,000,000. Banker-SFLBINF then has "
        "{c45.printed[tiny-1000000]:.1f} times its bound, which refutes the constant 1 and no "
        "order. With two changed lines R(T) / L at L = 0.01 is within a quarter of that at L = 1 "
        "(pooled withdrawal).",
        {"o38.printed": "reproduced", "o39.homogeneous": "reproduced"}
        | {"c44.printed": "in part", "c45.printed": "in part"},
    ),
    Conclusion(
        "Ignoring delays lowers the regret of Banker-TINF or Banker-BOLO in {o05.printed.count} of "
        "our environments other than LOCK and RLOCK without a gap. On those two it raises the "
        "regret in {o06.printed.count}; it is open for delays of 5 and 10 rounds. There half of "
        "the late feedback points to the wrong arms, and random play has little or no regret.",
        {"o05.printed": "reproduced", "o06.printed": "reproduced"},
    ),
    Conclusion(
        "Two details of Theorem 4.6's scales lower the regret under delays that vary: scales may "
        "fall, and they have a logarithm. Scales that never fall have more regret in "
        "{o36.monotone.count} environments. Scales without the logarithm have "
        "{o44.section_4_5[gap-batches]:.1f} (batches) to {o44.section_4_5[sca-geometric]:.1f} "
        "times the regret (constrained adversary, geometric delays).",
        {"o36.monotone": "reproduced", "o44.section_4_5": "reproduced"},
    ),
    Conclusion(
        "Banker-TINF has less regret than Zimmert–Seldin without skipping under "
        "{o08.printed.count} distributions of delays that vary, if each algorithm is taken on the "
        "worse of two environments. That is mostly the constrained adversary. On LOCK alone it has "
        "more under geometric and Pareto delays. Under batches it has {o08.printed[batches]:.1f} "
        "times Zimmert–Seldin's regret, and under constant delays {o09.printed.range:.1f} times. "
        "The bounds differ, too (Remark 5.2).",
        {"o08.printed": "reproduced", "o09.printed": "reproduced"},
    ),
]
