"""Thompson sampling, UCB and KL-UCB against their oracles."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from delayed_bandits.algorithms import confidence_indices, outstanding_as_failures, thompson
from delayed_bandits.delays.laws import laws_from
from delayed_bandits.traces.k_armed.identified import IdentifiedTrace
from delayed_bandits.traces.streams import Streams
from papers.chapelle2011 import oracle
from papers.pikeburke2018.test_kernels import CRITEO, DELAYS

HORIZON = 400
WORLDS = {
    "one arm": (1, {"means": [0.4]}),
    "still": (6, {"means": [0.6, 0.5, 0.5, 0.3, 0.0, 1.0]}),
    "Beta rewards": (3, {"means": [0.6, 0.5, 0.4], "reward_law": "beta"}),
    "losses": (4, {"arms": 4, "losses": {"law": "stochastically_constrained", "gap": 0.2}}),
    "at once": (6, {"arms": 6, "items": {"law": "retiring", "probability": 0.02}}),
    "in batches": (
        5,
        {"arms": 5, "items": {"law": "retiring", "probability": 0.03, "every": 9, "a": 1, "b": 2}},
    ),
    "single": (
        2,
        {"arms": 2, "items": {"law": "retiring", "probability": 0.01, "every": 9, "single": True}},
    ),
}
KERNELS = {
    "thompson": thompson.thompson,
    "ucb": confidence_indices.ucb,
    "kl_ucb": confidence_indices.kl_ucb,
}
CASES = {
    "thompson": {},
    "thompson, prior": {"prior_successes": 0.3, "prior_failures": 7.0},
    "thompson, optimistic": {"optimistic": True},
    "thompson, sharper": {"reshaping": 0.25},
    "thompson, wider": {"reshaping": 3.0, "optimistic": True},
    **{f"ucb, {bound}": {"bound": bound} for bound in oracle.INDICES},
    "kl_ucb": {},
    "kl_ucb, half": {"exploration": 0.5},
}


STILL = ["one arm", "still", "Beta rewards"]
CONVERSIONS = {"law": "by_reward", "failure": {"law": "constant", "rounds": 1000}}
CONVERSIONS |= {"success": {"law": "geometric", "mean": 20}}
LAWS = DELAYS | {"conversions": CONVERSIONS}


def draw(world, law, seed=0, horizon=HORIZON):
    arms, given = WORLDS[world]
    delay = LAWS[law]
    delay = delay[:arms] if isinstance(delay, list) else delay
    return IdentifiedTrace.draw(
        Streams(4, "test"), seed, horizon=horizon, delay=laws_from(delay, CRITEO), **given
    )


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("world", WORLDS)
def test_kernel_plays_the_oracles_arms(name, world):
    kernel, parameters = name.partition(",")[0], CASES[name]
    algorithm, replay = KERNELS[kernel], getattr(oracle, kernel)
    laws = list(DELAYS)
    first = list(CASES).index(name) + 3 * list(WORLDS).index(world)
    for seed in range(2):  # every law with each world and with each algorithm, in turn
        trace = draw(world, laws[(first + 5 * seed) % len(laws)], seed)
        played = algorithm.play(trace, **parameters)
        np.testing.assert_array_equal(played, replay(trace, **parameters))


@pytest.mark.parametrize("name", ["thompson", "kl_ucb"])
@pytest.mark.parametrize("law", LAWS)
def test_what_counts_outstanding_plays_as_failures_plays_the_oracles_arms(name, law):
    algorithm = getattr(outstanding_as_failures, name)
    for seed, world in enumerate(STILL):
        trace = draw(world, law, seed)
        replay = getattr(oracle, f"outstanding_{name}")
        np.testing.assert_array_equal(algorithm.play(trace), replay(trace))


def test_any_of_several_new_items_is_played():
    played = [
        confidence_indices.ucb.play(draw("still", "never", seed, 50), newcomers="random")
        for seed in range(20)
    ]
    counts = np.bincount(np.concatenate(played), minlength=6)
    assert np.all(np.abs(counts - 1000 / 6) < 4 * np.sqrt(1000 * 5 / 36))
    first = confidence_indices.ucb.play(draw("still", "never", 0, 50))
    assert not first.any()


@settings(max_examples=300)
@given(st.floats(0, 1), st.floats(1e-6, 60), st.floats(0, 2, allow_subnormal=False))
@example(0.95, 6.0, 1.0)  # nothing lies between the largest mean and 1
@example(1 - 2**-53, 1.0, np.inf)
def test_the_largest_mean_is_that_of_the_bisection(p, level, start):
    found = confidence_indices.largest_mean(p, level, start)
    assert found == pytest.approx(oracle.largest_q(p, level), abs=1e-9)
