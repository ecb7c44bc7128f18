from pathlib import Path

import numpy as np
import pytest

from conftest import ROOT, refused
from delayed_bandits.algorithms.learners.environments import ENVIRONMENTS, kind_of_environment
from delayed_bandits.algorithms.learners.learner import learner_of
from delayed_bandits.algorithms.registry import load
from delayed_bandits.delays.distributions import distribution_from
from delayed_bandits.files.sources import digest_of_sources, sources_of
from delayed_bandits.traces.budgeted import trace as budgeted
from delayed_bandits.traces.k_armed import anonymous, identified
from delayed_bandits.traces.k_armed.trace import KArmedTrace
from delayed_bandits.traces.linear import trace as linear
from delayed_bandits.traces.payoffs import trace as payoffs
from delayed_bandits.traces.slots import arrived
from delayed_bandits.traces.streams import Streams
from learners.broken import Sets
from learners.copies import BlocksOnSums, WaitingUCB1

COPIES = Path(__file__).parent / "learners/copies.py"
POISSON = distribution_from({"distribution": "poisson", "mean": 8})
LATE = distribution_from({"distribution": "geometric", "mean": 30})
BY_ARM = [POISSON, LATE, POISSON]
CONSTRAINED = {"distribution": "stochastically_constrained", "gap": 0.25}
RETIRING = {"distribution": "retiring", "probability": 0.1}
PAYOFFS = {"maximal_delay": 20, "actions": 5}
ON_ARMS = {"distribution": "arms", "low": 0.1, "high": 0.9}
IN_CONTEXTS = {"contexts": 4, "payoff_distribution": "bernoulli"}
BUDGET = {"budget": 150, "contexts": [0.2, 0.5, 0.3], "arms": 3}


def instances(distribution):
    return {"instances": {"distribution": distribution, "dimension": 2}}


K_ARMED = {
    "means": {"means": [0.3, 0.5, 0.6], "delay": POISSON},
    "beta": {"means": [0.3, 0.5, 0.6], "reward_distribution": "beta", "delay": POISSON},
    "delays by arm": {"means": [0.3, 0.5], "delay": BY_ARM[:2]},
    "losses": {"arms": 3, "losses": CONSTRAINED, "delay": POISSON},
    "items that retire": {"arms": 3, "items": RETIRING, "delay": POISSON},
}
LINEAR = {"arms": 4, "dimension": 3, "action_distribution": "uniform", "delay": LATE}
REWARDS = PAYOFFS | IN_CONTEXTS | {"payoffs": "rewards"} | instances("positive")
ENVIRONMENTS_PLAYED = {
    **{name: (KArmedTrace, environment) for name, environment in K_ARMED.items()},
    "linear": (linear.LinearTrace, LINEAR),
    "payoffs": (payoffs.PayoffTrace, PAYOFFS | {"payoffs": "losses", "instances": ON_ARMS}),
    "rewards in contexts": (payoffs.PayoffTrace, REWARDS),
    "budgeted": (budgeted.BudgetedTrace, BUDGET | instances("uniform") | {"delay": BY_ARM}),
}


def drawn(name, seed=0, horizon=300):
    kind, arguments = ENVIRONMENTS_PLAYED[name]
    return kind.draw(Streams(5, "learners"), seed, horizon=horizon, **arguments)


def choices(trace):
    """The arms to play, from the learner's random numbers; None to skip."""
    n_arms = trace.start().n_arms if type(trace) is not KArmedTrace else trace.n_arms
    arms = (trace.randomness.generator().random(trace.horizon) * n_arms).astype(int).tolist()
    budget = getattr(trace, "budget", None)
    for t, arm in enumerate(arms if budget else []):
        arms[t] = arm if t % 4 and budget >= 1 else None
        budget -= arms[t] is not None
    return arms


def log_of(trace, *, sums):
    """A class of learners that play `choices`, and the list of what they observe."""
    log, arms = [], choices(trace)

    class Identified:
        def __init__(self, problem, rng):
            pass

        def choose(self, t):
            log.append([])
            return arms[t]

        def observe(self, round, arm, reward):  # noqa: A002
            log[-1].append((round, arm, reward))

    class Sums(Identified):
        def observe(self, total):
            log[-1].append(total)

    class Sets(Identified):
        def choose(self, t, action_set):
            if isinstance(trace, linear.LinearTrace):
                np.testing.assert_allclose(action_set @ trace.hidden_theta, trace.hidden_means[t])
                np.testing.assert_array_equal(action_set, trace.action_sets[t])
            return super().choose(t)

    if isinstance(trace, KArmedTrace):
        return (Sums if sums else Identified), log
    return Sets, log


PULLS = {
    KArmedTrace: identified.pull,
    linear.LinearTrace: linear.pull,
    payoffs.PayoffTrace: payoffs.pull,
    budgeted.BudgetedTrace: budgeted.pull,
}


