"""Our findings on Zhang, Wang and Luo 2025, and conclusions."""

from delayed_bandits.analysis.claims import Claim, Conclusion, order_of_two
from delayed_bandits.analysis.measurements import Measurement, Variant, variant
from delayed_bandits.analysis.measures import ratio
from delayed_bandits.analysis.verdicts import above, below
from delayed_bandits.papers.zhang2025 import measures
from delayed_bandits.papers.zhang2025.measures import DELAYS, DIMENSIONS, PAYOFFS

PRINTED = variant("printed", "β of the theorem", phased="phased_theory")
HALF_WIDTH = variant("ours", "β = 0.5", "half", phased="phased")
SETUPS = [f"{p}-{n}-{delay}" for p in PAYOFFS for n in DIMENSIONS for delay in DELAYS]
"""Setups like those of Figure 1."""
DESIGNS = [f"designs-{K}{delay}" for K in (30, 100, 300, 1000) for delay in ("", "-delayed")]
MANY = [f"many-{p}-6-{delay}" for p in PAYOFFS for delay in DELAYS]


def against(
    linucb: list[str], what: str, key: str, on: list[str] = SETUPS, losses: str = "phased"
) -> Variant:
    """Return a variant that compares Algorithm 1, without a guess on rewards, with LinUCBs."""
    names = {"losses": losses, "rewards": "phased_no_guess", "linucb": linucb, "on": on}
    return variant("printed" if key == "printed" else "ours", what, key, **names)


FINDINGS = [
    Claim(
        "o03",
        "For D of 100 or more and β = 0.5, the guess B raises regret",
        [
            Measurement(
                ratio,
                ("phased", "phased_no_guess"),
                above(1),
                premise=lambda _, s: "D is below 100" if s.trace["maximal_delay"] < 100 else "",
            )
        ],
        [
            variant("ours", "losses, B from 1/D, β = 0.5", "losses", payoffs="losses"),
            variant("ours", "rewards, our guess from 1 down", "rewards", payoffs="rewards"),
        ],
        ["{payoffs}-6-10", "{payoffs}-6-100", "{payoffs}-6-1000", "{payoffs}-6-5000"],
        quantifier="most",
        no_control="two versions of one algorithm are compared; the reverse order fails it",
        remark="The guess serves W₁, in which D Δ_max has no factor log(T/n). But each restart "
        "activates all actions again.",
    ),
    order_of_two(
        "o08",
        "Nearly without delay (D = 1) Algorithm 1 has more regret than LinUCB",
        [
            Measurement(
                ratio, (f"{setting}:{one}", f"{setting}:{linucb}"), above(1), variants=[key]
            )
            for setting, one, linucb, key in (
                ("theory-1-1250000", "phased_theory", "linucb_observed", "printed"),
                ("losses-6-1", "phased_theory", "linucb_observed", "printed"),
                ("losses-6-1", "phased", "linucb_observed_half", "half"),
                ("rewards-6-1", "phased_no_guess", "linucb_observed_half", "half"),
            )
        ],
        [
            PRINTED._replace(what="β of the theorem against LinUCB with R = 1"),
            HALF_WIDTH._replace(what="β = 0.5 against LinUCB with R = 1/2"),
        ],
        place="Section 3, which says that the bounds match",
        remark="Each epoch forgets the earlier ones, and the bounds of an action add up the widths "
        "of the spanner.",
    ),
    order_of_two(
        "o10",
        "With β = 0.5 Algorithm 1 has less regret than the best LinUCB with R = 1",
        [measures.against_linucb(below(1))],
        [
            against(measures.TEXTBOOK, "guess for losses", "guess"),
            against(measures.TEXTBOOK, "guess for losses, 64 runs", "many", MANY),
            against(measures.TEXTBOOK, "no guess", "no_guess", losses="phased_no_guess"),
        ],
        quantifier="most",
    ),
    order_of_two(
        "o12",
        "LinUCB with R = 1 has less regret than Algorithm 1 with the theorem's β. LinUCB with a "
        "narrower width has less regret than Algorithm 1 with β = 0.5",
        [measures.against_linucb(above(1))],
        [
            against(measures.TEXTBOOK, "β of the theorem", "printed", SETUPS[:6], "phased_theory"),
            against(measures.TUNED, "losses, β = 0.5, α = 1", "tuned", SETUPS[:6]),
            against(measures.TUNED, "rewards, β = 0.5, α = 1", "tuned_rewards", SETUPS[6:]),
            against(measures.HALF, "β = 0.5, R = 1/2", "half"),
            against(measures.HALF, "β = 0.5, R = 1/2, 64 runs", "half_many", MANY),
        ],
        quantifier="most",
        remark="R = 1/2 holds for payoffs in [0, 1]. We chose α = 1 and β = 0.5 by hand. The "
        "algorithm for rewards is our mirror image without a guess.",
    ),
    order_of_two(
        "o13",
        "A spanner has less regret than playing all active actions, and than a G-optimal design "
        "with the same kind of bounds",
        [Measurement(ratio, ("{run}", "phased_no_guess"), above(1))],
        [
            variant("ours", "against all active actions", "all", run="phased_all"),
            variant("ours", "against a G-optimal design", "optimal", run="phased_optimal"),
        ],
        DESIGNS,
        quantifier="most",
        place="Section 3, Our ideas, which takes the spanner for delays",
        remark="No guess B is made. If actions are few, playing all of them needs no combination "
        "of bounds, and has less regret.",
    ),
    order_of_two(
        "o14",
        "A G-optimal design with the width of least squares, instead of sums of widths, has less "
        "regret than the spanner",
        [Measurement(ratio, ("phased_joint", "phased_no_guess"), below(1))],
        [variant("ours", "β = 0.5, no guess", "joint")],
        DESIGNS,
        place="Section 3, Challenges: sums of bounds let an unobserved loss count as 0",
        remark="No guess B is made.",
    ),
    order_of_two(
        "o15",
        "For arms without structure regret is lower with a third lower bound, which counts "
        "unobserved losses, and if payoffs are kept at a restart",
        [Measurement(ratio, ("{missing}", "{run}"), below(1))],
        [
            variant("ours", f"10 arms, payoffs {data} at a restart", data, missing=one, run=other)
            for data, one, other in (
                ("kept", "arms_kept_missing", "arms_kept"),
                ("dropped", "arms_missing", "arms_reset"),
            )
        ]
        + [
            variant(
                "ours",
                "10 arms, kept against dropped",
                "kept_dropped",
                missing="arms_kept",
                run="arms_reset",
            )
        ],
        [f"arms-losses-{delay}" for delay in (100, 1000, 5000)],
        quantifier="most",
        place="Section 3, footnote: the authors could not use it to improve their bounds",
        remark="The constants of the bound are ours. By (1) to (3) payoffs are kept at a restart, "
        "and dropping them is ours.",
    ),
]

