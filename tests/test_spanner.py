import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from delayed_bandits.algorithms import spanner as s


def action_set(seed, number, dimension, lost, spread):
    """Random actions that lack some dimensions, whose norms differ by up to 10^-spread."""
    stream, rank = np.random.default_rng(seed), max(1, dimension - lost)
    actions = stream.standard_normal((number, rank)) @ stream.standard_normal((rank, dimension))
    scale = np.linalg.norm(actions, axis=1, keepdims=True)
    return actions / scale * 10.0 ** -(spread * stream.random((number, 1)))


SEEDS, SPREADS = st.integers(0, 10**6), st.sampled_from([0.0, 3.0])
SHAPES = st.integers(1, 70), st.integers(1, 10), st.integers(0, 4)
SETS = st.builds(action_set, SEEDS, *SHAPES, SPREADS)


def check_spanner(actions):
    chosen, coefficients = s.spanner(actions)
    rank = np.linalg.matrix_rank(actions, tol=1e-9 * np.linalg.norm(actions, axis=1).max())
    assert chosen.size == min(s.SIZE * rank, len(actions))
    assert np.abs(coefficients @ actions[chosen] - actions).max() < 1e-10
    assert np.linalg.norm(coefficients, axis=1).max() <= 1 + 1e-9
    for place, action in enumerate(chosen):
        assert (coefficients[action] == (np.arange(chosen.size) == place)).all()


@given(SETS, st.integers(0, 30), st.sampled_from([0, 40]))
def test_spanner_combines_every_action_briefly(actions, copies, zeros):
    """Duplicates change nothing, and zero actions are ignored."""
    none = np.zeros((zeros, actions.shape[1]))
    check_spanner(np.concatenate([none, actions, actions[:1].repeat(copies, axis=0)]))


def test_spanner_of_zeros_is_one_action():
    for number in (1, 4):
        chosen, coefficients = s.spanner(np.zeros((number, 3)))
        assert chosen.tolist() == [0]
        assert coefficients[:, 0].tolist() == [1] + [0] * (number - 1)


def test_small_set_is_a_spanner_of_itself():
    for actions in ([[0.3, 0.4]], [[1.0, 0.0], [0.0, 1.0], [0.8, 0.6]]):
        chosen, coefficients = s.spanner(np.array(actions))
        assert chosen.tolist() == list(range(len(actions)))
        assert (coefficients == np.eye(len(actions))).all()


def random_start(seed, number, rank):
    stream = np.random.default_rng(seed)
    coordinates = stream.standard_normal((number, rank))
    inside = np.zeros(number, bool)
    inside[stream.choice(number, s.SIZE * rank, replace=False)] = True
    return coordinates, inside


@given(SEEDS, st.integers(1, 8), st.integers(1, 40))
def test_local_search_reaches_its_bound(seed, rank, more):
    coordinates, inside = random_start(seed, s.SIZE * rank + more, rank)
    before = np.linalg.slogdet(coordinates[inside].T @ coordinates[inside])[1]
    swaps = s.swap(coordinates, inside)
    matrix = coordinates[inside].T @ coordinates[inside]
    assert inside.sum() == s.SIZE * rank
    assert np.linalg.slogdet(matrix)[1] >= before + swaps * np.log(1 + s.GAIN) - 1e-9
    leverage = np.einsum("ai,ij,aj->a", coordinates, np.linalg.inv(matrix), coordinates)
    size = s.SIZE * rank
    assert leverage[~inside].max() <= (rank + size * s.GAIN) / (size - rank + 1) + 1e-9
    assert leverage[inside].sum() == pytest.approx(rank)
    assert leverage.max() <= 1 + 1e-9


@given(SEEDS, st.integers(2, 8), st.integers(1, 40))
def test_search_takes_few_swaps(seed, rank, more):
    """With n log n swaps and 3 n choices, each of K n^2 operations, it takes O(K n^3 log n)."""
    coordinates, _ = random_start(seed, s.SIZE * rank + more, rank)
    inside = np.zeros(len(coordinates), bool)
    inside[s.pivoted_gram_schmidt(coordinates)[0]] = True
    s.fill(coordinates, inside, s.SIZE * rank)
    assert s.swap(coordinates, inside) <= rank * np.log(rank)
