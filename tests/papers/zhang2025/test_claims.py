import numpy as np
import pytest

from delayed_bandits.analysis.measures import growth_exponent
from delayed_bandits.papers.zhang2025 import measures as m
from papers.made_up import curves_of, variant_of

ROUNDS = np.arange(1, 101) * 10
SEEDS = np.array([0.98, 1.0, 1.02])


def curves(delay=100, dimension=5, payoffs="losses", rounds=ROUNDS, **columns):
    """A run whose columns stay at a value for each seed, or are given for all rounds."""
    instances = {"distribution": "positive", "dimension": dimension}
    trace = {"payoffs": payoffs, "maximal_delay": delay, "instances": instances}
    columns = {"regret": np.zeros(len(next(iter(columns.values()))))} | columns
    for name, values in columns.items():
        if np.ndim(values) == 1:
            columns[name] = np.outer(values, np.ones(ROUNDS.size))
    return curves_of(rounds, trace, **columns)


def test_worst_instance_grows_like_a_root_where_each_levels_off():
    gaps = [0.4, 0.2, 0.1, 0.05]
    learning = [curves(regret=np.outer(SEEDS, np.minimum(gap * ROUNDS, 4 / gap))) for gap in gaps]
    playing = [curves(regret=np.outer(SEEDS, gap * ROUNDS)) for gap in gaps]
    assert m.growth_of_worst.of(*learning).estimate == pytest.approx(0.5, abs=0.02)
    assert m.growth_of_worst.of(*playing).estimate == pytest.approx(1)
    assert np.isnan(growth_exponent(-SEEDS, SEEDS, 2).estimate)


@pytest.mark.parametrize("power", [0, -1, 0.5])
def test_overhead_is_compared_with_the_order_of_its_bound(power):
    about = {"best": np.full(3, 0.3), "largest_gap": np.full(3, 0.5)}

    def runs(rounds, overhead):
        scale = np.minimum(*m.bounds(curves(rounds=rounds, **about)))
        delayed = 50 + SEEDS * overhead * scale
        return [curves(rounds=rounds, regret=regret, **about) for regret in (delayed, [50] * 3)]

    found = m.growth_over_bound.of(*runs(ROUNDS, 1), *runs(10 * ROUNDS, 10**power))
    assert found.estimate == pytest.approx(power)


def test_bounds_match_computation_by_hand():
    curve = curves(delay=100, dimension=5, best=[0.3, 0.01], largest_gap=[0.5, 0.5])
    logs = np.log(1000 / 5)
    by_gap = 100 * 0.5 * logs * np.log(30)
    by_shortest = (5 * 1 * logs + 100 * 0.5) * 1
    assert np.minimum(*m.bounds(curve)) == pytest.approx([by_gap, by_shortest])


def test_restarts_are_counted_against_the_least_mean():
    fine = curves(best=[0.3, 0.3, 0.004], restarts=[5, 2, 0])
    more = curves(best=[0.3, 0.3], restarts=[6, 5])
    assert m.most_restarts(fine).tolist() == [5, 5, 0]
    runs = {("a", "phased"): fine, ("b", "phased"): more, ("b", "phased_tenth"): more}
    (evidence,) = m.few_restarts(variant_of(runs, {"phased": "phased"}, ["a", "b"]))
    assert evidence.measured.estimate == pytest.approx(4 / 5)
    assert evidence.control.measured.estimate == pytest.approx(1 / 2)


def test_cost_of_delay_is_compared_between_environments():
    adds = {"low-narrow": 5, "high-narrow": 8, "low-wide": 5, "high-wide": 8}
    runs = {
        (f"overhead-{environment}-{delay}", name): curves(regret=SEEDS * (10 + (delay > 1) * cost))
        for environment, cost in adds.items()
        for delay in (1, 100)
        for name, cost in (("linucb_wait", 1), ("phased", cost))
    }
    own = "overhead-{at}-{D}:phased", "overhead-{at}-1:phased"
    found, _ = m.costs_less(variant_of(runs, {"runs": own, "delays": [100]}))
    assert found.measured.estimate == pytest.approx(-3)
    assert found.control is None
    found, _ = m.costs_less(variant_of(runs, {"runs": own, "waits": m.WAITING, "delays": [100]}))
    assert found.control.measured.estimate == pytest.approx(0)
