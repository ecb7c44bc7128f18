"""Claims of Huang et al. 2023, Section 6: losses of unknown range."""

from collections.abc import Callable

from delayed_bandits.analysis.claims import Claim
from delayed_bandits.analysis.measures import ratio
from delayed_bandits.analysis.rows import Instead, Row
from delayed_bandits.analysis.settings import Setting
from delayed_bandits.analysis.verdicts import Bound, below
from delayed_bandits.papers.huang2023.measures import (
    BOTH,
    CONSTANT,
    IN_RATES,
    PRINTED,
    bound_6_1,
    bound_6_3,
    growth,
    in_the_horizon,
    in_the_range,
    over_bound,
)

TINF, LBINF = "banker_sftinf", "banker_sflbinf"
ORDER = "at most of the order of √(K (D + T)) L up to logarithms"
THEOREM_6_1 = {
    "place": "Theorem 6.1",
    "quote": "\\mathfrak{R}_T = \\mathcal{O} \\left( \\sqrt{K(D+T) \\log(D+T)} \\cdot L \\right)",
}
THEOREM_6_3 = {
    "place": "Theorem 6.3",
    "quote": "It not only allows us to derive the same regret guarantee as Theorem 6.1 when losses "
    "can be negative (up to logarithmic factors)",
}
SAME = Bound(1, 0.25, "below", factor=True)
EQUAL = "at most a quarter more: L enters by the first guess of 1 and its doublings alone"
POOLED_ALONE = "pooled withdrawal alone, without a control; was reproduced"
BY_A_RESULT = (
    "not applicable where the bound is above what not learning loses: no premise of the theorem, "
    "and set after results; was "
)
IN_T = {
    **IN_RATES,
    "remark": "Where it fails little is learned by the horizon. The bound is exceeded at L = 0.01 "
    "alone (c44, c45), and growth below it contradicts nothing.",
    "changed": [
        f"the exponent from T/10 to T at L = 10,000, {POOLED_ALONE}",
        f"{BY_A_RESULT}reproduced",
    ],
}
BELOW_THE_BOUND = "not applicable where regret is below the bound, which is a result; was that"
GAP = "the gap grows like √K, and with it what uniform play loses"


def of_one_range(name: str) -> Callable[[Setting], bool]:
    """Select the settings of an algorithm whose losses have one range in all rounds."""
    return lambda setting: setting.has(name) and setting.trace["losses"]["law"] != "growing"


def in_the_delay(name: str) -> list[Row]:
    """Compare regret on LOCK with a gap under several constant delays, for 2 and for 8 arms."""
    two, eight = "LOCK with two arms and gap 0.25", "LOCK with eight arms and gap 0.1"
    return [
        growth(f"{name}{{end}}", "d", {d: f"{world}-fixed{d}" for d in ds}, case, "sf_mab_adaptive")
        for world, ds, case in (
            ("lock-two", (10, 250), two),
            ("lock-two", (10, 100, 25, 250), two),
            ("lock-large", (10, 100), eight),
        )
    ]


def in_the_arms(name: str) -> list[Row]:
    """Compare regret for several numbers of arms, with gaps in proportion to the root of K."""
    worlds = {2: "free-arms-2", 8: "range-one", 32: "free-arms-32", 64: "free-arms-64"}
    return [
        growth(f"{name}{{end}}", "K", {K: f"{worlds[K]}-{delay}" for K in Ks}, words)
        for Ks, delay, words in (
            ((8, 64), "none", "No delay"),
            ((2, 8, 32), "none", "No delay"),
            ((2, 8, 32), "geometric", "Geometric delays of mean 100"),
        )
    ]


def small_losses(world: str, other: str, control: str) -> Row:
    """Compare Banker-SFLBINF with an algorithm whose bound has L² T."""
    runs, instead = ((f"{world}:{run}", f"{world}:{other}") for run in (f"{LBINF}{{end}}", control))
    return Row(ratio, runs, below(1), Instead(instead, "its bound has L² T"))


