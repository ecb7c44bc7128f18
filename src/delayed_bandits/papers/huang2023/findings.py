"""Findings of ours beside Huang et al. 2023, and conclusions."""

from collections.abc import Iterator

import numpy as np

from delayed_bandits.analysis.claims import Claim, Conclusion
from delayed_bandits.analysis.intervals import ratio_interval
from delayed_bandits.analysis.measures import difference, ratio, same_seeds
from delayed_bandits.analysis.rows import Control, Evidence, Instead, Reading, Row, Rows, variant
from delayed_bandits.analysis.settings import Setting
from delayed_bandits.analysis.verdicts import Bound, above, below, within_factor
from delayed_bandits.papers.huang2023.measures import (
    BOTH,
    IN_RATES,
    POOLED,
    PRINTED,
    ROOT_SLOPE,
    SLOPES,
    constant,
    delayed,
    in_the_range,
)

AN_ORDER = {"no_control": "a comparison of two algorithms; the reverse order fails it"}
IN_MOST = {"quantifier": "most", "variants": BOTH}
MOST = {**IN_MOST, **AN_ORDER}
SCALE_FREE = ("banker_sftinf", "banker_sflbinf")
RIVALS = ("banker_tinf_greedy", "zimmert_seldin")
LAWS = ("geometric", "pareto", "criteo", "packets", "fixed100")
NEGATIVE = "lock-criteo"
"""Where the regret of Banker-TINF is negative, so that there is no ratio."""
LINE = above(1, tolerance=1 - ROOT_SLOPE.high)


def beside_ignorance(setting: Setting) -> bool:
    """Tell whether a Banker algorithm runs under delays beside one that ignores them."""
    pairs = (("tsallis_inf", "banker_tinf_greedy"), ("bolo", "banker_bolo"))
    return delayed(setting) and any(setting.has(*pair) for pair in pairs)


def on_lock(setting: Setting) -> bool:
    """Tell whether losses swing in a wave without a gap, so that uniform play has no regret."""
    losses = setting.trace["losses"]
    return (losses if isinstance(losses, str) else losses["law"]) in ("square_wave", "random_wave")


def over(bound: Bound, one: str, *others: str, key: str = "") -> Rows:
    """Compare a run with the first of some others on each setting that has both."""

    def rows(reading: Reading) -> Iterator[Evidence]:
        for setting in reading.settings:
            found = [name for name in map(reading.fill, others) if setting.has(one, name)]
            if found and setting.name != NEGATIVE:
                row = Row(ratio, (one, found[0]), bound, at=(setting.name,), key=setting.name + key)
                yield from row(reading)

    return rows


def ignoring_delays(bound: Bound) -> list[Rows]:
    """Compare what ignores delays with Banker-TINF and with Banker-BOLO."""
    return [
        over(bound, "tsallis_inf", "banker_tinf{end}"),
        over(bound, "bolo", "banker_bolo{end}", "banker_bolo"),
    ]


def on_the_worse_environment(reading: Reading) -> Iterator[Evidence]:
    """Compare Banker-TINF with Zimmert–Seldin, each on the worse of two environments."""

    def worse(law: str, run: str) -> np.ndarray:
        finals = [reading.curve(f"{world}-{law}:{run}").final for world in ("sca", "lock")]
        return max(finals, key=lambda final: final.mean())

    runs = ("banker_tinf{end}", "zimmert_seldin")
    pairs = (same_seeds(*(worse(law, run) for run in runs)) for law in LAWS)
    *ratios, fixed = (ratio_interval(*pair) for pair in pairs)
    for law, measured in zip(LAWS, ratios, strict=False):
        yield Evidence(
            f"Constrained adversary or LOCK, delays: {law}",
            "R(T) of Banker-TINF / R(T) of Zimmert–Seldin, each on its worse environment",
            measured,
            below(1),
            Control("a constant delay of 100", fixed, "it makes play fall into 101 bandits"),
            key=law,
        )


