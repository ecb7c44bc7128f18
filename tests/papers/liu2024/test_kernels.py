from functools import cache

import numpy as np
import pytest

from delayed_bandits.traces.budgeted.trace import BudgetedTrace
from papers.environments import AT_ONCE, draw, records
from papers.liu2024 import oracle

ENVIRONMENTS = range(24)
RICH = range(100, 108)
"""Environments where stage 1 mostly ends by decisions and contexts and arms are many."""
WIDE = range(200, 205)
"""Environments where delays are so far apart that the printed radius can tell them."""
TINY = range(300, 340)
"""Environments that are over after some rounds."""

MANY = [(4, 6), (3, 6), (600, 900)]
SIZES = {ENVIRONMENTS: [(1, 6), (1, 6), (400, 900)], TINY: [(1, 6), (1, 6), (1, 80)]}
"""Least and most arms, contexts and rounds."""

NEVER = {"distribution": "pareto", "shape": 1.0, "minimum": 10**9}
DELAYS = [
    lambda mean: {"distribution": "geometric", "mean": mean},
    {"distribution": "geometric", "mean": 12},
    AT_ONCE,
    lambda mean: {"distribution": "pareto", "shape": 2.0, "minimum": mean},
    {"distribution": "uniform", "low": 3, "high": 40},
    NEVER,
    lambda mean: {"distribution": "constant", "rounds": mean},
    lambda mean: {"distribution": "geometric", "mean": mean} if mean < 20 else NEVER,
    lambda mean: {
        "distribution": "two_point",
        "low": mean % 5,
        "high": 4 * mean + 10,
        "probability": 0.3 + mean / 75,
    },
]
"""A distribution for all arms, or that of an arm by its mean."""
STAGE_1, STAGE_2 = ("acceptance", "radius", "baskets"), ("arm", "pacing", "order", "payment")
OPTIONS = dict.fromkeys((*STAGE_1, "update", "log_term", *STAGE_2), "printed")
OPTIONS |= {"answers": "known"}
DORAL, LINUCB = "doral.doral", "delayed_linucb.d_linucb"
RANDOM = "delayed_linucb.random_d_linucb"
D_ALP = {"answers": "one"}
TABLE = [
    *((n, {}, (ENVIRONMENTS, RICH, TINY)) for n in (DORAL, LINUCB, RANDOM, "ucb_alp.ucb_alp")),
    (DORAL, D_ALP, (ENVIRONMENTS, RICH, TINY)),
    *((DORAL, {name: value}, [RICH]) for name, value in OPTIONS.items()),
    (DORAL, OPTIONS, [RICH]),
    (DORAL, OPTIONS | {"answers": "estimated"}, [TINY]),
    (DORAL, OPTIONS | D_ALP, [RICH]),
    (DORAL, {}, [WIDE]),
    (DORAL, {"radius": "printed"}, [WIDE]),
    (DORAL, {"radius": "theorem"}, [RICH]),
    (DORAL, {"radius": "theorem"}, [WIDE]),
    (DORAL, {"acceptance": "printed", "accept": 1}, [WIDE]),
    (LINUCB, {"log_term": "printed"}, [RICH]),
    (RANDOM, {"log_term": "printed"}, [RICH]),
    (RANDOM, {"pacing": "printed"}, [RICH]),
]
"""Algorithms, their options, and the kinds of environments on which they play."""


@cache
def drawn(kind, environment):
    """Draw a trace and parameters of DORAL for it."""
    stream = np.random.default_rng(environment)
    rich = kind in (RICH, WIDE)
    sizes, shape = SIZES.get(kind, MANY), ["uniform", "unit"][environment % 3 == 1]
    arms, contexts, horizon = (int(stream.integers(*ends, endpoint=True)) for ends in sizes)
    delay = [DELAYS[0], DELAYS[-1]][environment % 2] if rich else DELAYS[environment % len(DELAYS)]
    wide = stream.permutation(arms) if kind == WIDE else None
    probabilities = stream.dirichlet(np.full(contexts, 1.5)) + 0.01
    rate = stream.uniform(0.5, 0.8) if rich else stream.uniform(0.2, 1.2)
    means = stream.choice([1, 3, 6, 10, 15, 22, 30], arms, replace=False).tolist()
    if kind == WIDE:
        means, delay = [60 * arm for arm in wide], DELAYS[6]
    trace = draw(
        BudgetedTrace,
        environment,
        [delay(mean) for mean in means] if callable(delay) else delay,
        horizon=horizon,
        budget=max(1.5, rate * horizon),
        contexts=(probabilities / probabilities.sum()).tolist(),
        arms=arms,
        instances={"distribution": shape, "dimension": environment % 5 + 1},
        window=[10, 50, 500][environment % 3],
        rewards="means" if environment % 4 == 3 else "bernoulli",
    )
    accept = stream.integers(arms - 2, arms) if rich else stream.integers(1, arms, endpoint=True)
    cutoffs = {ENVIRONMENTS: [40, None, 5, 500], TINY: [2, None, 5, 9]}.get(kind, [8, 6, None, 12])
    limited = environment % 8 == 4 or (not rich and environment % 5 == 2)
    limit = 19 if kind == TINY else 120
    return trace, {
        "accept": int(accept),
        "cutoff": cutoffs[environment // 2 % 4],
        "confidence": [0.05, 0.3][environment % 5 == 4],
        "regularisation": [1.0, 0.4][environment % 7 == 3],
        "width_factor": [0.1, 1.0, 0.02][environment // 2 % 3],
        "tail_exponent": [2.0, 0.4][environment % 5 == 3],
        "identification_limit": limit if limited else 35000,
    }


@pytest.mark.parametrize(("name", "options", "kinds"), TABLE, ids=str)
def test_kernel_matches_oracle(name, options, kinds):
    for kind, environment in [(among, number) for among in kinds for number in among]:
        trace, parameters = drawn(kind, environment)
        if name != DORAL:
            parameters = parameters | {"cutoff": parameters["cutoff"] or 25}
        record, wanted = records(name, [oracle], trace, parameters, **options)
        assert record.report.identification == wanted.report.identification
        np.testing.assert_array_equal(record.report.accepted, wanted.report.accepted)
        assert record.report.cutoff == wanted.report.cutoff
        np.testing.assert_array_equal(record.arms, wanted.arms, f"environment {environment}")
