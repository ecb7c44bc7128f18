"""Laws of budgets, of the race for fast arms and of the linear program (Liu and Maghsudi 2024)."""

import math
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from delayed_bandits.algorithms import delayed_linucb, doral, pr_sar, ucb_alp
from delayed_bandits.delays.laws import laws_from
from delayed_bandits.traces.arms import answer_probabilities
from delayed_bandits.traces.budgeted.allocation import optimum, pull_probability
from delayed_bandits.traces.budgeted.trace import BudgetedTrace
from delayed_bandits.traces.budgeted.view import SKIPPED, pull, pull_undelayed
from delayed_bandits.traces.streams import Streams
from papers.liu2024 import oracle

ALGORITHMS = {
    "doral": doral.doral,
    "d_linucb": delayed_linucb.d_linucb,
    "random": delayed_linucb.random_d_linucb,
    "ucb_alp": ucb_alp.ucb_alp,
}
NO_DELAY = {"law": "constant", "rounds": 0}
DELAYS = [
    NO_DELAY,
    {"law": "constant", "rounds": 9},
    {"law": "geometric", "mean": 6},
    {"law": "pareto", "shape": 2, "minimum": 3},
    {"law": "uniform", "low": 0, "high": 25},
    {"law": "two_point", "low": 1, "high": 10**9, "probability": 0.7},
]
EIGHTHS = st.integers(1, 24).map(lambda number: number / 8)
"""Costs and budgets whose sums and differences are exact."""
SEEDS = st.integers(0, 10**6)


class Watched(BudgetedTrace):
    """A trace that keeps what was played against."""

    def start(self):
        view = super().start()
        self.__dict__["view"] = view
        return view

    @property
    def left(self):
        return self.view.remaining[0]


def draw(seed=0, delay=NO_DELAY, **changes):
    world = {
        "horizon": 200,
        "budget": 100,
        "contexts": [0.5, 0.3, 0.2],
        "arms": 4,
        "instances": {"law": "uniform", "dimension": 3},
    }
    return Watched.draw(Streams(4, "laws"), seed, delay=laws_from(delay), **world | changes)


def weights(smallest=1, most=5):
    """Probabilities of some contexts."""
    numbers = st.lists(st.integers(1, 20), min_size=smallest, max_size=most)
    return numbers.map(lambda found: [number / sum(found) for number in found])


@st.composite
def worlds(draw_, costs=None, rate=None):
    """A trace; `costs` are one cost or those of arms, by default any.

    The budget is above 1, and for each round at most `rate` times the cheapest cost.
    """
    arms, horizon = draw_(st.integers(1, 5)), draw_(st.integers(1, 150))
    of_each_arm = draw_(st.booleans())
    law = st.sampled_from(DELAYS)
    delay = draw_(st.lists(law, min_size=arms, max_size=arms) if of_each_arm else law)
    prices = draw_(st.lists(EIGHTHS, min_size=arms, max_size=arms) if costs is None else costs)
    prices = prices if isinstance(prices, list) else [prices] * arms
    most = round(8 * horizon * (2 * max(prices) if rate is None else rate * min(prices)))
    assume(most > 8)
    return draw(
        draw_(SEEDS),
        delay,
        horizon=horizon,
        budget=draw_(st.just(most) | st.integers(9, most)) / 8,
        contexts=draw_(weights()),
        arms=arms,
        costs=prices,
        instances={"law": draw_(st.sampled_from(["uniform", "unit"])), "dimension": 2},
        rewards=draw_(st.sampled_from(["bernoulli", "means"])),
        window=draw_(st.integers(1, 60)),
    )