CONCLUSIONS = [
    Conclusion(
        "No figure is judged, since the text used here has only the abstract and Section 3. T, D, "
        "payoffs, benchmarks and β (the factor of the confidence width) are ours."
    ),
    Conclusion(
        "Regret grows within the theorem's powers on fixed instances. With the theorem's β it "
        "grows like 1/Δ_min to the power of at most {c19.printed.greatest:.2f}, where the bound "
        "has 1. From 3 to 6 dimensions n it grows like n to the power of "
        "{c09.printed[fixed]:.2f}, where the bound has 2.",
        {f"{name}.printed": "reproduced" for name in ("c08", "c09", "c19")},
    ),
    Conclusion(
        "The confidence width decides between Algorithm 1 and LinUCB. With the theorem's β "
        "Algorithm 1 has {o12.printed.range:.0f} times the regret of the best LinUCB with R = 1, "
        "on losses with D = 100 or 1,000. With β = 0.5 Algorithm 1 has less regret than that "
        "LinUCB in {o10.guess.count} comparisons, and more on losses with D = 1,000. With α = 1, "
        "a narrower width, LinUCB has less regret than Algorithm 1 with β = 0.5 in "
        "{o12.tuned.count} comparisons on losses. We chose both narrower widths by hand.",
        {"o12.printed": "reproduced", "o12.tuned": "reproduced", "o10.guess": "reproduced"},
        headline="On losses the paper's phased elimination, with the theorem's factor β, has "
        "{o12.printed.range:.0f} times the regret of the best LinUCB with R = 1. We ran 100,000 "
        "rounds with D = 100 or 1,000, n = 6 to 10 and 70 actions. Nearly without delay (D = 1) "
        "it has {o08.printed[losses-6-1]} times the regret. The confidence width decides. With β "
        "= 0.5, our choice, elimination has less regret than that LinUCB in {o10.guess.count} "
        "comparisons. A LinUCB with a narrower width, also our choice, then has less in "
        "{o12.tuned.count} comparisons on losses. One may answer that the bounds match, not the "
        "regrets. One may add that the part of W₁ that grows with T has only the shortest delay "
        "d*, however large D is.",
    ),
    Conclusion(
        "Playing a spanner, a few actions that combine to all others, has less regret than playing "
        "all active actions if they are many. With 1,000 actions in 6 dimensions, D = 10 and β = "
        "0.5, playing all has {o13.all[designs-1000]:.1f} times the spanner's regret. With D = "
        "1,000 it has {o13.all[designs-1000-delayed]:.1f} times. A G-optimal design with the width "
        "of least squares has less regret than the spanner. This design has "
        "{o14.joint[designs-1000]:.0%} of the spanner's regret with D = 10, and "
        "{o14.joint[designs-1000-delayed]:.0%} with D = 1,000.",
        {"o13.all": "reproduced", "o14.joint": "reproduced"},
    ),
    Conclusion(
        "Delay adds less regret in environments with similar losses than in others, as the paper "
        "says, in {c13.printed.count} comparisons with the theorem's β. LinUCB that waits D rounds "
        "shows the same, so this is not special to the algorithm. A small shortest delay makes "
        "delay add less regret in {c12.printed.count} comparisons, and LinUCB that waits does not "
        "show that. Whether the cost of delay grows with T no faster than the theorem's bound is "
        "undecided.",
        {"c13.printed": "reproduced", "c13.waiting": "reproduced", "c12.printed": "inconclusive"}
        | {"c07.printed": "inconclusive"},
    ),
]
