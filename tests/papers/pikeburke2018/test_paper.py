"""The regrets of the paper's settings at its own scale: `pytest -m paper` (a few minutes).

The expected means and ranges come from an independent simulator, from 200 replications, or 100 of
the other algorithms for sums.
"""

import math
from functools import cache

import pytest

from delayed_bandits.algorithms.registry import load
from papers import scale

pytestmark = pytest.mark.paper

SEEDS = 200
HORIZON = 250_000
MEANS = [0.5, 0.6]
UCB1_ERROR = 3  # standard error of the expected means of Delayed-UCB1


def uniform(high):
    return {"law": "uniform", "low": 0, "high": high}, (high / 2, high * (high + 2) / 12, high)


def poisson(mean):
    return {"law": "poisson", "mean": mean}, (mean, mean, math.inf)


# law of the delays, and what is known of their mean, variance and bound
LAWS = {
    "none": ({"law": "constant", "rounds": 0}, (0, 0, 0)),
    "constant 20": ({"law": "constant", "rounds": 20}, (20, 0, 20)),
    "two-point 0/40": (
        {"law": "two_point", "low": 0, "high": 40, "probability": 0.5},
        (20, 400, 40),
    ),
    **{f"uniform 0..{high}": uniform(high) for high in (20, 40, 60, 80, 100)},
    **{f"Poisson {mean}": poisson(mean) for mean in (10, 20, 30, 40, 50)},
    "half-normal 20": ({"law": "half_normal", "scale": 20}, (20, 145.35, math.inf)),
    "half-normal 25": ({"law": "half_normal", "scale": 25.07}, (20, 228.3, math.inf)),
    "exponential 20": ({"law": "exponential", "mean": 20}, (20, 400, math.inf)),
    "geometric 20": ({"law": "geometric", "mean": 20, "start": 0}, (20, 420, math.inf)),
    "exponential 50": ({"law": "exponential", "mean": 50}, (50, 2500, math.inf)),
}
ODAAF, B, V = "odaaf.odaaf", "odaaf.odaaf_b", "odaaf.odaaf_v"
# R(T) of Delayed-UCB1, ODAAF, and ODAAF-B or ODAAF-V whose bridges are of the best and first arm
TABLE = {
    "constant 20": (211, 2775.6, B, 1710.2, 2285.4),
    "uniform 0..40": (207, 2775.6, B, 1710.2, 2285.4),
    "two-point 0/40": (206, 2775.6, B, 1710.2, 2285.4),
    "uniform 0..100": (208, 4455.8, B, 2049.1, 2785.0),
    "Poisson 20": (208, 2775.6, V, 2157.4, 2944.3),
    "half-normal 20": (212, 2775.6, V, 4550.9, 6462.5),
    "half-normal 25": (213, 2775.6, V, 5984.6, 8574.8),
    "exponential 20": (207, 2775.6, V, 8799.7, 12731.7),
    "geometric 20": (205, 2775.6, V, 9119.0, 13203.9),
    "Poisson 50": (210, 4455.8, V, 3069.8, 4284.7),
    "exponential 50": (203, 4455.8, V, 9154, 15846),  # ODAAF-V never drops an arm
}
# R(T) of an algorithm on the laws of mean 0, 10, ..., 50
POISSON = ["none", *(f"Poisson {mean}" for mean in (10, 20, 30, 40, 50))]
UNIFORM = ["none", *(f"uniform 0..{high}" for high in (20, 40, 60, 80, 100))]
APPENDIX_F = [
    (ODAAF, {}, POISSON, (1468, 2157, 2776, 3357, 3915, 4456)),
    (V, {"bridge_arm": "best"}, POISSON, (1468, 1826, 2157, 2472, 2776, 3070)),
    (B, {"bridge_arm": "best"}, UNIFORM, (1468, 1591, 1710, 1826, 1939, 2049)),
]


def variants(law):
    """ODAAF and its variants on a law of the table: (algorithm, parameters, expected mean)."""
    _, odaaf, bridged, best, first = TABLE[law]
    return [
        (ODAAF, {}, odaaf),
        (bridged, {"bridge_arm": "best"}, best),
        (bridged, {"bridge_arm": "first"}, first),
    ]


CASES = [(law, *variant) for law in TABLE for variant in variants(law)]
CASES_F = [
    (law, run, parameters, mean)
    for run, parameters, laws, means in APPENDIX_F
    for law, mean in zip(laws, means, strict=True)
]


@cache
def simulated(run, law, parameters):
    delay, known = LAWS[law]
    known = dict(zip(("mean_delay", "delay_variance", "delay_bound"), known, strict=True))
    names = load(run).parameters["properties"]
    parameters = {key: known[key] for key in known if key in names} | dict(parameters)
    trace = {"horizon": HORIZON, "means": MEANS, "delay": delay}
    return scale.regrets("pikeburke2018", run, parameters, trace, SEEDS)


def final(run, law, parameters=None):
    """The final regret of each seed; simulated once."""
    return simulated(run, law, tuple((parameters or {}).items()))


@pytest.mark.parametrize(("law", "run", "parameters", "expected"), CASES)
def test_odaaf(law, run, parameters, expected):
    assert final(run, law, parameters).mean() == pytest.approx(expected, rel=0.01)


@pytest.mark.parametrize("law", dict.fromkeys([*TABLE, *POISSON]))
def test_qpmd(law):
    assert 195 <= final("delayed_ucb.qpmd", law).mean() <= 220


@pytest.mark.parametrize(
    ("law", "expected"), [("none", 201), *((law, row[0]) for law, row in TABLE.items())]
)
def test_delayed_ucb1(law, expected):
    scale.check(final("delayed_ucb.delayed_ucb1", law), expected, UCB1_ERROR)


@pytest.mark.parametrize(("law", "run", "parameters", "expected"), CASES_F)
def test_appendix_f(law, run, parameters, expected):
    assert final(run, law, parameters).mean() == pytest.approx(expected, rel=0.03)
