"""Regrets at the scale of the experiments on Huang et al. 2023: `pytest -m paper` (some minutes).

The expected means come from an independent prototype, from 10 or 6 replications; the paper
itself has no experiments. T = 100,000, K = 8.
"""

import json
from functools import cache

import numpy as np
import pytest

from delayed_bandits.algorithms.registry import load
from delayed_bandits.delays.laws import law_from
from delayed_bandits.traces.streams import Streams
from papers import scale

pytestmark = pytest.mark.paper

DELAYS = {
    "none": {"law": "constant", "rounds": 0},
    "fixed 10": {"law": "constant", "rounds": 10},
    "fixed 100": {"law": "constant", "rounds": 100},
    "geometric": {"law": "geometric", "mean": 100},
    "Pareto": {"law": "pareto", "shape": 1.5, "minimum": 33.333},
    "packets": {"law": "packet", "size": 201},
    "front": {"law": "front", "size": 4472},
    "lost": {"law": "two_point", "low": 0, "high": 10**9, "probability": 0.05},
}
SCA = {"law": "stochastically_constrained", "gap": 0.25}
LOCK = {"law": "square_wave", "block": 200}

TSALLIS = "adversarial_baselines.tsallis_inf", {}
SIMPLE = "zimmert_seldin.zimmert_seldin", {}
EXP3 = "adversarial_baselines.exp3_known_delay", {}
ANYTIME = "adversarial_baselines.exp3", {}
BOLD = "adversarial_baselines.bold", {}
FIFO = "banker.banker_tinf", {"withdrawal": "fifo"}
POOLED = "banker.banker_tinf", {}

# environment and delays: mean and standard error of each algorithm
HEADS = (TSALLIS, SIMPLE, EXP3, ANYTIME, BOLD, FIFO, POOLED)
ARMED = {
    ("sca", "none"): "316±11 316±11 1650±25 472±26 316±11 316±11 316±11",
    ("sca", "fixed 10"): "325±14 928±37 2203±26 535±21 2266±59 2184±109 2215±106",
    ("sca", "fixed 100"): "345±15 3741±64 4885±32 1703±55 10023±83 9420±97 9384±139",
    ("sca", "geometric"): "338±12 3668±61 4885±31 1585±38 11104±118 1407±40 1072±20",
    ("sca", "Pareto"): "344±15 3572±53 4823±29 1541±42 10945±78 1285±29 1025±14",
    ("sca", "packets"): "350±14 3755±62 4890±32 1687±56 13634±51 11705±78 7000±55",
    ("sca", "front"): "1141±9 7244±33 4918±21 4719±24 1319±12 3028±23 3032±23",
    ("sca", "lost"): "322±13 15343±46 17201±36 11052±101 20667±11 19279±18 19279±18",
    ("lock", "fixed 10"): "581±14 170±1 123±1 256±1 176±2 556±6 552±4",
    ("lock", "fixed 100"): "5249±132 675±1 538±1 1040±1 467±1 1407±6 1397±8",
    ("lock", "geometric"): "2390±100 315±2 256±1 486±3 4±14 349±5 375±9",
    ("lock", "Pareto"): "3566±86 464±1 370±1 715±2 200±12 899±10 1105±9",
    ("lock", "packets"): "3536±126 538±2 359±1 823±2 -4626±30 1235±3 322±1",
}
BANKER = "bolo.banker_bolo", {}
BANKER_FIFO = "bolo.banker_bolo", {"withdrawal": "fifo"}
IGNORANT = "bolo.bolo", {}
BOLD_BOLO = "bolo.bold_bolo", {}
WEIGHTS = "continuous_exponential_weights.exponential_weights", {}
WEIGHTS_IGNORANT = "continuous_exponential_weights.exponential_weights", {"mean_delay": 0}
LINEAR_HEADS = (BANKER, BANKER_FIFO, IGNORANT, BOLD_BOLO, WEIGHTS, WEIGHTS_IGNORANT)
LINEAR_DELAYS = ("none", "fixed 10", "fixed 100", "geometric")
# body and dimension: per algorithm without delay, under fixed 10, fixed 100 and geometric delays
LINEAR = {
    ("ball", 5): (
        "3814/9120/15835/13359 3814/9120/15835/17361 3814/3860/4136/3501 3814/8668/15835/17334"
    ),
    ("ball", 10): (
        "6795/12536/22150/20418 6795/12536/22150/24065 6795/6789/7048/7917 6795/12531/22150/24121"
    ),
    ("box", 5): (
        "6992/15519/30330/31510 6992/15519/30330/32762 6992/7035/7489/7408 "
        "6992/15280/30330/32655 3350/4323/8344/8359 3350/3357/3419/3327"
    ),
    ("box", 10): (
        "12906/24476/42694/43982 12906/24476/42694/44064 12906/12920/13078/12454 "
        "12906/24537/42694/43955 5964/6788/11134/11137 5964/5985/6038/6192"
    ),
}


@cache
def traces(kind, world, delay, seeds):
    """The first traces of a world, given as JSON."""
    return [
        kind.draw(
            Streams(7, "huang2023"),
            seed,
            horizon=100_000,
            delay=law_from(DELAYS[delay]),
            **json.loads(world),
        )
        for seed in range(seeds)
    ]


def finals(algorithm, world, delay, seeds=10):
    """Final regrets of the first seeds."""
    loaded, parameters = load(algorithm[0]), algorithm[1]
    drawn = traces(loaded.trace, json.dumps(world), delay, seeds)
    return np.array([trace.regret(loaded.play(trace, **parameters))[-1] for trace in drawn])


def check(values, expected, error):
    """Within four standard errors of the difference, or a tenth."""
    scale.check(values, expected, error, least=0.1 * abs(expected))


@pytest.mark.parametrize(("world", "delay"), ARMED)
def test_regret_of_each_algorithm_on_each_law_of_delays(world, delay):
    losses = {"sca": SCA, "lock": LOCK | ({"block": 20} if delay == "fixed 10" else {})}[world]
    for algorithm, entry in zip(HEADS, ARMED[world, delay].split(), strict=True):
        expected, error = map(float, entry.split("±"))
        check(finals(algorithm, {"arms": 8, "losses": losses}, delay), expected, error)


@pytest.mark.parametrize(("body", "dimension"), LINEAR)
def test_regret_of_linear_bandits(body, dimension):
    world = {"body": {"body": body, "dimension": dimension}, "losses": "stochastic"}
    rows = LINEAR[body, dimension].split()
    for algorithm, row in zip(LINEAR_HEADS, rows, strict=False):
        for delay, expected in zip(LINEAR_DELAYS, row.split("/"), strict=True):
            values = finals(algorithm, world, delay, seeds=6)
            check(values, float(expected), scale.sem(values))
