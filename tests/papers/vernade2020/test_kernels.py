import itertools
import time

import numpy as np
import pytest

from delayed_bandits.algorithms import otflin, otflin_confidence
from delayed_bandits.delays.distributions import distribution_from
from delayed_bandits.traces.k_armed.identified import IdentifiedTrace
from delayed_bandits.traces.linear.confidence import ConfidenceTrace
from delayed_bandits.traces.linear.trace import LinearTrace
from papers.environments import DELAYS, draw, same_arms
from papers.vernade2020 import oracle

NAMES = ("horizon", "arms", "dimension", "action_distribution", "delay")
SETTINGS = [  # and the window
    (150, 10, 5, "binary", {"distribution": "geometric", "mean": 10}, 20),
    (150, 10, 5, "uniform", {"distribution": "geometric", "mean": 30}, 5),
    (100, 4, 2, "binary", {"distribution": "constant", "rounds": 0}, 1),
    (120, 3, 3, "uniform", {"distribution": "uniform", "low": 0, "high": 12}, 6),
    (120, 4, 2, "uniform", {"distribution": "pareto", "shape": 0.7, "minimum": 1}, 300),
]
PRINTED = {"confidence": 0.1, "regularisation": 1.0}
NARROW = {"confidence": 0.01, "regularisation": 0.3, "width_factor": 0.1}
STORED = {"confidence": 0.05, "regularisation": 2.0, "stored_norms": True, "width_factor": 0.5}
CASES = {
    "otflin.otflinucb": PRINTED,
    "otflin.otflinucb, stored": {**PRINTED, "stored_norms": True},
    "otflin.otflinucb, narrow": NARROW,
    "otflin.otflints": PRINTED,
    "otflin.otflints, stored": STORED,
    "otflin_attributed.otflinucb_attributed": PRINTED,
    "otflin_attributed.otflinucb_attributed, narrow": NARROW,
    "otflin_attributed.otflints_attributed": {"prior_scale": 0.5},
    "linear_baselines.greedy": {"regularisation": 0.3},
    "linear_baselines.linucb_waiting": PRINTED,
    "linear_baselines.linucb_waiting, squared": {**PRINTED, "squared_index": True},
    "otflin_variants.otflints, variance": {**PRINTED, "squared": False},
    "otflin_variants.otflints, deviation": {**PRINTED, "squared": True},
} | {
    f"otflin_variants.otflinucb, {index} {sum_} {radii}": {
        **PRINTED,
        "squared_index": index,
        "squared_sum": sum_,
        "radii": radii,
    }
    for index, sum_, radii in itertools.product((False, True), (False, True), (1.0, 2.0))
}


def drawn(kind, seed, setting):
    return draw(kind, seed, **dict(zip(NAMES, setting, strict=False)))


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: f"{s[3]}-{s[4]['distribution']}")
def test_kernel_matches_oracle(name, setting):
    for seed in range(3):
        trace = drawn(LinearTrace, seed, setting)
        same_arms(name, oracle, trace, window=setting[-1], **CASES[name])


@pytest.mark.parametrize("delay", DELAYS, ids=lambda delay: delay["distribution"])
def test_ucb1_matches_oracle(delay):
    for seed in range(3):
        trace = draw(IdentifiedTrace, seed, delay, horizon=400, means=[0.5, 0.3, 0.6])
        same_arms("outstanding_as_failures.ucb1", oracle, trace)


@pytest.mark.parametrize("factor", [1.0, 0.2])
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: f"{s[3]}-{s[4]['distribution']}")
def test_recorded_errors_and_widths_match_oracle(setting, factor):
    window = setting[-1]
    trace, plain = (drawn(kind, 0, setting) for kind in (ConfidenceTrace, LinearTrace))
    record = otflin_confidence.otflinucb.play(trace, window=window, **PRINTED, radius_factor=factor)
    columns = trace.columns(record)
    played = otflin.otflinucb.play(plain, window=window, **PRINTED)
    np.testing.assert_array_equal(record[0], played)
    np.testing.assert_array_equal(columns["regret"], trace.regret(played))
    tau = distribution_from(setting[4]).cdf(window)
    expected = oracle.errors(trace, played, tau, window, *PRINTED.values(), factor)
    found = [columns[name] for name in ("error", "error_by_radius", "width", "width_stored")]
    np.testing.assert_allclose(found, expected)


def test_a_round_with_stored_norms_does_not_take_longer_with_the_window():
    """O(d²) in place of O(m d²) operations (Section 5); without stored norms time grows with m."""
    setting = (5000, 10, 5, "binary", {"distribution": "geometric", "mean": 100})

    def seconds(stored, window):
        times = []
        for seed in range(3):
            trace = drawn(LinearTrace, seed, setting)
            start = time.process_time()
            otflin.otflinucb.play(trace, window=window, **PRINTED, stored_norms=stored)
            times.append(time.process_time() - start)
        return min(times)

    assert seconds(True, 2000) < 3 * seconds(True, 50)
    assert seconds(False, 2000) > 3 * seconds(False, 50)