def compiled_log(trace, *, sums):
    """What the compiled view shows of the same plays, and the columns of the run."""
    arms, log, report, pull = choices(trace), [], None, PULLS[type(trace)]
    if isinstance(trace, KArmedTrace):
        kind = anonymous.AnonymousTrace if sums else identified.IdentifiedTrace
        trace = kind(**vars(trace))
    view = trace.start()
    for t, arm in enumerate(arms):
        if sums:
            log.append([anonymous.pull(view, t, arm)])
            continue
        if arm is not None:
            pull(view, t, arm)
        slots = view.hidden_slots
        found = [(int(slots.round[s]), float(slots.value[s])) for s in arrived(view, t)]
        log.append([(s, int(view.played[s]), value) for s, value in found])
    if isinstance(trace, budgeted.BudgetedTrace):
        report = budgeted.Report(trace.reward_window, 0, np.ones(trace.n_arms, np.bool_))
    return log, trace.columns(trace.record(view, report))


@pytest.mark.parametrize(
    ("name", "sums"),
    [
        (name, sums)
        for name, (kind, _) in ENVIRONMENTS_PLAYED.items()
        for sums in ([False, True] if kind is KArmedTrace else [False])
    ],
)
def test_learner_observes_what_the_compiled_view_shows(name, sums):
    trace = drawn(name)
    make, log = log_of(trace, sums=sums)
    columns = trace.columns(learner_of(make, "log").play(trace))
    expected, expected_columns = compiled_log(trace, sums=sums)
    if getattr(trace, "losses", False):
        expected = [[(s, arm, -loss) for s, arm, loss in found] for found in expected]
    assert log == expected
    assert any(len(found) > 1 for found in log) or sums
    np.testing.assert_equal(columns, expected_columns)


@pytest.mark.parametrize(
    ("copy", "run", "name"),
    [
        ("WaitingUCB1", "delayed_ucb.delayed_ucb1", "means"),
        ("WaitingUCB1", "delayed_ucb.delayed_ucb1", "delays by arm"),
        ("WaitingUCB1", "delayed_ucb.delayed_ucb1", "losses"),
        ("WaitingUCB1", "delayed_ucb.delayed_ucb1", "items that retire"),
        ("BlocksOnSums", "anonymous_baselines.ars_ucb", "means"),
    ],
)
def test_python_copy_plays_the_arms_of_the_algorithm(copy, run, name):
    learner, algorithm = load(f"{COPIES}:{copy}"), load(run)
    for seed in range(20):
        trace = drawn(name, seed, horizon=400)
        twin = algorithm.trace(**vars(trace))
        np.testing.assert_array_equal(learner.play(trace), algorithm.play(twin))


def test_kind_of_environment_is_found_by_its_arguments(papers):
    runs = [run for paper in papers.values() for run in paper.runs.values()]
    kinds = {load(run.run).trace: kind_of_environment(run.trace) for run in runs}
    assert set(kinds.values()) == set(ENVIRONMENTS)
    assert all(issubclass(trace, kind) for trace, kind in kinds.items())


@pytest.mark.parametrize(
    ("name", "make", "method"),
    [
        ("linear", WaitingUCB1, "choose(t, action_set)"),
        ("means", Sets, "choose(t)"),
        ("payoffs", BlocksOnSums, "observe("),
    ],
)
def test_learner_of_another_view_gets_the_name_of_the_method(name, make, method):
    with refused("", method):
        learner_of(make, "mine").environment({"horizon": 9, **ENVIRONMENTS_PLAYED[name][1]})


def test_learner_is_given_the_problem():
    given = []

    class Asks:
        def __init__(self, problem, rng, window=3):
            given.append((problem, window, rng.random()))

        def choose(self, t, action_set):  # noqa: ARG002
            return None

        def observe(self, round, arm, reward):  # noqa: A002
            pass

    trace = drawn("budgeted")
    learner_of(Asks, "asks").play(trace, window=7)
    ((problem, window, number),) = given
    assert (problem.horizon, problem.n_arms, problem.dimension) == (300, 3, 6)
    assert (problem.window, window, problem.budget) == (7, 7, 150)
    assert number == trace.randomness.uniforms(1)[0]
    with pytest.raises(ValueError, match="read-only"):
        problem.probabilities[0] = 0


def test_learner_sources_are_its_file_and_its_imports(tmp_path):
    (tmp_path / "mine.py").write_text("import helper\nfrom delayed_bandits.traces import slots\n")
    (tmp_path / "helper.py").write_text("import numpy\n")
    found = sources_of(str(tmp_path / "mine.py"))
    assert {tmp_path / "mine.py", tmp_path / "helper.py"} < set(found)
    assert {"slots.py", "compiling.py"} <= {path.name for path in found}


def test_learner_of_a_paper_is_found_from_any_folder(tmp_path, monkeypatch):
    name = f"{COPIES.relative_to(ROOT)}:WaitingUCB1"
    monkeypatch.chdir(ROOT)
    there = digest_of_sources.__wrapped__(name.partition(":")[0])
    monkeypatch.chdir(tmp_path)
    assert load.__wrapped__(name).make.__name__ == "WaitingUCB1"
    assert digest_of_sources.__wrapped__(name.partition(":")[0]) == there
    own = tmp_path / COPIES.relative_to(ROOT)  # `try` takes a file of the working directory first
    own.parent.mkdir(parents=True)
    own.write_text("WaitingUCB1 = 3\n", encoding="utf-8")
    with refused(name, "choose"):
        load.__wrapped__(name)
