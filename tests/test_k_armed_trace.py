import math
from dataclasses import replace

import numpy as np
import pytest

from delayed_bandits.checks.build import build
from delayed_bandits.traces.k_armed import mixed
from delayed_bandits.traces.k_armed.losses import LOSS_DISTRIBUTIONS
from delayed_bandits.traces.slots import arrived
from papers.huang2023.test_properties import CONSTRAINED, draw


@pytest.mark.parametrize(
    "distribution", [[1, 1, 0], [0.25, 0.25, 0.25], [0, 0, 0], [0.5, 0.5], [math.nan, 0.5, 0.5]]
)
def test_invalid_distribution_cannot_be_played(distribution):
    view = draw(5, 3).start()
    with pytest.raises(ValueError, match="sum"):
        mixed.play(view, 0, np.array(distribution, float))


def test_arms_are_drawn_from_the_distribution():
    trace = draw(60_000, 3)
    view = trace.start()
    distribution = np.array([0.2, 0.0, 0.8])
    for t in range(60_000):
        mixed.play(view, t, distribution)
        arrived(view, t)
    share = np.bincount(view.played, minlength=3) / 60_000
    assert share[1] == 0
    assert abs(share[0] - 0.2) < 5 * math.sqrt(0.16 / 60_000)


SIGNED = {"distribution": "signed", "of": CONSTRAINED}


@pytest.mark.parametrize(
    ("distribution", "gap"),
    [
        (CONSTRAINED, 0.25),
        ({"distribution": "scaled", "of": CONSTRAINED, "factor": 8}, 2),
        (SIGNED, 0.5),
        ({"distribution": "growing", "of": CONSTRAINED, "factor": 9, "steps": 2}, 0.25 * 5),
        ({"distribution": "growing", "of": CONSTRAINED, "factor": 9, "steps": 3}, 0.25 * 13 / 3),
        ({"distribution": "spikes", "of": CONSTRAINED, "factor": 11, "probability": 0.1}, 0.5),
        ({"distribution": "signed_spikes", "of": SIGNED, "size": 5, "probability": 0.05}, 0.475),
    ],
)
def test_losses_have_the_means_of_the_regret(distribution, gap):
    """Losses average to `means` in each state, and the mean gap is that of the description."""
    horizon = 300_000
    uniforms = np.random.default_rng(0).random(horizon)
    states, losses, means = build(distribution, LOSS_DISTRIBUTIONS).draw(uniforms, 3)
    difference = losses[states] - means[states]
    for value in np.unique(means[:, 0]):
        rounds = means[states, 0] == value
        sem = difference[rounds].std(axis=0) / math.sqrt(rounds.sum())
        assert np.all(np.abs(difference[rounds].mean(axis=0)) <= 5 * sem + 1e-12)
    gaps = means[states][:, 1] - means[states][:, 0]
    assert abs(gaps.mean() - gap) < 5 * gaps.std() / math.sqrt(horizon) + 1e-9


def test_signed_spikes_hit_at_most_one_arm():
    spec = {"distribution": "signed_spikes", "of": SIGNED, "size": 5, "probability": 0.05}
    s, table, _ = build(spec, LOSS_DISTRIBUTIONS).draw(np.random.default_rng(1).random(100_000), 3)
    drawn = table[s]
    assert np.all((np.abs(drawn) == 5).sum(axis=1) <= 1)
    for sign in (1, -1):
        shares = np.mean(drawn == 5 * sign, axis=0)
        assert np.all(np.abs(shares - 0.025) < 5 * math.sqrt(0.025 / 100_000))


def test_waves_alternate_between_even_and_odd_arms():
    dist = build({"distribution": "square_wave", "block": 3, "gap": 0.1}, LOSS_DISTRIBUTIONS)
    states, losses, means = dist.draw(np.zeros(7), 3)
    first, second = [0.8, 0, 1], [0, 1, 0]
    assert losses[states].tolist() == means[states].tolist() == [first] * 3 + [second] * 3 + [first]


def test_regret_is_against_the_best_fixed_arm():
    """The best arm is neither the first one nor the best in each round."""
    states = np.array([0, 1, 1, 0, 1], np.uint8)
    table = np.array([[0.0, 1.0, 0.5], [1.0, 0.25, 0.5]])
    trace = replace(draw(5, 3), hidden_states=states, hidden_outcomes=table, hidden_means=table)
    record = trace.record(trace.start(), None)
    record.expected_losses[:] = [0.5, 0.5, 0.5, 1, 0]
    # totals 3, 2.75 and 2.5: the last arm is best
    assert trace.regret(record).tolist() == [0, 0, 0, 0.5, 0]
