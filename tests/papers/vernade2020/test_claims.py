import numpy as np
import pytest

from delayed_bandits.analysis.measures import mean_residual_life
from delayed_bandits.analysis.verdicts import FAILS, HOLDS, NOT_APPLICABLE
from delayed_bandits.papers.vernade2020 import measures, variants
from papers.made_up import curves_of, variant_of

ROUNDS = np.arange(1, 201) * 10
UNIFORMS = (np.arange(200_000) + 0.5) / 200_000
DAY = measures.DAY


def curve(*regret, window=100, delays_provenance=None):
    """A curve with a row of regret for each run."""
    trace = {"horizon": 2000, "dimension": 5, "delay": {"distribution": "geometric", "mean": 100}}
    parameters = {"window": window, "confidence": 0.1, "regularisation": 1.0}
    return curves_of(ROUNDS, trace, parameters, delays_provenance, regret=regret)


def kinked(late):
    """Regret that grows by 1 a round up to round 600, and by `late` from there on."""
    return np.minimum(ROUNDS, 600) + late * np.maximum(ROUNDS - 600, 0)


def test_linear_phase_ends_where_the_slope_halves():
    # a stretch of ten checkpoints costs less than half once six of them lie beyond the kink
    found = measures.end_of_linear_phase(curve(kinked(0.1), ROUNDS), 1 / 2)
    assert found.tolist() == [560.0, 2000.0]
    assert measures.end_of_linear_phase(curve(kinked(0.1)), 1 / 4).tolist() == [590.0]
    assert measures.end_of_linear_phase(curve(kinked(0.1)), 1 / 20).tolist() == [2000.0]
    found = measures.round_of_most(curve(ROUNDS, np.minimum(ROUNDS, 100)))
    assert found.tolist() == [1800.0, 90.0]


def test_round_from_which_a_run_stays_below():
    idle = curve(*(ROUNDS,) * 4)
    runs = curve(kinked(0), 0 * ROUNDS, ROUNDS, 2 * np.minimum(ROUNDS, 400))
    # half is met at round 1200 and undercut at the next checkpoint; the second is always below
    rounds = {share: measures.rounds_until(share, "").of(runs, idle) for share in (0.5, 1.0)}
    assert rounds[0.5].estimate == np.mean([1200, 0, 2000, 1600])
    assert rounds[1.0].estimate == np.mean([0, 0, 0, 800])


def test_theorem_2_matches_computation_by_hand():
    growth = np.log(2005 / 5)
    f = 1 + np.sqrt(2 * np.log(10) + 5 * growth)
    expected = (4 * f * np.sqrt(2 * 5 * 2000 * growth) + 4 * 100 * 5 * growth) / 0.5
    assert measures.bound_of_theorem_2(curve(ROUNDS), 0.5) == pytest.approx(expected)


def test_bound_is_minimal_between_the_windows():
    windows = measures.WINDOWS.items()
    curves = {(name, "otflinucb"): curve(ROUNDS, window=window) for window, name in windows}
    for measurement in measures.bound_by_window(variant_of(curves, variants.PRINTED.names)):
        assert (measurement.outcome(), measurement.control_outcome()) == (HOLDS, FAILS)


def test_residual_life_matches_a_sample():
    exponential = -5 * DAY * np.log(1 - UNIFORMS)
    cut = exponential[exponential < 30 * DAY]
    for age in (1 * DAY, 10 * DAY):
        expected = mean_residual_life(cut, age)
        assert measures.life_of_exponential(5 * DAY, age) == pytest.approx(expected, rel=0.01)


def test_heavy_tail_differs_from_exponential():
    lomax = 1 / (1 - UNIFORMS * (1 - 1 / 31)) - 1  # of index 1, cut at 30
    exponential = -5 * np.log(1 - UNIFORMS * (1 - np.exp(-6)))
    runs = {("fig3", "random_play"): curve(ROUNDS, delays_provenance="raw")}
    for delays, word in ((lomax, HOLDS), (exponential, FAILS)):
        measurements = measures.residual_lives(variant_of(runs, delays=DAY * delays))
        assert {measurement.outcome() for measurement in measurements} == {word}


@pytest.mark.parametrize(("provenance", "word"), [("raw", FAILS), ("bundled", NOT_APPLICABLE)])
def test_log_uniform_delays_have_no_fullest_decade(provenance, word):
    """Of delays that were made from the authors' curve nothing is said."""
    runs = {("fig3", "random_play"): curve(ROUNDS, delays_provenance=provenance)}
    delays = np.geomspace(1, measures.DECADES[-1], 100_000)
    (measurement,) = measures.one_decade(variant_of(runs, delays=delays))
    assert measurement.control.measured.estimate == 1
    assert measurement.measured.estimate == pytest.approx(1, abs=0.01)
    assert measurement.outcome() == word
