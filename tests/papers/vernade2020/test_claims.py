"""Measurements of the claims on made-up curves and delays, and what must fail them."""

import numpy as np
import pytest

from conftest import ROOT
from delayed_bandits.analysis.claims import Runs
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.measures import mean_residual_life
from delayed_bandits.analysis.verdicts import NOT_REPRODUCED, REPRODUCED, below, verdict_of
from delayed_bandits.checks.yaml_files import read_yaml
from delayed_bandits.experiments.specification import Specification
from delayed_bandits.papers.vernade2020.cases import PRINTED, On, late_slope
from delayed_bandits.papers.vernade2020.cases import unless_nothing_is_learned as why_not
from delayed_bandits.papers.vernade2020.claims import CLAIMS
from delayed_bandits.papers.vernade2020.measures_criteo import (
    DAY,
    DECADES,
    fullest_decade,
    late_share,
    residual_life_of_exponential,
    residual_lives,
)
from delayed_bandits.papers.vernade2020.measures_fig1 import (
    end_of_linear_phase,
    log_regime_starts,
    round_of_most_regret,
)
from delayed_bandits.papers.vernade2020.measures_theory import bound_of_theorem_2, rate

ROUNDS = np.arange(1, 201) * 10


def curve(*regret, window=100):
    """A curve with a row of regret for each seed."""
    trace = {"horizon": 2000, "dimension": 5}
    parameters = {"window": window, "confidence": 0.1, "regularisation": 1.0}
    specification = Specification("p", "s", "a", 1, 200, trace, "m.f", parameters)
    return Curves(specification, None, ROUNDS, {"regret": np.array(regret, dtype=float)})


def seeds_around(regret):
    """Three seeds whose mean is `regret`."""
    return [scale * regret for scale in (0.9, 1.0, 1.1)]


def test_the_linear_phase_ends_where_the_slope_halves():
    kinked = np.minimum(ROUNDS, 600) + 0.1 * np.maximum(ROUNDS - 600, 0)
    # a stretch of ten checkpoints costs less than half once six of them lie beyond the kink
    assert end_of_linear_phase(curve(kinked, ROUNDS)).tolist() == [560.0, 2000.0]
    assert end_of_linear_phase(curve(kinked), share=1 / 4).tolist() == [590.0]
    assert end_of_linear_phase(curve(kinked), share=1 / 20).tolist() == [2000.0]


def test_a_share_that_no_window_reaches_does_not_apply():
    kinked = np.minimum(ROUNDS, 600) + 0.3 * np.maximum(ROUNDS - 600, 0)
    curves = {
        (setting, algorithm): curve(*seeds_around(regret))
        for setting in ("fig1a", "fig1b")
        for algorithm, regret in (("otflinucb", kinked), ("uniform_random", ROUNDS))
    }
    on = On(Runs(curves, np.zeros(1), [], {"fig1a", "fig1b"}), PRINTED)
    half, quarter, tenth = log_regime_starts(on)
    assert not half.not_applicable
    assert "not reached" in quarter.not_applicable
    assert "not reached" in tenth.not_applicable


def test_most_regret_is_nine_tenths():
    assert round_of_most_regret(curve(ROUNDS, np.minimum(ROUNDS, 100))).tolist() == [1800.0, 90.0]


@pytest.mark.parametrize("power", [0.3, 0.5, 1.0])
def test_the_rate_is_that_of_a_power_whatever_the_fixed_cost(power):
    # the fixed cost is paid before T / 25 = round 80
    found = rate(curve(*seeds_around(40 + ROUNDS.astype(float) ** power)))
    assert found.estimate == pytest.approx(power)
    verdict = verdict_of(found, below(0.5, tolerance=0.25))
    assert verdict == (NOT_REPRODUCED if power == 1 else REPRODUCED)


