"""Kernels for adversarial bandits against their oracles: the same arm in every round.

Horizons end at 300 rounds: the trajectories of these algorithms are chaotic, so that a difference
in the last bit of a distribution is an arm that differs some thousand rounds later.
"""

import itertools

import numpy as np
import pytest

from delayed_bandits.algorithms import adversarial_baselines, banker, banker_scale_free
from delayed_bandits.checks.errors import InputError
from delayed_bandits.delays.laws import laws_from
from delayed_bandits.traces.k_armed.mixed import MixedTrace
from delayed_bandits.traces.streams import Streams
from papers.huang2023 import oracle

DELAYS = [
    {"law": "constant", "rounds": 0},
    {"law": "constant", "rounds": 10},
    {"law": "constant", "rounds": 1000},
    {"law": "geometric", "mean": 20},
    {"law": "pareto", "shape": 1.5, "minimum": 3},
    {"law": "packet", "size": 15},
    [{"law": "poisson", "mean": 4 * arm} for arm in range(5)],
]
LOSSES = [
    {"law": "stochastically_constrained", "gap": 0.25},
    {"law": "square_wave", "block": 20, "gap": 0.1},
    {"law": "random_wave", "shortest": 5, "longest": 30},
]
GREEDY = {"withdrawal": "greedy"}
KERNELS = vars(adversarial_baselines) | vars(banker) | vars(banker_scale_free)
CASES = {
    "banker_tinf": {},
    "banker_tinf, greedy": GREEDY,
    "banker_tinf, fifo": {"withdrawal": "fifo"},
    "banker_sftinf": {},
    "banker_sftinf, greedy": GREEDY,
    "banker_sftinf, homogeneous": {"homogeneous": True},
    "banker_sflbinf": {},
    "banker_sflbinf, greedy": GREEDY,
    "banker_sflbinf, no floor": {"floor": False, "homogeneous": True},
    "exp3": {},
    "bold": {},
}


def traces():
    """A trace of each delay law and each loss law, K from 2 to 7, of 1 to 300 rounds."""
    for i, delay in enumerate(DELAYS):
        for j, losses in enumerate(LOSSES):
            arms = 5 if isinstance(delay, list) else 2 + (i + 2 * j) % 6
            horizon = (300, 120, 1 if i == 0 else 60)[j]
            yield MixedTrace.draw(
                Streams(3, "kernels"),
                10 * i + j,
                horizon=horizon,
                arms=arms,
                losses=losses,
                delay=laws_from(delay),
            )


@pytest.mark.parametrize("name", CASES)
def test_kernel_and_oracle_play_the_same_arms(name):
    kernel, parameters = name.partition(",")[0], CASES[name]
    algorithm, replay = KERNELS[kernel], getattr(oracle, kernel)
    for trace in itertools.islice(traces(), 0, None, 2 if parameters else 1):
        if name.startswith("banker_sflbinf") and trace.hidden_states.size == 1:
            with pytest.raises(InputError, match="horizon is 1; expected at least 2"):
                algorithm.play(trace, **parameters)
            continue
        record, expected = algorithm.play(trace, **parameters), replay(trace, **parameters)
        game = getattr(expected, "game", expected)
        np.testing.assert_array_equal(record.arms, game.played)
        means = trace.hidden_means[trace.hidden_states]
        losses = np.sum(means * np.array(game.distributions), axis=1)
        np.testing.assert_allclose(record.expected_losses, losses, atol=1e-6)
