"""The paper's delays, and the value of the linear program (Liu and Maghsudi 2024)."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

from delayed_bandits.traces.arms import answer_probabilities
from delayed_bandits.traces.budgeted.allocation import optimum, pull_probability
from papers.liu2024.test_properties import draw, weights

TAU = {
    "fig1a": ".993 .990 .985 .979 .972 .965 .956 .948 .938 .929",
    "fig2a": ".993 .985 .972 .956 .918 .898 .876 .854 .833 .812",
    "fig1b": ".960 .952 .942 .932 .922 .910 .898 .884 .870 .856",
    "fig2b": ".840 .806 .770 .730 .686 .590 .538 .482 .422 .360",
}
PRINTED = {"fig2a": 0.81, "fig2b": 0.36}


@pytest.fixture(scope="module")
def figures(papers):
    """The descriptions of the traces, by setting."""
    runs = papers["liu2024"].runs.items()
    return {setting: run.trace for (setting, name), run in runs if name == "doral"}


def reference(description, rate=0.5):
    """A setting of the paper with the parameters and features of NumPy's seed 0."""
    stream = np.random.default_rng(0)
    theta, features = (stream.uniform(0, 1, (10, 5)) / 5**0.5 for _ in range(2))
    instances = {"law": "given", "theta": theta.tolist(), "features": features.tolist()}
    horizon = 5000
    sizes = {"horizon": horizon, "budget": rate * horizon, "instances": instances}
    return draw(**description | sizes)


def answers(trace):
    """tau_a(500)."""
    return answer_probabilities(trace.laws, trace.n_arms, 500)


def plan(keys, costs, probabilities, rate):
    """p_j of all contexts."""
    arrays = [np.asarray(values, float) for values in (keys, costs, probabilities)]
    return np.array([pull_probability(j, *arrays, rate) for j in range(len(keys))])


@pytest.mark.parametrize("setting", TAU)
def test_answers_within_500_rounds(setting, figures):
    trace = reference(figures[setting])
    expected = [float(entry) for entry in TAU[setting].split()]
    found = answers(trace)
    assert np.round(found, 3).tolist() == expected
    assert round(found.min(), 2) == PRINTED.get(setting, round(found.min(), 2))
    shares = (trace.hidden_delays <= 500).mean(axis=1)
    error = np.sqrt(found * (1 - found) / trace.horizon)
    assert (abs(shares - found) <= 5 * error).all()


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
    p = plan(values / costs, costs, probabilities, rate)
    assert ((p >= 0) & (p <= 1)).all()
    assert p @ (probabilities * costs) <= rate + 1e-12
    solution = linprog(-probabilities * values, [probabilities * costs], [rate], bounds=(0, 1))
    assert p @ (probabilities * values) == pytest.approx(-solution.fun, abs=1e-9)


@given(st.data())
def test_the_optimum_is_that_over_contexts_and_arms(data):
    probabilities = np.array(data.draw(weights()))
    contexts, arms = probabilities.size, data.draw(st.integers(1, 5))
    size = {"min_size": contexts * arms, "max_size": contexts * arms}
    values = np.array(data.draw(percent(0, 100, **size))).reshape(contexts, arms)
    costs = np.array(data.draw(percent(10, 300, min_size=arms, max_size=arms)))
    rate = data.draw(st.integers(0, 320)) / 100
    solution = linprog(
        -(probabilities[:, None] * values).ravel(),
        [np.outer(probabilities, costs).ravel(), *np.kron(np.eye(contexts), np.ones(arms))],
        [rate, *np.ones(contexts)],
    )
    found = optimum(values, costs, probabilities, rate)
    assert found == pytest.approx(-solution.fun, abs=1e-9)
