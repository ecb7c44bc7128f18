"""Mean regrets of the arena at its full horizon: `pytest -m paper` (some minutes).

The expected means and their standard errors come from separate code, of 200 replications where K is
2 and of 30 where it is 10.
"""

import math

import numpy as np
import pytest

from delayed_bandits.algorithms.registry import load
from papers.arena.test_kernels import AT_ONCE, LOST, bernoulli, by_reward, constant
from papers.scale import check

pytestmark = pytest.mark.paper

HORIZON = 100_000
PLAYERS = {
    "UCB1": ("delayed_ucb.delayed_ucb1", {}),
    "KLUCB": ("confidence_indices.kl_ucb", {"ties": "least_played"}),
    "TS": ("thompson.thompson", {}),
    "SE": ("successive_elimination.successive_elimination", {}),
    "PSE": ("delayed_elimination.phased_successive_elimination", {}),
    "OPSE": ("delayed_elimination.optimistic_pessimistic_elimination", {}),
    "F7": ("zimmert_seldin.best_of_both_worlds", {}),
}
SUCCESSES, FAILURES = by_reward(constant(1000), AT_ONCE), by_reward(AT_ONCE, constant(1000))
WORLDS = {  # delays of the others and of the best arm, the last
    "none": (AT_ONCE, AT_ONCE),
    "fixed10": (constant(10),) * 2,
    "fixed100": (constant(100),) * 2,
    "fixed1000": (constant(1000),) * 2,
    "uni50": ({"law": "uniform", "low": 0, "high": 100},) * 2,
    "geom100": ({"law": "geometric", "mean": 100},) * 2,
    "pareto1": ({"law": "pareto", "shape": 1.0, "minimum": 1},) * 2,
    "pareto.5": ({"law": "pareto", "shape": 0.5, "minimum": 1},) * 2,
    "loss.5": (LOST, LOST),
    "succ1000": (SUCCESSES, SUCCESSES),
    "fail1000": (FAILURES, FAILURES),
    "bias1000": (FAILURES, SUCCESSES),
    "slow1000": (AT_ONCE, constant(1000)),
    "lossbias.5": (AT_ONCE, by_reward(LOST, AT_ONCE)),
}
# (arms, gap), the world, and (mean, standard error) of each player; of PSE the median where named
TABLE = """
2 0.1 none       176.8±2.5   51.1±2.7    27.2±1.1    912.1±9.1   2358~       912.1±9.1
2 0.1 fixed100   179.8±2.7   55.3±1.4    29.5±1.4    917.1±9.1   2363~       1018±9.2
2 0.1 pareto1    172.4±2.5   49.2±1.4    27.8±1.1    931.1±10    2358~       943.8±10
2 0.1 loss.5     306.3±4.6   90.5±2.7    50.9±2.1    1848±20     4714~       5000±0.0
2 0.1 succ1000   182.7±2.7   105.2±1.5   108.0±1.5   942.3±9.1   2381~       1417±9.8
2 0.1 bias1000   448.2±3.7   722.4±8.3   1133±15     9979±0.1    9935~       1859±10
2 0.1 slow1000   165.7±2.3   48.5±1.5    52.8±0.7    937.6±9.0   2358±0.0    1417±9.8
10 0.1 none       1511±16     437.1±8.6   274.7±17    8220±104    8998±1.5    8220±104
10 0.1 geom100    1536±18     464.5±11    248.1±9.7   8170±120    9000±0.1    8457±94
10 0.1 pareto.5   1516±21     446.2±11    257.2±7.3   8142±110    9000±0.1    8908±34
10 0.1 loss.5     2730±41     807.1±20    444.0±12    9000±0.0    8999±1.1    9000±0.0
10 0.1 fail1000   2986±96     2073±27     1433±55     8195±108    8994±4.7    8918±30
10 0.1 bias1000   2714±66     2465±49     3196±75     8920±24     8997±3.4    8988±5.6
10 0.1 lossbias.5 9776±6.2    9920±6.0    9954±3.2    9000±0.0    8800±0.9    9000±0.0
10 0.2 fixed100   997.5±13    326.5±7.6   155.8±4.3   4104±60     10629±0.0   4523±63
10 0.2 geom100    938.0±11    276.4±4.8   150.3±5.4   4204±78     10636~      4514±78
10 0.2 pareto1    921.4±9.5   245.0±4.7   150.8±5.6   4203±70     10614~      4238±85
10 0.2 succ1000   917.4±10    455.3±12    479.8±12    4269±56     10687±0.6   6158±70
10 0.2 fail1000   3079±24     2668±98     841.0±69    4267±62     10727±0.7   6102±68
10 0.2 slow1000   902.4±12    230.3±6.8   158.0±3.6   4226±64     10611±0.0   6158±70
10 0.2 lossbias.5 12558±176   7001±220    3945±206    18000±0.0   17550±2.2   18000±0.0
"""
BEST_OF_BOTH = """
2 0.1 none       94.2±2.4
2 0.1 fixed10    563.5±6.1
2 0.1 fixed100   2612±6.8
2 0.1 fixed1000  4626±3.1
10 0.1 none       744.7±31
10 0.1 uni50      7788±22
10 0.1 fixed1000  8913±1.5
10 0.2 fixed10    2071±27
10 0.2 fixed100   11949±52
10 0.2 fixed1000  17634±3.0
"""


def cases():
    for text, players in ((TABLE, list(PLAYERS)[:-1]), (BEST_OF_BOTH, ["F7"])):
        for line in text.strip().splitlines():
            arms, gap, world, *cells = line.split()
            for player, cell in zip(players, cells, strict=True):
                yield int(arms), float(gap), world, player, cell


def final_regrets(arms, gap, world, player):
    run, parameters = PLAYERS[player]
    algorithm = load(run)
    others, best = WORLDS[world]
    delay = others if others == best else [others] * (arms - 1) + [best]
    for seed in range(60 if arms == 2 else 30):
        trace = bernoulli(HORIZON, gap, delay, seed, arms, algorithm.trace)
        yield trace.columns(algorithm.play(trace, **parameters))["regret"][-1]


@pytest.mark.parametrize(("arms", "gap", "world", "player", "cell"), list(cases()))
def test_mean_regret(arms, gap, world, player, cell):
    """Within four standard errors of both, and the rounding of the number; PSE by its median."""
    regrets = np.array(list(final_regrets(arms, gap, world, player)))
    expected, _, error = cell.strip("~").partition("±")
    rounding = (0.05 if "." in expected else 0.5) + 1e-6
    if not cell.endswith("~"):
        check(regrets, float(expected), float(error), rounding=rounding)
        return
    low, high = np.percentile(regrets, [25, 75])
    spread = 1.2533 * (high - low) / 1.349  # of a median, by the quartiles of a normal law
    replications = regrets.size, 200 if arms == 2 else 30
    allowed = 4 * math.hypot(*(spread / math.sqrt(n) for n in replications)) + rounding
    assert abs(np.median(regrets) - float(expected)) <= allowed
