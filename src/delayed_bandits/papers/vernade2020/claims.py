"""Claims of Vernade et al. 2020 (arXiv:1807.02089)."""

from delayed_bandits.analysis.claims import Claim
from delayed_bandits.analysis.measures import (
    difference,
    last_over_first,
    level,
    rate,
    ratio,
    ratio_of_ratios,
)
from delayed_bandits.analysis.rows import Instead, Row, variant
from delayed_bandits.analysis.verdicts import above, below, within, within_factor
from delayed_bandits.papers.vernade2020.findings import CONCLUSIONS, FINDINGS
from delayed_bandits.papers.vernade2020.measures import (
    LATE_SHARE,
    WINDOWS,
    against_the_best_window,
    beyond_horizon,
    bound_by_window,
    coverage,
    does_not_lose,
    linear_phase_later,
    one_decade,
    residual_lives,
    under_the_bound,
    window_shares,
)
from delayed_bandits.papers.vernade2020.variants import (
    ALL,
    ALONE,
    CODE,
    FIG1,
    PANELS,
    PRINTED,
    TENTH,
    UNIFORM,
    WITHOUT_TENTH,
)

__all__ = ["CLAIMS", "CONCLUSIONS"]

EVERY = [PRINTED, CODE, TENTH]
LEARNS = "'learns' is read as: at most half of the regret of uniform play"
ROOT = "halfway between the exponents of a square root and of a line"

