"""Measurements of the Criteo delays and of Fig. 3 of Vernade et al. 2020, for its claims."""

import functools
import itertools
from collections.abc import Callable, Sequence

import numpy as np

from delayed_bandits.analysis.claims import Control, Evidence, Reading, Runs
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import (
    Interval,
    exact,
    mean_interval,
    ratio_change_interval,
    shifted,
)
from delayed_bandits.analysis.measures import mean_residual_life
from delayed_bandits.analysis.verdicts import above, within, within_factor
from delayed_bandits.delays.laws import law_from
from delayed_bandits.papers.vernade2020.cases import On
from delayed_bandits.papers.vernade2020.shared import panel

DAY = 86_400
DECADES = np.array([1, 10, 100, 1e3, 1e4, 1e5, 1e6, 30 * DAY])


def residual_life_of_exponential(scale: float, age: float) -> float:
    """Compute the mean residual life of exponential delays that are cut at 30 days."""
    left = 30 * DAY - age
    return scale - left / np.expm1(left / scale)


def life_by_life(
    delays: np.ndarray, ages: Sequence[float], name: str, life: Callable[[float], float]
) -> list[Evidence]:
    """Compare the mean residual life at each age, in days, with the one before; `life`: control."""
    return [
        Evidence(
            "Criteo delays",
            f"mean residual life at {late} days / at {early}",
            exact(mean_residual_life(delays, late * DAY) / mean_residual_life(delays, early * DAY)),
            above(1),
            Control(name, exact(life(late * DAY) / life(early * DAY))),
        )
        for early, late in itertools.pairwise(ages)
    ]


def residual_lives(ages: Sequence[float], *, cut: bool = True) -> Callable[[Runs], list[Reading]]:
    """Make the measurement of mean residual lives, with exponential delays as the control."""

    def readings(runs: Runs) -> list[Reading]:
        scale = float(runs.delays.mean())
        name, life = "exponential delays, at any age", lambda _: scale
        if cut:
            name = "exponential delays of that mean, then cut at 30 days"
            life = functools.partial(residual_life_of_exponential, scale)
        rows = life_by_life(runs.delays, ages, name, life)
        return [Reading("printed", "the Criteo delays, cut at 30 days", rows)]

    return readings


def circular(runs: Runs) -> str:
    """Say why a claim on the delays does not apply, if they were made from the authors' curve."""
    origin = runs["fig3", "uniform_random"].delays_origin or ""
    if not origin.startswith("bundled"):
        return ""
    return "circular: the bundled delays are quantiles of the curve in Fig. 2"


def fullest_decade(shares: np.ndarray) -> float:
    """Compute the share of 10⁵ to 10⁶ seconds over that of the next largest decade."""
    return float(shares[5] / np.delete(shares, 5).max())


def one_decade(runs: Runs) -> list[Reading]:
    """Compare the delays of 10⁵ to 10⁶ seconds with those in the next largest decade."""
    delays = runs.delays.clip(1, DECADES[-1])
    log_uniform = fullest_decade(np.diff(np.log10(DECADES)))
    row = Evidence(
        "Criteo delays",
        "10⁵ to 10⁶ s against the next factor of ten",
        exact(fullest_decade(np.histogram(delays, DECADES)[0])),
        above(1),
        Control("log-uniform delays, 1 s to 30 days", exact(log_uniform)),
        circular(runs),
    )
    return [Reading("printed", "the Criteo delays", [row])]


def beyond_horizon(runs: Runs) -> list[Reading]:
    """Measure how many delays are longer than the horizon."""
    trace = runs["fig3", "otflinucb"].trace
    well_behaved = runs["fig1c", "otflinucb"].trace
    beyond = [
        exact(1 - law_from(one["delay"], runs.delays).cdf(one["horizon"]))
        for one in (trace, well_behaved)
    ]
    row = Evidence(
        panel("fig3"),
        "P(D > T)",
        beyond[0],
        above(0.2, tolerance=0.1),
        Control("Fig. 1, mean delay 500", beyond[1]),
        circular(runs),
    )
    return [Reading("printed", "the Criteo delays × 0.01, T = 10⁴", [row])]


def late_share(curve: Curves) -> np.ndarray:
    """Linearise the second half's share of R(T), so that the mean has the right variance."""
    late = curve.final - curve.at(int(curve.rounds[-1]) // 2)
    share = late.mean() / curve.final.mean()
    return share + (late - share * curve.final) / curve.final.mean()


def relative_level(here: Curves, random: Curves, middle: Curves, random_middle: Curves) -> Interval:
    """Estimate R(T) / R(T) of uniform play on one setting over that on another."""
    change = ratio_change_interval((middle.final, random_middle.final), (here.final, random.final))
    return shifted(change, 1)


def late_shares(on: On, name: str, algorithm: str) -> Evidence:
    """Compare the shape of an algorithm's curve with that in the middle panel of Fig. 1."""
    middle = late_share(on.named("fig1b", algorithm))
    return Evidence(
        name,
        "second half's share of R(T), Criteo − middle",
        mean_interval(late_share(on.named("fig3", algorithm)) - middle),
        within(0, tolerance=0.1),
        Control("uniform play − middle", mean_interval(late_share(on.random("fig3")) - middle)),
    )


def levels(on: On, name: str, algorithm: str) -> Evidence:
    """Compare an algorithm's regret, as a multiple of uniform play's, with the middle panel."""
    random, middle, random_middle = (
        on.random("fig3"),
        on.named("fig1b", algorithm),
        on.random("fig1b"),
    )
    here = on.named("fig3", algorithm)
    return Evidence(
        name,
        "R(T) / R(T) of uniform play, Criteo / middle",
        relative_level(here, random, middle, random_middle),
        within_factor(1, 1.5),
        Control("uniform play / middle", relative_level(random, random, middle, random_middle)),
    )


def like_middle(on: On) -> list[Evidence]:
    """Compare both algorithms on the Criteo delays with the middle panel of Fig. 1."""
    algorithms = {"OTFLinUCB": on.case.ucb_name, "OTFLinTS": on.case.ts_name}
    if on.case.ts_name == "otflints_code":
        del algorithms["OTFLinTS"]
        algorithms |= {
            "OTFLinTS, σ₀ = 0.5": "otflints_code",
            "OTFLinTS, σ₀ = 1": "otflints_code_unit",
        }
    return [
        compare(on, name, algorithm)
        for name, algorithm in algorithms.items()
        for compare in (late_shares, levels)
    ]


def former_like_middle(on: On) -> list[Evidence]:
    """Compare late shares; of the attributed TS that of σ₀ = 1 with that of σ₀ = 0.5."""
    name = on.case.ts_name.replace("otflints_code", "otflints_code_unit")
    there = on.named("fig3", name)
    rows = [late_shares(on, "OTFLinUCB", on.case.ucb_name)]
    difference = late_share(there) - late_share(on.ts("fig1b"))
    return [
        *rows,
        Evidence("OTFLinTS", rows[0].quantity, mean_interval(difference), within(0, 0.1)),
    ]
