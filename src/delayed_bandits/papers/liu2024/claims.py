"""Claims of Liu and Maghsudi 2024 (arXiv:2405.11417).

Settings are the panels of Section 5. The delays of the ten arms are similar (fig1) or diverse
(fig2), geometric (a) or Pareto (b). T is 170,000, or 100,000 with -short. A variant names its
{doral}, {dalp}, {greedy} and {random} (measures.py).
"""

from functools import partial
from typing import Any

from delayed_bandits.analysis.claims import Claim, order_of_two
from delayed_bandits.analysis.measurements import Instead, Known, Measurement, Measurements, variant
from delayed_bandits.analysis.measures import ratio
from delayed_bandits.analysis.verdicts import above, below, within
from delayed_bandits.papers.liu2024 import measures as m
from delayed_bandits.papers.liu2024 import theorem
from delayed_bandits.papers.liu2024.findings import CONCLUSIONS, FINDINGS

__all__ = ["CLAIMS", "CONCLUSIONS"]

AT_RANDOM = Known("8 of 10 arms at random", 1 / 45, "it ignores delays")
NONE_LEFT = Known("the radius of Theorem 4.2", 0, "its race takes more than the budget")
RANDOM = ("{doral}", "{random}")
BY_REWARD = ["printed", "five", "eight", "cutoff"]
"""Variants measured by the reward within the budget, which is the paper's measure."""


def outperforms(**premise: Any) -> list[Measurements]:
    """Compare rewards of DORAL and D-ALP; with the cut-off m also those within m rounds."""
    one = partial(Measurement, runs=m.BOTH, bound=m.SEEN, **premise)
    within_m = m.where_run(one(m.GAIN_BEFORE_M, variants=["cutoff"]), "-m")
    return [m.where_run(one(m.GAIN, variants=BY_REWARD)), within_m]


