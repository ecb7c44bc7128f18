"""Thompson sampling and KL-UCB that count a play as a failure until its reward arrives."""

import math

import numpy as np
import pytest

from delayed_bandits.algorithms import outstanding_as_failures
from delayed_bandits.delays.laws import law_from
from delayed_bandits.traces.k_armed.identified import IdentifiedTrace
from delayed_bandits.traces.streams import Streams
from papers.chapelle2011 import oracle
from papers.replays import first_best

GEOMETRIC = [{"law": "geometric", "mean": mean} for mean in (5, 60, 20)]
DELAYS = {
    "at once": [{"law": "constant", "rounds": 0}],
    "one law": [{"law": "geometric", "mean": 30}],
    "a law for each arm": GEOMETRIC,
    "conversions": [
        {"law": "by_reward", "success": law, "failure": {"law": "constant", "rounds": 1000}}
        for law in GEOMETRIC
    ],
}


def draw(law, seed=0, **given):
    laws = [law_from(law) for law in DELAYS[law]]
    given |= {"horizon": 400, "means": [0.3, 0.5, 0.45], "delay": laws}
    return IdentifiedTrace.draw(Streams(5, "test"), seed, **given)


def index_of(name, trace, t, arm, total, plays):
    """Give the draw from the posterior, or the bound, of an arm before round t, counted from 1."""
    if name == "thompson":
        key = trace.randomness.key()
        return oracle.draw(key, t, arm, 1 + total, 1 + plays - total)
    return oracle.largest_q(total / plays, math.log(t) / plays) if plays else math.inf


def replay(name, trace):
    """Play it with the total and the number of plays of each arm summed up again in each round."""
    played = []
    for t in range(trace.horizon):
        indices = []
        for arm in range(trace.n_arms):
            rounds = [s for s in range(t) if played[s] == arm]
            delays = trace.hidden_delays[arm if len(trace.hidden_delays) > 1 else 0]
            rewards = [
                float(trace.hidden_outcomes[trace.hidden_states[s], arm])
                for s in rounds
                if s + delays[s] < t
            ]
            indices.append(index_of(name, trace, t + 1, arm, sum(rewards), len(rounds)))
        played.append(first_best(indices, tie=1e-9 if name == "kl_ucb" else 0.0))
    return played


@pytest.mark.parametrize("name", ["thompson", "kl_ucb"])
@pytest.mark.parametrize("law", DELAYS)
def test_kernel_plays_the_oracles_arms(name, law):
    algorithm = getattr(outstanding_as_failures, name)
    for trace in (draw(law), draw(law, 1), draw(law, reward_law="beta")):
        np.testing.assert_array_equal(algorithm.play(trace), replay(name, trace))
