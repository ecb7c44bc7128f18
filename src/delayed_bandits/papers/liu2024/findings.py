"""Our findings on Liu and Maghsudi 2024."""

from delayed_bandits.analysis.claims import Claim, order_of_two
from delayed_bandits.analysis.measurements import AN_ORDER, Measurement, variant
from delayed_bandits.analysis.verdicts import above, below, within
from delayed_bandits.papers.liu2024 import measures as m
from delayed_bandits.papers.liu2024 import theorem

FINDINGS = [
    order_of_two(
        "o01",
        "Almost as printed, with τ in (11), DORAL collects less than D-LinUCB within 500 rounds in "
        "Figure 2(b), but not each within its m. With our choices it collects more in both figures",
        place="the figures of Section 5",
        quantifier="each",
        variants=[m.WITH_COST, m.ARM, m.FIVE],
        on=[*m.PANELS, *m.SHORT],
        measurements=[
            m.where_run(Measurement(more, ("{doral}", run), bound, variants=keys), f"-{name}")
            for name, run, more, bound, keys in (
                ("greedy", "{greedy}", m.OVER_GREEDY, below(0), ["reconstructed"]),
                ("m", "{greedy}", m.OVER_GREEDY_BEFORE_M, above(0), ["reconstructed"]),
                ("greedy", "{greedy}", m.OVER_GREEDY, above(0), ["arm", "five"]),
                ("random", "{random}", m.OVER_RANDOM, above(0), ["arm", "five"]),
            )
        ],
        remark="Slow arms (c04), the full width, the pacing b/t and contexts by number cost reward "
        "(figure literal).",
    ),
    order_of_two(
        "o04",
        "If late rewards count, too, D-ALP can collect more per unit of budget than DORAL",
        place="objective (3) with u = T, without the cut-off m of (8)",
        quantifier="some",
        variants=[m.FIVE, m.EIGHT],
        on=[*m.ENVIRONMENTS, *m.VARIED],
        measurements=[m.where_run(Measurement(m.GAIN_IN_TIME, m.BOTH, below(0)))],
        remark="τ matters only if late rewards are worthless. By (2) and (8) a reward is late "
        "after min(m, u - t) rounds. The paper gives u no value. Here u = T, without m.",
    ),
    order_of_two(
        "o13",
        "DORAL collects less if it serves contexts by number, an order open in equation 12 but not "
        "in 14, than if by value",
        place="equations 12 to 14, which solve (11) if contexts are sorted by value",
        variants=[variant("ours", "our choices, A′ = 5", "five")],
        on=["fig2b"],
        measurements=[
            Measurement(
                m.GAIN_PER_UNIT,
                ("doral_order", "doral"),
                m.WORSE,
                quantity="% change of timely reward per unit of budget with contexts by number",
            )
        ],
        tolerance=m.IN_SIGHT,
    ),
    Claim(
        "o16",
        "Per unit of budget, DORAL with τ in (11) and D-ALP collect nearly the same. With the arm "
        "that attains η*, DORAL collects more in Figure 2(b)",
        place="our measure; objective (3) and the figures have the reward within the budget",
        variants=[m.WITH_COST, m.FIVE, m.EIGHT],
        measurements=[
            Measurement(
                *(m.GAIN_PER_UNIT, m.BOTH, within(0, tolerance=1), m.APART),
                at=m.PANELS,
                variants=["reconstructed"],
            ),
            Measurement(
                m.GAIN_PER_UNIT, m.BOTH, above(0), at=["fig2b"], variants=["five", "eight"]
            ),
        ],
        tolerance=m.IN_SIGHT,
        no_control=AN_ORDER,
    ),
    Claim(
        "o14",
        "With α = 2, which violates inequality (1), the radius of (6) and (7), not that of Theorem "
        "4.2, misses the mean delay more often than this theorem allows",
        place="equations 6 and 7, given after Theorem 4.2; formulas from their TeX",
        quantifier="most",
        variants=[
            variant("ours", "2 d, α = 2", "shape_known", radius="2 d"),
            variant("ours", "2 d^M, α = 2", "shape_estimated", radius="2 d^M"),
        ],
        on=m.PANELS,
        measurements=[theorem.covered],
        remark="Theorem 4.2 allows misses in a share δ + B^−α, but its radius, with B/2 where (6) "
        "has 2 d, is too wide to test. With few pulls (6) misses, as short delays end first. With "
        "many it is too narrow.",
    ),
]
