import numpy as np
import pytest

from delayed_bandits.analysis.measures import growth_exponent
from delayed_bandits.analysis.verdicts import FAILS, HOLDS, NOT_TESTED, OPEN
from delayed_bandits.papers.zhang2025 import measures as m
from papers.made_up import curves_of, variant_of

ROUNDS = np.arange(1, 101) * 10
SEEDS = np.array([0.98, 1.0, 1.02])


def curves(delay=100, dimension=5, payoffs="losses", **columns):
    """A run whose columns stay at a value for each seed, or are given for all rounds."""
    instances = {"distribution": "positive", "dimension": dimension}
    trace = {"payoffs": payoffs, "maximal_delay": delay, "instances": instances}
    columns = {"regret": np.zeros(len(next(iter(columns.values()))))} | columns
    for name, values in columns.items():
        if np.ndim(values) == 1:
            columns[name] = np.outer(values, np.ones(ROUNDS.size))
    return curves_of(ROUNDS, trace, **columns)


def test_worst_instance_grows_like_a_root_where_each_levels_off():
    gaps = [0.4, 0.2, 0.1, 0.05]
    learning = [curves(regret=np.outer(SEEDS, np.minimum(gap * ROUNDS, 4 / gap))) for gap in gaps]
    playing = [curves(regret=np.outer(SEEDS, gap * ROUNDS)) for gap in gaps]
    assert m.growth_of_worst.of(*learning).estimate == pytest.approx(0.5, abs=0.02)
    assert m.growth_of_worst.of(*playing).estimate == pytest.approx(1)
    assert np.isnan(growth_exponent(-SEEDS, SEEDS, 2).estimate)


@pytest.mark.parametrize("scale", [m.WORST_DELAY, m.SMALLER_BOUND])
@pytest.mark.parametrize(
    ("power", "word"), [(0, HOLDS), (-1, HOLDS), (0.5, FAILS), (0.3, FAILS), (0.24, OPEN)]
)
def test_overhead_is_compared_with_its_order(scale, power, word):
    about = {"best": np.full(3, 0.3), "largest_gap": np.full(3, 0.5)}
    bound = m.SCALES[scale]

    def run(delay, overhead):
        flat = bound(curves(delay=delay, regret=SEEDS, **about))
        return curves(delay=delay, regret=50 + SEEDS * overhead * flat, **about)

    base = curves(delay=1, regret=np.full(3, 50.0), **about)
    noisy = {"a": run(100, 1), "base": base, "b": run(1000, 10**power)}
    if word == OPEN:  # a noise that straddles the tolerance
        noisy["b"] = curves(delay=1000, regret=noisy["b"].final * [0.9, 1, 1.1], **about)
    runs = {("s", name): curve for name, curve in noisy.items()}
    measurement = m.at_most(scale, "T", 10, ("s:a", "s:base", "s:b", "s:base"), "case")
    (evidence,) = measurement(variant_of(runs))
    assert evidence.measured.estimate == pytest.approx(power, abs=0.05)
    assert evidence.outcome() == word
    assert evidence.control_outcome() == FAILS
    (in_delay,) = m.at_most(scale, "D", 10, measurement.runs, "case")(variant_of(runs))
    assert in_delay.outcome() == (NOT_TESTED if word == HOLDS else word)


def test_bounds_match_computation_by_hand():
    curve = curves(delay=100, dimension=5, best=[0.3, 0.01], largest_gap=[0.5, 0.5])
    logs = np.log(1000 / 5)
    by_gap = 100 * 0.5 * logs * np.log(30)
    by_shortest = (5 * 1 * logs + 100 * 0.5) * 1
    assert m.SCALES[m.SMALLER_BOUND](curve) == pytest.approx([by_gap, by_shortest])
    assert m.SCALES[m.WORST_DELAY](curve) == pytest.approx(50 * np.log(1000))


def test_restarts_are_counted_against_the_least_mean():
    fine = curves(best=[0.3, 0.3, 0.004], restarts=[5, 2, 0])
    more = curves(best=[0.3, 0.3], restarts=[6, 5])
    assert m.most_restarts(fine).tolist() == [5, 5, 0]
    runs = {("a", "phased"): fine, ("b", "phased"): more, ("b", "phased_tenth"): more}
    (evidence,) = m.few_restarts(variant_of(runs, {"phased": "phased"}, ["a", "b"]))
    assert evidence.measured.estimate == pytest.approx(4 / 5)
    assert evidence.control.measured.estimate == pytest.approx(1 / 2)


def test_cost_of_delay_is_compared_between_environments():
    adds = {"low-narrow": 5, "low-wide": 8}
    runs = {
        (f"overhead-{environment}-{delay}", name): curves(regret=SEEDS * (10 + (delay > 1) * cost))
        for environment, cost in adds.items()
        for delay in (1, 100)
        for name, cost in (("linucb_wait", 1), ("phased", cost))
    }
    own = "overhead-{at}-{D}:phased", "overhead-{at}-1:phased"
    measure = m.costs_less([("low-narrow", "low-wide")], "it waits")
    (found,) = measure(variant_of(runs, {"runs": own, "delays": [100]}))
    assert found.measured.estimate == pytest.approx(-3)
    assert found.control is None
    (found,) = measure(variant_of(runs, {"runs": own, "waits": m.WAITING, "delays": [100]}))
    assert found.control.measured.estimate == pytest.approx(0)
