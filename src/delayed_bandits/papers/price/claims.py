"""Findings on what a delay costs, and on whether handling it pays."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from delayed_bandits.analysis.claims import Claim, Conclusion
from delayed_bandits.analysis.intervals import exact, mean_interval, ratio_interval
from delayed_bandits.analysis.measurements import AN_ORDER, Evidence, VariantRuns, variant
from delayed_bandits.analysis.settings import Setting
from delayed_bandits.analysis.verdicts import Bound, above, below
from delayed_bandits.papers.price import tables

ALIKE = ("fixed-100", "fixed-1000", "geometric-1000", "pareto15-1000", "pareto05", "batches-1000")
ALIKE += ("criteo", "loss")
"""The environments whose delays depend on neither arm nor reward."""

BOTH = ("biased", "lost-successes")  # delays depend on arm and reward

LEARN = ("ucb1", "kl_ucb", "thompson", "tsallis_inf")
"""All bases but successive elimination, which learns little by T = 20,000."""

WIDTHS = [
    variant("ours", "exploration as printed", "printed"),
    variant("ours", "exploration tuned on other runs", "tuned"),
]
GAIN = "R(T) with the handling / R(T) of the same base that ignores the delay"
PRICE = "(R(T) − R(T) without delay) / (gap × mean delay)"
SHARE = "(R(T) − R(T) without delay) / random play's regret over the mean delay"
BASES = {name: variant("ours", name.replace("_", "-"), name) for name in LEARN}


def where(**wanted: object) -> Callable[[Setting], bool]:
    """Return a condition on coordinates, each one of some values."""
    return lambda one: all(one.coordinates.get(key) in values for key, values in wanted.items())


def gains(bases: Sequence[str], ways: Sequence[str], bound: Bound) -> Callable:
    """Compare each base with each handling with the same base that ignores the delay."""

    def measured(spec: VariantRuns) -> Iterator[Evidence]:
        keys = [(one.name, base) for one in spec.settings for base in bases if one.has(base)]
        runs, factor = tables.handled({key: spec.runs[key] for key in keys})
        for environment in dict.fromkeys(key[0] for key in runs):
            for base, way in ((base, way) for base in bases for way in ways):
                logs = spec.settings[0].coordinates["logs"]
                pair = [
                    runs.get((environment, base, one, factor(spec.spec.key, logs, base, one)))
                    for one in (way, tables.IGNORED)
                ]
                if all(pair):
                    ratio = ratio_interval(*map(tables.compared, pair))
                    words = f"{environment}, {spec.runs.labels[base]}, {tables.WORDS[way]}"
                    yield Evidence(words, GAIN, ratio, bound, key=f"{environment}-{base}-{way}")

    return measured


def prices(bound: Bound, pooled: bool) -> Callable:
    """Measure each price over random play's, or the mean of prices over all settings."""

    def measured(spec: VariantRuns) -> Iterator[Evidence]:
        base, found = spec.spec.key, []
        for one in spec.settings:
            at, late = one.coordinates, spec.runs[one.name, base]
            free = spec.runs[f"none-{at['problem']}", base]
            found.append((late.final - free.final) / (at["gap"] * at["mean_delay"]))
            if not pooled:
                share = mean_interval(found[-1] / (1 - 1 / at["arms"]))
                yield Evidence(one.description, SHARE, share, bound, key=one.name)
        if pooled:
            price = mean_interval(np.mean(found, axis=0))
            yield Evidence("mean over the settings", f"mean of {PRICE}", price, bound, key="mean")

    return measured


def from_when(spec: VariantRuns) -> Iterator[Evidence]:
    """Compute the T from which a bound is below random play, and bound / regret at the last T."""
    for one in spec.settings:
        at, (base,) = one.coordinates, one.parameters
        curve, name = spec.runs[one.name, base], f"{at['theorem']}-{at['problem']}"
        bound = tables.BOUNDS[at["theorem"]](at, at["rounds"])
        over = ratio_interval(np.full(curve.n_runs, bound), curve.final)
        yield Evidence(one.description, "bound / R(T)", over, above(10), key=f"{name}-ratio")
        least = exact(tables.beats_random_play(at))
        quantity = "T from which the bound is below random play"
        yield Evidence(one.description, quantity, least, above(1000), key=name)


LONGEST = where(rule=["kept"], mean_delay=[1000, 10000])
ON_CLICKS = ("ucb1", "kl_ucb", "thompson")

CLAIMS = [
    Claim(
        "o01",
        "If failures are announced, and delays depend on neither arm nor reward, ignoring the "
        "delay has at most 10 % more regret than any handling",
        [gains(LEARN, [*tables.WORDS], above(1, tolerance=0.1))],
        WIDTHS,
        on=where(environment=ALIKE),
        quantifier="most",
        tolerance="10 % is our choice",
        no_control=AN_ORDER,
        remark="Successive elimination learns little by T = 20,000, with every handling.",
    ),
    Claim(
        "o02",
        "If failures are never announced, correcting for the delay lowers regret",
        [gains(ON_CLICKS, ["correct"], below(1))],
        WIDTHS,
        on=where(logs=["clicks"]),
        quantifier="most",
        no_control=AN_ORDER,
        remark="The distribution of delays is given.",
    ),
    Claim(
        "o03",
        "If delays or losses depend on arm and reward, correcting for them lowers regret",
        [gains(ON_CLICKS, ["correct"], below(1))],
        WIDTHS,
        on=where(environment=BOTH),
        quantifier="most",
        no_control=AN_ORDER,
    ),
    Claim(
        "o04",
        "A mean delay of 1,000 rounds or more costs at most what random play loses meanwhile",
        [prices(below(1, tolerance=0.1), pooled=False)],
        list(BASES.values()),
        on=LONGEST,
        tolerance="10 % is our choice",
        quantifier="most",
        no_control="a delay costs nothing where there is none, by definition",
    ),
    Claim(
        "o05",
        "Over all settings with mean delays of 1,000 and 10,000 a delay costs less than one gap a "
        "round of mean delay",
        [prices(below(1), pooled=True)],
        list(BASES.values()),
        on=LONGEST,
        no_control="a delay costs nothing where there is none, by definition",
    ),
    Claim(
        "o06",
        "Bounds with explicit constants are more than ten times the regret, and say nothing below "
        "1,000 rounds",
        [from_when],
        [variant("ours", "T = 10,000,000")],
        on=where(rounds=[10_000_000]),
        no_control="a bound is not measured",
        tolerance="ten times and 1,000 rounds are our choice",
        remark="The bounds are Theorem 7 of Joulani et al. 2013, their Theorem 6 with the bound of "
        "UCB1, and Theorem 2 of Vernade et al. 2020. Other papers state orders.",
    ),
]

CONCLUSIONS: list[Conclusion] = []
