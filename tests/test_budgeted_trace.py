import math

import numpy as np
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from scipy.optimize import linprog

from conftest import ROOT, refused
from delayed_bandits.checks.build import build
from delayed_bandits.traces.budgeted.allocation import optimum, pull_probability
from delayed_bandits.traces.budgeted.trace import SKIPPED
from delayed_bandits.traces.instances import BUDGETED
from papers.liu2024.test_properties import environments, play, weights
from single_runs import load_paper


@pytest.mark.parametrize("dimension", [1, 2, 7])
@pytest.mark.parametrize("distribution", ["uniform", "unit"])
def test_instances_follow_their_distribution(distribution, dimension):
    kind = build({"distribution": distribution, "dimension": dimension}, BUDGETED)
    theta, features = kind.draw(np.random.default_rng(5), 200, 100)
    assert (theta.shape, features.shape) == ((200, dimension), (100, dimension))
    for vectors in (theta, features):
        if distribution == "unit":
            np.testing.assert_allclose((vectors**2).sum(axis=1), 1, rtol=1e-12)
            assert (vectors > 0).all()
        else:
            scaled = vectors.ravel() * math.sqrt(dimension)
            assert stats.kstest(scaled, "uniform").pvalue > 1e-4


@given(trace=environments(), cutoff=st.integers(1, 60), name=st.sampled_from(["doral", "random"]))
def test_recorded_rewards_match_the_trace(trace, cutoff, name):
    record = play(name, trace, cutoff=cutoff)
    columns = trace.columns(record)
    rounds = np.flatnonzero(record.arms != SKIPPED)
    arms = record.arms[rounds]
    delays = trace.hidden_delays[arms if len(trace.hidden_delays) > 1 else 0, rounds]
    rewards = trace.hidden_means[trace.contexts[rounds], arms]
    if trace.hidden_uniforms.size:
        rewards = trace.hidden_uniforms[rounds] < rewards
    rewards = rewards * (delays < trace.horizon)  # rewards with longer delays never arrive
    counted = {
        "reward": delays <= trace.reward_window,
        "reward_cutoff": delays <= cutoff,
        "reward_end": rounds + delays < trace.horizon,
    }
    for column, counts in counted.items():
        gained = np.bincount(rounds, rewards * counts, minlength=trace.horizon)
        np.testing.assert_allclose(columns[column], np.cumsum(gained), rtol=1e-12)
    expected = np.arange(1, trace.horizon + 1) * trace.optimum - columns["reward"]
    np.testing.assert_array_equal(columns["regret"], expected)
    np.testing.assert_array_equal(columns["spent"], np.cumsum(record.arms != SKIPPED))


def percent(least, most, **sizes):
    return st.lists(st.integers(least, most).map(lambda number: number / 100), **sizes)


@given(st.data())
def test_pull_probabilities_solve_the_linear_program(data):
    probabilities = np.array(data.draw(weights(most=8)))
    size = {"min_size": probabilities.size, "max_size": probabilities.size}
    values = np.array(data.draw(percent(0, 100, **size)))
    unit = data.draw(st.booleans())
    costs = np.ones(probabilities.size) if unit else np.array(data.draw(percent(10, 300, **size)))
    rate = data.draw(st.integers(0, 320)) / 100
    given = values / costs, costs, probabilities, rate
    p = np.array([pull_probability(j, *given) for j in range(costs.size)])
    assert ((p >= 0) & (p <= 1)).all()
    assert p @ (probabilities * costs) <= rate + 1e-12
    solution = linprog(-probabilities * values, [probabilities * costs], [rate], bounds=(0, 1))
    assert p @ (probabilities * values) == pytest.approx(-solution.fun, abs=1e-9)


@given(st.data())
def test_optimum_matches_linear_programming(data):
    probabilities = np.array(data.draw(weights()))
    contexts, arms = probabilities.size, data.draw(st.integers(1, 5))
    size = {"min_size": contexts * arms, "max_size": contexts * arms}
    values = np.array(data.draw(percent(0, 100, **size))).reshape(contexts, arms)
    rate = data.draw(st.integers(0, 120)) / 100
    solution = linprog(
        -(probabilities[:, None] * values).ravel(),
        [np.repeat(probabilities, arms), *np.kron(np.eye(contexts), np.ones(arms))],
        [rate, *np.ones(contexts)],
    )
    found = optimum(values.max(axis=1), probabilities, rate)
    assert found == pytest.approx(-solution.fun, abs=1e-9)


FIVE = {"accept": 5}
FAULTS = [  # arguments of the trace, parameters, and the wrong one's name
    ({"budget": 0.5}, FIVE, "budget"),  # B > 1, or ln(16 / (1 - B^-alpha)) has no value
    ({"budget": 1}, FIVE, "budget"),
    ({}, {"accept": 11}, "accept"),
    ({}, FIVE | {"cutoff": 0}, "cutoff"),
    ({}, FIVE | {"confidence": 1}, "confidence"),
    ({}, {"cutoff": 500}, "accept"),
]


@pytest.mark.parametrize(("trace", "parameters", "key"), FAULTS)
def test_bad_budget_or_parameter_names_the_key(trace, parameters, key, folder):
    paper = yaml.safe_load((ROOT / "workflow/papers/liu2024.yaml").read_text(encoding="utf-8"))
    setting, learner = paper["settings"]["fig1a"], paper["algorithms"]["doral"]
    setting["trace"] |= trace
    learner["parameters"] = parameters
    paper |= {"settings": {"fig1a": setting}, "algorithms": {"doral": learner}, "figures": {}}
    paper.pop("page")
    with refused("liu2024.yaml: ", key):
        load_paper(folder, "liu2024", paper)
