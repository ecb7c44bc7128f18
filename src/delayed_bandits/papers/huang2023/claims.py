"""Claims of Huang et al. 2023 (arXiv:2301.10500).

Rates are tested in every environment, since a bound with unknown constants rules none out.
"""

from dataclasses import replace

from delayed_bandits.analysis.claims import Claim
from delayed_bandits.analysis.measurements import Instead, Measurement, variant
from delayed_bandits.analysis.measures import ratio
from delayed_bandits.analysis.settings import Setting
from delayed_bandits.analysis.verdicts import Bound, below
from delayed_bandits.papers.huang2023 import measures as m
from delayed_bandits.papers.huang2023.claims_sections_6_7 import LATER, bounded
from delayed_bandits.papers.huang2023.findings import CONCLUSIONS, FINDINGS

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


def in_the_delay(run: str) -> list[Measurement]:
    """Compare the regret of an algorithm on arms under several constant delays."""
    short, long = ({d: f"delay-{d}" for d in ds} for ds in ((5, 25, 125), (100, 250, 1000, 2500)))
    sca, ends = "Stochastically constrained adversary", ("lock-fixed100", "lock-fixed10")
    return [
        m.growth(run, "d", short, "LOCK with two arms", "tsallis_inf"),
        m.growth(run, "d", long, "LOCK with two arms", "tsallis_inf"),
        m.growth(run, "d", m.up_to_100("sca"), sca, "tsallis_inf"),
        Measurement(
            ratio,
            tuple(f"{end}:{run}" for end in ends),
            m.root(10),
            Instead(tuple(f"{end}:tsallis_inf" for end in ends), m.IGNORES),
            case="LOCK with eight arms",
            quantity="R(T) of {first} under a delay of 100 / under 10",
            key="lock-8",
        ),
    ]


def in_the_arms(delay: str, case: str) -> list[Measurement]:
    """Compare the regret of Banker-TINF for several numbers of arms."""
    ends, run = (f"arms-64-{delay}", f"arms-8-{delay}"), "banker_tinf{end}"
    return [
        Measurement(
            ratio,
            tuple(f"{end}:{run}" for end in ends),
            m.root(8),
            case=case,
            quantity="R(T) of {first} for K = 64 / for K = 8",
        ),
        m.growth(run, "K", {arms: f"arms-{arms}-{delay}" for arms in (16, 32, 64)}, case),
    ]


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
    m.grows(
        "c04",
        "Banker-TINF",
        "T",
        [m.in_the_horizon("banker_tinf{end}")],
        **COROLLARY_5_1,
        on=lambda setting: setting.has("banker_tinf_greedy"),
        left_out=m.NOT_WHOLE,
        remark="At a given mean delay an algorithm that ignores delays has this rate, too. The "
        "rate shows that something is learned, not how delays are handled. On LOCK random play has "
        "regret 0 and no rate.",
    ),
    m.grows(
        "c05",
        "Banker-TINF",
        "D",
        in_the_delay("banker_tinf{end}"),
        **COROLLARY_5_1,
        remark="From delays of about √T on, an algorithm that ignores them loses all there is to "
        "lose, so its regret grows slowly, too.",
    ),
    m.grows(
        "c06",
        "Banker-TINF",
        "K",
        [
            *in_the_arms("fixed10", "a delay of 10 rounds"),
            *in_the_arms("geometric", "geometric delays of mean 100"),
        ],
        **COROLLARY_5_1,
        no_control=m.GAP_GROWS,
    ),
    m.grows(
        "c11",
        "Zimmert–Seldin",
        "T and with D",
        [m.in_the_horizon("zimmert_seldin"), *in_the_delay("zimmert_seldin")],
        variants=[variant("reconstructed", "in part from third-party code")],
        on=lambda setting: setting.has("banker_tinf_greedy", "zimmert_seldin"),
        left_out=m.NOT_WHOLE,
        place="Table 1, first row",
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
    bounded(
        "c16",
        "The total investment B_T is at most of the order of √T + √(D log D)",
        [m.investment("√T + √(D log D)")],
        on=lambda setting: accounted(setting) and m.delayed(setting) and not m.by_arm(setting),
        place="Theorem 4.6",
        no_control="B_T is arithmetic on the delays, with the scales of the theorem",
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
    *LATER,
    *FINDINGS,
]
