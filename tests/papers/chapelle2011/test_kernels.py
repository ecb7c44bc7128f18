import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from delayed_bandits.algorithms import confidence_indices
from delayed_bandits.traces.k_armed.identified import IdentifiedTrace
from every_algorithm import ALGORITHMS
from papers import environments
from papers.chapelle2011 import oracle
from papers.environments import same_arms
from papers.pikeburke2018.test_kernels import DELAYS

RETIRING = {"distribution": "retiring", "probability": 0.01, "every": 9}
ENVIRONMENTS = {
    "one arm": {"means": [0.4]},
    "still": {"means": [0.6, 0.5, 0.5, 0.3, 0.0, 1.0]},
    "Beta rewards": {"means": [0.6, 0.5, 0.4], "reward_distribution": "beta"},
    "losses": {"arms": 4, "losses": {"distribution": "stochastically_constrained", "gap": 0.2}},
    "at once": {"arms": 6, "items": {"distribution": "retiring", "probability": 0.02}},
    "in batches": {"arms": 5, "items": RETIRING | {"probability": 0.03, "a": 1, "b": 2}},
    "two arms": {"arms": 2, "items": RETIRING},
}
CASES = {
    "thompson.thompson": {},
    "thompson.thompson, prior": {"prior_successes": 0.3, "prior_failures": 7.0},
    "thompson.thompson, optimistic": {"optimistic": True},
    "thompson.thompson, sharper": {"reshaping": 0.25},
    "thompson.thompson, wider": {"reshaping": 3.0, "optimistic": True},
    **{f"confidence_indices.ucb, {bound}": {"bound": bound} for bound in oracle.INDICES},
    "confidence_indices.kl_ucb": {},
    "confidence_indices.kl_ucb, half": {"exploration": 0.5},
}


CONVERSIONS = {"distribution": "by_reward", "failure": {"distribution": "constant", "rounds": 1000}}
CONVERSIONS |= {"success": {"distribution": "geometric", "mean": 20}}
DISTRIBUTIONS = DELAYS | {"conversions": CONVERSIONS}


def draw(environment, distribution, seed=0, horizon=400):
    return environments.draw(
        IdentifiedTrace,
        seed,
        DISTRIBUTIONS[distribution],
        horizon=horizon,
        **ENVIRONMENTS[environment],
    )


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("environment", ENVIRONMENTS)
def test_kernel_matches_oracle(name, environment):
    distributions = list(DELAYS)
    first = list(CASES).index(name) + 3 * list(ENVIRONMENTS).index(environment)
    # every distribution with each environment and with each algorithm, in turn
    for seed in range(2):
        trace = draw(environment, distributions[(first + 5 * seed) % len(distributions)], seed)
        same_arms(name, oracle, trace, **CASES[name])


@pytest.mark.parametrize("name", ["thompson", "kl_ucb"])
@pytest.mark.parametrize("distribution", DISTRIBUTIONS)
def test_outstanding_as_failures_matches_oracle(name, distribution):
    for seed, environment in enumerate(["one arm", "still", "Beta rewards"]):
        trace = draw(environment, distribution, seed)
        played = ALGORITHMS[f"outstanding_as_failures.{name}"].play(trace)
        np.testing.assert_array_equal(played, getattr(oracle, name)(trace, outstanding=True))


def test_new_items_are_played_at_random():
    played = [
        confidence_indices.ucb.play(draw("still", "never", s, 50), newcomers="random")
        for s in range(20)
    ]
    counts = np.bincount(np.concatenate(played), minlength=6)
    assert np.all(np.abs(counts - 1000 / 6) < 4 * np.sqrt(1000 * 5 / 36))
    first = confidence_indices.ucb.play(draw("still", "never", 0, 50))
    assert not first.any()


@settings(max_examples=300)
@given(st.floats(0, 1), st.floats(1e-6, 60), st.floats(0, 2, allow_subnormal=False))
@example(0.95, 6.0, 1.0)  # nothing lies between the largest mean and 1
@example(1 - 2**-53, 1.0, np.inf)
def test_largest_mean_matches_bisection(p, level, start):
    found = confidence_indices.largest_mean(p, level, start)
    assert found == pytest.approx(oracle.largest_q(p, level), abs=1e-9)
