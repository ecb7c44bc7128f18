"""Claims of Huang et al. 2023, Sections 6 (unknown range) and 7 (linear losses)."""

from functools import partial
from typing import Any

from delayed_bandits.analysis.claims import Claim
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import Interval, ratio_interval
from delayed_bandits.analysis.measurements import Instead, Measurement
from delayed_bandits.analysis.measures import measure, ratio, same_seeds
from delayed_bandits.analysis.verdicts import Bound, below
from delayed_bandits.papers.huang2023 import measures as m
from delayed_bandits.papers.huang2023.shared import largest_loss

TINF, LBINF = "banker_sftinf{end}", "banker_sflbinf{end}"
SFTINF, SFLBINF = "Banker-SFTINF", "Banker-SFLBINF"
THEOREM_6_1 = {
    "place": "Theorem 6.1",
    "quote": "\\mathfrak{R}_T = \\mathcal{O} \\left( \\sqrt{K(D+T) \\log(D+T)} \\cdot L \\right)",
}
THEOREM_6_3 = {
    "place": "Theorem 6.3",
    "quote": "It not only allows us to derive the same regret guarantee as Theorem 6.1 when losses "
    "can be negative (up to logarithmic factors)",
}
THEOREM_7_1 = {
    "place": "Theorem 7.1",
    "quote": "which is only $\\tilde{\\mathcal{O}}(n^2 \\sqrt{D})$ more than the "
    "non-delayed regret",
}
BOUND_7_1 = "n^(3/2) √(T log T) + n² √(D log D log T)"
SAME = Bound(1, 0.25, "below", factor=True)
EQUAL = "at most a quarter more: L enters only by the first guess of 1 and its doublings"
IN_L = {"like": "in proportion", "tolerance": EQUAL}
IN_D = {
    "remark": "It rests on increments alone, which fail at half the tolerance and whose control is "
    "open. In the other measurements SF-MAB, which ignores delays, passes: with a gap much of its "
    "regret does not depend on d.",
}
IN_K = {"no_control": m.GAP_GROWS}

bounded = partial(Claim, variants=[m.PRINTED], tolerance=m.CONSTANT)
"""Make a claim that a quantity is at most of the order of a bound."""


@measure("R(T) / L of {first}, over that at L = 1")
def over_unit(curve: Curves, unit: Curves) -> Interval:
    """Return R(T) / L of a run, divided by R(T) at L = 1."""
    pair = (run.final / largest_loss(run.trace) for run in (curve, unit))
    return ratio_interval(*same_seeds(*pair))


def in_the_range(name: str, range_: str, bound: Bound) -> list[Measurement]:
    """Compare R(T) / L of an algorithm at another range with R(T) at L = 1."""
    measurements = []
    for delay in ("none", "geometric"):
        ends = f"range-{range_}-{delay}", f"range-one-{delay}"
        runs, control = (tuple(f"{end}:{run}" for end in ends) for run in (name, "banker_tinf"))
        key = f"{name.removesuffix('{end}')}-{range_}-{delay}"
        measurements.append(
            Measurement(over_unit, runs, bound, Instead(control, "it takes L for 1"), key=key)
        )
    return measurements


def in_the_rounds(name: str) -> dict[str, Any]:
    """Return a claim's fields: compare slopes of regret, unless losses are growing."""
    return {
        "measurements": [m.in_the_horizon(name)],
        "on": lambda setting: (
            setting.has(name.removesuffix("{end}"))
            and setting.trace["losses"]["distribution"] != "growing"
        ),
        "remark": "It fails where regret is most of random play's at the horizon, and on LOCK "
        "without a gap, where random play has regret 0.",
    }


def in_the_delay(name: str) -> list[Measurement]:
    """Compare regret on LOCK with a gap, 2 or 8 arms, under several constant delays."""
    two, eight = "LOCK with two arms and gap 0.25", "LOCK with eight arms and gap 0.1"
    return [
        m.growth(
            name,
            "d",
            {d: f"{environment}-fixed{d}" for d in ds},
            case,
            "sf_mab_adaptive",
        )
        for environment, ds, case in (
            ("lock-two", (10, 250), two),
            ("lock-two", (10, 100, 25, 250), two),
            ("lock-large", (10, 100), eight),
        )
    ]


def in_the_arms(name: str) -> list[Measurement]:
    """Compare regret for several numbers of arms, with gaps in proportion to √K."""
    environments = {2: "free-arms-2", 8: "range-one", 32: "free-arms-32", 64: "free-arms-64"}
    return [
        m.growth(name, "K", {K: f"{environments[K]}-{delay}" for K in Ks}, words)
        for Ks, delay, words in (
            ((8, 64), "none", "No delay"),
            ((2, 8, 32), "none", "No delay"),
            ((2, 8, 32), "geometric", "Geometric delays of mean 100"),
        )
    ]


def small_losses(environment: str, other: str, control: str) -> Measurement:
    """Compare Banker-SFLBINF with an algorithm whose bound contains L² T."""
    runs, instead = ((f"{environment}:{run}", f"{environment}:{other}") for run in (LBINF, control))
    return Measurement(ratio, runs, below(1), Instead(instead, "its bound has L² T"))


