"""Additional claims on regret that remarks on bounds in Huang et al. 2023 suggest."""

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
from delayed_bandits.analysis.measures import has
from delayed_bandits.analysis.verdicts import above, below
from delayed_bandits.papers.huang2023.claims_appendix import RECALLED, by_arm, zimmert_seldin
from delayed_bandits.papers.huang2023.claims_rates import AUDITED, NO_RATE, banker
from delayed_bandits.papers.huang2023.measures import (
    CONTROLS,
    POOLED,
    both_withdrawals,
    case,
    delayed,
    over,
)


def slightly_worse(runs: Runs) -> list[Reading]:
    """Compare Banker-TINF with Zimmert–Seldin in every setting of the claim."""

    def row(setting: Setting, name: str) -> Evidence:
        control = "uniform" if has(setting, "uniform") else "tsallis_inf"
        return Evidence(
            case(setting.trace),
            "R(T), Banker-TINF / Zimmert–Seldin",
            over(runs, setting.name, name, "zimmert_seldin"),
            below(1, tolerance=0.5),
            Control(CONTROLS[control], over(runs, setting.name, control, "zimmert_seldin")),
        )

    return both_withdrawals(lambda name: [row(setting, name) for setting in runs])


def slightly_worse_earlier(runs: Runs) -> list[Reading]:
    """Compare the ratios with that of the two bounds."""
    rows = [
        Evidence(key, "ratio", over(runs, key, "banker_tinf", "zimmert_seldin"), below(limit))
        for key, limit in {
            "sca-fixed10": 7.29,
            "lock-fixed10": 7.29,
            "sca-fixed100": 7.87,
            "lock-fixed100": 7.87,
        }.items()
    ]
    return [Reading("ours", POOLED, rows)]


def others_not_capable(runs: Runs) -> list[Reading]:
    """Compare algorithms for other delays with uniform play."""
    rows = [
        Evidence(
            f"{case(setting.trace)}, {label}",
            "R(T) / R(T) of uniform play",
            over(runs, setting.name, name, "uniform"),
            above(1, tolerance=0.5),
            Control(
                "Banker-TINF as printed", over(runs, setting.name, "banker_tinf_greedy", "uniform")
            ),
        )
        for setting in runs
        for name, label in {
            "zimmert_seldin": "Zimmert–Seldin",
            "tsallis_inf": "Tsallis-INF",
        }.items()
    ]
    return [Reading("code", RECALLED, rows)]


OURS_BOUNDS = [
    Claim(
        id="o09",
        kind="ours",
        statement="Banker-TINF is slightly worse than Zimmert–Seldin",
        place="suggested by Remark 5.2, where a term of the bound is 'slightly worse'",
        criterion="under every law of delays the ratio of the regrets is below 3/2",
        measure=slightly_worse,
        qualifies=lambda setting: (
            banker(setting) and has(setting, "zimmert_seldin") and delayed(setting.trace)
        ),
        left_out={"lock-criteo": NO_RATE["lock-criteo"]},
        tolerance=Tolerance("our reading of 'slightly': by at most a half"),
        history=[
            Earlier(
                "under the delays 10 and 100, on both environments, the ratio is at most "
                "√(K ln D / ln K), 7.3 and 7.9, pooled",
                AUDITED + "a quotient of two upper bounds is no bound on a quotient, and 7 times "
                "is not 'slightly'",
                slightly_worse_earlier,
            ),
            Earlier(
                "the same, as a claim of the paper (c07)",
                "after a second review: the remark is on bounds, not on regret",
                slightly_worse,
            ),
        ],
        remark="The paper compares bounds. Under constant delays Banker-TINF has 2.1 to 4.9 times "
        "the regret, a factor that falls with d and with K: it is d + 1 bandits apart. Under "
        "geometric, Pareto and Criteo delays on the constrained adversary with eight arms it has "
        "0.4 times the regret, with lost rounds 1.24. On LOCK it has 1.71 times under geometric "
        "delays (2.30 with T = 400,000) and 1.95 under Pareto delays; under packets 3.07, on RLOCK "
        "1.42.",
    ),
    Claim(
        id="o10",
        kind="ours",
        statement="Algorithms for delays that do not depend on the arm cannot deal with such as do",
        place="suggested by Appendix A.3: 'Van Der Hoeven and Cesa-Bianchi (2022) pointed out' "
        "that works on arm-independent delays 'are not capable of dealing with the new setting'",
        criterion="regret is more than half of that of uniform play",
        measure=others_not_capable,
        qualifies=lambda setting: by_arm(setting) and zimmert_seldin(setting),
        tolerance=Tolerance("our reading of 'not capable': at most half of the regret is saved"),
        history=[
            Earlier(
                "the same, as a claim of the paper (c14)",
                "after a second review: the paper reports of others that proofs do not apply",
                others_not_capable,
            )
        ],
        remark="What is meant is that the proofs do not apply. Here the adversary takes no notice "
        "of the delays of the arms; Tsallis-INF, which ignores delays, has the least regret.",
    ),
]