FINDINGS = [
    Claim(
        "o03",
        "Under delays that vary pooled withdrawal has less regret than the printed one",
        [
            over(below(1), name, f"{name}_greedy", key=f" {name}")
            for name in ("banker_tinf", "banker_bolo", *SCALE_FREE)
        ],
        on=lambda setting: delayed(setting) and not constant(setting),
        place="Appendix A.5 offers it for its memory alone",
        **MOST | {"variants": [POOLED]},
        remark="Where few rounds have delays, or little is learned, the two are the same.",
        changed=[
            "without LOCK, and Algorithms 3 and 4 by themselves (o33), also under fixed delays, "
            "where both withdraw what has just arrived; was inconclusive and not reproduced"
        ],
    ),
    Claim(
        "o04",
        "If one round in twenty never arrives Banker-TINF hardly learns, and skipping helps",
        [
            Row(SLOPES, (run,), bound, Instead((control,), why), key=key)
            for key, run, bound, control, why in (
                ("banker", "banker_tinf{end}", LINE, "zimmert_seldin_skipping", "it skips rounds"),
                ("waiting", "zimmert_seldin", LINE, "zimmert_seldin_skipping", "it skips rounds"),
                ("skipping", "zimmert_seldin_skipping", ROOT_SLOPE, "banker_tinf{end}", "it waits"),
            )
        ],
        on=["sca-lost"],
        place="D is then of the order of T²; skipping as in Zimmert and Seldin (2020)",
        **IN_RATES,
    ),
    Claim(
        "o05",
        "On benign losses an algorithm that takes no notice of delays has less regret",
        ignoring_delays(below(1)),
        BOTH,
        lambda setting: beside_ignorance(setting) and not on_lock(setting),
        place="stochastic losses, or means that shift without regard to the delay",
        **AN_ORDER,
        changed=["four settings, pooled; was reproduced"],
    ),
    Claim(
        "o06",
        "On LOCK an algorithm that takes no notice of delays has more regret",
        [
            *ignoring_delays(above(1)),
            Row(difference, ("lock-criteo:tsallis_inf", "lock-criteo:banker_tinf{end}"), above(0)),
        ],
        on=lambda setting: beside_ignorance(setting) and on_lock(setting),
        place="the environment that shows what the bounds are for",
        **MOST,
        remark="The cost of ignoring delays grows with them. Uniform play has no regret on LOCK: "
        "it shows what ignoring delays costs, not what learning gains.",
        changed=["more than three times the regret, in all worlds; was not reproduced"],
    ),
    Claim(
        "o08",
        "Under delays that vary the worse of two environments costs Banker-TINF less than "
        "Zimmert–Seldin",
        [on_the_worse_environment],
        also=[f"{world}-{law}" for world in ("sca", "lock") for law in LAWS],
        place="after Remark 5.2",
        **IN_MOST,
        remark="It does not hold under packets, in which all rounds of a block arrive together.",
        changed=["without packets; was reproduced"],
    ),
    Claim(
        "o09",
        "Under constant delays Banker-TINF has more regret than Zimmert–Seldin",
        [Row(ratio, ("banker_tinf{end}", "zimmert_seldin"), above(1))],
        BOTH,
        lambda setting: setting.has(*RIVALS) and constant(setting) and delayed(setting),
        place="after Remark 5.2, where a term of the bound is 'slightly worse'",
        **AN_ORDER,
        remark="Under a constant delay d it is d + 1 bandits apart.",
        changed=["as at most 3/2 times the regret under all delays; was not reproduced"],
    ),
    Claim(
        "o11",
        "Under delays that vary Banker-TINF has less regret than Zimmert–Seldin",
        [Row(ratio, ("banker_tinf{end}", "zimmert_seldin"), below(1))],
        on=lambda setting: setting.has(*RIVALS) and not constant(setting),
        place="after Remark 5.2",
        **MOST,
        remark="It does not hold on LOCK, under packets and where rounds are lost.",
        changed=["in o09"],
    ),
    Claim(
        "o31",
        "Under delays algorithms that ignore them have less regret than the scale-free ones",
        [
            over(below(1), blind, f"{name}{{end}}", key=f" {name} {blind}")
            for blind in ("sf_mab_adaptive", "tsallis_inf")
            for name in SCALE_FREE
        ],
        on=lambda setting: setting.has("banker_sflbinf_greedy") and delayed(setting),
        place="after Appendix A.4, which finds the framework of SF-MAB incapable of delays",
        **MOST,
        remark="It does not hold on LOCK without a gap, where uniform play has no regret, nor for "
        "Tsallis-INF, which divides by the final L, where losses grow.",
        changed=[
            "as more regret on LOCK (o30), less elsewhere, and for SF-MAB more (o37); was not "
            "reproduced in each"
        ],
    ),
    Claim(
        "o32",
        "Under delays line 9 of Algorithm 4, the floor, raises the regret",
        [Row(ratio, ("banker_sflbinf_no_floor", "banker_sflbinf"), below(1))],
        on=lambda setting: setting.has("banker_sflbinf_no_floor") and delayed(setting),
        place="Algorithm 4, for losses that are not negative",
        **MOST | {"variants": [POOLED]},
        remark="It does not hold on LOCK under constant delays.",
        changed=["as 'doubles it or more' in all worlds; was not reproduced"],
    ),
    Claim(
        "o35",
        "Without delay Banker-SFLBINF has less regret than SF-MAB",
        [
            over(below(1), "banker_sflbinf_greedy", f"sf_mab_{kind}", key=f" {kind}")
            for kind in ("fixed", "adaptive")
        ],
        [PRINTED],
        lambda setting: setting.has("sf_mab_fixed", "sf_mab_adaptive") and not delayed(setting),
        quantifier="each",
        place="after Remark 6.4, where a bound is 'uniformly better than theirs'",
        **AN_ORDER,
        remark="It does not hold below the first guess of L, on spikes and after a jump.",
        changed=["on all losses; was not reproduced"],
    ),
    Claim(
        "o39",
        "With a first guess of L near 0, and 3 L² for 3 in the denominators, both are scale-free "
        "below 1, too",
        [
            row
            for name in SCALE_FREE
            for row in in_the_range(f"{name}_homogeneous", "small", within_factor(1, 1.25))
        ],
        [variant("ours", "pooled withdrawal, two lines changed", "homogeneous")],
        place="a correction of Algorithms 3 and 4 for Section 6, where L is 'unknown to the agent'",
        tolerance="at most a quarter apart",
    ),
]

