"""Claims of Pike-Burke et al. 2018 on its figures: regret / QPM-D's regret."""

import math
from collections.abc import Iterable
from functools import partial

from delayed_bandits.analysis.claims import Claim
from delayed_bandits.analysis.measurements import Instead, Known, Measurement, variant
from delayed_bandits.analysis.measures import change_of_ratio, increments, increments_of
from delayed_bandits.analysis.verdicts import above, below, within, within_factor
from delayed_bandits.papers.pikeburke2018 import measures as m

A_TENTH = "ratios of curves a log T + b change slowly; an eye would not see a tenth"
LINE_OVER_LOG = 4 * math.log(250_000) / math.log(1_000_000)
"""Growth of T / log T from T = 250,000 to four times that."""


def converging(curves: Iterable[tuple[str, str]]) -> list[Measurement]:
    """Measure how much each curve's regret / QPM-D's regret changes with T."""
    return [
        Measurement(
            change_of_ratio,
            (
                *("{distribution}-{mean}:{run}", "{distribution}-{mean}:qpmd"),
                *("{distribution}-{mean}-long:{run}", "{distribution}-{mean}-long:qpmd"),
            ),
            within(0, tolerance=0.1),
            Known("regret linear in T over log T", LINE_OVER_LOG - 1, "it never stops exploring"),
            quantity="change of R(T) of {first} / R(T) of {second}, T = 250,000 to 1,000,000",
            key="{run}-{distribution}",
            names={"distribution": distribution, "run": run},
        )
        for distribution, run in curves
    ]


figure_3a, figure_3b = (
    partial(Claim, place=f"Section 5, of Fig. 3({panel})", variants=[m.MEAN_20, m.MEAN_50])
    for panel in "ab"
)

FIGURES = [
    figure_3a(
        "c09",
        "Under bounded delays the ratios of the regrets to that of QPM-D converge to constants",
        quote="We see that in all cases the ratios converge to a constant.",
        measurements=converging(m.FIG3A),
        tolerance=A_TENTH,
        remark="The paper's figure has one horizon. We compare two, and ODAAF is given each. Only "
        "QPM-D's regret varies between runs.",
    ),
    figure_3a(
        "c11",
        "The regret jumps at the same points in all replications",
        quote="Our algorithm predetermines the number of times to play each active arm per phase "
        "(the randomness appears in whether an arm is active), so the jumps in the regret are it "
        "changing arm. This occurs at the same points in all replications.",
        variants=[
            variant("reconstructed", "Fig. 3(a), any active arm bridges"),
            variant("ours", "Fig. 3(b), any active arm bridges", "panel_b"),
        ],
        measurements=[
            Measurement(
                m.exceptions,
                (f"{distribution}-{mean}:{run}",),
                below(1),
                Instead((f"{distribution}-{mean}:qpmd",), "it changes arm whenever its indices do"),
                key=f"{run}-{distribution}-{mean}",
                variants=[name],
            )
            for name, curves in (
                ("reconstructed", [*m.FIG3A, ("uniform", "odaaf_b_first")]),
                ("panel_b", [*m.FIG3B, ("poisson", "odaaf_v_first")]),
            )
            for mean in (20, 50)
            for distribution, run in curves
        ],
        remark="In at most {c11.reconstructed.greatest:.0f} of 200 runs the worse arm is dropped a "
        "phase earlier. The paper says that randomness appears there.",
    ),
    figure_3b(
        "c12",
        "Under unbounded delays, too, the ratios converge to constants",
        quote="The ratios of the regret of ODAAF and ODAAF-V (with knowledge of the delay "
        "variance) to the regret of QPM-D again converge to constants.",
        measurements=converging(m.FIG3B),
        tolerance=A_TENTH,
        remark="By the paper ODAAF-V under exponential delays 'had only just eliminated the "
        "suboptimal arm at time' T. So mean 50 is not the paper's setting: there ODAAF-V still "
        "plays both arms at T = 250,000 under exponential and half-normal delays. The paper's "
        "figure has one horizon. We compare two, and ODAAF is given each.",
    ),
    Claim(
        "c18",
        "The regret of QPM-D increases linearly in E[τ]",
        quote="It can also be illustrated experimentally that the regret of our algorithm and that "
        "of QPM-D both increase linearly in . This is shown in Appendix F.",
        place="Section 5 (Appendix F is not in the text used here)",
        variants=[variant("reconstructed", "Poisson delays, the first 20,000 rounds")],
        measurements=[
            *(
                Measurement(
                    m.slope,
                    ("poisson-0-early:qpmd", f"poisson-{mean}-early:qpmd"),
                    above(0),
                    Known("UCB1 without delay", 0, "it has no delay"),
                    case=f"E[τ] from 0 to {mean}, T = 20,000",
                    key=f"slope-{mean}",
                )
                for mean in (50, 800)
            ),
            Measurement(
                increments,
                tuple(f"poisson-{mean}-early:qpmd" for mean in (0, 400, 800)),
                within_factor(1, 1.5),
                Known("a square root", increments_of(1 / 2, 0, 400, 800), "it bends"),
                case="E[τ] from 400 to 800 / from 0 to 400, T = 20,000",
                key="bend",
            ),
        ],
        tolerance="halfway, by factors, between a line and about a square root",
        remark="What the paper says of ODAAF is arithmetic of n_m. QPM-D's regret grows somewhat "
        "faster than a line. Delay costs QPM-D regret only in the first rounds.",
    ),
]