LATER = [
    m.grows("c30", SFTINF, "L", in_the_range(TINF, "large", SAME), **THEOREM_6_1, **IN_L),
    m.grows("c31", SFLBINF, "L", in_the_range(LBINF, "large", SAME), **THEOREM_6_3, **IN_L),
    Claim(
        "c32",
        "Banker-SFTINF and Banker-SFLBINF need not be given the range L of the losses",
        [
            measurement
            for name in (TINF, LBINF)
            for range_ in ("large", "small")
            for measurement in in_the_range(name, range_, SAME)
        ],
        m.BOTH,
        quantifier="each",
        quote="are within some bounded interval $[-L, L]$ and $L$ is *unknown* to the agent",
        place="Section 6",
        tolerance=EQUAL,
        remark="It fails below the initial value L̂₁ = 1, which is never lowered; the denominators "
        "also add 3. The paper names no constants. A correction is o39.",
    ),
    m.grows("c33", SFTINF, "T", **in_the_rounds(TINF), **THEOREM_6_1),
    m.grows("c34", SFLBINF, "T", **in_the_rounds(LBINF), **THEOREM_6_3),
    m.grows("c35", SFTINF, "D", in_the_delay(TINF), **THEOREM_6_1, **IN_D),
    m.grows("c36", SFLBINF, "D", in_the_delay(LBINF), **THEOREM_6_3, **IN_D),
    m.grows("c37", SFTINF, "K", in_the_arms(TINF), **THEOREM_6_1, **IN_K),
    m.grows("c38", SFLBINF, "K", in_the_arms(LBINF), **THEOREM_6_3, **IN_K),
    Claim(
        "c39",
        "Banker-SFLBINF adapts to small losses",
        [
            small_losses("spikes", TINF, "tsallis_inf"),
            small_losses("growth", TINF, "tsallis_inf"),
            small_losses("signed-spikes", "tsallis_inf", "zimmert_seldin_doubling"),
        ],
        m.BOTH,
        quote="also gives a small-loss style (Neu, 2015) adaptive regret bound",
        place="Section 6.4 and Theorem 6.3",
        remark="Tested without delay where the mean square of the losses is below L² / 10. Under "
        "delay the bound has the term √(K D) L in addition.",
    ),
    bounded(
        "c44",
        "The regret of Banker-SFTINF is at most of the order of √(K (D + T) log(D + T)) L",
        [m.over_bound("√(K (D + T) log(D + T)) L", TINF)],
        on=lambda setting: setting.has("banker_sftinf"),
        **THEOREM_6_1,
        remark="It fails below the first guess of L (c32).",
    ),
    bounded(
        "c45",
        "The regret of Banker-SFLBINF is at most of the order of √(K (D + T)) L log T + √D L log "
        "L, without delay the lower bound up to a logarithm",
        [m.over_bound("√(K (D + T)) L log T + √D L log L", LBINF)],
        on=lambda setting: setting.has("banker_sflbinf"),
        **THEOREM_6_3 | {"place": "Theorem 6.3, Abstract and Remark 6.4"},
    ),
    m.grows(
        "c08",
        "Banker-BOLO",
        "T",
        [m.in_the_horizon("banker_bolo{end}", "banker_bolo")],
        **THEOREM_7_1,
        on=lambda setting: setting.has("banker_bolo"),
        remark="In all environments with delays the action scale stays at 8n, the least that line "
        "4 of Algorithm 5 allows, to the end. So regret is linear for long.",
    ),
    m.grows(
        "c09",
        "Banker-BOLO",
        "D",
        [
            m.growth("banker_bolo", "d", environments, case, "bolo")
            for environments, case in (
                ({d: f"ball-lock-{d}" for d in (5, 25, 125)}, "The ball, n = 5, LOCK"),
                ({d: f"ball-lock-{d}" for d in (100, 250, 1000)}, "The ball, n = 5, LOCK"),
                (m.up_to_100("ball"), "The ball, n = 5"),
                (m.up_to_100("box"), "The box, n = 5"),
            )
        ],
        variants=[m.PRINTED],
        **THEOREM_7_1,
        remark="Where it holds the negative control is open: that BOLO, which ignores delays, "
        "fails is not shown. Under constant delays both withdrawals coincide.",
    ),
    m.grows(
        "c10",
        "Banker-BOLO",
        "n",
        [
            m.growth(run, "n", {2: f"ball-2-{delay}", n: f"ball{high}-{delay}"}, words, limit=limit)
            for run, delay, n, high, words, limit in (
                ("banker_bolo", "none", 10, "-10", "Ball, no delay", below(1.5)),
                ("banker_bolo", "none", 5, "", "Ball, no delay", below(1.5)),
                ("banker_bolo", "fixed10", 10, "-10", "Ball, a delay of 10 rounds", below(2)),
                ("banker_bolo{end}", "geometric", 10, "-10", "Ball, geometric delays", below(2)),
            )
        ],
        like="like n^(3/2) without delay, n² with delays",
        tolerance="",
        **THEOREM_7_1,
        no_control="without learning, regret does not grow with n by construction",
    ),
    bounded(
        "c19",
        "The regret of Banker-BOLO is at most of the order of n^(3/2) √T + n² √D",
        [m.over_bound(BOUND_7_1, "banker_bolo{end}", "banker_bolo")],
        on=lambda setting: setting.has("banker_bolo"),
        **THEOREM_7_1,
        remark="The logarithms are those of Appendix E.",
    ),
]
