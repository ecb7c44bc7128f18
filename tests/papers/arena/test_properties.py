"""What holds of the arena's players and worlds whatever the random numbers."""

import numpy as np
import pytest

from delayed_bandits.algorithms import delayed_ucb
from delayed_bandits.algorithms.delayed_elimination import (
    optimistic_pessimistic_elimination,
    phased_successive_elimination,
)
from delayed_bandits.algorithms.successive_elimination import successive_elimination
from delayed_bandits.delays.laws import laws_from
from delayed_bandits.traces.k_armed.identified import IdentifiedTrace
from delayed_bandits.traces.streams import Streams


def constant(rounds):
    return {"law": "constant", "rounds": rounds}


def by_reward(success, failure):
    return {"law": "by_reward", "success": success, "failure": failure}


def draw(horizon, gap, delay, seed, arms=2):
    """Bernoulli arms of which the last is the best."""
    means = [0.5 - gap / 2] * (arms - 1) + [0.5 + gap / 2]
    return IdentifiedTrace.draw(
        Streams(21, "arena"), seed, horizon=horizon, delay=laws_from(delay), means=means
    )


def worse_plays(algorithm, trace):
    """How often an arm other than the best, the last, is played."""
    return int(np.sum(algorithm.play(trace) != trace.n_arms - 1))


@pytest.mark.parametrize("delay", [2, 40, 1000])
@pytest.mark.parametrize(
    ("algorithm", "gap"), [(successive_elimination, 0.3), (phased_successive_elimination, 0.7)]
)
def test_a_fixed_delay_adds_half_of_it_to_the_plays_of_the_worse_of_two_arms(algorithm, gap, delay):
    """For SE and PSE, and an even delay: decisions are the same ones, that much later.

    UCB1 is a control: it looks at the worse arm again and again.
    """
    added = []
    for seed in range(5):
        plain, late = (draw(20_000, gap, constant(rounds), seed) for rounds in (0, delay))
        assert worse_plays(algorithm, late) == worse_plays(algorithm, plain) + delay // 2
        ucb1 = delayed_ucb.delayed_ucb1
        added.append(worse_plays(ucb1, late) - worse_plays(ucb1, plain))
    assert set(added) != {delay // 2}


@pytest.mark.parametrize("share", [0.0, 0.2, 0.28, 0.38, 0.5])
def test_the_share_lost_up_to_which_opse_drops_an_arm(share):
    """It is gap / (1 + gap), a third here."""
    lost = {"law": "two_point", "low": 0, "high": 10**9, "probability": share}
    played = optimistic_pessimistic_elimination.play(draw(200_000, 0.5, lost, 0))
    drops = not np.array_equal(played, np.arange(200_000) % 2)
    assert drops == (share < 0.5 / 1.5)
