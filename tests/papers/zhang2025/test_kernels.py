from functools import cache

import numpy as np
import pytest

from delayed_bandits.traces.payoffs.trace import PayoffTrace
from delayed_bandits.traces.protocol import Reported
from delayed_bandits.traces.streams import Streams
from papers.environments import records
from papers.zhang2025 import oracle, oracle_baselines

ENVIRONMENTS = range(24)
TINY = range(100, 106)
"""Environments that are over after some rounds."""

DELAYS = [1, 40, 8, 200, 15, 5000, 90]
SETS = ["positive", "few", "flat", "between", "scaled", "one", "arms", "zero", "orthogonal"]
PAYOFFS = [
    {"payoff_distribution": "beta", "concentration": 4.0},
    {"payoff_distribution": "beta", "concentration": 30.0},
    {"payoff_distribution": "bernoulli"},
    {"payoff_distribution": "means"},
]
PHASED, BOUNDED = "phased_elimination.phased_elimination", "bounded_elimination.bounded_elimination"
CONTEXTUAL = "contextual_elimination.contextual_elimination"
DESIGNS = "phased_designs.phased_designs"
VARIANTS = {
    PHASED: [
        {},
        {"guessing": False},
        {"scale_by_norm": False},
        {"guess": 0.2},
        {"guess": 1.0, "scale_by_norm": False},
        {"width": None},
        {"width": 0.005, "guessing": False},
    ],
    DESIGNS: [
        {"design": design} | joint
        for design in ("spanner", "all", "optimal")
        for joint in ({}, {"joint": True})
    ],
    CONTEXTUAL: [
        {"distribution": distribution} | width
        for distribution in ("known", "estimated")
        for width in ({}, {"width": None})
    ],
    BOUNDED: [
        {},
        {"guessing": False},
        {"data": "reset"},
        {"count_missing": True},
        {"data": "reset", "count_missing": True},
        {"data": "reset", "guessing": False},
        {"exploration": 1.0},
        {"exploration": 1e-300},  # bounds tie with their threshold
        {"exploration": 1e-300, "data": "reset", "guessing": False},
    ],
    "payoff_baselines.linucb": [
        {"missing": missing} | width
        for missing in ("observed", "wait", "zero", "one")
        for width in ({}, {"width": None})
    ],
    "payoff_baselines.otflinucb": [{}, {"width_factor": 0.3}],
    "payoff_baselines.random_play": [{}],
}


def has_losses(environment):
    return environment // 2 % 2 == 0


def given(vectors, theta):
    """Describe actions, scaled so that the longest has norm 1, whose means lie in [0, 1]."""
    vectors = vectors / np.linalg.norm(vectors, axis=1).max()
    theta = theta / max(1, (vectors @ theta).max())
    return {"distribution": "given", "theta": theta.tolist(), "actions": vectors.tolist()}


def instances_of(kind, stream, n, most):
    """Describe a distribution of instances and numbers of actions below and above 3 n."""
    K = int(stream.integers(1, most, endpoint=True))
    numbers = {"few": int(stream.integers(2, 3 * n + 1)), "one": 1, "positive": 3 * n + K}
    theta, vectors = np.abs(stream.standard_normal(n)), stream.random((3 * n + K, n))
    if kind in numbers:
        return {"distribution": "positive", "dimension": n}, numbers[kind]
    match kind:
        case "between":
            ends = {"lowest": 0.1, "highest": 0.9}
            return {"distribution": "between", "dimension": n + 1, **ends}, 3 * n + K
        case "arms":
            return {"distribution": "arms", "low": 0.1, "high": 0.9}, min(K, 8)
        case "flat":  # rank n in dimension n + 2, and the first action twice
            vectors = vectors @ stream.random((n, n + 2))
            vectors = np.vstack([vectors, vectors[:1]])
            theta = stream.random(n + 2)
        case "scaled":
            vectors *= stream.uniform(0.05, 1, (3 * n + K, 1))
        case "zero":
            vectors[stream.integers(3 * n + K)] = 0
        case "orthogonal":  # coefficients that are 0
            axes = np.eye(n)[stream.permutation(np.arange(4 * n + K) % n)]
            vectors = axes * stream.choice([0.25, 0.5, 1], (4 * n + K, 1))
    return given(vectors, theta), len(vectors)


@cache
def drawn(name, environment):
    """Draw a trace for an algorithm, and its parameters."""
    stream = np.random.default_rng(environment)
    n = environment % 4 + 1
    kind, contexts = SETS[environment % len(SETS)], 1
    horizon = int(stream.integers(1, 60) if environment in TINY else stream.integers(400, 900))
    if name == BOUNDED:
        kind = "arms"
    elif name == PHASED and environment not in TINY:
        horizon *= 2
    elif name == DESIGNS:  # without ties of leverages
        kind, n = ["positive", "between", "scaled"][environment % 3], max(2, n)
    elif name == CONTEXTUAL:
        horizon = horizon if environment in TINY else int(stream.integers(1030, 2100))
        kind = ["scaled", "flat", "zero", "between"][environment // 3 % 4]
        if environment % 3:
            kind, contexts = "few", [2, 5, 60][environment // 3 % 3]
    instances, K = instances_of(kind, stream, n, 20)
    trace = PayoffTrace.draw(
        Streams(1, "test"),
        environment,
        horizon=horizon,
        payoffs="losses" if has_losses(environment) else "rewards",
        maximal_delay=DELAYS[environment % len(DELAYS)],
        actions=K,
        instances=instances,
        contexts=contexts,
        **PAYOFFS[environment // 3 % len(PAYOFFS)],
    )
    return trace, {
        "width": float(stream.choice([0.1, 0.2, 0.3, 0.5])),
        "directions": [40, 6, 1, 15, 3][environment % 5],
        "confidence": [0.9, 0.05, 0.05, 0.4][environment % 4],
        "exploration": [0.02, 0.1, 0.005][environment % 3],
        "regularisation": [1.0, 0.3][environment % 5 == 0],
        "noise": [1.0, 0.5][environment % 2],
        "width_factor": [1.0, 0.02, 0.1][environment % 3],
    }


@pytest.mark.parametrize(
    ("name", "options"), [(name, options) for name, v in VARIANTS.items() for options in v], ids=str
)
def test_kernel_matches_oracle(name, options):
    for environment in (*ENVIRONMENTS, *TINY):
        given = "count_missing" in options or name == DESIGNS  # for losses only
        if given and not has_losses(environment):
            continue
        trace, parameters = drawn(name, environment)
        oracles = [oracle, oracle_baselines]
        played, wanted = records(name, oracles, trace, parameters, **options)
        if isinstance(played, Reported):
            played = played.arms, played.report.active, played.report.restarts
        np.testing.assert_array_equal(played, wanted, f"environment {environment}")