def test_slopes_and_shares_of_a_line_and_of_a_curve_that_is_flat():
    line, flat = curve(*seeds_around(ROUNDS)), curve(*seeds_around(np.minimum(ROUNDS, 400)))
    assert late_slope(line).estimate == pytest.approx(1)
    assert late_slope(flat).estimate == pytest.approx(0)
    assert late_share(line).mean() == pytest.approx(0.5)
    assert late_share(flat).mean() == pytest.approx(0)


def test_a_straight_line_has_learned_nothing():
    line, flat = curve(*seeds_around(ROUNDS)), curve(*seeds_around(np.minimum(ROUNDS, 400)))
    curves = {("line", "otflinucb"): line, ("flat", "otflinucb"): flat}
    on = On(Runs(curves, np.zeros(1), [], {"line", "flat"}), PRINTED)
    assert "nothing is learned" in why_not(on, "line")
    assert why_not(on, "flat") == ""


def test_theorem_2_by_hand():
    growth = np.log(2005 / 5)
    f = 1 + np.sqrt(2 * np.log(10) + 5 * growth)
    expected = (4 * f * np.sqrt(2 * 5 * 2000 * growth) + 4 * 100 * 5 * growth) / 0.5
    assert bound_of_theorem_2(curve(ROUNDS), 0.5) == pytest.approx(expected)


def test_residual_life_rises_only_if_the_tail_is_heavy():
    uniforms = (np.arange(200_000) + 0.5) / 200_000
    exponential = -5 * np.log(1 - uniforms)
    pareto = 1 / (1 - uniforms * (1 - 1 / 30))  # of index 1, cut at 30
    lives = [mean_residual_life(exponential, age) for age in (1, 10)]
    assert lives == pytest.approx([5, 5], rel=0.01)
    lives = [mean_residual_life(pareto, age) for age in (1, 10)]
    assert lives == pytest.approx([2.52, 6.48], abs=0.01)
    cut = DAY * exponential[exponential < 30]
    lives = [residual_life_of_exponential(5 * DAY, age * DAY) for age in (1, 10)]
    assert lives == pytest.approx([mean_residual_life(cut, age * DAY) for age in (1, 10)], rel=0.01)


def test_a_heavy_tail_passes_although_it_is_cut_and_exponential_delays_do_not():
    uniforms = (np.arange(200_000) + 0.5) / 200_000
    lomax = 1 / (1 - uniforms * (1 - 1 / 31)) - 1  # of index 1, cut at 30
    exponential = -5 * np.log(1 - uniforms * (1 - np.exp(-6)))
    for delays, verdict in ((lomax, REPRODUCED), (exponential, NOT_REPRODUCED)):
        runs = Runs({}, DAY * delays, [], set())
        (reading,) = residual_lives((0, 0.1, 1, 2, 5, 10))(runs)
        assert reading.verdict() == verdict


def test_log_uniform_delays_have_no_fullest_decade():
    assert fullest_decade(np.diff(np.log10(DECADES))) == 1
    delays = np.geomspace(1, DECADES[-1], 100_000)
    assert fullest_decade(np.histogram(delays, DECADES)[0]) == pytest.approx(1, abs=0.01)


def test_paper_claims_come_first_and_in_order():
    names = [claim.id for claim in CLAIMS]
    assert names == sorted(names)


def test_conclusions_on_the_attributed_code_name_the_law_of_the_arms():
    """It loses to uniform play on its own arms only, and to greedy choice in all panels but one."""
    conclusions = read_yaml(ROOT / "workflow/papers/vernade2020.yaml")["conclusions"]
    about = {claim: each for each in conclusions for claim in each["rests_on"]}
    for text in (about["o09/ours"]["short"], about["o09/ours"]["text"]):
        assert "the paper's arms, {0,1}⁵" in text.replace("\n", " ")
        assert "[0,1]⁵" in text
    assert "undecided: the attributed code on arms from {0,1}⁵" in about["o03/ours"]["text"]
