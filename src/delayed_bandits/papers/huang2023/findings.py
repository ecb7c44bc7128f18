"""Our findings on Huang et al. 2023."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from delayed_bandits.analysis.claims import Claim
from delayed_bandits.analysis.measurements import (
    AN_ORDER,
    Evidence,
    Instead,
    Measurement,
    Measurements,
    VariantRuns,
    variant,
)
from delayed_bandits.analysis.measures import difference, ratio, worst_over
from delayed_bandits.analysis.settings import Setting
from delayed_bandits.analysis.verdicts import Bound, above, below, within_factor
from delayed_bandits.papers.huang2023 import measures as m
from delayed_bandits.papers.huang2023.findings_section_6 import SCALE_FREE
from delayed_bandits.papers.huang2023.shared import on_lock

PLAIN = ("banker_tinf", "banker_bolo")
RIVALS = ("banker_tinf_greedy", "zimmert_seldin")
NEGATIVE = "lock-criteo"  # Banker-TINF has negative regret there, so a difference is measured

order = partial(Claim, variants=m.BOTH, no_control=AN_ORDER)
mostly = partial(order, quantifier="most")


def has_ignoring(setting: Setting) -> bool:
    """Return whether Banker, and its version that ignores delays, ran with delays."""
    pairs = (("tsallis_inf", "banker_tinf_greedy"), ("bolo", "banker_bolo"))
    return m.delayed(setting) and any(setting.has(*pair) for pair in pairs)


def with_gap(setting: Setting) -> bool:
    """Return whether one arm or point is the best, unlike on LOCK and RLOCK without a gap."""
    return not on_lock(setting.trace)


def over(
    bound: Bound,
    one: str,
    *others: str,
    key: str = "",
    quantity: str = "",
    only: Callable[[Setting], bool] = lambda _: True,
    variants: Sequence[str] = (),
) -> Measurements:
    """Compare `one` on each setting with the first of `others` that ran there."""

    def measurements(variant: VariantRuns) -> Iterator[Evidence]:
        for setting in filter(only, variant.settings):
            found = [name for name in others if setting.has(*map(variant.fill, (one, name)))]
            of, limit = ratio, bound
            if setting.name == NEGATIVE:
                of, limit = difference, replace(bound, target=0)
            if found:
                where = {"at": (setting.name,), "key": setting.name + key, "quantity": quantity}
                runs = one, found[0]
                yield from Measurement(of, runs, limit, variants=variants, **where)(variant)

    return measurements


def ignoring_delays(bound: Bound) -> list[Measurements]:
    """Compare algorithms that ignore delays with Banker-TINF and Banker-BOLO."""
    return [
        over(bound, "tsallis_inf", "banker_tinf{end}"),
        over(bound, "bolo", "banker_bolo{end}", "banker_bolo"),
    ]


worse_over_worse = worst_over("worse R(T) of {first} divided by worse R(T) of {third}", 2)


def on_both(distribution: str) -> tuple[str, ...]:
    """Return the runs of Banker-TINF, then of Zimmert–Seldin, on two environments."""
    runs = ("banker_tinf{end}", "zimmert_seldin")
    return tuple(
        f"{environment}-{distribution}:{run}" for run in runs for environment in ("sca", "lock")
    )


FALLS_APART = Instead(
    on_both("fixed100"), "Banker-TINF has more regret there", "a constant delay of 100"
)


GREEDY = ("banker_tinf_greedy", "banker_tinf_accounts")
"""Banker-TINF as printed; the second also reports the quantities in its analysis."""
MONOTONE = "R(T) with scales that never fall divided by R(T) as printed"
FACTOR = "R(T) with the factor divided by R(T) without it"
LOGARITHM = "R(T) without the logarithm divided by R(T) with it"
SF_MAB = "R(T) of SF-MAB divided by R(T) of {second}"
LB = "R(T) of Banker-SFLBINF divided by R(T) of {second}"
EXPLORATION = "R(T) without exploration divided by R(T) with adaptive exploration"
FINDINGS = [
    mostly(
        "o03",
        "Under delays that vary, pooled withdrawal has less regret than greedy withdrawal of the "
        "oldest savings",
        [
            over(below(1), name, f"{name}_greedy", key=f" {name}", variants=[variant])
            for variant, names in (("pooled", PLAIN), ("paired", SCALE_FREE))
            for name in names
        ],
        on=lambda setting: m.delayed(setting) and not m.constant(setting),
        place="Appendix A.5, which offers it to save memory only",
        variants=[m.POOLED, m.PAIRED],
        remark="The two orders coincide if few rounds have delays, or if little is learned.",
    ),
    order(
        "o05",
        "With a gap or stochastic losses, Tsallis-INF and BOLO, which ignore delays, have less "
        "regret than Banker-TINF and Banker-BOLO",
        ignoring_delays(below(1)),
        on=lambda setting: has_ignoring(setting) and with_gap(setting),
        place="the constrained adversary, known from Tsallis-INF; of ours: LOCK with a gap, ball, "
        "box",
    ),
    mostly(
        "o06",
        "On LOCK and RLOCK without a gap, Tsallis-INF and BOLO, which ignore delays, have more "
        "regret than Banker-TINF and Banker-BOLO",
        ignoring_delays(above(1)),
        on=lambda setting: has_ignoring(setting) and not with_gap(setting),
        place="two environments of ours that show what the bounds are for",
        remark="Random play has regret 0 on LOCK, and little on RLOCK. So neither environment "
        "shows what learning gains.",
    ),
    Claim(
        "o08",
        "Under delays that vary, Banker-TINF has less regret than Zimmert–Seldin, each on its "
        "worse environment",
        [
            Measurement(
                worse_over_worse,
                on_both(distribution),
                below(1),
                FALLS_APART,
                case=f"Constrained adversary or LOCK without a gap, delays: {distribution}",
                key=distribution,
            )
            for distribution in ("geometric", "pareto", "criteo", "batches")
        ],
        place="after Remark 5.2; the environments are the constrained adversary and LOCK without a "
        "gap",
        quantifier="most",
        variants=m.BOTH,
        remark="The finding fails under batches. On LOCK without a gap alone the order is reversed "
        "under geometric and Pareto delays (o09). Zimmert–Seldin runs without skipping.",
    ),
    order(
        "o09",
        "Under constant delays, and on LOCK without a gap under geometric and Pareto delays, "
        "Banker-TINF has more regret than Zimmert–Seldin",
        [Measurement(ratio, ("banker_tinf{end}", "zimmert_seldin"), above(1))],
        on=lambda setting: (
            (setting.has(*RIVALS) and m.constant(setting) and m.delayed(setting))
            or setting.name in ("lock-geometric", "lock-pareto")
        ),
        place="Remark 5.2, by which Banker-TINF's bound has the worse delay term; on LOCK without "
        "a gap random play has regret 0",
    ),
    mostly(
        "o31",
        "Under delays and with a gap, SF-MAB and Tsallis-INF (given L), which ignore delays, have "
        "less regret than Banker-SFTINF and Banker-SFLBINF, and on LOCK without a gap more",
        [
            over(bound, blind, name + "{end}", key=f" {name} {blind}", quantity=quantity, only=only)
            for bound, only in ((below(1), with_gap), (above(1), lambda s: not with_gap(s)))
            for blind, quantity in (("sf_mab_adaptive", SF_MAB), ("tsallis_inf", ""))
            for name in SCALE_FREE
        ],
        variants=[m.PRINTED, m.PAIRED],
        on=lambda setting: setting.has("banker_sflbinf_greedy") and m.delayed(setting),
        place="Appendix A.4, by which a bound of SF-MAB could grow like √(DT) in the worst case",
        remark="The finding fails for Tsallis-INF against Banker-SFTINF if losses grow. The paper "
        "speaks of the worst case, which these environments are not.",
    ),
    order(
        "o36",
        "Under delays that vary, Banker-TINF has more regret with scales that never fall than with "
        "those of Theorem 4.6",
        [over(above(1), "tinf_monotone", *GREEDY, quantity=MONOTONE)],
        variants=[variant("ours", "Banker-TINF with scales that never fall", "monotone")],
        on=lambda setting: setting.has("tinf_monotone") and not m.constant(setting),
        quantifier="most",
        place="footnote of Section 4.5, and Section 8, which allow scales to fall",
    ),
    Claim(
        "o37",
        "If delays depend on the arm, Banker-TINF has less regret than Zimmert–Seldin, which still "
        "has at most half of random play's regret",
        [
            over(below(1), "banker_tinf{end}", "zimmert_seldin", key=" banker"),
            Measurement(
                ratio,
                ("zimmert_seldin", "uniform"),
                below(0.5),
                Instead(("uniform", "uniform"), m.IDLE),
            ),
        ],
        m.BOTH,
        ["sca-by-arm", "late-best", "late-other"],
        place="Appendix A.3, citing van der Hoeven and Cesa-Bianchi on guarantees: earlier "
        "algorithms are 'not capable of dealing with' such delays",
        tolerance="half of random play's regret is our threshold for learning",
        no_control=AN_ORDER,
    ),
    Claim(
        "o50",
        "With eight arms, the factor √(C₂/C₁) in the scales hardly changes the regret",
        [over(within_factor(1, 1.25), "tinf_balanced", *GREEDY, quantity=FACTOR)],
        [variant("printed", "the second scale of Theorem 4.6", "balanced")],
        lambda setting: setting.has("tinf_balanced") and setting.trace["arms"] > 2,
        place="Theorem 4.6, which offers the factor",
        tolerance="'hardly' means: by less than a quarter",
        no_control="two versions of one algorithm are compared; a larger change fails it",
    ),
    order(
        "o51",
        "SF-MAB has less regret without explicit exploration than with adaptive exploration",
        [over(below(1), "sf_mab_none", "sf_mab_adaptive", quantity=EXPLORATION)],
        variants=[variant("ours", "SF-MAB without exploration", "none")],
        on=lambda setting: setting.has("sf_mab_none", "sf_mab_adaptive"),
        quantifier="most",
        place="Appendix A.4, by which its bound for the worst case needs exploration",
    ),
    Claim(
        "o44",
        "Without the logarithm in its scale, Banker-TINF has less regret under constant delays, "
        "and more under delays that vary",
        [
            over(bound, "tinf_section_4_5", *GREEDY, only=only, quantity=LOGARITHM)
            for bound, only in ((below(1), m.constant), (above(1), lambda s: not m.constant(s)))
        ],
        [variant("printed", "the scale of Section 4.5", "section_4_5")],
        lambda setting: setting.has("tinf_section_4_5"),
        quantifier="most",
        place="Section 4.5, against Theorem 4.6",
        remark="The finding fails with two arms and a delay of 10 rounds.",
        no_control=AN_ORDER,
    ),
    order(
        "o35",
        "Without delay, Banker-SFLBINF has less regret than SF-MAB",
        [
            over(below(1), SCALE_FREE[1] + "_greedy", f"sf_mab_{kind}", key=f" {kind}", quantity=LB)
            for kind in ("fixed", "adaptive")
        ],
        variants=[m.PRINTED],
        on=lambda setting: (
            setting.has("sf_mab_fixed", "sf_mab_adaptive") and not m.delayed(setting)
        ),
        quantifier="each",
        place="Remark 6.4, which compares bounds and not regrets",
        remark="The finding fails if losses are below the first guess of L, on spikes, and after a "
        "jump.",
    ),
]
