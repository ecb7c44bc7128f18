import pytest
from hypothesis import strategies as st

from delayed_bandits.algorithms.delayed_linucb import random_d_linucb
from delayed_bandits.algorithms.doral import doral
from delayed_bandits.delays.distributions import distributions_from
from delayed_bandits.traces.arms import answer_probabilities
from delayed_bandits.traces.budgeted.trace import SKIPPED, BudgetedTrace, pull, pull_undelayed
from papers.environments import DELAYS
from papers.environments import draw as drawn

ALGORITHMS = {"doral": doral, "random": random_d_linucb}


def weights(most=5):
    numbers = st.lists(st.integers(1, 20), min_size=1, max_size=most)
    return numbers.map(lambda found: [number / sum(found) for number in found])


@st.composite
def environments(draw):
    """A trace, whose budget is above 1 and may be for more pulls than there are rounds."""
    arms, horizon = draw(st.integers(1, 5)), draw(st.integers(1, 150))
    distribution = st.sampled_from(DELAYS)
    delay = draw(distribution | st.lists(distribution, min_size=arms, max_size=arms))
    most = 16 * horizon
    return drawn(
        BudgetedTrace,
        draw(st.integers(0, 10**6)),
        delay,
        horizon=horizon,
        budget=draw(st.just(most) | st.integers(9, most)) / 8,
        contexts=draw(weights()),
        arms=arms,
        instances={"distribution": draw(st.sampled_from(["uniform", "unit"])), "dimension": 2},
        rewards=draw(st.sampled_from(["bernoulli", "means"])),
        window=draw(st.integers(1, 60)),
    )


def play(name, trace, cutoff):
    given = {"cutoff": cutoff, "identification_limit": 25, "accept": -(-trace.n_arms // 2)}
    known = ALGORITHMS[name].parameters["properties"]
    return ALGORITHMS[name].play(trace, **{key: given[key] for key in given if key in known})


def test_pull_beyond_the_budget_is_refused():
    environment = {"horizon": 200, "budget": 2.5, "contexts": [0.5, 0.3, 0.2], "arms": 4}
    environment["instances"] = {"distribution": "uniform", "dimension": 3}
    trace = drawn(BudgetedTrace, 0, DELAYS[1], **environment)
    view = trace.start()
    pull(view, 0, 0)
    pull_undelayed(view, 2, 1, 500)
    for refused in (lambda: pull(view, 3, 2), lambda: pull_undelayed(view, 3, 3, 500)):
        with pytest.raises(ValueError, match="budget"):
            refused()
        assert view.remaining[0] == 0.5
        assert view.played[:4].tolist() == [0, SKIPPED, 1, SKIPPED]


PRINTED = {"fig2a": 0.81, "fig2b": 0.36}


@pytest.mark.parametrize("setting", PRINTED)
def test_least_share_of_answers_is_the_printed_one(setting, papers):
    delays = distributions_from(papers["liu2024"].runs[setting, "doral"].trace["delay"])
    assert round(answer_probabilities(delays, 10, 500).min(), 2) == PRINTED[setting]