CONCLUSIONS = [
    Conclusion(
        "The paper has no experiments: the worlds are ours, most of 100,000 rounds. From L = 1 up "
        "nothing contradicts its theorems. The regret of Banker-TINF is "
        "{c02.printed[bound-pareto]:.1%} to {c02.printed[bound-packets]:.1%} of the bound of "
        "Corollary 4.3 where that says anything.",
        {"c01.printed": "reproduced", "c02.printed": "reproduced", "c17.printed": "reproduced"},
    ),
    Conclusion(
        "Regret grows in T like a square root in {c04.printed.count} worlds for Banker-TINF, "
        "{c33.printed.count} for Banker-SFTINF, {c34.printed.count} for Banker-SFLBINF and "
        "{c08.printed.count} for Banker-BOLO. The others are undecided, or little is learned there "
        "by the horizon, or the floor of Banker-BOLO's action scale is active to the end.",
        {"c04.printed": "inconclusive", "c33.printed": "in part", "c08.printed": "in part"},
    ),
    Conclusion(
        "Handling delays works: on LOCK with eight arms a delay of 100 rounds costs Banker-TINF "
        "{c05.printed[lock-8]} times what 10 rounds cost, below √10. Ignoring delays has "
        "{o06.printed[lock-fixed10]} and {o06.printed[lock-fixed100]} times its regret there, but "
        "{o05.printed.least:.2f} to {o05.printed.greatest:.2f} of it on benign losses "
        "({o05.printed.count}).",
        {"o05.printed": "reproduced", "o06.printed": "reproduced"},
        ["fixed", "light-tailed", "heavy-tailed", "Criteo", "in batches"],
    ),
    Conclusion(
        "Banker-TINF has {o09.printed.least:.1f} to {o09.printed.greatest:.1f} times the regret of "
        "Zimmert–Seldin under constant delays. With each on its worse environment it has "
        "{o08.printed[geometric]} under geometric, {o08.printed[pareto]} under Pareto and "
        "{o08.printed[criteo]} under Criteo delays, but {o08.printed[packets]} under packets.",
        {"o08.printed": "reproduced", "o09.printed": "reproduced"},
        ["fixed", "light-tailed", "heavy-tailed", "Criteo", "in batches"],
    ),
    Conclusion(
        "Banker-SFTINF and Banker-SFLBINF are scale-free from L = 1 up. At L = 0.01 without delay "
        "they have {c32.printed[banker_sftinf-small-none]} and "
        "{c32.printed[banker_sflbinf-small-none]} times the regret over L, because the first guess "
        "is 1; two changed lines cure it.",
        {"c30.printed": "reproduced", "c32.printed": "in part", "o39.homogeneous": "reproduced"},
    ),
    Conclusion(
        "Pooled withdrawal, which the paper offers for its memory, has less regret than the "
        "printed one in {o03.pooled.count} worlds with delays that vary. What ignores delays has "
        "less regret than the scale-free algorithms in {o31.printed.count} comparisons.",
        {"o03.pooled": "reproduced", "o31.printed": "reproduced"},
        ["light-tailed", "heavy-tailed", "Criteo", "in batches"],
    ),
]
