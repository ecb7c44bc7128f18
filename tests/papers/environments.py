"""Environments on which kernels and their oracles play."""

from dataclasses import replace

import numpy as np

from delayed_bandits.delays.distributions import distributions_from
from delayed_bandits.traces.linear.trace import LinearTrace
from delayed_bandits.traces.streams import Streams
from every_algorithm import ALGORITHMS

UNCHECKED = {name: replace(found, check=None) for name, found in ALGORITHMS.items()}
"""Algorithms that take what they are given of the delays, even if it is false."""

CRITEO = np.array([0, 10, 100, 400, 5000, 100000])
AT_ONCE = {"distribution": "constant", "rounds": 0}
LOST = {"distribution": "two_point", "low": 0, "high": 10**9, "probability": 0.5}
DELAYS = [
    AT_ONCE,
    {"distribution": "constant", "rounds": 10},
    {"distribution": "constant", "rounds": 1000},
    {"distribution": "geometric", "mean": 20},
    {"distribution": "uniform", "low": 0, "high": 30},
    {"distribution": "pareto", "shape": 1.5, "minimum": 3},
    {"distribution": "batch", "size": 15},
    LOST,
]


def draw(kind, seed, delay, **environment):
    """Draw a trace; a list of delays is cut to the number of arms."""
    if isinstance(delay, list):
        delay = delay[: environment.get("arms") or len(environment["means"])]
    delay = distributions_from(delay, CRITEO)
    return kind.draw(Streams(3, "test"), seed, delay=delay, **environment)


def linear(trace, means, seed):
    """The same rewards and delays as conversions of unit vectors."""
    horizon, n_arms = trace.horizon, trace.n_arms
    return LinearTrace(
        action_sets=np.broadcast_to(np.eye(n_arms), (horizon, n_arms, n_arms)).copy(),
        hidden_theta=np.array(means),
        hidden_means=np.broadcast_to(means, (horizon, n_arms)).copy(),
        hidden_uniforms=Streams(3, "test").open("rewards", seed).random(horizon),
        hidden_delays=trace.hidden_delays,
        hidden_distribution=trace.distributions[0],
        randomness=trace.randomness,
    )


def kernel_and_replay(name, *oracles):
    """The algorithm of a case "module.function, unusual options", and its oracle."""
    reference = name.partition(",")[0]
    function = reference.partition(".")[2]
    return UNCHECKED[reference], next(filter(None, (vars(of).get(function) for of in oracles)))


def records(name, oracles, trace, given, **options):
    """An algorithm and its oracle with options, and with the given values that they take."""
    algorithm, replay = kernel_and_replay(name, *oracles)
    known = algorithm.parameters["properties"]
    parameters = {key: value for key, value in given.items() if key in known} | options
    return algorithm.play(trace, **parameters), replay(trace, **parameters)


def same_arms(name, oracle, trace, **parameters):
    np.testing.assert_array_equal(*records(name, [oracle], trace, {}, **parameters))
