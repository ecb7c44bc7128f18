"""Kernels for bandits with a budget against their oracles: the same record."""

from functools import cache

import numpy as np
import pytest

from delayed_bandits.algorithms import delayed_linucb, doral, ucb_alp
from delayed_bandits.delays.laws import laws_from
from delayed_bandits.traces.budgeted.trace import BudgetedTrace
from delayed_bandits.traces.streams import Streams
from papers.liu2024 import oracle

WORLDS = range(24)
RICH = range(100, 108)
"""Worlds where stage 1 mostly ends by decisions and contexts and arms are many."""
WIDE = range(200, 205)
"""Worlds where delays are so far apart that the printed radius can tell them."""
TINY = range(300, 340)
"""Worlds that are over after some rounds."""

SIZES = [(1, 6), (1, 6), (400, 900)]
RICH_SIZES = [(4, 6), (3, 6), (600, 900)]
TINY_SIZES = [(1, 6), (1, 6), (1, 80)]
"""Least and most arms, contexts and rounds."""

NEVER = {"law": "pareto", "shape": 1.0, "minimum": 10**9}
DELAYS = [
    "geometric of each arm",
    {"law": "geometric", "mean": 12},
    {"law": "constant", "rounds": 0},
    "pareto of each arm",
    {"law": "uniform", "low": 3, "high": 40},
    NEVER,
    "constant of each arm",
    "some never",
    "two points of each arm",
]
COSTS = [0.3, 0.55, 0.9, 1.1, 1.7]
STAGE_1, STAGE_2 = ("acceptance", "radius", "baskets"), ("arm", "pacing", "order", "payment")
OPTIONS = dict.fromkeys((*STAGE_1, "update", "log_term", *STAGE_2), "printed") | {
    "answers": "known"
}
CASES = {
    "doral": (doral.doral, oracle.doral),
    "d_linucb": (delayed_linucb.d_linucb, oracle.d_linucb),
    "random_d_linucb": (delayed_linucb.random_d_linucb, oracle.random_d_linucb),
    "ucb_alp": (ucb_alp.ucb_alp, oracle.ucb_alp),
}
D_ALP = {"answers": "one"}
RUNS = [(name, {}, world) for name in CASES for world in (*WORLDS, *RICH, *TINY)]
RUNS += [("doral", D_ALP, world) for world in (*WORLDS, *RICH, *TINY)]
RUNS += [("doral", {name: value}, world) for name, value in OPTIONS.items() for world in RICH]
RUNS += [("doral", OPTIONS, world) for world in RICH]
RUNS += [("doral", OPTIONS | {"answers": "estimated"}, world) for world in TINY]
RUNS += [("doral", OPTIONS | D_ALP, world) for world in RICH]
DECIDING = [{}, {"radius": "printed"}, {"acceptance": "printed", "accept": 1}]
RUNS += [("doral", options, world) for options in DECIDING for world in WIDE]
RUNS += [
    (name, options, world)
    for name, options in [
        ("d_linucb", {"log_term": "printed"}),
        ("random_d_linucb", {"log_term": "printed"}),
        ("random_d_linucb", {"pacing": "printed"}),
    ]
    for world in RICH
]


def delays_of(kind, stream, arms):
    """Describe the law of all delays, or that of each arm."""
    means = stream.choice([1, 3, 6, 10, 15, 22, 30], arms, replace=False)
    match kind:
        case "geometric of each arm":
            return [{"law": "geometric", "mean": int(mean)} for mean in means]
        case "pareto of each arm":
            return [{"law": "pareto", "shape": 2.0, "minimum": int(mean)} for mean in means]
        case "constant of each arm":
            return [{"law": "constant", "rounds": int(mean)} for mean in means]
        case "two points of each arm":
            return [
                {
                    "law": "two_point",
                    "low": int(stream.integers(5)),
                    "high": int(4 * mean + 10),
                    "probability": stream.uniform(0.3, 0.7),
                }
                for mean in means
            ]
        case "some never":
            laws = delays_of("geometric of each arm", stream, arms)
            return [NEVER if stream.random() < 0.3 else law for law in laws]
    return kind


@cache
def drawn(world):
    """Draw a trace and parameters of DORAL for it."""
    stream = np.random.default_rng(world)
    rich = world in (*RICH, *WIDE)
    sizes = RICH_SIZES if rich else TINY_SIZES if world in TINY else SIZES
    arms, contexts, horizon = (int(stream.integers(*ends, endpoint=True)) for ends in sizes)
    kind = [DELAYS[0], DELAYS[-1]][world % 2] if rich else DELAYS[world % len(DELAYS)]
    if world in WIDE:
        kind = [{"law": "constant", "rounds": 60 * arm} for arm in stream.permutation(arms)]
    costs = stream.choice(COSTS, arms).tolist() if world // 2 % 2 else None
    probabilities = stream.dirichlet(np.full(contexts, 1.5)) + 0.01
    rate = stream.uniform(0.5, 0.8) if rich else stream.uniform(0.2, 1.2)
    trace = BudgetedTrace.draw(
        Streams(4, "kernels"),
        world,
        horizon=horizon,
        budget=max(1.5, rate * horizon),
        contexts=(probabilities / probabilities.sum()).tolist(),
        arms=arms,
        instances={"law": ["uniform", "unit"][world % 3 == 1], "dimension": world % 5 + 1},
        delay=laws_from(delays_of(kind, stream, arms)),
        costs=costs,
        window=[10, 50, 500][world % 3],
        rewards="means" if world % 4 == 3 else "bernoulli",
    )
    accept = stream.integers(arms - 2, arms) if rich else stream.integers(1, arms, endpoint=True)
    cutoffs = [8, 6, None, 12] if rich else [2, None, 5, 9] if world in TINY else [40, None, 5, 500]
    limited = world % 8 == 4 or (not rich and world % 5 == 2)
    limit = 19 if world in TINY else 120
    parameters = {
        "accept": int(accept),
        "cutoff": cutoffs[world // 2 % 4],
        "confidence": [0.05, 0.3][world % 5 == 4],
        "regularisation": [1.0, 0.4][world % 7 == 3],
        "width_factor": [0.1, 1.0, 0.02][world // 2 % 3],
        "tail_exponent": [2.0, 0.4][world % 5 == 3],
        "identification_limit": limit if limited else 35000,
    }
    return trace, parameters


def parameters_of(name, options, world):
    """Parameters of an algorithm: what it takes of DORAL's, and `options`."""
    trace, parameters = drawn(world)
    if name == "ucb_alp":
        return trace, {}
    if name in ("d_linucb", "random_d_linucb"):
        names = ("confidence", "regularisation", "width_factor")
        given = {key: parameters[key] for key in names}
        return trace, given | {"cutoff": parameters["cutoff"] or 25} | options
    return trace, parameters | options


def described(run):
    name, options, world = run
    changes = [f"{option} {value}" for option, value in options.items()]
    return "-".join([name, "all" if len(options) > 2 else ", ".join(changes), str(world)])


@pytest.mark.parametrize("run", RUNS, ids=described)
def test_kernel_and_oracle_give_the_same_record(run):
    name, _, _ = run
    trace, parameters = parameters_of(*run)
    algorithm, replay = CASES[name]
    record, wanted = algorithm.play(trace, **parameters), replay(trace, **parameters)
    assert record.report.identification == wanted.report.identification
    np.testing.assert_array_equal(record.report.accepted, wanted.report.accepted)
    assert record.report.cutoff == wanted.report.cutoff
    np.testing.assert_array_equal(record.arms, wanted.arms)