def play(name, trace, accept=None, cutoff=20, limit=25, **options):
    """Play, given what the algorithm takes of the parameters."""
    options |= {"cutoff": cutoff, "identification_limit": limit}
    options["accept"] = accept or -(-trace.n_arms // 2)
    known = ALGORITHMS[name].parameters["properties"]
    return ALGORITHMS[name].play(trace, **{key: options[key] for key in options if key in known})


# The paper's delays, and the value of the linear program

TAU = {
    "fig1a": ".993 .990 .985 .979 .972 .965 .956 .948 .938 .929",
    "fig2a": ".993 .985 .972 .956 .918 .898 .876 .854 .833 .812",
    "fig1b": ".960 .952 .942 .932 .922 .910 .898 .884 .870 .856",
    "fig2b": ".840 .806 .770 .730 .686 .590 .538 .482 .422 .360",
}
PRINTED = {"fig2a": 0.81, "fig2b": 0.36}
VALUE = {  # v(1/2) and v(0.85)
    "fig1a": (0.23846, 0.36477),
    "fig2a": (0.21351, 0.32567),
    "fig1b": (0.22170, 0.33829),
    "fig2b": (0.15219, 0.23064),
}
BEST = {"fig2b": [4, 4, 0, 4, 5, 4, 4, 4, 0, 0], None: [8, 9, 9, 8, 9, 5, 8, 5, 9, 9]}
SERVED = {
    "fig1a": [0, 1, 0.545, 0, 0, 1, 0, 1, 0, 1],
    "fig2b": [0, 1, 1, 0, 0, 1, 0, 1, 0, 0.5],
}


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


@pytest.mark.parametrize("setting", TAU)
@pytest.mark.parametrize("place", [0, 1])
def test_value_of_the_linear_program(setting, place, figures):
    trace = reference(figures[setting], rate=[0.5, 0.85][place])
    assert round(trace.optimum, 5) == VALUE[setting][place]


def test_mean_rewards_of_the_reference(figures):
    means = reference(figures["fig1a"]).hidden_means
    found = [means.min(), means.mean(), means.max()]
    assert np.round(found, 4).tolist() == [0.0592, 0.3011, 0.5852]
    assert means.argmax(axis=1).tolist() == BEST[None]
    discounted = means * answers(reference(figures["fig2b"]))
    assert discounted.argmax(axis=1).tolist() == BEST["fig2b"]


@pytest.mark.parametrize("setting", SERVED)
def test_contexts_served_with_the_reference(setting, figures):
    trace = reference(figures[setting])
    values = (trace.hidden_means * answers(trace)).max(axis=1)
    found = plan(values, np.ones(10), trace.probabilities, 0.5)
    np.testing.assert_allclose(found, SERVED[setting], atol=5e-4)


@pytest.mark.parametrize(
    ("rate", "expected"),
    [(0.85, [1] * 8 + [0.08 / 0.13, 0]), (0.5, [1] * 5 + [0] * 5), (1, [1] * 10), (0, [0] * 10)],
)
def test_contexts_served_in_order(rate, expected, figures):
    found = plan(-np.arange(10), np.ones(10), figures["fig1a"]["contexts"], rate)
    np.testing.assert_allclose(found, expected, atol=1e-12)


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


# The budget


@pytest.mark.parametrize("name", ALGORITHMS)
@given(trace=worlds())
def test_no_more_than_the_budget_is_spent_and_all_pulls_are_paid(name, trace):
    record = play(name, trace)
    pulled = record.arms != SKIPPED
    paid = np.where(pulled, trace.costs[record.arms], 0)
    spent = trace.columns(record)["spent"]
    np.testing.assert_array_equal(spent, np.cumsum(paid))
    assert spent[-1] == trace.budget - trace.left
    assert trace.left >= 0
    assert set(record.arms[pulled]) <= set(range(trace.n_arms))


@pytest.mark.parametrize(
    ("name", "costs"),
    [
        ("doral", EIGHTHS),
        ("ucb_alp", EIGHTHS),
        ("random", EIGHTHS),
        ("d_linucb", None),
    ],
)
@given(st.data())
def test_a_budget_that_can_be_spent_is_spent(name, costs, data):
    """With one cost for all arms; D-LinUCB, which pulls in every round, with any."""
    trace = data.draw(worlds(costs, rate=1))
    play(name, trace)
    assert trace.left < trace.costs.max()


@pytest.mark.parametrize("name", ["doral", "ucb_alp"])
def test_with_different_costs_little_is_left_on_average(name):
    """Contexts of cheap arms at the end leave something, but not much."""
    left = []
    for seed in range(40):
        trace = draw(seed, DELAYS[2], horizon=400, budget=160, costs=[0.5, 0.75, 1.0, 1.5])
        play(name, trace, accept=3)
        left.append(trace.left)
    assert np.mean(left) < 1.5


@pytest.mark.parametrize("costs", [[0.25, 0.5, 0.4, 0.3], [2.0, 3.0, 2.5, 4.0]])
def test_half_of_the_budget_is_spent_by_random_pulls_in_half_of_the_rounds(costs):
    """Not with the rate of cost as probability: less of it where pulls are cheap, or more."""
    steady, unsteady = [], []
    for seed in range(10):
        trace = draw(seed, DELAYS[2], horizon=600, budget=120, costs=costs)
        record = play("random", trace)
        rate = oracle.greedy(
            trace, 20, 0.05, 1.0, 0.1, "confidence", lambda left, rounds, _: left / rounds
        )
        steady.append(trace.columns(record)["spent"][299] / trace.budget)
        unsteady.append(trace.columns(rate)["spent"][299] / trace.budget)
    assert np.mean(steady) == pytest.approx(0.5, abs=0.05)
    assert abs(np.mean(unsteady) - 0.5) > 0.15


def test_a_pull_beyond_the_budget_is_refused():
    trace = draw(0, DELAYS[1], budget=1.5, costs=[1.0, 0.25, 0.75, 2.0])
    view = trace.start()
    pull(view, 0, 0)
    for refused in (lambda: pull(view, 1, 2), lambda: pull_undelayed(view, 1, 3, 500)):
        with pytest.raises(ValueError, match="more than is left of the budget"):
            refused()
        assert view.remaining[0] == 0.5
        assert view.played[1] == SKIPPED
    pull(view, 1, 1)
    pull_undelayed(view, 2, 1, 500)
    assert view.remaining[0] == 0
    assert view.played[:4].tolist() == [0, 1, 1, SKIPPED]


# The race


def race_of(arms, accept, confidence, printed_baskets, most=500):
    return pr_sar.new_race(
        SimpleNamespace(n_arms=arms, budget=100.0),
        accept,
        most_pulls=most,
        confidence=confidence,
        tail_exponent=2.0,
        acceptance="race",
        radius="plug-in",
        baskets="printed" if printed_baskets else "bubeck",
    )


@given(
    n=st.integers(1, 300),
    most=st.sampled_from([3, 10**6]),
    seed=SEEDS,
    confidence=st.sampled_from([1e-6, 0.01, 0.05, 0.3, 0.9]),
    printed=st.booleans(),
)
def test_the_median_of_means(n, most, seed, confidence, printed):
    delays = np.random.default_rng(seed).integers(0, most, n)
    limit = 1 + 8 * math.log(1 / confidence)  # 8 ln(e^(1/8) / delta)
    number = min(limit, 8 * math.log(n / 2)) if printed else min(limit, n / 2)
    h = min(n, max(1, math.floor(number)))
    race = race_of(3, 1, confidence, printed)
    for delay in delays:
        pr_sar.observe_delay(race, 1, delay)
    assert pr_sar.number_of_baskets(race, n) == h
    means = [np.mean(delays[i * (n // h) : (i + 1) * (n // h)]) for i in range(h)]
    assert pr_sar.median_of_means(race, 1) == pytest.approx(np.median(means), rel=1e-12)


@pytest.mark.parametrize(("n", "h"), [(1, 1), (2, 1), (9, 4), (48, 24), (49, 24), (400, 24)])
def test_at_most_24_baskets_at_a_confidence_of_a_twentieth(n, h):
    assert pr_sar.number_of_baskets(race_of(1, 1, 0.05, False), n) == h


@given(worlds(costs=st.just(1.0)))
def test_if_all_arms_are_wanted_the_first_sweep_is_the_last(trace):
    record = play("doral", trace, accept=trace.n_arms)
    assert record.identification == min(trace.n_arms, trace.horizon, int(trace.budget))
    assert record.accepted.all()


@settings(max_examples=200)
@given(
    trace=worlds(),
    share=st.floats(0, 1),
    acceptance=st.sampled_from(["race", "printed"]),
    radius=st.sampled_from(["plug-in", "printed"]),
    limit=st.integers(1, 200),
)
def test_as_many_arms_are_accepted_as_are_wanted(trace, share, acceptance, radius, limit):
    accept = 1 + int(share * (trace.n_arms - 1))
    rules = {"acceptance": acceptance, "radius": radius}
    record = play("doral", trace, accept=accept, limit=limit, **rules)
    assert record.accepted.sum() == accept
    assert record.identification <= min(limit, trace.horizon)
    after = record.arms[record.identification :]
    assert record.accepted[after[after != SKIPPED]].all()


@given(order=st.permutations(range(5)), fast=st.integers(1, 4), seed=SEEDS)
def test_the_race_is_won_by_the_fastest_arms(order, fast, seed):
    """As printed it is won by one that is slower than others."""
    rounds = [3 if place < fast else 150 for place in order]
    delay = [{"law": "constant", "rounds": number} for number in rounds]
    trace = draw(seed, delay, horizon=900, budget=900, arms=5)
    record = play("doral", trace, accept=fast, limit=trace.horizon)
    assert record.accepted.tolist() == [place < fast for place in order]
    assert record.identification < trace.horizon
    if fast >= 2:
        slow = play("doral", trace, accept=1, limit=trace.horizon, acceptance="printed")
        assert order[np.flatnonzero(slow.accepted)[0]] >= fast


# Answers and rewards


@given(seed=SEEDS, contexts=weights(), cutoff=st.integers(1, 300), accept=st.integers(1, 4))
def test_without_delay_doral_is_d_alp(seed, contexts, cutoff, accept):
    trace = draw(seed, NO_DELAY, contexts=contexts, rewards="means")
    one, estimated, known = (
        play("doral", trace, accept=accept, cutoff=cutoff, answers=answers)
        for answers in ("one", "estimated", "known")
    )
    np.testing.assert_array_equal(estimated.arms, one.arms)
    np.testing.assert_array_equal(known.arms, one.arms)
    np.testing.assert_array_equal(estimated.accepted, one.accepted)


def test_without_noise_and_delay_regret_is_small():
    """DORAL loses 3 % of the optimum at most, policies that spend on any context far more."""
    lost = {name: [] for name in ALGORITHMS}
    for seed in range(4):
        trace = draw(seed, horizon=10_000, budget=5000, rewards="means")
        for name in ALGORITHMS:
            record = play(name, trace, accept=trace.n_arms)
            lost[name].append(trace.columns(record)["regret"][-1] / (trace.horizon * trace.optimum))
    mean = {name: np.mean(found) for name, found in lost.items()}
    assert abs(mean["doral"]) <= 0.03
    assert min(mean["d_linucb"], mean["random"]) >= 3 * abs(mean["doral"])


@pytest.mark.parametrize("name", ALGORITHMS)
def test_rewards_that_come_too_late_are_not_learnt_from(name):
    limit, changed = 5, 0
    for seed in range(10):
        trace = draw(seed, DELAYS[3], window=limit)
        late = trace.hidden_delays[0] > limit
        uniforms = trace.hidden_uniforms
        assert 0.1 < late.mean() < 0.9
        arms = play(name, trace, cutoff=limit).arms
        for rounds in (late, ~late):
            other = replace(trace, hidden_uniforms=np.where(rounds, 0.0, uniforms))
            same = np.array_equal(play(name, other, cutoff=limit).arms, arms)
            assert same or rounds is not late
            changed += not same
    assert changed >= 5


@given(seed=SEEDS, delay=st.sampled_from([*DELAYS[1:3], DELAYS[4]]))
def test_ucb_alp_knows_no_delay_within_the_window(seed, delay):
    trace = draw(seed, delay, window=500)
    prompt = replace(trace, hidden_delays=np.zeros_like(trace.hidden_delays))
    expected = ucb_alp.ucb_alp.play(prompt).arms
    np.testing.assert_array_equal(
        ucb_alp.ucb_alp.play(replace(trace, reward_window=trace.horizon)).arms, expected
    )


def test_arms_that_cannot_answer_in_time_are_not_pulled_if_that_counts():
    """Their value and their cost in the linear program are 0."""
    trace = draw(0, {"law": "constant", "rounds": 30})
    record = play("doral", trace, limit=20, answers="known", payment="printed")
    assert (record.arms[:20] != SKIPPED).all()
    assert (record.arms[20:] == SKIPPED).all()
