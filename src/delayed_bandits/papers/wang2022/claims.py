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

AT_ONCE = Instead(("high-at-once:dts", "high-at-once:naive"), "there is no delay to correct")
KNOWN_AT_ONCE = AT_ONCE._replace(runs=("high-at-once:dts_known", "high-at-once:naive"))
MISLED = Instead(
    ("high-lost-best:dts", "high-lost-best:equal_split"),
    "half of the best arm's conversions are lost",
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
        "D-TS has less regret than naive Thompson sampling",
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
        "three of four settings. In the authors' code it is a softmax of medians on a grid. We "
        "do not know whether the abstract means it. By the printed times it took 20 times as "
        "long, so we do not run it on Criteo.",
    ),
    efficient(
        "c04",
        "D-TS has less regret than naive Thompson sampling in our other settings, too",
        [Measurement(difference, ("dts", "naive"), below(0), AT_ONCE)],
        [OURS],
        lambda s: (
            s.has("dts", "naive") and "at-once" not in s.name and s.name not in (*THREE, "criteo")
        ),
        remark="We chose these settings: other distributions, other orders of the delays, equal "
        "delays, and lost conversions. The authors' code has none of them, and the paper may not "
        "mean them. If half of the best arm's conversions are lost, both algorithms do worse "
        "than an equal split.",
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
        "Delay costs naive Thompson sampling regret",
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
                "naive Thompson sampling with and without delay, in the same batches",
                "authors",
            )
        ],
        quantifier="each",
        quote="generally cannot handle delayed objectives directly out of the box",
        remark="At high rates, if the best arm is the fastest, the regret is "
        "{c06.authors[high-reversed]:.1f} times that without delay. If it is the slowest, the "
        "factor is {c06.authors[high]:.1f}.",
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
        remark="We judge the mean of the runs, and the bands of the figure show single runs. On "
        "the authors' page every arm gets a click in every round. In our runs each arm gets a "
        "third of the clicks.",
    ),
    Claim(
        "c08",
        "D-TS, naive Thompson sampling and D-UCB end where the authors' page has them",
        measures.end_points(),
        [AUTHORS],
        quantifier="each",
        place="the rendered page of the authors' simulation, ends of the curves",
        tolerance="three standard errors of two means of 50 runs, plus 2 for reading the page by "
        "eye",
    ),
    *FINDINGS,
]
