"""Our findings on Huang et al. 2023, and conclusions."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from delayed_bandits.analysis.claims import Claim, Conclusion
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
from delayed_bandits.papers.huang2023.claims_sections_6_7 import in_the_range
from delayed_bandits.papers.huang2023.shared import on_lock

SCALE_FREE = ("banker_sftinf", "banker_sflbinf")
RIVALS = ("banker_tinf_greedy", "zimmert_seldin")
NEGATIVE = "lock-criteo"  # Banker-TINF has negative regret there, so a difference is measured
FASTER = above(m.ROOT_SLOPE.target)
ROOT, LINE = m.ROOT_SLOPE, above(1, tolerance=1 - m.ROOT_SLOPE.high)

order = partial(Claim, variants=m.BOTH, no_control=AN_ORDER)
mostly = partial(order, quantifier="most")


def has_ignoring(setting: Setting) -> bool:
    """Tell whether delays occur, and Banker and an algorithm that ignores them run."""
    pairs = (("tsallis_inf", "banker_tinf_greedy"), ("bolo", "banker_bolo"))
    return m.delayed(setting) and any(setting.has(*pair) for pair in pairs)


def over(bound: Bound, one: str, *others: str, key: str = "") -> Measurements:
    """Compare algorithm `one` with the first of `others` that runs, on each setting."""

    def measurements(variant: VariantRuns) -> Iterator[Evidence]:
        for setting in variant.settings:
            found = [name for name in others if setting.has(*map(variant.fill, (one, name)))]
            of, limit = ratio, bound
            if setting.name == NEGATIVE:
                of, limit = difference, replace(bound, target=0)
            if found:
                where = {"at": (setting.name,), "key": setting.name + key}
                yield from Measurement(of, (one, found[0]), limit, **where)(variant)

    return measurements


def ignoring_delays(bound: Bound) -> list[Measurements]:
    """Compare algorithms that ignore delays with Banker-TINF and Banker-BOLO."""
    return [
        over(bound, "tsallis_inf", "banker_tinf{end}"),
        over(bound, "bolo", "banker_bolo{end}", "banker_bolo"),
    ]


worse_over_worse = worst_over("R(T) of {first} / R(T) of {third}, each on its worse environment", 2)


def on_both(distribution: str) -> tuple[str, ...]:
    """Return the runs of Banker-TINF, then of Zimmert–Seldin, on two environments."""
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
        "Under delays that vary, pooled withdrawal has less regret than the printed order",
        [
            over(below(1), name, f"{name}_greedy", key=f" {name}")
            for name in ("banker_tinf", "banker_bolo", *SCALE_FREE)
        ],
        on=lambda setting: m.delayed(setting) and not m.constant(setting),
        place="Appendix A.5, which offers it to save memory only",
        variants=[m.POOLED],
        remark="The two coincide where few rounds have delays or little is learned.",
    ),
    Claim(
        "o04",
        "If one round in twenty never arrives, Banker-TINF hardly learns, and skipping helps",
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
        place="c04, whose tolerance for a root is the power 3/4",
        left_out=m.NOT_WHOLE,
        no_control="not learning has the property, too: its regret grows like a line",
        remark="A slope up to T is no rate for larger T.",
    ),
    order(
        "o05",
        "On benign losses an algorithm that ignores delays has less regret",
        ignoring_delays(below(1)),
        on=lambda setting: has_ignoring(setting) and not on_lock(setting.trace),
        place="stochastic losses, or means that shift without regard to delays",
    ),
    mostly(
        "o06",
        "On LOCK an algorithm that ignores delays has more regret",
        ignoring_delays(above(1)),
        on=lambda setting: has_ignoring(setting) and on_lock(setting.trace),
        place="an environment of ours that shows what the bounds are for",
        remark="Random play has regret 0 on LOCK, which does not show what learning gains.",
    ),
    Claim(
        "o08",
        "Under delays that vary, Banker-TINF's regret in its worse environment is below that of "
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
        place="after Remark 5.2; each in the worse of two environments",
        quantifier="most",
        variants=m.BOTH,
        remark="It fails under batches, where all rounds of a block arrive together.",
    ),
    order(
        "o09",
        "Under constant delays Banker-TINF has more regret than Zimmert–Seldin",
        [Measurement(ratio, ("banker_tinf{end}", "zimmert_seldin"), above(1))],
        on=lambda setting: setting.has(*RIVALS) and m.constant(setting) and m.delayed(setting),
        place="Remark 5.2, which calls a term of the bound 'slightly worse'",
        remark="A constant delay d splits Banker-TINF into d + 1 separate bandits.",
    ),
    mostly(
        "o11",
        "Under delays that vary, Banker-TINF has less regret than Zimmert–Seldin",
        [over(below(1), "banker_tinf{end}", "zimmert_seldin")],
        on=lambda setting: setting.has(*RIVALS) and not m.constant(setting),
        place="after Remark 5.2",
        remark="It fails on LOCK, under batches and where rounds are lost.",
    ),
    mostly(
        "o31",
        "Under delays, algorithms that ignore them have less regret than the scale-free ones",
        [
            over(below(1), blind, name + "{end}", key=f" {name} {blind}")
            for blind in ("sf_mab_adaptive", "tsallis_inf")
            for name in SCALE_FREE
        ],
        on=lambda setting: setting.has("banker_sflbinf_greedy") and m.delayed(setting),
        place="Appendix A.4, which finds the framework of SF-MAB incapable of delays",
        remark="It fails on LOCK without a gap, and for Tsallis-INF, given L, where losses grow.",
    ),
    mostly(
        "o32",
        "Under delays, the floor in line 9 of Algorithm 4 raises the regret",
        [Measurement(ratio, ("banker_sflbinf_no_floor", "banker_sflbinf"), below(1))],
        on=lambda setting: setting.has("banker_sflbinf_no_floor") and m.delayed(setting),
        place="Algorithm 4, for losses that are not negative",
        variants=[m.POOLED],
        remark="It fails on LOCK under constant delays.",
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
        place="Remark 6.4, which calls a bound 'uniformly better than theirs'",
        remark="It fails below the first guess of L, on spikes and after a jump.",
    ),
    Claim(
        "o39",
        "With a first guess of L near 0 and 3 L² for 3 in the denominators, Algorithms 3 and 4 are "
        "scale-free below L = 1",
        [
            one
            for name in SCALE_FREE
            for one in in_the_range(f"{name}_homogeneous", "small", within_factor(1, 1.25))
        ],
        [variant("ours", "pooled withdrawal, two lines changed", "homogeneous")],
        place="Section 6, where L is 'unknown to the agent'; the correction is ours",
        tolerance="a quarter",
    ),
]

CONCLUSIONS = [
    Conclusion(
        "The environments are ours, since the paper has no experiments. If losses have a range L "
        "of 1 or more, no run contradicts a theorem. Wherever this can be tested, regret is below "
        "the theorem's bound with 1 as its constant ({c17.printed.count} environments for "
        "Banker-TINF as printed). Elsewhere not learning is below the bound, too. Banker-TINF has "
        "at most {c02.printed.greatest:.0%} of the bound of Corollary 4.3.",
        {"c01.printed": "reproduced", "c02.printed": "reproduced", "c17.printed": "reproduced"},
    ),
    Conclusion(
        "As printed, Banker-TINF's regret grows with T at most like T^(3/4), our tolerance for a "
        "root, in {c04.printed.count} environments, and faster than a root in {o40.printed.count}. "
        "Banker-SFTINF keeps to T^(3/4) in {c33.printed.count} environments, Banker-SFLBINF in "
        "{c34.printed.count}. Banker-BOLO, which keeps its least action scale under delays, does "
        "in {c08.printed.count}. Elsewhere this is undecided or little is learned.",
        {f"{name}.printed": "in part" for name in ("c08", "c33", "c34")}
        | {"c04.printed": "inconclusive", "o40.printed": "reproduced"},
    ),
    Conclusion(
        "On LOCK, our environment in which half of the late feedback points to the wrong arms, "
        "ignoring delays costs regret. Tsallis-INF ignores them. Under a delay of 100 rounds it "
        "has {o06.printed[lock-fixed100]:.1f} times the regret of Banker-TINF as printed. Under a "
        "delay of 10 rounds it has {o06.printed[lock-fixed10]:.0%} of that regret. Random play, "
        "which learns nothing, has regret 0 there. From 10 to 100 rounds Banker-TINF's regret "
        "grows {c05.printed[lock-8]:.1f}-fold, less than √10. Over all measurements its growth "
        "with D is inconclusive.",
        {"c05.printed": "inconclusive", "o05.printed": "reproduced", "o06.printed": "reproduced"},
        headline="If losses have a range L of 1 or more, every regret that can be tested is below "
        "the bound of its theorem, with 1 as the bound's constant. On LOCK, our environment in "
        "which half of the late feedback points to the wrong arms, ignoring a delay of 100 rounds "
        "costs {o06.printed[lock-fixed100]:.1f} times the regret of Banker-TINF as printed. "
        "Random play, which learns nothing, has regret 0 there. On losses that do not follow the "
        "delays, ignoring them lowers the regret in {o05.printed.count} environments. The authors "
        "would answer that they bound the worst case.",
    ),
    Conclusion(
        "On losses that do not follow the delays, ignoring them lowers the regret in "
        "{o05.printed.count} environments. It is then {o05.printed.least:.0%} to "
        "{o05.printed.greatest:.0%} of that of Banker-TINF or Banker-BOLO. SF-MAB and Tsallis-INF, "
        "which ignore delays, have less regret than the scale-free algorithms as printed in "
        "{o31.printed.count} comparisons, but Tsallis-INF is given L. The exceptions are losses "
        "that grow, and LOCK without a gap: there they have "
        "{o31.printed[lock-zero-fixed100 banker_sftinf sf_mab_adaptive]:.1f} to "
        "{o31.printed[lock-zero-fixed100 banker_sflbinf tsallis_inf]:.0f} times that regret.",
        {"o05.printed": "reproduced", "o31.printed": "reproduced"},
    ),
    Conclusion(
        "Under constant delays Banker-TINF as printed has {o09.printed.least:.1f} to "
        "{o09.printed.greatest:.1f} times Zimmert–Seldin's regret. If delays vary, it has "
        "{o08.printed[pareto]:.0%} (Pareto) to {o08.printed[criteo]:.0%} (Criteo) of that regret. "
        "Each algorithm is measured on the worse of LOCK and a stochastically constrained "
        "adversary. Batches are the exception: {o08.printed[batches]:.1f} times. Where delays "
        "vary, pooled withdrawal has less regret than the printed order in {o03.pooled.count} "
        "comparisons.",
        {f"{name}.printed": "reproduced" for name in ("o08", "o09")} | {"o03.pooled": "reproduced"},
    ),
    Conclusion(
        "As printed, Banker-SFTINF and Banker-SFLBINF are scale-free from L = 1 up. At L = 0.01 "
        "without delay their regret over L is {c32.printed[banker_sftinf-small-none]:.0f} and "
        "{c32.printed[banker_sflbinf-small-none]:.0f} times that at L = 1, since they start from "
        "L̂₁ = 1. Banker-SFTINF then has {c44.printed[range-small-none]:.1f} times the bound of "
        "Theorem 6.1 with the constant 1. With two lines changed both are scale-free there.",
        dict.fromkeys(("c30.printed", "c31.printed", "o39.homogeneous"), "reproduced")
        | dict.fromkeys(("c32.printed", "c44.printed"), "in part"),
    ),
]
