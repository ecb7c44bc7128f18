"""Findings of ours beside Huang et al. 2023, and conclusions."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from delayed_bandits.analysis.claims import Claim, Conclusion
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import Interval
from delayed_bandits.analysis.measurements import (
    AN_ORDER,
    Evidence,
    Instead,
    Measurement,
    Measurements,
    VariantRuns,
    variant,
)
from delayed_bandits.analysis.measures import difference, measure, ratio
from delayed_bandits.analysis.settings import Setting
from delayed_bandits.analysis.verdicts import Bound, above, below, within_factor
from delayed_bandits.papers.huang2023 import measures as m
from delayed_bandits.papers.huang2023.claims_sections_6_7 import in_the_range
from delayed_bandits.papers.huang2023.shared import on_lock

SCALE_FREE = ("banker_sftinf", "banker_sflbinf")
RIVALS = ("banker_tinf_greedy", "zimmert_seldin")
NEGATIVE = "lock-criteo"
"""Where the regret of Banker-TINF is negative: a ratio has no meaning, a difference has."""
FASTER = above(m.ROOT_SLOPE.target)
ROOT, LINE = m.ROOT_SLOPE, above(1, tolerance=1 - m.ROOT_SLOPE.high)

order = partial(Claim, variants=m.BOTH, no_control=AN_ORDER)
mostly = partial(order, quantifier="most")


def beside_ignorance(setting: Setting) -> bool:
    """Tell whether a Banker algorithm runs under delays beside one that ignores them."""
    pairs = (("tsallis_inf", "banker_tinf_greedy"), ("bolo", "banker_bolo"))
    return m.delayed(setting) and any(setting.has(*pair) for pair in pairs)


def over(bound: Bound, one: str, *others: str, key: str = "") -> Measurements:
    """Compare a run with the first of some others on each setting that has both."""

    def measurements(variant: VariantRuns) -> Iterator[Evidence]:
        for setting in variant.settings:
            found = [name for name in others if setting.has(*map(variant.fill, (one, name)))]
            of, limit = ratio, bound
            if setting.name == NEGATIVE:
                of, limit = difference, replace(bound, target=0)
            if found:
                measurement = Measurement(
                    of, (one, found[0]), limit, at=(setting.name,), key=setting.name + key
                )
                yield from measurement(variant)

    return measurements


def ignoring_delays(bound: Bound) -> list[Measurements]:
    """Compare what ignores delays with Banker-TINF and with Banker-BOLO."""
    return [
        over(bound, "tsallis_inf", "banker_tinf{end}"),
        over(bound, "bolo", "banker_bolo{end}", "banker_bolo"),
    ]


@measure("R(T) of {first} / R(T) of {third}, each on its worse environment")
def worse_over_worse(*curves: Curves) -> Interval:
    """Estimate the ratio of R(T) of two algorithms, each on two environments."""
    pairs = curves[:2], curves[2:]
    return ratio.of(*(max(pair, key=lambda curve: curve.final.mean()) for pair in pairs))


def on_both(distribution: str) -> tuple[str, ...]:
    """Name the runs of Banker-TINF, then of Zimmert–Seldin, on two environments."""
    runs = ("banker_tinf{end}", "zimmert_seldin")
    return tuple(
        f"{environment}-{distribution}:{run}" for run in runs for environment in ("sca", "lock")
    )


FALLS_APART = Instead(
    on_both("fixed100"), "it makes play fall into 101 bandits", "a constant delay of 100"
)

FINDINGS = [
    mostly(
        "o03",
        "Under delays that vary pooled withdrawal has less regret than the printed one",
        [
            over(below(1), name, f"{name}_greedy", key=f" {name}")
            for name in ("banker_tinf", "banker_bolo", *SCALE_FREE)
        ],
        on=lambda setting: m.delayed(setting) and not m.constant(setting),
        place="Appendix A.5 offers it for its memory alone",
        variants=[m.POOLED],
        remark="Where few rounds have delays, or little is learned, the two are the same.",
    ),
    Claim(
        "o04",
        "If one round in twenty never arrives Banker-TINF hardly learns, and skipping helps",
        [
            Measurement(m.SLOPES, (run,), bound, Instead((control,), why), key=key)
            for key, run, bound, control, why in (
                ("banker", "banker_tinf{end}", LINE, "zimmert_seldin_skipping", "it skips rounds"),
                ("waiting", "zimmert_seldin", LINE, "zimmert_seldin_skipping", "it skips rounds"),
                ("skipping", "zimmert_seldin_skipping", ROOT, "banker_tinf{end}", "it waits"),
            )
        ],
        on=["sca-lost"],
        place="D is then of the order of T²; skipping as in Zimmert and Seldin (2020)",
        variants=m.BOTH,
        tolerance=m.HALFWAY,
    ),
    Claim(
        "o40",
        "The regret of Banker-TINF grows with T faster than a root in some environments",
        [
            Measurement(
                m.SLOPES,
                ("banker_tinf{end}",),
                FASTER,
                premise=lambda _, environment: m.lost(environment),
            )
        ],
        m.BOTH,
        lambda setting: setting.has("banker_tinf_greedy"),
        quantifier="some",
        place="beside c04, whose tolerance for a root is the power 3/4",
        left_out=m.NOT_WHOLE,
        no_control="what does not learn grows like a line: it has the property, too",
        remark="A slope up to T is no rate as T grows on.",
    ),
    order(
        "o05",
        "On benign losses an algorithm that takes no notice of delays has less regret",
        ignoring_delays(below(1)),
        on=lambda setting: beside_ignorance(setting) and not on_lock(setting.trace),
        place="stochastic losses, or means that shift without regard to the delay",
    ),
    mostly(
        "o06",
        "On LOCK an algorithm that takes no notice of delays has more regret",
        ignoring_delays(above(1)),
        on=lambda setting: beside_ignorance(setting) and on_lock(setting.trace),
        place="the environment that shows what the bounds are for",
        remark="The cost of ignoring delays grows with them. Random play has no regret on LOCK: "
        "it shows what ignoring delays costs, not what learning gains.",
    ),
    Claim(
        "o08",
        "Under delays that vary the worse of two environments costs Banker-TINF less than "
        "Zimmert–Seldin",
        [
            Measurement(
                worse_over_worse,
                on_both(distribution),
                below(1),
                FALLS_APART,
                case=f"Constrained adversary or LOCK, delays: {distribution}",
                key=distribution,
            )
            for distribution in ("geometric", "pareto", "criteo", "batches")
        ],
        place="after Remark 5.2",
        quantifier="most",
        variants=m.BOTH,
        remark="It does not hold under batches, in which all rounds of a block arrive together.",
    ),
    order(
        "o09",
        "Under constant delays Banker-TINF has more regret than Zimmert–Seldin",
        [Measurement(ratio, ("banker_tinf{end}", "zimmert_seldin"), above(1))],
        on=lambda setting: setting.has(*RIVALS) and m.constant(setting) and m.delayed(setting),
        place="after Remark 5.2, where a term of the bound is 'slightly worse'",
        remark="Under a constant delay d it is d + 1 bandits apart.",
    ),
    mostly(
        "o11",
        "Under delays that vary Banker-TINF has less regret than Zimmert–Seldin",
        [over(below(1), "banker_tinf{end}", "zimmert_seldin")],
        on=lambda setting: setting.has(*RIVALS) and not m.constant(setting),
        place="after Remark 5.2",
        remark="It does not hold on LOCK, under batches and where rounds are lost.",
    ),
    mostly(
        "o31",
        "Under delays algorithms that ignore them have less regret than the scale-free ones",
        [
            over(below(1), blind, name + "{end}", key=f" {name} {blind}")
            for blind in ("sf_mab_adaptive", "tsallis_inf")
            for name in SCALE_FREE
        ],
        on=lambda setting: setting.has("banker_sflbinf_greedy") and m.delayed(setting),
        place="after Appendix A.4, which finds the framework of SF-MAB incapable of delays",
        remark="It does not hold on LOCK without a gap, where random play has no regret, nor "
        "where losses grow for Tsallis-INF, which is given the final L and divides by it.",
    ),
    mostly(
        "o32",
        "Under delays line 9 of Algorithm 4, the floor, raises the regret",
        [Measurement(ratio, ("banker_sflbinf_no_floor", "banker_sflbinf"), below(1))],
        on=lambda setting: setting.has("banker_sflbinf_no_floor") and m.delayed(setting),
        place="Algorithm 4, for losses that are not negative",
        variants=[m.POOLED],
        remark="It does not hold on LOCK under constant delays.",
    ),
    order(
        "o35",
        "Without delay Banker-SFLBINF has less regret than SF-MAB",
        [
            over(below(1), "banker_sflbinf_greedy", f"sf_mab_{kind}", key=f" {kind}")
            for kind in ("fixed", "adaptive")
        ],
        variants=[m.PRINTED],
        on=lambda setting: (
            setting.has("sf_mab_fixed", "sf_mab_adaptive") and not m.delayed(setting)
        ),
        quantifier="each",
        place="after Remark 6.4, where a bound is 'uniformly better than theirs'",
        remark="It does not hold below the first guess of L, on spikes and after a jump.",
    ),
    Claim(
        "o39",
        "With a first guess of L near 0, and 3 L² for 3 in the denominators, both are scale-free "
        "below 1, too",
        [
            measurement
            for name in SCALE_FREE
            for measurement in in_the_range(f"{name}_homogeneous", "small", within_factor(1, 1.25))
        ],
        [variant("ours", "pooled withdrawal, two lines changed", "homogeneous")],
        place="a correction of Algorithms 3 and 4 for Section 6, where L is 'unknown to the agent'",
        tolerance="at most a quarter apart",
    ),
]

CONCLUSIONS = [
    Conclusion(
        "The paper has no experiments: the environments are ours, most of 100,000 rounds. From L = "
        "1 up every regret is below the bound of its theorem, with the constant 1, where that can "
        "be tested ({c17.printed.count} environments for Banker-TINF as printed); elsewhere what "
        "does not learn is below it, too. Banker-TINF has at most {c02.printed.greatest:.2f} of "
        "the bound of Corollary 4.3.",
        {"c01.printed": "reproduced", "c02.printed": "reproduced", "c17.printed": "reproduced"},
    ),
    Conclusion(
        "As printed, regret grows with T at most like the power 3/4, our tolerance for a root, in "
        "{c04.printed.count} environments for Banker-TINF, {c33.printed.count} for Banker-SFTINF, "
        "{c34.printed.count} for Banker-SFLBINF and {c08.printed.count} for Banker-BOLO. That of "
        "Banker-TINF grows faster than a root in {o40.printed.count}. Elsewhere this is undecided, "
        "or little is learned, or Banker-BOLO keeps its least action scale. No run with L of 1 or "
        "more contradicts a theorem.",
        {f"{name}.printed": "in part" for name in ("c08", "c33", "c34")}
        | {"c04.printed": "inconclusive", "o40.printed": "reproduced"},
    ),
    Conclusion(
        "On LOCK, an environment of ours whose losses swing so that late feedback points to the "
        "wrong arms, random play, which learns nothing, has no regret. There a delay of 100 rounds "
        "costs Banker-TINF as printed {c05.printed[lock-8]:.1f} times what 10 rounds cost, less "
        "than √10; over all measurements its growth with D is inconclusive. Tsallis-INF, which "
        "ignores delays, has {o06.printed[lock-fixed100]:.1f} times its regret under 100 rounds "
        "and {o06.printed[lock-fixed10]:.2f} times under 10. On benign losses, which do not follow "
        "the delays, what ignores delays has {o05.printed.least:.2f} to {o05.printed.greatest:.2f} "
        "of the regret ({o05.printed.count} environments).",
        {"c05.printed": "inconclusive", "o05.printed": "reproduced", "o06.printed": "reproduced"},
        headline="No run contradicts a theorem where losses have a range L of 1 or more: every "
        "regret is below its bound, with the constant 1, where that can be tested. On LOCK, a "
        "environment of ours whose losses swing so that late feedback points to the wrong arms, "
        "ignoring a delay of 100 rounds costs {o06.printed[lock-fixed100]:.1f} times the regret of "
        "Banker-TINF as printed; random play, which learns nothing, has no regret there. On "
        "losses that do not follow the delays ignoring them lowers the regret ({o05.printed.count} "
        "environments). The authors would answer that they bound the worst case.",
    ),
    Conclusion(
        "Under constant delays Banker-TINF as printed has {o09.printed.least:.1f} to "
        "{o09.printed.greatest:.1f} times the regret of Zimmert–Seldin. If each is taken where it "
        "does worse, on LOCK or on a stochastically constrained adversary, "
        "Banker-TINF has {o08.printed[geometric]:.2f} times Zimmert–Seldin's regret under "
        "geometric, {o08.printed[pareto]:.2f} times under Pareto and {o08.printed[criteo]:.2f} "
        "times under Criteo delays, but {o08.printed[batches]:.1f} times in batches.",
        {"o08.printed": "reproduced", "o09.printed": "reproduced"},
    ),
    Conclusion(
        "Banker-SFTINF and Banker-SFLBINF, which do not know the range L of the losses, are "
        "scale-free from L = 1 up as printed. At L = 0.01 without delay they have "
        "{c32.printed[banker_sftinf-small-none]:.0f} and "
        "{c32.printed[banker_sflbinf-small-none]:.0f} times the regret over L, since L̂₁ = 1 is an "
        "initial value. Banker-SFTINF then has {c44.printed[range-small-none]:.1f} times the bound "
        "of Theorem 6.1 with the constant 1. With two lines changed both are scale-free there, "
        "too.",
        {"c30.printed": "reproduced", "o39.homogeneous": "reproduced"}
        | dict.fromkeys(("c32.printed", "c44.printed"), "in part"),
    ),
    Conclusion(
        "Pooled withdrawal, which takes from all savings in proportion, has less regret than the "
        "printed order in {o03.pooled.count} comparisons under delays that vary. SF-MAB and "
        "Tsallis-INF, which ignore delays, have less than the scale-free algorithms as printed in "
        "{o31.printed.count}, but Tsallis-INF knows L. The exceptions are LOCK without a gap, "
        "with {o31.printed[lock-zero-fixed100 banker_sftinf sf_mab_adaptive]:.1f} to "
        "{o31.printed[lock-zero-fixed100 banker_sflbinf tsallis_inf]:.0f} times their regret, and "
        "losses that grow.",
        {"o03.pooled": "reproduced", "o31.printed": "reproduced"},
    ),
]
