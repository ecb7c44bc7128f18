"""Claims of Huang et al. 2023 (arXiv:2301.10500).

A bound with unknown constants says nothing on the slope of regret in one environment: rates are
findings.
"""

from dataclasses import replace

from delayed_bandits.analysis.claims import Claim
from delayed_bandits.analysis.measurements import Instead, Measurement, variant
from delayed_bandits.analysis.settings import Setting
from delayed_bandits.analysis.verdicts import below
from delayed_bandits.papers.huang2023 import measures as m
from delayed_bandits.papers.huang2023.claims_sections_6_7 import LATER, bounded
from delayed_bandits.papers.huang2023.conclusions import CONCLUSIONS
from delayed_bandits.papers.huang2023.findings import FINDINGS
from delayed_bandits.papers.huang2023.findings_rates import RATES

__all__ = ["CLAIMS", "CONCLUSIONS"]

COROLLARY_5_1 = {
    "place": "Corollary 5.1, which is Theorem 4.6 for Tsallis entropy",
    "quote": "*Banker-TINF applied to delayed adversarial MABs ensures $\\mathfrak{R}_T = "
    "\\mathcal{O}\\left(\\sqrt{KT} + \\sqrt{KD \\log D}\\right)$",
}
CERTIFICATE = Measurement(
    m.over_certificate,
    ("{accounts}", "{accounts}"),
    below(1),
    Instead(("uniform", "{accounts}"), m.IDLE, "random play / the same bound"),
)


def accounted(setting: Setting) -> bool:
    """Return whether the accounts of savings were recorded."""
    return setting.has("banker_tinf_accounts")


BALANCED = variant("printed", "the second scale of Theorem 4.6", "balanced")
SECTION_4_5 = variant("printed", "the scale of Section 4.5", "section_4_5")
TWO_ARMS = ("bound-fixed10", "bound-geometric", "bound-batches")
"""Settings in which random play has more regret than these bounds."""


CLAIMS = [
    Claim(
        "c02",
        "The regret of Banker-TINF is at most C₁ E[B_T] + C₂ E[Σ 1/σ_t], with C₁ = 2(√K − 1) and "
        "C₂ = √K",
        [CERTIFICATE],
        m.BOTH,
        lambda setting: accounted(setting) and not m.by_arm(setting),
        quote="then the Banker-OMD framework presented in Algorithm 2 ensures",
        place="Corollary 4.3",
    ),
    Claim(
        "c13",
        "The guarantees hold for delays that depend on the arm, with D as the delay experienced",
        [
            m.over_bound("√(KT) + √(K D log D)", "{accounts}"),
            replace(CERTIFICATE, at=["sca-by-arm"], key="bound-8"),
            replace(CERTIFICATE, at=["bound-by-arm"], key="bound-2"),
        ],
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
        **COROLLARY_5_1,
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
    *RATES,
]
