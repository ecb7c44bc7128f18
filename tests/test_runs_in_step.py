"""Runs in step have the arms that they have when played alone."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from delayed_bandits.delays.distributions import distribution_from
from delayed_bandits.experiments.simulation import replay
from delayed_bandits.traces.k_armed import runs
from delayed_bandits.traces.k_armed.identified import IdentifiedTrace
from delayed_bandits.traces.streams import Streams
from every_algorithm import ALGORITHMS
from tasks import TWO_ARMS, specification

PRIOR = {"prior_successes": 0.5, "prior_failures": 3}
PARAMETERS = [
    ("delayed_ucb.delayed_ucb1", {}),
    ("thompson.thompson", {}),
    ("thompson.thompson", {**PRIOR, "optimistic": True}),
    ("thompson.thompson", {"reshaping": 0.25}),
    ("thompson.thompson", {"reshaping": 2}),
    # most draws of gammas are 0
    ("thompson.thompson", {"prior_successes": 1e-3, "prior_failures": 1e-3}),
]
DELAYS = [
    {"distribution": "constant", "rounds": 0},
    {"distribution": "constant", "rounds": 7},
    {"distribution": "constant", "rounds": 10**9},
    {"distribution": "poisson", "mean": 20},
    {"distribution": "geometric", "mean": 100},
    {"distribution": "pareto", "shape": 0.5, "minimum": 3},
]
LOSSES = {"distribution": "stochastically_constrained", "gap": 0.25}


def drawn(n_runs, **environment):
    streams = Streams(3, "in step")
    return [IdentifiedTrace.draw(streams, seed, **environment) for seed in range(n_runs)]


def check_runs_in_step(name, parameters, traces):
    assert runs.can_be_in_step(traces)
    alone = [ALGORITHMS[name].play(trace, **parameters) for trace in traces]
    np.testing.assert_array_equal(ALGORITHMS[name].play_runs(traces, **parameters), alone)


def test_all_algorithms_are_tested():
    assert {name for name, _ in PARAMETERS} == {
        name for name, one in ALGORITHMS.items() if one.in_step
    }


@pytest.mark.parametrize(("name", "parameters"), PARAMETERS)
@settings(max_examples=40, deadline=None)
@given(
    st.integers(1, 33),
    st.integers(1, 2000),
    st.sampled_from(DELAYS),
    st.one_of(
        st.lists(st.sampled_from([0.0, 0.2, 0.5, 0.51, 1.0]), min_size=1, max_size=12),
        st.integers(2, 12),
    ),
)
def test_runs_in_step_have_the_arms_of_runs_alone(name, parameters, n_runs, horizon, delay, arms):
    means = {"means": arms} if isinstance(arms, list) else {"losses": LOSSES, "arms": arms}
    traces = drawn(n_runs, horizon=horizon, delay=distribution_from(delay), **means)
    check_runs_in_step(name, parameters, traces)


@pytest.mark.parametrize(("name", "parameters"), PARAMETERS)
def test_long_runs_in_step_are_the_same(name, parameters):
    """Indices come close to each other, and many places of plays are used again."""
    poisson = distribution_from({"distribution": "poisson", "mean": 100})
    traces = drawn(3, horizon=60_000, delay=poisson, means=[0.5] * 4 + [0.4])
    check_runs_in_step(name, parameters, traces)


def test_other_settings_are_not_played_in_step():
    poisson = distribution_from(DELAYS[3])
    given = {"horizon": 50, "delay": poisson, "means": [0.5, 0.6]}
    assert runs.can_be_in_step(drawn(2, **given))
    assert not runs.can_be_in_step(drawn(2, **given, reward_distribution="beta"))
    assert not runs.can_be_in_step(drawn(2, **given | {"delay": [poisson, poisson]}))
    items = {"distribution": "retiring", "probability": 0.5}
    assert not runs.can_be_in_step(drawn(2, **given | {"means": None}, items=items, arms=2))
    other = drawn(1, **given | {"means": [0.6, 0.5]})
    assert not runs.can_be_in_step(drawn(1, **given) + other)


def test_feedback_arrives_when_its_delay_ends():
    trace = drawn(1, horizon=6, delay=distribution_from(DELAYS[0]), means=[0.0, 1.0])[0]
    first = replace(trace, hidden_delays=np.array([[1, 0, 3, 1, 2, 0]], np.int32))
    second = replace(trace, hidden_delays=np.array([[0, 6, 0, 0, 5, 0]], np.int32))
    view, found = runs.start_in_step([first, second]), []
    for t in range(6):
        for run in range(2):
            runs.pull(view, t, run, (t + run) % 2)
        play, arrivals = runs.last_arrival(view, t), []
        while play != runs.NONE:
            place, reward = runs.outcome_of(view, play)
            arrivals.append((place % 2, place // 2, reward))  # run, arm, reward
            play = runs.arrival_before(view, play)
        found.append(sorted(arrivals))
    assert found == [
        [(1, 1, 1)],
        [(0, 0, 0), (0, 1, 1)],
        [(1, 1, 1)],
        [(1, 0, 0)],
        [(0, 1, 1)],
        [(0, 0, 0), (0, 1, 1), (1, 0, 0)],
    ]
    assert view.played.tolist() == [[0, 1, 0, 1, 0, 1], [1, 0, 1, 0, 1, 0]]
    with pytest.raises(ValueError, match="no such arm"):
        runs.pull(runs.start_in_step([first]), 0, 0, 2)


def test_tables_of_runs_do_not_depend_on_the_runs_in_step(monkeypatch):
    run = specification("delayed_ucb.delayed_ucb1", TWO_ARMS).shrunk(horizon=3000)
    tables = []
    for most in (1, 3, 32):
        monkeypatch.setattr(runs, "RUNS", most)
        tables += replay([run, replace(run, run="delayed_ucb.ucb1")], range(40, 60))
    assert all(table == tables[0] for table in tables[::2])
    assert all(table == tables[1] for table in tables[1::2])


def test_runs_in_step_need_little_memory():
    assert [runs.runs_in_step(horizon) for horizon in (1, 250_000, 10**6, 10**9)] == [32, 16, 4, 1]