CLAIMS = [
    Claim(
        "c01",
        "The regret of OTFLinUCB grows with T at most as a square root",
        quote="We prove optimal O(d T) bounds on the regret of the first algorithm",
        place="Abstract (the square root is lost in the text used here); Theorem 2",
        variants=EVERY,
        on=["long-100{arms}", "long-500{arms}"],
        rows=[Row(rate(5), ("{ucb}",), below(0.5, tolerance=0.25), ALONE)],
        tolerance=ROOT,
        remark="With delays of mean 500 the printed OTFLinUCB is still leaving its linear phase "
        "at T = 25,000. OTFLinUCB does not use T, so R(t) is its regret with the horizon t.",
    ),
    Claim(
        "c02",
        "The confidence sets of Theorem 1 hold τₘθ in all rounds with probability 1 − 2δ",
        quote="Then the following holds for all t T with probability at least 1 2δ.",
        place="Theorem 1",
        variants=[PRINTED],
        on=FIG1,
        rows=[coverage],
        remark="No set fails, but sets of radius f, which take no account of delays and are less "
        "than half as wide, do not fail either. So these runs cannot tell whether the doubled "
        "radius and the sum of norms are needed.",
    ),
    Claim(
        "c03",
        "m = 2µ is a natural choice of the window",
        quote="When the mean µ = ED D[D] of the delay distribution D is finite and known, then a "
        "somewhat natural choice of the windowing parameter is m = 2µ.",
        place="Section 4, Choosing the window",
        variants=EVERY,
        also=[f"{name}{arms}" for name in WINDOWS for arms in ("", "-uniform")],
        rows=[against_the_best_window],
        tolerance="'natural' is read as: costs at most half as much again as the best window run",
        changed=[
            "m = 200 within a factor 1.5 of the best of all five windows: 1 by construction where "
            "it is best itself; same words",
            "control m = 25, then uniform play, which has no window and the ratio 1 by "
            "construction; back to m = 25. With uniform play: no power in each reading",
        ],
    ),
    Claim(
        "c04",
        "Norms stored in the round of play do no more than slightly increase the width",
        quote="This slightly increases the upper confidence bounds, but not so much that the "
        "analysis is affected as we discuss in the next section.",
        place="Section 5, Improved computation complexity",
        not_tested="no run records upper confidence bounds; what stored norms do to the regret is "
        "o08",
        changed=[
            "R(T) with stored norms within a factor 1.1: the paper says it of the bounds, not of "
            "regret; was reproduced, now o08"
        ],
    ),
    Claim(
        "c05",
        "The regret of OTFLinUCB is below the bound of Theorem 2",
        quote="With probability at least 1 2δ the regret of OTFLin UCB satisfies",
        place="Theorem 2",
        variants=[PRINTED._replace(what="as printed, both laws of the arms")],
        on=lambda setting: setting.has("otflinucb"),
        rows=[under_the_bound],
        remark="At these horizons the bound is vacuous: it is above what any policy can lose, so "
        "uniform play stays below it, too.",
    ),
    Claim(
        "c06",
        "The bound speaks against a large window by its lower-order term, and against a small one "
        "by τₘ",
        quote="It influences the bound in two ways: (1) The lower-order term is linear in m, "
        "which prevents the user from choosing m very large. On the other hand, τm is increasing "
        "in m, which pushes the user in the opposite direction.",
        place="Remark 3",
        quantifier="each",
        variants=[variant("printed", "the bound of Theorem 2, delays of mean 100")],
        also=WINDOWS,
        rows=[bound_by_window],
        changed=[
            "R(T) with m = 25 and with m = 1000 above that with m = 200: the paper says it of the "
            "bound; was reproduced, then not applicable; the regret is o07"
        ],
    ),
    Claim(
        "c07",
        "The factor 1/τₘ of the upper bound is loose: its square root would do",
        quote="Interestingly, the dependence on τm appears in the square root, while in our upper "
        "bounds it is not. We speculate that the upper bound is loose.",
        place="Section 6, after Theorem 3",
        not_tested="a speculation on bounds for all instances, which runs on one cannot decide; "
        "what the regret does is o05",
        changed=[
            "R(T) grows as (1/τₘ)ᵖ with p below 3/4: the paper speculates on bounds, not on its "
            "runs; was not reproduced, now o05"
        ],
    ),
    Claim(
        "c08",
        "τₘ is 0.63, 0.993 and 1/5.5 in the three panels",
        quote="(m, µ) = (100, 100) (τm = 0.63) when delays are short and even though the timeout "
        "is set a bit too low, the algorithm manages to learn within a reasonable time range; "
        "(m, µ) = (500, 100) (τm = 0.993) when the window parameter is large enough",
        place="Section 8, Well-behaved delays",
        quantifier="each",
        variants=[variant("printed", "geometric delays from 1")],
        on=FIG1,
        rows=[window_shares],
    ),
    Claim(
        "c09",
        "With m = 100 and delays of mean 100 OTFLinUCB learns within the horizon",
        quote="the algorithm manages to learn within a reasonable time range",
        place="Section 8, Well-behaved delays",
        variants=ALL,
        on=["fig1a{arms}"],
        rows=[Row(ratio, ("{ucb}", "{random}"), below(0, tolerance=0.5), UNIFORM)],
        tolerance=LEARNS,
        remark="The printed width, of norms instead of squared norms, prefers the directions seen "
        "least. On these instances those arms are worse than average. On arms from {{0,1}}⁵ the "
        "printed OTFLinUCB learns late, after about half of the horizon.",
    ),
    Claim(
        "c10",
        "A high level of censoring increases the regret",
        quote="The rightmost figure, compared with the leftmost one, shows the impact of a high "
        "level of censoring. Indeed, with 1/τm = 5.5, only few feedback are received within the "
        "window and the algorithm will need much longer to learn. This causes the regret increase",
        place="Section 8, Well-behaved delays",
        variants=ALL,
        rows=[
            Row(
                difference,
                ("fig1c{arms}:{ucb}", "fig1a{arms}:{ucb}"),
                above(0),
                Instead(
                    ("fig1c{arms}:{random}", "fig1a{arms}:{random}"),
                    "it uses no feedback, so that censoring costs it nothing",
                    "uniform play",
                ),
                case="m = 100, mean delay 500 against 100",
                quantity="R(T) of {0}, right − left panel",
            )
        ],
        changed=[
            "not applicable to the printed algorithm on arms from [0,1]⁵, where nothing is "
            "learned: that is a result, not the premise"
        ],
    ),
    Claim(
        "c11",
        "In all three panels OTFLinUCB performs better than OTFLinTS",
        quote="In all three cases, OTFLin UCB performs better than OTFLin TS",
        place="Section 8, Well-behaved delays",
        variants=ALL,
        on=PANELS[:3],
        rows=[Row(difference, ("{ts}", "{ucb}"), above(0))],
        no_control="a comparison of two algorithms; the reverse order fails it",
        remark="In the right panel of the attributed code both end above uniform play on arms "
        "from [0,1]⁵ (o09).",
        changed=[
            "a claim for each panel: the paper says it of all three",
            "control TS − uniform play: uniform play is context, no control of an order; same "
            "words",
        ],
    ),
    Claim(
        "c12",
        "OTFLinTS loses to OTFLinUCB due to its rough posterior",
        quote="which we believe is due to the rough posterior approximation",
        place="Section 8, Well-behaved delays",
        variants=[PRINTED, TENTH],
        on=FIG1,
        rows=[
            Row(
                difference,
                ("{ts}_tenth", "{ucb}"),
                below(0),
                Instead(("{ts}", "{ucb}"), "the posterior as it is"),
                premise=does_not_lose,
            )
        ],
        remark="The paper only believes it. As printed OTFLinTS does not lose, so nothing is to be "
        "explained. With a tenth of the width of OTFLinUCB it does, and an OTFLinTS with a tenth "
        "of its deviation then wins. In the attributed code a smaller σ₀ is no narrower "
        "posterior, since the first variance is 1/σ₀.",
        changed=[
            "the same in the attributed code with σ₀ = 0.1: a smaller σ₀ is no narrower "
            "posterior; was inconclusive there"
        ],
    ),
    Claim(
        "c13",
        "With the larger window the log regime starts earlier",
        quote="Comparing the two leftmost figures, we see the impact of increasing the window "
        "size: the log regime starts earlier",
        place="Section 8, Well-behaved delays",
        variants=ALL,
        quantifier="each",
        rows=[
            Row(
                linear_phase_later(share, name),
                ("fig1b{arms}:{ucb}", "fig1a{arms}:{ucb}"),
                below(0),
                Instead(
                    ("fig1b{arms}:{random}", "fig1a{arms}:{random}"),
                    "it has no window and no log regime",
                    "uniform play",
                ),
                case="m = 500 against 100, mean delay 100",
                key=name,
            )
            for share, name in ((1 / 2, "1/2"), (1 / 4, "1/4"), (1 / 10, "1/10"))
        ],
        tolerance="'starts' is read by three shares of the first slope, since each is as good",
        remark="What 'starts' means decides. The sum of norms keeps the bonus large while the "
        "window fills, which moves the end of the linear phase back; what follows is flatter.",
        changed=[
            "the share 1/2 alone, then beside it 90 % of R(T): the share decides, so three stand "
            "side by side; 90 % of R(T) is o06; the share 1/2 was not reproduced",
            "all of the shares must hold: they are readings of one word, so they are counted",
        ],
    ),
    Claim(
        "c14",
        "The regret with window 500 is similar to that with window 100",
        quote="the log regime starts earlier but the asymptotic regret is similar",
        place="Section 8, Well-behaved delays",
        variants=ALL,
        rows=[
            Row(
                ratio,
                ("fig1b{arms}:{ucb}", "fig1a{arms}:{ucb}"),
                within_factor(1, 1.5),
                Instead(
                    ("fig1c{arms}:{ucb}", "fig1a{arms}:{ucb}"),
                    "five times the mean delay in the same window, of which the paper says that "
                    "regret increases",
                    "right / left panel",
                ),
                case="m = 500 against 100, mean delay 100",
                quantity="R(T) of {0}, middle / left panel",
            )
        ],
        tolerance="'similar' is read as: within a factor 1.5",
        changed=[
            "control right / left panel, then uniform play, which has the ratio 1 by "
            "construction; back to the right panel. With uniform play: no power in each reading",
        ],
    ),
    Claim(
        "c15",
        "R(T) of OTFLinUCB is roughly 100 with both windows",
        quote="R(T) = 100 in both cases.",
        place="Section 8, Well-behaved delays",
        variants=ALL,
        quantifier="each",
        on=PANELS[:2],
        rows=[
            Row(
                level,
                ("{ucb}",),
                within(100, tolerance=50),
                ALONE,
                printed="roughly 100",
            )
        ],
        tolerance="100 to the nearest hundred",
        remark="The code was attributed to the authors, and the factor 0.1 of the width was "
        "found, by this number: for these two it is a description, not a test.",
        changed=[
            "the attributed code and the tenth of the width were not applicable, as they were "
            "chosen by this number: they are shown, and the remark says so"
        ],
    ),
    Claim(
        "c16",
        "With m = 100 and delays of mean 500 both algorithms are still linear at T",
        quote="at T = 3000, both algorithms are still in the linear regime.",
        place="Section 8, Well-behaved delays",
        variants=ALL,
        quantifier="each",
        rows=[
            Row(
                last_over_first(5),
                (f"fig1c{{arms}}:{{{name}}}",),
                above(1, tolerance=0.5),
                Instead((f"fig1a{{arms}}:{{{name}}}",), "the paper says that it learns there"),
                key=name,
            )
            for name in ("ucb", "ts")
        ],
        tolerance="halfway between the slope of a line and none; a square root has 0.24",
        changed=[
            "thirds of the horizon: fifths keep the first rounds, in which delays hide all "
            "feedback, apart from what follows; same words but one",
            "not applicable to the printed algorithm on arms from [0,1]⁵: that nothing is learned "
            "is a result",
        ],
    ),
    Claim(
        "c17",
        "The Criteo delays are heavy-tailed",
        quote="Interestingly, the more recent dataset released by (Diemert et al., 2017)5 features "
        "heavytailed delays",
        place="Section 8, Heavy-tailed delays",
        variants=[variant("printed", "the Criteo delays, cut at 30 days")],
        also=["fig3"],
        rows=[residual_lives],
        remark="Read as: the longer a delay has lasted, the longer it is still to last. The data "
        "are cut, which makes this fall near the end for any law and hides the tail.",
        changed=[
            "from 1 to 10 days alone, with exponential delays, then exponential delays cut at 30 "
            "days, as the control: the choice of 1 day hid a rise before; was not reproduced"
        ],
    ),
    Claim(
        "c18",
        "A high proportion of the delays are between 10⁵ and 10⁶ seconds",
        quote="A high proportion of those delays are between 105 and 106 so we rescaled them by a "
        "factor 0.01",
        place="Section 8, Heavy-tailed delays; Figure 2",
        variants=[variant("printed", "the Criteo delays")],
        also=["fig3"],
        rows=[one_decade],
        remark="Judged with the raw data only.",
        changed=["judged with the bundled delays, which read back the authors' curve: reproduced"],
    ),
    Claim(
        "c19",
        "Many rewards will not be observed within the horizon",
        quote="Nevertheless, many rewards will not be observed within the horizon.",
        place="Section 8, Heavy-tailed delays",
        variants=[variant("printed", "the Criteo delays × 0.01, T = 10⁴")],
        also=["fig3", "fig1c"],
        rows=[beyond_horizon],
        tolerance="'many' is read as a fifth, give or take a tenth",
        remark="Judged with the raw data only.",
        changed=["judged with the bundled delays, which read back the authors' curve: reproduced"],
    ),
    Claim(
        "c20",
        "OTFLinUCB copes with the Criteo delays reasonably well",
        quote="OTFLin UCB is able to cope with heavy-tailed delays reasonably well.",
        place="Section 8, Heavy-tailed delays; Figure 3",
        variants=WITHOUT_TENTH,
        on=["fig3{arms}"],
        rows=[Row(ratio, ("{ucb}", "{random}"), below(0, tolerance=0.5), UNIFORM)],
        tolerance=LEARNS,
        remark="With the printed width the algorithm explores for the whole horizon.",
    ),
    Claim(
        "c21",
        "On the Criteo delays both algorithms behave as in the middle panel of Fig. 1",
        quote="It is interesting to observe that the behavior of both algorithms is similar to the "
        "central plot of Figure 1, when the window is larger than the expectation of the delays.",
        place="Section 8, Heavy-tailed delays; Figure 3",
        variants=WITHOUT_TENTH,
        rows=[
            row
            for name, only in (("ucb", ""), ("ts", ""), ("ts_unit", "code"))
            for row in (
                Row(
                    LATE_SHARE,
                    (f"fig3{{arms}}:{{{name}}}", f"fig1b{{arms}}:{{{name}}}"),
                    within(0, tolerance=0.1),
                    Instead(("fig3{arms}:{random}", "fig1b{arms}:{random}"), "it does not learn"),
                    key=f"shape-{name}",
                    only=only,
                ),
                Row(
                    ratio_of_ratios,
                    (
                        f"fig3{{arms}}:{{{name}}}",
                        "fig3{arms}:{random}",
                        f"fig1b{{arms}}:{{{name}}}",
                        "fig1b{arms}:{random}",
                    ),
                    within_factor(1, 1.5),
                    Instead(
                        (
                            "fig3{arms}:{random}",
                            "fig3{arms}:{random}",
                            f"fig1b{{arms}}:{{{name}}}",
                            "fig1b{arms}:{random}",
                        ),
                        "it does not learn",
                        "uniform play on Criteo",
                    ),
                    key=f"height-{name}",
                    only=only,
                ),
            )
        ],
        tolerance="'similar' is read as: a tenth in shape, half as much in height",
        remark="The window is shorter than the mean of the Criteo delays, unlike in the middle "
        "panel.",
    ),
    Claim(
        "c22",
        "OTFLinTS learns within the horizon",
        place="Figures 1 and 3, whose curves of OTFLinTS bend",
        variants=WITHOUT_TENTH,
        on=PANELS,
        rows=[Row(ratio, ("{ts}", "{random}"), below(0, tolerance=0.5), UNIFORM)],
        tolerance=LEARNS,
    ),
    Claim(
        "c23",
        "No policy has a lower worst-case regret than a multiple of min(T, √(TK/τₘ))",
        quote="Although our results are specialized to the finitearmed bandit model, we expect "
        "that standard analysis for other action sets should follow along the same lines",
        place="Theorem 3",
        not_tested="a statement on the worst instance for every policy, which no run can refute "
        "or confirm",
    ),
    Claim(
        "c24",
        "Storing norms reduces the computations per round from md² to d²",
        quote="A minor modification reduces the computation complexity to O(d2).",
        place="Section 5, Improved computation complexity",
        not_tested="arithmetic on the pseudo-code; runs record no times, so that their bytes do "
        "not depend on the machine",
    ),
    *FINDINGS,
]
