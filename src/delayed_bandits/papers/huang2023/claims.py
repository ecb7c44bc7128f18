"""Claims of Huang et al. 2023 (arXiv:2301.10500).

A bound with unknown constants says nothing about the growth of regret in one environment. So
statements on growth are findings of ours.
"""

from delayed_bandits.papers.huang2023 import measures as m
from delayed_bandits.papers.huang2023.claims_sections_6_7 import LATER, bounded
from delayed_bandits.papers.huang2023.conclusions import CONCLUSIONS
from delayed_bandits.papers.huang2023.findings import FINDINGS
from delayed_bandits.papers.huang2023.findings_section_6 import ON_THE_RANGE

__all__ = ["CLAIMS", "CONCLUSIONS"]


CLAIMS = [
    bounded(
        "c17",
        "The regret of Banker-TINF is at most of the order of √(KT) + √(K D log D)",
        [m.over_bound("Corollary 5.1's bound", "{accounts}", "banker_tinf{end}")],
        on=lambda s: (
            (s.has("banker_tinf_accounts") or s.has("banker_tinf_greedy")) and not m.by_arm(s)
        ),
        place="Corollary 5.1, which is Theorem 4.6 for Tsallis entropy",
        quote="*Banker-TINF applied to delayed adversarial MABs ensures $\\mathfrak{R}_T = "
        "\\mathcal{O}\\left(\\sqrt{KT} + \\sqrt{KD \\log D}\\right)$",
        remark="The control is random play, so a row that holds shows learning. It does not show "
        "that delays need an algorithm of their own: Tsallis-INF, which ignores delays, has less "
        "regret in two tested settings with delays (o05).",
    ),
    bounded(
        "c51",
        "If delays depend on the arm, Banker-TINF keeps the bound of Corollary 5.1, with D the sum "
        "of the delays experienced, and recovers bound (14)",
        [
            m.over_bound("Corollary 5.1's bound", "{accounts}"),
            m.over_bound("bound (14)", "{accounts}", key="-14"),
        ],
        on=["sca-by-arm", "bound-by-arm"],
        place="Appendix A.3",
        quote="we can attain a regret bound in terms of $\\mathbb{E}[D]$, recovering Eq. (14)",
        remark="Our bounds are lower than the paper's, since D is that of the fastest arm. We take "
        "(14) as √(KT) + √(D log(K) / K), which is lower if x hardly changes within a delay.",
    ),
    *LATER,
    *FINDINGS,
    *ON_THE_RANGE,
]
