"""Laws of budgets (Liu and Maghsudi 2024), and worlds for them and others."""

import pytest
from hypothesis import strategies as st

from delayed_bandits.algorithms import delayed_linucb, doral, ucb_alp
from delayed_bandits.delays.laws import laws_from
from delayed_bandits.traces.arms import answer_probabilities
from delayed_bandits.traces.budgeted.trace import SKIPPED, BudgetedTrace, pull, pull_undelayed
from delayed_bandits.traces.streams import Streams

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
SEEDS = st.integers(0, 10**6)


def draw(seed=0, delay=NO_DELAY, **changes):
    world = {
        "horizon": 200,
        "budget": 100,
        "contexts": [0.5, 0.3, 0.2],
        "arms": 4,
        "instances": {"law": "uniform", "dimension": 3},
    }
    return BudgetedTrace.draw(Streams(4, "laws"), seed, delay=laws_from(delay), **world | changes)


def weights(smallest=1, most=5):
    """Probabilities of some contexts."""
    numbers = st.lists(st.integers(1, 20), min_size=smallest, max_size=most)
    return numbers.map(lambda found: [number / sum(found) for number in found])


@st.composite
def worlds(draw_):
    """A trace, whose budget is above 1 and may be for more pulls than there are rounds."""
    arms, horizon = draw_(st.integers(1, 5)), draw_(st.integers(1, 150))
    of_each_arm = draw_(st.booleans())
    law = st.sampled_from(DELAYS)
    delay = draw_(st.lists(law, min_size=arms, max_size=arms) if of_each_arm else law)
    most = 16 * horizon
    return draw(
        draw_(SEEDS),
        delay,
        horizon=horizon,
        budget=draw_(st.just(most) | st.integers(9, most)) / 8,
        contexts=draw_(weights()),
        arms=arms,
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


def test_a_pull_beyond_the_budget_is_refused():
    trace = draw(0, DELAYS[1], budget=2.5)
    view = trace.start()
    pull(view, 0, 0)
    pull_undelayed(view, 2, 1, 500)
    for refused in (lambda: pull(view, 3, 2), lambda: pull_undelayed(view, 3, 3, 500)):
        with pytest.raises(ValueError, match="more than is left of the budget"):
            refused()
        assert view.remaining[0] == 0.5
        assert view.played[:4].tolist() == [0, SKIPPED, 1, SKIPPED]


PRINTED = {"fig2a": 0.81, "fig2b": 0.36}


@pytest.mark.parametrize("setting", PRINTED)
def test_the_least_share_of_answers_within_500_rounds(setting, papers):
    delays = laws_from(papers["liu2024"].runs[setting, "doral"].trace["delay"])
    assert round(answer_probabilities(delays, 10, 500).min(), 2) == PRINTED[setting]
