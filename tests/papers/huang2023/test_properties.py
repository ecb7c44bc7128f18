"""Laws of Banker-OMD (Huang et al. 2023), and of the mirror maps."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from delayed_bandits.algorithms import banker, mirror_maps
from delayed_bandits.algorithms.banker import THEOREM_4_6
from delayed_bandits.delays.laws import laws_from
from delayed_bandits.traces.k_armed.mixed import MixedTrace
from delayed_bandits.traces.streams import Streams

CONSTRAINED = {"law": "stochastically_constrained", "gap": 0.25}
DELAYS = [
    {"law": "constant", "rounds": 0},
    {"law": "constant", "rounds": 7},
    {"law": "geometric", "mean": 12},
    {"law": "pareto", "shape": 1.5, "minimum": 4},
    {"law": "packet", "size": 11},
    {"law": "two_point", "low": 0, "high": 10**9, "probability": 0.1},
]


def draw(horizon, arms=4, delay=DELAYS[0], losses=CONSTRAINED, seed=0):
    return MixedTrace.draw(
        Streams(4, "laws"), seed, horizon=horizon, arms=arms, losses=losses, delay=laws_from(delay)
    )


def invested(trace, withdrawal="pooled"):
    """B_T of Banker-TINF."""
    view = trace.start()
    bank = banker.replay(view, banker.new_rules(view, THEOREM_4_6), withdrawal)
    return bank.amounts[banker.INVESTED]


# Mirror maps


@pytest.mark.parametrize("arms", [2, 8, 32, 128, 1024])
@pytest.mark.parametrize("spread", [0, 5, 15])
@pytest.mark.parametrize(
    ("mirror_map", "gradient"),
    [
        (mirror_maps.tsallis_map, lambda x: -(x**-0.5)),
        (mirror_maps.log_barrier_map, lambda x: -1 / x),
    ],
)
def test_mirror_maps_solve_their_equation(mirror_map, gradient, arms, spread):
    rng = np.random.default_rng(arms + spread)
    for last in (np.full(arms, 1 / arms), np.eye(arms)[0] + 1e-12):
        given = -np.exp(rng.uniform(0, spread, arms))
        dual, x = given.copy(), last.copy()
        mirror_map(dual, x)
        assert abs(x.sum() - 1) <= 1e-12
        assert np.all(x > 0)
        nu = given - gradient(x)  # the same for all, up to the rounding of the largest
        assert np.ptp(nu) <= 1e-12 * np.abs(given).max()
        np.testing.assert_allclose(dual, given - np.median(nu), rtol=1e-9, atol=1e-12)


@given(
    losses=st.lists(st.floats(0, 1e6), min_size=2, max_size=9),
    root_weight=st.floats(1, 1e3),
    entropy_weight=st.floats(1e-2, 1e4),
)
def test_the_hybrid_map_is_stationary(losses, root_weight, entropy_weight):
    losses = np.array(losses)
    x = np.full(losses.size, 1 / losses.size)
    mirror_maps.hybrid_map(losses, root_weight, entropy_weight, x)
    assert abs(x.sum() - 1) <= 1e-12
    seen = x > 1e-300
    terms = np.stack(
        [losses[seen], entropy_weight * np.log(x[seen]), -root_weight * x[seen] ** -0.5]
    )
    assert np.ptp(terms.sum(axis=0)) <= 1e-10 * np.abs(terms).max()


# The framework


@pytest.mark.parametrize(
    ("rounds", "expected"),
    [(10, [94, 160, 273, 467, 803]), (100, [263, 452, 776, 1334, 2300])],
)
def test_total_investment_under_a_constant_delay(rounds, expected):
    delay = {"law": "constant", "rounds": rounds}
    horizons = [10_000, 31_623, 100_000, 316_228, 1_000_000]
    found = [invested(draw(horizon, arms=2, delay=delay)) for horizon in horizons]
    assert np.round(found).tolist() == expected
