"""Kernels against their oracles, the same arm in every round."""

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
STORED = {"confidence": 0.05, "regularisation": 2.0, "stored_norms": True, "width_factor": 0.5}
KERNELS = vars(linear_baselines) | vars(otflin) | vars(otflin_code)
CASES = {
    "otflinucb": PRINTED,
    "otflinucb, stored": {**PRINTED, "stored_norms": True},
    "otflinucb, narrow": {"confidence": 0.01, "regularisation": 0.3, "width_factor": 0.1},
    "otflints": PRINTED,
    "otflints, stored": STORED,
    "otflinucb_code": PRINTED,
    "otflinucb_code, narrow": {"confidence": 0.05, "regularisation": 0.5, "width_factor": 0.5},
    "otflints_code": {"prior_scale": 0.5},
    "greedy": {"regularisation": 0.3},
    "linucb_waiting": PRINTED,
}


def arguments(setting):
    horizon, arms, dimension, action_law, delay, _ = setting
    names = {"arms": arms, "dimension": dimension, "action_law": action_law}
    return {"horizon": horizon, "delay": law_from(delay), **names}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: f"{s[3]}-{s[4]['law']}")
def test_kernel_plays_the_oracles_arms(name, setting):
    kernel, parameters, window = name.partition(",")[0], CASES[name], setting[-1]
    algorithm, replay = KERNELS[kernel], getattr(oracle, kernel)
    for seed in range(3):
        trace = LinearTrace.draw(Streams(1, "test"), seed, **arguments(setting))
        played = algorithm.play(trace, window=window, **parameters)
        np.testing.assert_array_equal(played, replay(trace, window, **parameters))


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: f"{s[3]}-{s[4]['law']}")
def test_recorded_errors_are_the_oracles(setting):
    window = setting[-1]
    trace = ConfidenceTrace.draw(Streams(1, "test"), 0, **arguments(setting))
    record = otflin_confidence.otflinucb.play(trace, window=window, **PRINTED)
    columns = trace.columns(record)
    plain = LinearTrace.draw(Streams(1, "test"), 0, **arguments(setting))
    played = otflin.otflinucb.play(plain, window=window, **PRINTED)
    np.testing.assert_array_equal(record[0], played)
    np.testing.assert_array_equal(columns["regret"], trace.regret(played))
    tau = law_from(setting[4]).cdf(window)
    expected = oracle.errors(trace, played, tau, window, *PRINTED.values())
    np.testing.assert_allclose([columns["error"], columns["error_by_radius"]], expected)
