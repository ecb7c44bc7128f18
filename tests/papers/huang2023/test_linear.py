"""Banker-BOLO (Huang et al. 2023) and baselines on convex bodies: oracles and bad input.

Polytopes have no symmetry: where eigenvalues are equal, any eigenvector will do.
"""

import functools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from conftest import refused
from delayed_bandits.algorithms import bolo as kernels
from delayed_bandits.algorithms.barriers import barrier_map
from delayed_bandits.algorithms.continuous_exponential_weights import exponential_weights
from delayed_bandits.checks.build import build
from delayed_bandits.traces.adversarial_linear import bodies
from delayed_bandits.traces.adversarial_linear.trace import AdversarialLinearTrace
from papers import environments
from papers.environments import AT_ONCE, DELAYS
from papers.huang2023 import oracle_linear as oracle

LOSSES = ["stochastic", "square_wave"]
LOW = {"floor": 1}  # so that scales differ
PLAYED = [(name, given) for name in ("banker_bolo", "bolo", "bold_bolo") for given in ({}, LOW)]
PLAYED += [("banker_bolo", {"withdrawal": "greedy"})]
BALLS, BOXES = ([{"body": body, "dimension": n} for n in range(1, 7)] for body in ("ball", "box"))


def polytope(normals, offsets):
    return {"body": "polytope", "normals": normals.tolist(), "offsets": offsets.tolist()}


def cut_box(dimension, cuts, centre=0.0):
    """A box around `centre` with sides of different lengths and random cuts."""
    rng = np.random.default_rng(dimension)
    sides = 0.5 + rng.random(2 * dimension)
    normals = np.vstack([np.eye(dimension), -np.eye(dimension), rng.normal(size=(cuts, dimension))])
    offsets = np.array([*sides, *rng.uniform(0.3, 0.8, cuts)])
    return polytope(normals, offsets + normals @ np.broadcast_to(centre, dimension))


POLYTOPES = [
    polytope(np.array([[-1, 0], [0.2, -1], [1, 1.5]]), np.array([0.1, 0.2, 1])),  # a triangle
    cut_box(2, 3),
    cut_box(3, 4),
    cut_box(3, 2, centre=[4, -3, 2]),  # 0 is outside
]
BODIES = [*BALLS, *BOXES, *POLYTOPES]


def draw(body, delay=AT_ONCE, losses="stochastic", horizon=60, seed=0):
    environment = {"horizon": horizon, "body": body, "losses": losses, "block": 20}
    return environments.draw(AdversarialLinearTrace, seed, delay, **environment)


@functools.cache
def traces():
    """Traces of each body, delays and losses, of up to 200 rounds (60 on a polytope)."""
    found = []
    for k, body in enumerate(BODIES):
        for j, losses in enumerate(LOSSES):
            horizon = ((200, 90), (60, 25))[body in POLYTOPES][j]
            for i in {(k + 2 * j) % 8, (k + 2 * j + 3) % 8}:
                found.append(draw(body, DELAYS[i], losses, horizon, seed=10 * k + j))
    return found


def agree(trace, record, expected):
    game = getattr(expected, "game", expected)
    np.testing.assert_allclose(record.actions, game.played, rtol=0, atol=1e-7)
    losses = np.sum(trace.hidden_means * game.means, axis=1)
    np.testing.assert_allclose(record.expected_losses, losses, rtol=0, atol=1e-7)


@pytest.mark.parametrize(("name", "parameters"), PLAYED)
def test_kernel_matches_oracle(name, parameters):
    algorithm, replay = getattr(kernels, name), getattr(oracle, name)
    for trace in traces():
        agree(trace, algorithm.play(trace, **parameters), replay(trace, **parameters))


@pytest.mark.parametrize("mean_delay", [None, 0, 55.5])
def test_exponential_weights_match_oracle(mean_delay):
    for i, delay in enumerate(DELAYS):
        for j, losses in enumerate(LOSSES):
            trace = draw(BOXES[(i + 3 * j) % 6], delay, losses, (200, 90)[j], seed=i)
            record = exponential_weights.play(trace, mean_delay=mean_delay)
            assert np.all(np.abs(record.actions) <= 1)
            agree(trace, record, oracle.exponential_weights(trace, mean_delay))


@pytest.mark.parametrize("size", [1e-3, 1, 30, 1e3, 1e4])
@pytest.mark.parametrize("spec", BODIES)
def test_mirror_map_inverts_the_gradient(spec, size):
    body = build(spec, bodies.BODIES)
    psi = oracle.BARRIERS[body.name](body)
    for seed in range(10):
        dual = np.random.default_rng(seed).normal(size=body.dimension)
        dual *= size / np.linalg.norm(dual)
        point = body.inside.copy()
        barrier_map(body.shape, dual, point)
        np.testing.assert_allclose(psi.gradient(point), dual, rtol=0, atol=1e-9 * size)
        np.testing.assert_allclose(point, psi.conjugate(dual), rtol=0, atol=1e-9)


@settings(max_examples=60)
@given(
    body=st.sampled_from(BODIES),
    delay=st.sampled_from(DELAYS),
    losses=st.sampled_from(LOSSES),
    played=st.sampled_from(PLAYED),
    seed=st.integers(0, 10**6),
)
def test_actions_stay_in_the_body_and_losses_below_one(body, delay, losses, played, seed):
    trace, (name, parameters) = draw(body, delay, losses, horizon=600, seed=seed), played
    actions = getattr(kernels, name).play(trace, **parameters).actions
    if trace.body.name == "ball":
        outside = np.linalg.norm(actions, axis=1) - 1
    elif trace.body.name == "box":
        outside = np.abs(actions) - 1
    else:
        outside = actions @ trace.body.normals.T - trace.body.offsets
    assert np.all(outside <= 1e-12)
    assert np.all(np.abs(np.sum(trace.hidden_vectors * actions, axis=1)) <= 1 + 1e-12)


@pytest.mark.parametrize("body", [BALLS[2], BOXES[2], *POLYTOPES])
def test_regret_is_against_the_best_point(body):
    trace = draw(body, horizon=50)
    total = trace.hidden_means.sum(axis=0)
    if body["body"] == "polytope":
        best = linprog(total, body["normals"], body["offsets"], bounds=(None, None)).fun
    else:
        best = -np.linalg.norm(total, ord={"ball": 2, "box": 1}[body["body"]])
    record = trace.record(trace.start(), None)
    record.expected_losses[:] = 0.25
    assert trace.regret(record)[-1] == pytest.approx(12.5 - best)
    assert trace.regret(record)[24] == pytest.approx((12.5 - best) / 2)


def test_wrong_horizon_and_body_are_refused():
    for name in ("bolo", "banker_bolo", "bold_bolo"):
        with refused("", "horizon"):
            getattr(kernels, name).play(draw(BOXES[1], horizon=1))
    with refused("", "body"):
        exponential_weights.play(draw(BALLS[1]))