CLAIMS = [
    Claim(
        "c03",
        "The median of means is within its radius of the mean delay with probability 1 − δ − B^−α",
        quote="the robust upper confidence bound (UCB) of patient median-of-means estimation",
        place="Equations 6 and 7, said to follow from Theorem 4.2; formulas from their TeX",
        variants=[
            variant("ours", "2 d, α = 2", "shape_known", radius="2 d"),
            variant("ours", "2 d^M, α = 2", "shape_estimated", radius="2 d^M"),
        ],
        on=m.PANELS,
        measurements=[theorem.covered],
        remark="The theorem's radius cannot be tested: with the α of geometric delays it "
        "exceeds the mean delay, so it holds for an estimate of 0, too. α = 2 is the shape of the "
        "Pareto delays. With it the radius 2 d of equations 6 and 7 is too small: only delays that "
        "have ended are observed, and these are short at first.",
    ),
    Claim(
        "c04",
        "PR-SAR finds the top responsive arms",
        quote="by construction is Hoeffding race method, so it can find top responsive arms.",
        place="Section 4.1",
        variants=[m.PRINTED, m.GIVEN, m.FIVE, m.EIGHT],
        on=m.PANELS,
        measurements=[
            Measurement(m.FINDS_FASTEST, ("{doral}",), above(1, tolerance=0.1), AT_RANDOM)
        ],
        tolerance=m.OF_50,
        remark="With the printed inequality it accepts slow arms (o11). Our races, whose "
        "inequality, count and rejection are ours, err under geometric delays. There they take a "
        "neighbour of nearly the same delay.",
    ),
    Claim(
        "c05",
        "A cut-off m that goes to infinity increases the regret significantly",
        quote="We have τ_a → 1 if m → ∞, but such m increases the regret significantly.",
        place="Section 4.2.2",
        variants=[m.FIVE],
        on=["fig2a-short", "fig2b-short"],
        measurements=[Measurement(ratio, ("doral_endless", "doral"), above(1))],
        no_control="a comparison of two cut-offs; the reverse order fails it",
        remark="The sum of norms in the index is over the last m rounds, so with m = T the "
        "algorithm never stops exploring. It learns from late rewards, which do not count.",
    ),
    Claim(
        "c06",
        "A budget of 85,000 ensures at least 50,000 rounds",
        quote="The budget is 85,000 to ensure at least 50,000 rounds.",
        place="Section 5",
        variants=[m.PRINTED],
        on=m.PANELS,
        measurements=[Measurement(m.ROUNDS_LEFT, ("{doral}",), above(1, tolerance=0.1), NONE_LEFT)],
        tolerance=m.OF_50,
        remark="We take it that the first stage ends and leaves at least 50,000 pulls. With our "
        "choices it is stopped when 50,000 are left, so those variants are not measured.",
    ),
    order_of_two(
        "c08",
        "DORAL starts late to accumulate rewards",
        quote="it starts late to accumulate rewards.",
        place="Section 5",
        quantifier="each",
        variants=[m.PRINTED, m.FIVE, m.EIGHT],
        on=m.PANELS,
        measurements=[
            m.where_run(Measurement(m.early_gain(counted=False), RANDOM, below(0))),
            m.where_run(Measurement(m.early_gain(counted=True), RANDOM, below(0)), "-counted"),
        ],
        tolerance="we measure with and without the rewards of the first stage, since the paper "
        "does not say whether they count",
        remark="Random D-LinUCB spends its budget as evenly as DORAL, but has no first stage. With "
        "our choices every round of the first stage is a pull, so DORAL is ahead if the rewards of "
        "this stage count.",
    ),
    Claim(
        "c09",
        "Under similar delays DORAL and D-ALP overlap",
        quote="In Fig. 1, because delays are short, DORAL and D-ALP are overlapping.",
        place="Section 5, Figure 1",
        variants=[m.PRINTED, m.UNIT, m.FIVE, m.EIGHT],
        on=m.SIMILAR,
        measurements=[
            Measurement(measure, m.BOTH, within(0, tolerance=1), m.APART, variants=keys)
            for measure, keys in ((m.GAIN, BY_REWARD[:3]), (m.GAIN_PER_UNIT, ["unit"]))
        ],
        tolerance=m.IN_SIGHT,
        remark="As printed DORAL spends more than D-ALP. Per unit of budget they overlap "
        "under diverse delays, too (c12), so short delays are not the reason. With the arm that "
        "attains η* short delays are the reason.",
    ),
    order_of_two(
        "c11",
        "D-ALP, whose m is larger, has more regret than DORAL in Figure 2(a)",
        quote="it’s expected to have more regret according to the theorems.",
        place="Section 5, Figure 2(a)",
        variants=[m.PRINTED, m.CUTOFF],
        on=["fig2a"],
        measurements=outperforms(premise=m.has_larger_cutoff),
        tolerance=m.IN_SIGHT,
        remark="The paper expects this since D-ALP has a larger m. In our runs D-ALP has the m of "
        "DORAL, as the first stage does not use τ.",
    ),
    order_of_two(
        "c12",
        "In Figure 2(b) DORAL outperforms D-ALP, under heavy-tailed delays",
        quote="DORAL outperforms D-ALP when facing heavy-tailed delays in Fig. 2 (b)",
        place="Section 5, Figure 2(b)",
        variants=[m.PRINTED, m.UNIT, m.FIVE, m.EIGHT, m.CUTOFF],
        on=["fig2b", *m.VARIED],
        measurements=[
            *outperforms(),
            m.where_run(Measurement(m.GAIN_PER_UNIT, m.BOTH, m.SEEN, variants=["unit"])),
        ],
        tolerance=m.IN_SIGHT,
        remark="The paper's measure is the reward within the budget (objective 3). As printed "
        "DORAL spends more than D-ALP, too, by the words below equation 11. "
        "The printed formulas (argmax, 11 and 12) have no τ: by them DORAL is D-ALP. In our "
        "variants DORAL plays the arm that attains η*. If late rewards count, D-ALP is then ahead "
        "(o04).",
    ),
    Claim(
        "c14",
        "D-ALP identifies a higher cut-off m, above 500, in Figure 2(a)",
        quote="In Fig. 2 (a), D-ALP identifies a higher m>500",
        place="Section 5",
        variants=[m.PRINTED],
        on=["fig2a"],
        measurements=[
            Measurement(
                m.CUTOFFS,
                ("{dalp}",),
                above(500),
                Instead(("fig1a:{dalp}",), "shorter delays", "similar delays"),
            )
        ],
        remark="m depends on the radius. With the factor B/2 of Theorem 4.2 in place of 2 d, m "
        "would be above 500. D-ALP's m is never higher than DORAL's, since the first stage does "
        "not use τ.",
    ),
    *FINDINGS,
]
