"""Claims of Huang et al. 2023 (arXiv:2301.10500).

A bound with unknown constants says nothing on the slope of regret in one environment: rates are
findings.
"""

from dataclasses import replace

from delayed_bandits.analysis.claims import Claim
from delayed_bandits.analysis.measurements import Instead, Measurement, variant
from delayed_bandits.analysis.settings import Setting
from delayed_bandits.analysis.verdicts import Bound, below
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
SLACK = Measurement(
    m.slack,
    ("{accounts}",),
    Bound(0, 1e-9, "above"),
    Instead(("banker_tinf_overdrawn",), "savings are spent again and again", "line 9 left out"),
)
CERTIFICATE = Measurement(
    m.over_certificate,
    ("{accounts}", "{accounts}"),
    below(1),
    Instead(("uniform", "{accounts}"), m.IDLE, "random play / the same bound"),
)
ROUNDING = "rounding errors of sums over 100,000 rounds"


def accounted(setting: Setting) -> bool:
    """Return whether the accounts of savings were recorded."""
    return setting.has("banker_tinf_accounts")


BALANCED = variant("printed", "the second scale of Theorem 4.6", "balanced")
SECTION_4_5 = variant("printed", "the scale of Section 4.5", "section_4_5")
TWO_ARMS = ("bound-fixed10", "bound-geometric", "bound-batches")
"""Settings in which random play has more regret than these bounds."""


CLAIMS = [
    Claim(
        "c01",
        "On every path, after every round and for every y, Banker-OMD's estimated regret is at "
        "most B_T D(y, x₀) plus the immediate costs, minus the remaining savings",
        [SLACK],
        m.BOTH,
        accounted,
        quote="At the end of any round $T$ , for any $y \\in \\Delta^{[K]}$ , we have",
        place="Theorem 4.2",
        tolerance=ROUNDING,
        remark="Both sides are linear in y, so it is enough to test the arms.",
    ),
    Claim(
        "c02",
        "The regret of Banker-TINF is at most C₁ E[B_T] + C₂ E[Σ 1/σ_t], with C₁ = 2(√K − 1) and "
        "C₂ = √K",
        [CERTIFICATE],
        m.BOTH,
        accounted,
        quote="then the Banker-OMD framework presented in Algorithm 2 ensures",
        place="Corollary 4.3",
    ),
    Claim(
        "c13",
        "The guarantees hold for delays that depend on the arm",
        [
            SLACK,
            replace(CERTIFICATE, at=["sca-by-arm"], key="bound-8"),
            replace(CERTIFICATE, at=["bound-by-arm"], key="bound-2"),
        ],
        m.BOTH,
        lambda setting: accounted(setting) and m.by_arm(setting),
        quote="we claim here that our results also apply to arm-dependently delayed settings "
        "as long as we redefine the symbol $D$ as the sum of all delay lengths *actually "
        "experienced*",
        place="Appendix A.3",
        tolerance=ROUNDING,
    ),
    Claim(
        "c16",
        "The total investment B_T is at most of the order of √T + √(D log D)",
        place="Theorem 4.6",
        not_tested="arithmetic on the delays: a test checks it, and the figure of the investment "
        "shows it",
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
        "With the factor √(C₂/C₁) the regret is at most of the order of √(C₁C₂) (√T + √D log D)",
        [m.over_bound("√(C₁C₂) (√T + √D log D)", "tinf_balanced")],
        variants=[BALANCED],
        on=TWO_ARMS,
        place="Theorem 4.6",
        quote=r"\mathcal{O}\left(\sqrt{C_1 C_2}(\sqrt{T} + \sqrt{D} \log D)\right)",
    ),
    bounded(
        "c47",
        "Without the logarithm in its scale the regret is at most of the order of C₁ (√T + √D log "
        "D) + C₂ (√T + √D)",
        [m.over_bound("C₁ (√T + √D log D) + C₂ (√T + √D)", "tinf_section_4_5")],
        variants=[SECTION_4_5],
        on=TWO_ARMS,
        place="Section 4.5",
        quote="regret bounds in delayed bandit learning problems. In the following, we assume",
    ),
    *LATER,
    *FINDINGS,
    *RATES,
]