SCALE_FREE = [
    Claim(
        "c30",
        f"The regret of Banker-SFTINF is {ORDER}: in L",
        in_the_range(f"{TINF}{{end}}", "large", SAME),
        BOTH,
        **THEOREM_6_1,
        tolerance=EQUAL,
        changed=[f"from 4/5 to 5/4, {POOLED_ALONE}"],
    ),
    Claim(
        "c31",
        f"The regret of Banker-SFLBINF is {ORDER}: in L",
        in_the_range(f"{LBINF}{{end}}", "large", SAME),
        BOTH,
        **THEOREM_6_3,
        tolerance=EQUAL,
        changed=[f"from 4/5 to 5/4, {POOLED_ALONE}"],
    ),
    Claim(
        "c32",
        "Banker-SFTINF and Banker-SFLBINF need not know the range L of the losses",
        [
            row
            for name in (TINF, LBINF)
            for range_ in ("large", "small")
            for row in in_the_range(f"{name}{{end}}", range_, SAME)
        ],
        BOTH,
        quantifier="each",
        quote="are within some bounded interval $[-L, L]$ and $L$ is *unknown* to the agent",
        place="Section 6",
        tolerance=EQUAL,
        remark="It fails below the first guess of L, which is 1: the guess is never lowered, and "
        "the denominators have an additive 3. A correction is o39.",
        changed=[
            "L = 0.01 alone: 'unknown' is said of every L, and above 1 they need not know it; was "
            "not reproduced"
        ],
    ),
    Claim(
        "c33",
        f"The regret of Banker-SFTINF is {ORDER}: in T",
        [in_the_horizon(f"{TINF}{{end}}")],
        **THEOREM_6_1,
        **IN_T,
        on=of_one_range(TINF),
    ),
    Claim(
        "c34",
        f"The regret of Banker-SFLBINF is {ORDER}: in T",
        [in_the_horizon(f"{LBINF}{{end}}")],
        **THEOREM_6_3,
        **IN_T,
        on=of_one_range(LBINF),
    ),
    Claim(
        "c35",
        f"The regret of Banker-SFTINF is {ORDER}: in D",
        in_the_delay(TINF),
        **THEOREM_6_1,
        **IN_RATES,
        remark="With a gap much of the regret of SF-MAB, which ignores delays, does not depend on "
        "d, so that its exponent is low; increments leave that part out.",
        changed=[f"{BY_A_RESULT}not applicable"],
    ),
    Claim(
        "c36",
        f"The regret of Banker-SFLBINF is {ORDER}: in D",
        in_the_delay(LBINF),
        **THEOREM_6_3,
        **IN_RATES,
        changed=[f"{BY_A_RESULT}not applicable"],
    ),
    Claim(
        "c37",
        f"The regret of Banker-SFTINF is {ORDER}: in K",
        in_the_arms(TINF),
        **THEOREM_6_1,
        **IN_RATES,
        no_control=GAP,
        changed=[BELOW_THE_BOUND],
    ),
    Claim(
        "c38",
        f"The regret of Banker-SFLBINF is {ORDER}: in K",
        in_the_arms(LBINF),
        **THEOREM_6_3,
        **IN_RATES,
        no_control=GAP,
        remark="Its regret grows from a low level, and is below the bound for each K (c45).",
        changed=[BELOW_THE_BOUND],
    ),
    Claim(
        "c39",
        "Banker-SFLBINF adapts to small losses",
        [
            small_losses("spikes", f"{TINF}{{end}}", "tsallis_inf"),
            small_losses("growth", f"{TINF}{{end}}", "tsallis_inf"),
            small_losses("signed-spikes", "tsallis_inf", "zimmert_seldin_doubling"),
        ],
        BOTH,
        quote="also gives a small-loss style (Neu, 2015) adaptive regret bound",
        place="Section 6.4 and Theorem 6.3",
        remark="In worlds without delay whose mean square of the losses is below L² / 10. Under "
        "delay the bound has √(K D) L beside the small losses.",
        changed=[f"without growing losses, {POOLED_ALONE}"],
    ),
    Claim(
        "c44",
        "The regret of Banker-SFTINF is at most of the order of √(K (D + T) log(D + T)) L",
        [over_bound("√(K (D + T) log(D + T)) L", bound_6_1, f"{TINF}{{end}}")],
        [PRINTED],
        lambda setting: setting.has(TINF),
        **THEOREM_6_1,
        tolerance=CONSTANT,
        remark="It fails below the first guess of L, see c32.",
    ),
    Claim(
        "c45",
        "The regret of Banker-SFLBINF is at most of the order of √(K (D + T)) L log T + √D L log "
        "L, without delay the lower bound up to a logarithm",
        [over_bound("√(K (D + T)) L log T + √D L log L", bound_6_3, f"{LBINF}{{end}}")],
        [PRINTED],
        lambda setting: setting.has(LBINF),
        **THEOREM_6_3 | {"place": "Theorem 6.3, Abstract and Remark 6.4"},
        tolerance=CONSTANT,
    ),
]
