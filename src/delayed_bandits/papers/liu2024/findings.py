"""Our findings on Liu and Maghsudi 2024."""

from delayed_bandits.analysis.claims import Claim, order_of_two
from delayed_bandits.analysis.measurements import AN_ORDER, Measurement, variant
from delayed_bandits.analysis.verdicts import above, below, within
from delayed_bandits.papers.liu2024 import measures as m
from delayed_bandits.papers.liu2024 import theorem

FINDINGS = [
    order_of_two(
        "o01",
        "With our choices DORAL collects more than D-LinUCB and Random, and less as printed",
        place="the figures of Section 5",
        quantifier="each",
        variants=[m.PRINTED, m.ARM, m.FIVE],
        on=[*m.ENVIRONMENTS, *m.SHORT],
        measurements=[
            m.where_run(Measurement(m.GAIN, ("{doral}", other), bound, variants=keys), f"-{name}")
            for name, other in (("greedy", "{greedy}"), ("random", "{random}"))
            for bound, keys in ((below(0), ["printed"]), (above(0), ["arm", "five"]))
        ],
        remark="The printed inequality accepts slow arms (c04), and the printed pacing b/t "
        "leaves budget unspent. With Criteo delays the first stage of our variants accepts slow "
        "arms, too.",
    ),
    order_of_two(
        "o04",
        "If all rewards by the last round count, D-ALP can collect more per unit of budget than "
        "DORAL",
        place="objective (3) with u = T",
        quantifier="some",
        variants=[m.FIVE, m.EIGHT],
        on=[*m.ENVIRONMENTS, *m.VARIED],
        measurements=[m.where_run(Measurement(m.GAIN_IN_TIME, m.BOTH, below(0)))],
        remark="τ matters only if late rewards are worthless. The paper does not say when a reward "
        "is late. Its u is the latest round in which a reward shall become observable.",
    ),
    order_of_two(
        "o13",
        "DORAL collects less reward if contexts are served by number, as equation 12 is printed, "
        "instead of by value",
        place="equations 12 to 14, which solve (11) if contexts are sorted by value",
        variants=[variant("ours", "our choices, A′ = 5", "five")],
        on=["fig2b"],
        measurements=[
            Measurement(
                m.GAIN_PER_UNIT,
                ("doral_order", "doral"),
                m.WORSE,
                quantity="% by which the reward within 500 rounds per unit of budget of DORAL with "
                "contexts by number exceeds that of {second}",
            )
        ],
        tolerance=m.IN_SIGHT,
    ),
    Claim(
        "o16",
        "Per unit of budget, DORAL as printed and D-ALP collect nearly as much. With the arm that "
        "attains η* DORAL collects more in Figure 2(b)",
        place="our measure; objective (3) and the figures have the reward within the budget",
        variants=[m.PRINTED, m.FIVE, m.EIGHT],
        measurements=[
            Measurement(
                *(m.GAIN_PER_UNIT, m.BOTH, within(0, tolerance=1), m.APART),
                at=m.PANELS,
                variants=["printed"],
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
        "With α = 2, which does not meet inequality (1), the mean delay is outside the radius of "
        "the first stage more often than Theorem 4.2 allows for an α that meets it",
        place="equations 6 and 7, given after Theorem 4.2; formulas from their TeX",
        quantifier="most",
        variants=[
            variant("ours", "2 d, α = 2", "shape_known", radius="2 d"),
            variant("ours", "2 d^M, α = 2", "shape_estimated", radius="2 d^M"),
        ],
        on=m.PANELS,
        measurements=[theorem.covered],
        remark="Theorem 4.2 allows a share of δ + B^−α, with a radius that has B/2 in place of d. "
        "That radius cannot be tested. With the α of geometric delays it exceeds the mean delay, "
        "so that an estimate of 0 meets it, too. α = 2 is the shape of the Pareto delays. The "
        "radius 2 d is too small with it: only delays that have ended are observed, and these are "
        "short at first.",
    ),
]
