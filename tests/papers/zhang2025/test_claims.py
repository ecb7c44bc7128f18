"""Measurements of the claims of Zhang, Wang and Luo 2025, on curves made up."""

import numpy as np
import pytest

from delayed_bandits.analysis.claims import Control, Evidence, Reading
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import exact, exponent_interval
from delayed_bandits.analysis.verdicts import (
    INCONCLUSIVE,
    NO_POWER,
    REPRODUCED,
    below,
    verdict_of,
    within,
)
from delayed_bandits.papers.zhang2025.claims_overhead import smaller_bound, worst_delay
from delayed_bandits.papers.zhang2025.claims_phases import drop_at, last_fall, slopes
from delayed_bandits.papers.zhang2025.claims_restarts import few_restarts, most_restarts
from delayed_bandits.papers.zhang2025.claims_theorem import (
    grows_with_n,
    increments,
    with_controls_of,
)
from delayed_bandits.papers.zhang2025.shared import case_of, exponent, of_waiting
from delayed_bandits.plan.specification import Specification

ROUNDS = np.arange(1, 101) * 10


def curves(delay=100, dimension=5, **columns):
    trace = {
        "payoffs": "losses",
        "maximal_delay": delay,
        "instances": {"law": "positive", "dimension": dimension},
    }
    specification = Specification("p", "s", "a", 1, 100, trace, "module.function", {})
    seeds = len(next(iter(columns.values())))
    constant = {
        name: np.repeat(np.asarray(values, float)[:, None], ROUNDS.size, axis=1)
        if np.ndim(values) == 1
        else np.asarray(values)
        for name, values in columns.items()
    }
    return Curves(
        specification, None, ROUNDS, {"regret": np.zeros((seeds, ROUNDS.size))} | constant
    )


def test_the_last_fall_is_after_the_last_restart():
    active = np.full((2, 100), 70)
    active[0, 20:30] = 3  # then a restart
    active[0, 60:] = 30
    active[1, 50:] = 35  # half is not below half
    assert last_fall(active).tolist() == [59, 99]


def test_a_line_that_breaks_at_the_fall_drops_and_one_that_bends_before_does_not():
    steep = np.concatenate([np.arange(60.0), np.full(40, 59.0)])
    bent = np.concatenate([np.arange(30.0), 29 + 0.1 * np.arange(1, 71)])
    regret, falls = np.stack([steep, bent]), np.array([58, 58])
    before, after = slopes(regret, falls)
    assert before == pytest.approx([1, 0.1])
    assert after == pytest.approx([0, 0.1])


def test_without_a_fall_the_slope_stays():
    regret = np.cumsum(np.random.default_rng(0).random((3, 100)), axis=1)
    before, after = slopes(regret, np.array([99, 99, 99]))
    assert (before == after).all()


def test_the_drop_of_a_curve_without_regret_before_the_fall_is_none():
    flat = curves(regret=np.zeros((4, 100)))
    assert drop_at(flat, np.full(4, 50)).estimate == 1


def test_increments_take_off_a_fixed_cost():
    scale = np.array([0.9, 1.0, 1.1])
    horizons = [1, 2, 4, 8]
    roots = [1000 + scale * 50 * np.sqrt(T) for T in horizons]
    lines = [1000 + scale * 50 * T for T in horizons]
    assert increments(roots).estimate == pytest.approx(0.5)
    assert increments(lines).estimate == pytest.approx(1)
    assert exponent(lines[0], lines[-1], 8).estimate < 0.2  # hidden by the cost


def test_an_exponent_of_what_does_not_grow_from_0_is_unknown():
    values = np.array([1.0, 2.0, 3.0])
    assert exponent(values, 4 * values, 2) == exponent_interval(values, 4 * values, 2)
    unknown = exponent(-values, values, 2)
    assert np.isnan(unknown[:3]).all()
    assert verdict_of(unknown, within(0, 0.25)) == INCONCLUSIVE


def final(*regret):
    return curves(regret=np.tile(np.array(regret, float)[:, None], (1, ROUNDS.size)))


def test_linucb_that_waits_is_compared_with_the_one_linucb_without_delay():
    waits = {("a-100", "linucb_wait"): final(5, 7)}
    assert of_waiting(waits | {("a-1", "linucb_wait"): final(1, 2)}, "a", 100).tolist() == [4, 5]
    assert of_waiting(waits | {("a-1", "linucb_observed"): final(2, 2)}, "a", 100).tolist() == [
        3,
        5,
    ]


def test_a_former_measurement_keeps_only_the_controls_that_it_had():
    controls = [Control("kept", exact(0)), Control("added", exact(0)), None]
    rows = [Evidence("case", "quantity", exact(0), below(1), control) for control in controls]
    [reading] = with_controls_of(lambda _: [Reading("printed", "what", rows)], "kept")(None)
    assert [row.control and row.control.name for row in reading.evidence] == ["kept", None, None]
    assert [row.verdict() for row in reading.evidence] == [NO_POWER, REPRODUCED, REPRODUCED]


def test_the_worst_action_holds_the_bound_in_n():
    regret = {"low": (10.0, 20.0, 30.0), "high": (15.0, 25.0, 35.0)}
    runs = {
        (f"theory-{world}-wide-10{n}", "phased_theory"): curves(
            regret=np.tile(np.array(values)[:, None], (1, ROUNDS.size)), largest_gap=[0.6] * 3
        )
        for world, values in regret.items()
        for n in ("", "-6")
    }
    [reading] = grows_with_n(runs)
    assert [row.control.measured.estimate for row in reading.evidence] == [0, 0]
    assert reading.verdict() == NO_POWER


def test_restarts_are_counted_against_the_least_mean():
    fine = curves(best=[0.3, 0.3, 0.004], restarts=[5, 2, 0], largest_gap=[0.5] * 3)
    assert most_restarts(fine).tolist() == [5, 5, 0]
    assert few_restarts([fine]).estimate == 1
    more = curves(best=[0.3, 0.3], restarts=[6, 5])
    assert few_restarts([fine, more]).estimate == pytest.approx(4 / 5)


def test_bounds_of_the_theorem():
    curve = curves(delay=100, dimension=5, best=[0.3, 0.01], largest_gap=[0.5, 0.5])
    logs = np.log(1000 / 5)
    by_gap = 100 * 0.5 * logs * np.log(30)
    by_shortest = (5 * 1 * logs + 100 * 0.5) * 1
    assert smaller_bound(curve) == pytest.approx([by_gap, by_shortest])
    assert worst_delay(curve) == pytest.approx(50 * np.log(1000))


def test_cases_are_named_by_coordinates():
    assert case_of(curves(delay=1000, best=[1.0, 1.0]).trace) == "losses, D = 1,000, n = 5"
