"""Claims of Liu and Maghsudi 2024 (arXiv:2405.11417).

Settings are the panels of Section 5, named as in fig2b-short:

- fig1, fig2: the delays of the ten arms are similar, or diverse
- a, b: delays are geometric, or Pareto
- short: T is 100,000 instead of 170,000

The variants in measures.py say which algorithms {doral}, {dalp}, {greedy} and {random} are.
"""

from delayed_bandits.analysis.claims import Claim, order_of_two
from delayed_bandits.analysis.measurements import Instead, Known, Measurement, variant
from delayed_bandits.analysis.verdicts import above, below, within
from delayed_bandits.papers.liu2024 import measures as m
from delayed_bandits.papers.liu2024.conclusions import CONCLUSIONS
from delayed_bandits.papers.liu2024.findings import FINDINGS

__all__ = ["CLAIMS", "CONCLUSIONS"]

NONE_LEFT = Known("the radius of Theorem 4.2", 0, "its race exceeds the budget")
RANDOM = ("{doral}", "{random}")
RUNS_1A = tuple(f"fig1a:{run}" for run in m.BOTH)
LIGHT = Instead(RUNS_1A, "its geometric delays have no heavy tails", "Figure 1(a)")

CLAIMS = [
    Claim(
        "c04",
        "PR-SAR can find the top responsive arms",
        quote="by construction is Hoeffding race method, so it can find top responsive arms.",
        place="Section 4.1",
        variants=[m.GIVEN, m.FIVE, m.EIGHT],
        on=m.PANELS,
        measurements=[
            Measurement(
                *(m.FINDS_FASTEST, ("{doral}",), above(1, tolerance=0.1)),
                Known(f"{count} of 10 arms at random", share, "it ignores delays"),
                variants=keys,
            )
            for count, share, keys in ((5, 1 / 252, ["given", "five"]), (8, 1 / 45, ["eight"]))
        ],
        tolerance=f"{m.OF_50}. The paper says 'can', and its δ is for one arm",
        remark="The printed inequality, which is that for rewards, accepts slow arms. Our races "
        "reverse it, with our choice of A′ and of rejection. Under geometric delays they err "
        "between neighbours of nearly equal delay.",
    ),
    Claim(
        "c05",
        "A cut-off m that goes to infinity increases the regret significantly",
        quote="We have τ_a → 1 if m → ∞, but such m increases the regret significantly.",
        place="Section 4.2.2",
        variants=[m.FIVE],
        on=["fig2a-short", "fig2b-short"],
        measurements=[Measurement(m.ENDLESS, ("doral_endless", "doral"), above(1))],
        no_control="two cut-offs are compared; the reverse order fails it",
        remark="The index adds the norms of the last m rounds, so with m = T the algorithm never "
        "stops exploring. It also learns from late rewards, which do not count.",
    ),
    Claim(
        "c06",
        "A budget of 85,000 ensures at least 50,000 rounds",
        quote="The budget is 85,000 to ensure at least 50,000 rounds.",
        place="Section 5",
        variants=[m.WITH_COST],
        on=m.PANELS,
        measurements=[Measurement(m.ROUNDS_LEFT, ("{doral}",), above(1, tolerance=0.1), NONE_LEFT)],
        tolerance=m.OF_50,
        remark="We take the sentence to mean that the first stage leaves at least 50,000 pulls. "
        "Our variants stop it when 50,000 are left, so we do not measure them.",
    ),
    order_of_two(
        "c08",
        "DORAL starts late to accumulate rewards",
        quote="As DORAL spends some time identifying top responsive arms, it starts late to "
        "accumulate rewards.",
        place="Section 5",
        variants=[m.WITH_COST, m.FIVE, m.EIGHT, *m.COUNTED],
        on=m.PANELS,
        measurements=[
            m.where_run(
                Measurement(m.early_share(counted=counted), RANDOM, below(1), variants=keys)
            )
            for counted, keys in (
                (False, ["reconstructed", "five", "eight"]),
                (True, [one.key for one in m.COUNTED]),
            )
        ],
        tolerance="we take the paper to count no rewards of the first stage; the variants that "
        "count them are ours",
        remark="Random D-LinUCB spends its budget as evenly as DORAL, but has no first stage. In "
        "our variants DORAL pulls in every round of this stage.",
    ),
    Claim(
        "c09",
        "Under similar delays DORAL and D-ALP overlap",
        quote="In Fig. 1, because delays are short, DORAL and D-ALP are overlapping.",
        place="Section 5, Figure 1",
        variants=[m.WITH_COST, m.FIVE, m.EIGHT],
        on=m.SIMILAR,
        measurements=[Measurement(m.GAIN, m.BOTH, within(0, tolerance=1), m.APART)],
        tolerance=m.IN_SIGHT,
        remark="By our reading of equation 11, which counts τ, DORAL spends more than D-ALP. With "
        "(11), the arm as printed, our m, and contexts by number (our reading of (12)), DORAL is "
        "D-ALP. Per unit of budget the two overlap in all panels (o16).",
    ),
    order_of_two(
        "c12",
        "In Figure 2(b) DORAL outperforms D-ALP, under heavy-tailed delays",
        quote="DORAL outperforms D-ALP when facing heavy-tailed delays in Fig. 2 (b)",
        place="Section 5, Figure 2(b)",
        variants=[m.WITH_COST, m.FIVE, m.EIGHT, m.CUTOFF],
        on=["fig2b", *m.VARIED],
        measurements=[
            m.where_run(Measurement(measure, m.BOTH, m.SEEN, control, variants=keys), suffix)
            for measure, control, keys, suffix in (
                (m.GAIN, LIGHT, ["reconstructed", "five", "eight"], ""),
                (m.GAIN, None, ["cutoff"], ""),
                (m.GAIN_BEFORE_M, None, ["cutoff"], "-m"),
            )
        ],
        tolerance=m.IN_SIGHT,
        remark="With τ in (11) DORAL gains as much in Figure 1 (c09), so its gain tells nothing of "
        "heavy tails. It also spends more (o16). Our variants play the arm that attains η*.",
    ),
    Claim(
        "c14",
        "D-ALP identifies a higher cut-off m, above 500, in Figure 2(a)",
        quote="In Fig. 2 (a), D-ALP identifies a higher m>500",
        place="Section 5",
        variants=[
            variant("reconstructed", f"radius of {radius}", key, run=run)
            for key, radius, run in (
                ("equations", "equations 6 and 7, d given, our α, against (1)", "dalp_printed"),
                ("theorem", "Theorem 4.2, with B/2, our α, against (1)", "dalp_theorem"),
            )
        ],
        on=["fig2a"],
        measurements=[Measurement(m.CUTOFFS, ("{run}",), above(500))],
        no_control="'higher' compares m with DORAL's, which is the same here, by our choice",
        remark="α is 2. With an α that meets (1), the radius of (6) alone is above 500. With it, "
        "as with B/2, the first stage takes the budget.",
    ),
    *FINDINGS,
]
