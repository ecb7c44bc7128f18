"""Kernels against their oracles: the same arm in every round."""

import numpy as np
import pytest

from delayed_bandits.algorithms import linear_baselines, otflin, otflin_code, otflin_confidence
from delayed_bandits.delays.laws import law_from
from delayed_bandits.traces.linear.confidence import ConfidenceTrace
from delayed_bandits.traces.linear.trace import LinearTrace
from delayed_bandits.traces.streams import Streams
from papers.vernade2020 import oracle

SETTINGS = [
    # horizon, arms, dimension, action law, delay law, window
    (150, 10, 5, "binary", {"law": "geometric", "mean": 10}, 20),
    (150, 10, 5, "uniform", {"law": "geometric", "mean": 30}, 5),
    (100, 4, 2, "binary", {"law": "constant", "rounds": 0}, 1),
    (120, 3, 3, "uniform", {"law": "uniform", "low": 0, "high": 12}, 6),
    (120, 4, 2, "uniform", {"law": "pareto", "shape": 0.7, "minimum": 1}, 300),
]
PRINTED = {"confidence": 0.1, "regularisation": 1.0}
CASES = {
    "otflinucb": (otflin.otflinucb, oracle.otflinucb, PRINTED),
    "otflinucb stored": (otflin.otflinucb, oracle.otflinucb, {**PRINTED, "stored_norms": True}),
    "otflinucb narrow": (
        otflin.otflinucb,
        oracle.otflinucb,
        {"confidence": 0.01, "regularisation": 0.3, "width_factor": 0.1},
    ),
    "otflints": (otflin.otflints, oracle.otflints, PRINTED),
    "otflints stored": (
        otflin.otflints,
        oracle.otflints,
        {"confidence": 0.05, "regularisation": 2.0, "stored_norms": True, "width_factor": 0.5},
    ),
    "otflinucb code": (otflin_code.otflinucb_code, oracle.otflinucb_code, PRINTED),
    "otflinucb code narrow": (
        otflin_code.otflinucb_code,
        oracle.otflinucb_code,
        {"confidence": 0.05, "regularisation": 0.5, "width_factor": 0.5},
    ),
    "otflints code": (otflin_code.otflints_code, oracle.otflints_code, {"prior_scale": 0.5}),
    "greedy": (linear_baselines.greedy, oracle.greedy, {"regularisation": 0.3}),
    "linucb waiting": (linear_baselines.linucb_waiting, oracle.linucb_waiting, PRINTED),
}


def draw(kind, setting, seed=0):
    names = ("horizon", "arms", "dimension", "action_law")
    world = dict(zip(names, setting, strict=False)) | {"delay": law_from(setting[-2])}
    return kind.draw(Streams(1, "test"), seed, **world)


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: f"{s[3]}-{s[4]['law']}")
def test_kernel_plays_the_oracles_arms(name, setting):
    algorithm, replay, parameters = CASES[name]
    for seed in range(3):
        trace = draw(LinearTrace, setting, seed)
        played = algorithm.play(trace, window=setting[-1], **parameters)
        np.testing.assert_array_equal(played, replay(trace, setting[-1], **parameters))


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: f"{s[3]}-{s[4]['law']}")
def test_recorded_errors_are_the_oracles(setting):
    window, law = setting[-1], law_from(setting[-2])
    trace = draw(ConfidenceTrace, setting)
    record = otflin_confidence.otflinucb.play(trace, window=window, **PRINTED)
    columns = trace.columns(record)
    played = otflin.otflinucb.play(draw(LinearTrace, setting), window=window, **PRINTED)
    np.testing.assert_array_equal(record[0], played)
    np.testing.assert_array_equal(columns["regret"], trace.regret(played))
    expected = oracle.errors(trace, played, law.cdf(window), window, *PRINTED.values())
    np.testing.assert_allclose([columns["error"], columns["error_by_radius"]], expected)
