"""Expected regrets of delay as payoff at full scale.

The means of a prototype over 8 or 20 seeds with the same laws of instances. They agree if they
differ by less than a quarter, or by less than four standard errors.
"""

import math
from functools import cache

import numpy as np
import pytest

from delayed_bandits.algorithms.registry import load
from delayed_bandits.traces.payoffs.trace import PayoffTrace
from delayed_bandits.traces.streams import Streams
from papers import scale

pytestmark = pytest.mark.paper

SEEDS = 16
STREAMS = Streams(2026, "zhang2025")
PHASED = "phased_elimination.phased_elimination"
LINUCB = "payoff_baselines.linucb"
READINGS = ("observed", "wait", "zero", "one")


@cache
def regrets(name, parameters, world, seeds=SEEDS):
    """Final regrets of the first seeds, and restarts."""
    algorithm, world = load(name), dict(world)
    world["instances"] = dict(world["instances"])
    last = []
    for seed in range(seeds):
        trace = PayoffTrace.draw(STREAMS, seed, **world)
        columns = trace.columns(algorithm.play(trace, **dict(parameters)))
        last.append((columns["regret"][-1], columns.get("restarts", [0])[-1]))
    return np.array(last, float).T


def world(payoffs="losses", dimension=6, delay=100, horizon=10**5, law="beta", actions=70):
    return (
        ("horizon", horizon),
        ("payoffs", payoffs),
        ("maximal_delay", delay),
        ("actions", actions),
        ("instances", (("law", "positive"), ("dimension", dimension))),
        ("payoff_law", law),
    )


def check(values, expected, deviation=None, seeds=8):
    """Within a quarter, or four standard errors of the difference."""
    deviation = values.std(ddof=1) if deviation is None else deviation
    scale.check(values, expected, deviation / math.sqrt(seeds), least=0.25 * expected)


# Losses of 0 or 1, n = 5, K = 50: D, T: the theorem's width (restarts), width 1 (restarts)
AGAINST_ROUNDS = {
    (10, 10**4): "3200±562 0 911±296 1.9",
    (10, 10**5): "21341±3400 1.1 1415±712 1.9",
    (10, 10**6): "95652±30508 1.9 1519±822 1.9",
    (10, 10**7): "169285±79131 1.9 1617±903 1.9",
    (100, 10**4): "3151±536 0 1798±246 5.1",
    (100, 10**5): "24883±4812 2.7 2408±664 5.2",
    (100, 10**6): "112553±22445 5.1 2560±775 5.2",
    (100, 10**7): "187243±85808 5.2 2657±827 5.2",
    (1000, 10**4): "3218±563 0 3099±592 1.9",
    (1000, 10**5): "24968±3956 2.6 12740±1773 8.6",
    (1000, 10**6): "138945±30868 8.3 13185±1332 8.6",
    (1000, 10**7): "243007±73905 8.6 13283±1336 8.6",
}


@pytest.mark.parametrize(("delay", "horizon"), AGAINST_ROUNDS)
def test_regret_and_restarts_against_rounds(delay, horizon):
    where = world(dimension=5, delay=delay, horizon=horizon, law="bernoulli", actions=50)
    entries = AGAINST_ROUNDS[delay, horizon].split()
    for width, entry, expected in ((None, *entries[:2]), (1.0, *entries[2:])):
        seeds = 64 if horizon <= 10**5 else SEEDS
        final, restarts = regrets(PHASED, (("width", width),), where, seeds)
        check(final, *map(float, entry.split("±")), seeds=20)
        check(restarts, float(expected), seeds=20)


# D, payoffs, n: Algorithm 1 with width 0.5, without a guess, with the theorem's; LinUCB's four
# readings with R = 1, with R = 1/2; uniform play. K = 70, T = 10^5
MAIN = {
    (100, "losses", 6): "1348±262 620±157 25994 1939 1940 2005 1887 846 864 907 805 37188",
    (100, "losses", 8): "1411±137 756±174 26810 3103 3130 3193 3076 1382 1358 1469 1325 32729",
    (100, "losses", 10): "1618±221 836±168 26499 4030 4013 4143 3927 1830 1836 1963 1765 29874",
    (100, "rewards", 6): "1542±324 1194±233 22701 2581 2587 2578 2560 1274 1337 1307 1305 26848",
    (100, "rewards", 8): "1734±409 1381±360 21386 3263 3343 3294 3284 1744 1800 1774 1790 25275",
    (100, "rewards", 10): "1703±458 1515±466 20764 4499 4576 4519 4520 2447 2522 2460 2477 23136",
    (1000, "losses", 6): "8184±1128 1635±142 26832 2412 2898 2964 1886 1352 2085 1525 816 37188",
    (1000, "losses", 8): "9309±1812 1701±205 27170 3635 4332 4288 3104 1987 2816 2765 1378 32729",
    (1000, "losses", 10): "11079±2067 1723±153 26936 4630 5262 5779 3991 2630 3456 3467 1833 29874",
    (1000, "rewards", 6): "3388±260 2347±150 23434 2717 3571 2963 2828 1419 2557 1837 1520 26848",
    (1000, "rewards", 8): "3514±466 2556±405 21884 3497 4675 3687 3672 1936 3349 2296 2151 25275",
    (1000, "rewards", 10): "3619±406 2699±333 20965 4785 5894 4925 4990 2694 4133 3021 3045 23136",
}
COLUMNS = [
    (PHASED, {"width": 0.5}),
    (PHASED, {"width": 0.5, "guessing": False}),
    (PHASED, {}),
    *[(LINUCB, {"missing": missing}) for missing in READINGS],
    *[(LINUCB, {"missing": missing, "noise": 0.5}) for missing in READINGS],
    ("payoff_baselines.uniform_random", {}),
]


@pytest.mark.parametrize(("delay", "payoffs", "dimension"), MAIN)
def test_regret_of_all_algorithms(delay, payoffs, dimension):
    row = MAIN[delay, payoffs, dimension]
    where = world(payoffs, dimension, delay)
    for (name, parameters), entry in zip(COLUMNS, row.split(), strict=True):
        final, _ = regrets(name, tuple(parameters.items()), where)
        check(final, *map(float, entry.split("±")))
