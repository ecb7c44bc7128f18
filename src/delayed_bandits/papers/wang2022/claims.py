"""Claims of Wang et al. 2022 (arXiv:2202.00846)."""

from functools import partial

from delayed_bandits.analysis.claims import Claim
from delayed_bandits.analysis.measurements import AN_ORDER, Instead, Measure, Measurement, variant
from delayed_bandits.analysis.verdicts import Bound, above, below, within
from delayed_bandits.papers.wang2022 import measures
from delayed_bandits.papers.wang2022.conclusions import CONCLUSIONS
from delayed_bandits.papers.wang2022.findings import FINDINGS, OURS
from delayed_bandits.papers.wang2022.measures import THREE, difference, error_of_rate, ratio

__all__ = ["CLAIMS", "CONCLUSIONS"]

AUTHORS = variant(
    "authors' code",
    "rates not bounded, runs left out as in that code",
    "authors",
    dts="dts_authors",
    ducb="ducb_authors",
)
RATES = {"high": "high", "low": "low", "weibull": "low", "high-reversed": "high"}
OTHER_DATA = "Criteo is our setting: its data and units differ from the authors'."

AT_ONCE = Instead(("high-at-once:dts", "high-at-once:naive"), "nothing to correct", "no delay")
KNOWN_AT_ONCE = Instead(
    ("high-at-once:dts_known", "high-at-once:naive"),
    "neither has a delay",
    "D-TS (given) against TS (immediate)",
)
MISLED = Instead(
    ("high-lost-best:dts", "high-lost-best:equal_split"),
    "half of the best arm's conversions are lost",
    "D-TS against an equal split",
)
BIASED = Instead(("estimate_naive",), "late conversions are missing")
ESTIMATES = [(1, 2000), (2, 2000), (1, 9500)]

abstract = partial(Claim, place="Abstract")
efficient = partial(
    abstract,
    quote="the proposed method is more efficient for delayed feedback compared to various other "
    "approaches and is robust in different settings",
)


def on_authors_and_ours(
    measure: Measure, other: str, bound: Bound, control: Instead | None
) -> list:
    """Measure on the authors' three settings, and on Criteo with our variant."""
    runs, ours = ("{dts}", other), ("dts", other)
    return [
        Measurement(measure, runs, bound, control, at=THREE),
        Measurement(measure, ours, bound, control, at=("criteo",), variants=["ours"]),
    ]


CLAIMS = [
    efficient(
        "c01",
        "D-TS has less regret than naive Thompson sampling, TS (immediate)",
        on_authors_and_ours(difference, "naive", below(0), AT_ONCE),
        [AUTHORS, OURS],
        remark="At low rates D-TS does not always end first on the authors' page. " + OTHER_DATA,
    ),
    efficient(
        "c02",
        "D-TS has less regret than D-UCB",
        on_authors_and_ours(difference, "{ducb}", below(0), None),
        [AUTHORS, OURS],
        no_control=AN_ORDER,
        remark="D-UCB has the same EM and is in the authors' code. We do not know whether the "
        "abstract means it.",
    ),
    efficient(
        "c03",
        "D-TS has less regret than full Bayesian inference on a grid",
        [
            Measurement(difference, (on + ":{dts}", on + "-100:full_bayesian"), below(0), key=on)
            for on in THREE
        ],
        [AUTHORS, OURS],
        no_control=AN_ORDER,
        remark="On the authors' page, too, full Bayesian inference has less regret than D-TS in "
        "three of four settings. In their code it is a softmax of medians on a grid. We do not "
        "know whether the abstract means it.",
    ),
    efficient(
        "c04",
        "D-TS has less regret than TS (immediate) in our other settings, too",
        [Measurement(difference, ("dts", "naive"), below(0), AT_ONCE)],
        [OURS],
        lambda s: (
            s.has("dts", "naive") and "at-once" not in s.name and s.name not in (*THREE, "criteo")
        ),
        remark="We chose these settings, and the paper may not mean them: other distributions, "
        "orders of the delays, equal delays, and lost conversions. If only the best arm loses "
        "conversions, both algorithms do worse than an equal split (o07).",
    ),
    abstract(
        "c05",
        "D-TS has less regret than an equal split",
        on_authors_and_ours(ratio, "equal_split", below(1), MISLED),
        [AUTHORS, OURS],
        quote="the experiment will take longer to complete, which also means spending more "
        "resources on worse-performing strategies",
        remark="The abstract speaks of the time to complete. We measure regret at a fixed horizon.",
    ),
    abstract(
        "c06",
        "Delay raises the regret of naive Thompson sampling, TS (immediate)",
        [
            Measurement(
                ratio,
                (f"{on}:naive", f"{rates}-at-once:naive"),
                above(1),
                KNOWN_AT_ONCE,
                quantity="R(T) of {first} divided by R(T) without delay",
                key=on,
            )
            for on, rates in RATES.items()
        ],
        [
            variant(
                "authors' code",
                "TS (immediate) with and without delay, in the same batches",
                "authors",
            )
        ],
        quantifier="each",
        quote="generally cannot handle delayed objectives directly out of the box",
        remark="At high rates delay multiplies the regret by {c06.authors[high-reversed]:.1f} if "
        "the best arm is the fastest, and by {c06.authors[high]:.1f} if it is the slowest.",
    ),
    abstract(
        "c07",
        "Conversion rates can be estimated before all conversions have arrived",
        [
            Measurement(
                error_of_rate(arm, update),
                (f"estimate_{how}",),
                within(0, 0.02),
                BIASED,
                key=f"{how}-{arm}-{update}",
            )
            for how in ("known", "em")
            for arm, update in ESTIMATES
        ],
        [variant("authors' code", "random play, delays given or estimated by EM", "authors")],
        ["estimates"],
        quantifier="each",
        quote="estimating the real underlying objectives before they materialize",
        tolerance="within 0.02, less than half of the gaps, at rounds 2,000 and 9,500",
        remark="We judge the mean of the runs. The figure's bands show single runs. Each of our "
        "arms gets a third of the clicks, and on the authors' page a click in every round.",
    ),
    Claim(
        "c08",
        "The regrets of D-TS, TS (immediate) and D-UCB end where they do on the authors' page",
        measures.end_points(),
        [AUTHORS],
        quantifier="each",
        place="the rendered page of the authors' simulation, ends of the curves",
        tolerance="three standard errors of a mean of 100 runs, plus 2 for reading the page by eye",
    ),
    *FINDINGS,
]
