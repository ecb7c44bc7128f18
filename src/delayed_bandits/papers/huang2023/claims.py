"""Claims of Huang et al. 2023 (arXiv:2301.10500).

A bound with unknown constants says nothing about the growth of regret in one environment. So
statements on growth are findings of ours.
"""

from delayed_bandits.analysis.claims import Claim, Conclusion
from delayed_bandits.analysis.measurements import AN_ORDER, variant
from delayed_bandits.analysis.settings import Setting
from delayed_bandits.analysis.verdicts import above
from delayed_bandits.papers.huang2023 import measures as m
from delayed_bandits.papers.huang2023.claims_sections_6_7 import LATER, bounded
from delayed_bandits.papers.huang2023.findings import FINDINGS, over

__all__ = ["CLAIMS", "CONCLUSIONS"]


def accounted(setting: Setting) -> bool:
    """Return whether the accounts of savings were recorded."""
    return setting.has("banker_tinf_accounts")


CLAIMS = [
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
    Claim(
        "c50",
        "SF-MAB must include explicit uniform exploration",
        [over(above(1), "sf_mab_none", "sf_mab_adaptive")],
        [variant("ours", "SF-MAB without exploration against adaptive exploration", "none")],
        on=lambda setting: setting.has("sf_mab_none", "sf_mab_adaptive"),
        quantifier="most",
        quote="Consequently, their algorithm must include *explicit uniform exploration*",
        place="Appendix A.4",
        no_control=AN_ORDER,
        remark="The paper says it of the guarantee in the worst case, which these settings are "
        "not. We take it to mean that exploration lowers the regret.",
    ),
    *LATER,
    *FINDINGS,
]

CONCLUSIONS = [
    Conclusion(
        "If losses lie in a range L of 1 or more, no run contradicts a theorem. We take each bound "
        "with the constant 1, and test it only where random play exceeds it. Banker-TINF as "
        "printed is below its bound in {c17.printed.count} such settings. Banker-SFLBINF is below "
        "its small-loss bound in {c49.printed.count} settings. One of these settings has L = 0.01. "
        "Under delays the settings with eight arms or five dimensions only test Banker-TINF's "
        "bounds. For the other bounds we added settings with two arms or two dimensions.",
        {f"{name}.printed": "reproduced" for name in ("c17", "c19", "c48", "c49")},
        headline="If losses lie in a range L of 1 or more, every regret is below the bound of "
        "its theorem with the constant 1. (We test a bound only where random play exceeds it.) "
        "Tsallis-INF and BOLO, which ignore delays, have less regret than Banker-TINF and "
        "Banker-BOLO in {o05.printed.count} of our settings with a gap or stochastic losses. On "
        "LOCK without a gap, with a delay of 100 rounds, half of the feedback points to the "
        "wrong arms. Tsallis-INF then has {o06.printed[lock-fixed100]:.1f} times the regret of "
        "Banker-TINF as printed. One may answer that the paper bounds the worst case.",
    ),
    Conclusion(
        "Theorem 6.1 as printed needs a range L that is bounded below. With losses up to 1/√T the "
        "regret of Banker-SFTINF grows from {c44.printed[tiny-10000]:.1f} times the bound at "
        "T = 10,000 to {c44.printed[tiny-1000000]:.0f} times at T = 1,000,000. For Theorem 6.3 the "
        "same losses refute the constant 1, with {c45.printed[tiny-1000000]:.1f} times the bound, "
        "and refute no order. We changed two lines: the first guess of L, and a constant in the "
        "denominators. Then R(T) / L at L = 0.01 is within a quarter of that at L = 1.",
        {"o38.printed": "reproduced", "o39.homogeneous": "reproduced"}
        | {"c44.printed": "in part", "c45.printed": "in part"},
    ),
    Conclusion(
        "Tsallis-INF and BOLO, which ignore delays, have less regret than Banker-TINF and "
        "Banker-BOLO in {o05.printed.count} of our settings with a gap or stochastic losses. On "
        "LOCK and RLOCK without a gap they have more regret in {o06.printed.count} settings. On "
        "LOCK and RLOCK much of the late feedback points to the wrong arms, and random play has "
        "little or no regret.",
        {"o05.printed": "reproduced", "o06.printed": "reproduced"},
    ),
    Conclusion(
        "The action scales (inverse learning rates) of Theorem 4.6 may fall, and they have a "
        "logarithm. Both lower the regret under delays that vary. Scales that never fall have "
        "more regret in {o36.monotone.count} environments. Without the logarithm the regret is "
        "{o44.section_4_5[gap-batches]:.1f} times as large under batches and "
        "{o44.section_4_5[sca-geometric]:.1f} times on the constrained adversary with geometric "
        "delays. Under a constant delay of 100 rounds it is {o44.section_4_5[gap-fixed100]:.0%} "
        "of the regret with the logarithm.",
        {"o36.monotone": "reproduced", "o44.section_4_5": "reproduced"},
    ),
    Conclusion(
        "Zimmert–Seldin without skipping has less regret than Banker-TINF under constant delays "
        "and batches. Banker-TINF has {o09.printed.range:.1f} times its regret under constant "
        "delays. If delays vary from round to round, Banker-TINF has less regret in "
        "{o08.printed.count} cases, each algorithm on the worse of two environments. Batches are "
        "the exception, with {o08.printed[batches]:.1f} times the regret. On LOCK alone "
        "Banker-TINF has more regret under geometric and Pareto delays, too. Remark 5.2 calls a "
        "term of its bound slightly worse.",
        dict.fromkeys(("o08.printed", "o09.printed", "o49.printed"), "reproduced"),
    ),
]
