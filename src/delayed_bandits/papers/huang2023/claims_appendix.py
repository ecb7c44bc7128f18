"""Claims of Huang et al. 2023, Appendix A: other algorithms, and delays that depend on the arm."""

import numpy as np

from delayed_bandits.analysis.claims import (
    Claim,
    Control,
    Earlier,
    Evidence,
    Reading,
    Runs,
    Setting,
    Tolerance,
)
from delayed_bandits.analysis.intervals import Interval
from delayed_bandits.analysis.measures import final_ratio, has
from delayed_bandits.analysis.verdicts import below
from delayed_bandits.papers.huang2023.claims_framework import (
    RULES,
    VACUOUS,
    accounted,
    certificate_row,
    slack_row,
)
from delayed_bandits.papers.huang2023.claims_rates import (
    AUDITED,
    HALF,
    LONG,
    NO_RATE,
    rows_in_the_delay,
)
from delayed_bandits.papers.huang2023.claims_shared import (
    exponent_in,
    exponent_in_the_horizon,
    fixed_delay,
)
from delayed_bandits.papers.huang2023.measures import (
    BLIND_BEFORE,
    HALFWAY,
    POOLED,
    RATE_IN_WORDS,
    UNLEARNED,
    constant,
    rate_row,
    rate_row_earlier,
)

RECALLED = "recalled, or from third-party code"


def zimmert_seldin(setting: Setting) -> bool:
    """Tell whether Zimmert–Seldin runs beside Banker-TINF, on losses in [0, 1]."""
    return has(setting, "zimmert_seldin", "banker_tinf_greedy")


def zimmert_seldin_rates(runs: Runs) -> list[Reading]:
    rows = [rate_row(runs, setting, "zimmert_seldin") for setting in runs]
    return [Reading("code", RECALLED, rows + rows_in_the_delay(runs, "zimmert_seldin"))]


def zimmert_seldin_rates_beside_blind(runs: Runs) -> list[Reading]:
    rows = [rate_row_earlier(runs, setting, "zimmert_seldin") for setting in runs]
    rows += rows_in_the_delay(runs, "zimmert_seldin", ["tsallis_inf"])
    return [Reading("code", RECALLED, rows)]


def zimmert_seldin_rates_earlier(runs: Runs) -> list[Reading]:
    ends = (runs[f"delay-{d}", "zimmert_seldin"] for d in (100, 2500))
    exponents = {key: exponent_in_the_horizon(runs[key, "zimmert_seldin"]) for key in LONG} | {
        "d from 100 to 2500": exponent_in(fixed_delay, *ends)
    }
    rows = [
        Evidence(label, "exponent", exponent, below(HALFWAY))
        for label, exponent in exponents.items()
    ]
    return [Reading("code", RECALLED, rows)]


def known_delay(runs: Runs) -> list[Reading]:
    def ratio(name: str) -> Interval:
        return final_ratio(*(runs[f"box-fixed{d}", name] for d in (100, 10)))

    row = Evidence(
        "box, n = 5, T = 100,000",
        "R(T) for d = 100 / for d = 10",
        ratio("exponential_weights"),
        below(np.sqrt(105 / 15)),
        Control("the same with d = 0 given", ratio("exponential_weights_undelayed")),
    )
    return [Reading("ours", "continuous exponential weights, a simple form for the box", [row])]


def by_arm(setting: Setting) -> bool:
    """Tell whether delays depend on the arm."""
    return isinstance(setting.trace["delay"], list)


def arm_dependent(runs: Runs) -> list[Reading]:
    def rows(name: str) -> list[Evidence]:
        return [
            row(runs, setting, name)
            for setting in runs
            for row in (slack_row, certificate_row)
            if row is slack_row or setting.name not in VACUOUS
        ]

    return [Reading(reading, what, rows(name)) for name, (reading, what) in RULES.items()]


def arm_dependent_earlier(runs: Runs) -> list[Reading]:
    exponent = exponent_in_the_horizon(runs["sca-by-arm", "banker_tinf"])
    row = Evidence("geometric, mean 25 k of arm k", "exponent", exponent, below(HALFWAY))
    return [Reading("ours", POOLED, [row])]


APPENDIX = [
    Claim(
        id="c11",
        statement="The regret of Zimmert–Seldin is at most of the order of √(KT) + √D",
        quote="\\tilde{\\mathcal{O}}(\\sqrt{KT} + \\sqrt{D})",
        place="Table 1, first row",
        criterion=f"in T: {RATE_IN_WORDS}. {UNLEARNED}; in d as for Banker-TINF (c05)",
        measure=zimmert_seldin_rates,
        qualifies=lambda setting: zimmert_seldin(setting),
        left_out=NO_RATE,
        also=frozenset({"delay-2500"}),
        tolerance=HALF,
        history=[
            Earlier(
                "the exponent of the regret from T/10 to T, on the settings with 400,000 rounds, "
                "and that in a fixed delay from 100 to 2,500 are below 3/4",
                AUDITED + "nothing could fail the criterion",
                zimmert_seldin_rates_earlier,
            ),
            Earlier(
                "the same; where it was run the control under delays was Tsallis-INF, which "
                "ignores them, else uniform play, if it was run",
                BLIND_BEFORE,
                zimmert_seldin_rates_beside_blind,
            ),
        ],
    ),
    Claim(
        id="c12",
        statement="With a known constant delay d the regret can be of the order of √(n (n + d) T)",
        quote="Ito et al. (2020) studied adversarial linear bandits with uniform delay $d$ , "
        "proposing an $\\tilde{\\mathcal{O}}(\\sqrt{n(n+d)T})$ -regret algorithm",
        place="Appendix A.1, of Ito et al. (2020)",
        criterion="R(T) for d = 100 over that for d = 10 is below √((n + 100) / (n + 10)) = 2.65",
        measure=known_delay,
        qualifies=lambda setting: (
            has(setting, "exponential_weights")
            and constant(setting.trace)
            and setting.name.startswith("box-fixed")
        ),
        tolerance=Tolerance("the quotient of the bounds", knowing_results=False),
        history=[
            Earlier(
                "the same without a control: reproduced",
                "after a review of all claims: nothing could fail it",
            )
        ],
        remark="On these stochastic losses even the algorithm that assumes no delay "
        "passes. Table 1 prints the bound with √d for d, a slip.",
    ),
    Claim(
        id="c13",
        statement="The guarantees hold for delays that depend on the arm",
        quote="we claim here that our results also apply to arm-dependently delayed settings "
        "as long as we redefine the symbol $D$ as the sum of all delay lengths *actually "
        "experienced*, namely $D \\triangleq \\sum_{t=1}^T \\delta_{t,A_t}$",
        place="Appendix A.3",
        criterion="Theorem 4.2 as in c01, and the bound of Corollary 4.3 as in c02 where it is "
        "below the regret of uniform play",
        measure=arm_dependent,
        qualifies=lambda setting: accounted(setting) and by_arm(setting),
        tolerance=Tolerance("rounding errors of sums over 100,000 rounds", knowing_results=False),
        history=[
            Earlier(
                "the exponent of the regret in T, from T/10 to T, is below 3/4, pooled",
                AUDITED + "on that world Tsallis-INF, which ignores delays, passes as well (c04)",
                arm_dependent_earlier,
            )
        ],
    ),
]
