"""Measurements of the claims on Liu and Maghsudi 2024, on made-up curves."""

import math
from types import SimpleNamespace

import numpy as np
import pytest

from delayed_bandits.analysis.claims import Reading, Runs, Setting
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import share_interval
from delayed_bandits.analysis.verdicts import (
    INCONCLUSIVE,
    NO_POWER,
    NOT_APPLICABLE,
    NOT_REPRODUCED,
    REPRODUCED,
    above,
    verdict_of,
    within,
)
from delayed_bandits.delays.laws import laws_from
from delayed_bandits.papers.liu2024 import (
    claims_delays,
    claims_first_stage,
    claims_shared,
    ours_regret,
    shared,
    theorem,
)
from delayed_bandits.plan.specification import Specification
from delayed_bandits.traces.streams import Streams

HORIZON, BUDGET, SEEDS = 1700, 850, 20
ROUNDS = np.arange(1, 171) * 10
SPREAD = 1 + np.random.default_rng(3).normal(0, 0.002, (SEEDS, 1))
"""Of the rewards of seeds, so that intervals have a width."""


def curve(reward, *, spent=None, value=0.4, identification=0, **columns):
    """Make curves of all seeds from the mean reward by round, all pulls at an even pace."""
    reward = np.broadcast_to(reward, (SEEDS, ROUNDS.size)) * SPREAD
    columns = {
        "reward": reward,
        "reward_end": reward,
        "regret": ROUNDS * value - reward,
        "spent": np.broadcast_to(ROUNDS / 2 if spent is None else spent, reward.shape),
        "identification": np.full(reward.shape, identification),
    } | {name: np.broadcast_to(found, reward.shape) for name, found in columns.items()}
    trace = {"horizon": HORIZON, "budget": BUDGET}
    run = Specification("liu2024", "fig2b", "doral", 1, 170, trace, "doral.doral", {})
    return Curves(run, None, ROUNDS, columns)


def runs_of(curves):
    settings = {name: Setting(name, {}, {}) for name, _ in curves}
    return Runs(curves, np.array([]), list(settings.values()), set())


def test_the_reward_after_the_first_stage_begins_at_its_end():
    found = shared.after_first_stage(curve(0.3 * ROUNDS, identification=405))
    expected = 0.3 * np.maximum(ROUNDS - 405, 0) * SPREAD
    np.testing.assert_allclose(found, expected, atol=1e-9)
    whole = curve(0.3 * ROUNDS)
    np.testing.assert_allclose(shared.after_first_stage(whole), whole.columns["reward"])


def regret_curve(regret):
    """Make a curve whose regret, for the budget b spent, is `regret(b)`."""
    spent = ROUNDS / 2
    return curve(0.8 * spent - regret(spent))


@pytest.mark.parametrize(
    ("regret", "expected"),
    [
        (lambda b: 0.1 * b, 1),
        (lambda b: 100 + 0.1 * b, 1),
        (lambda b: 3 * np.sqrt(b), ours_regret.ROOT),
        (lambda b: 50 + 3 * np.sqrt(b), ours_regret.ROOT),
        (lambda b: 40 * np.log(b), math.log(2) / math.log(0.5 * 85 / 20) * (0.5 - 20 / 85) / 0.5),
    ],
)
def test_slopes_of_two_windows_know_a_line_from_a_root_whatever_the_fixed_cost(
    regret, expected, monkeypatch
):
    monkeypatch.setattr("papers.liu2024.test_claims.SPREAD", np.ones((SEEDS, 1)))
    assert ours_regret.slopes(regret_curve(regret)).estimate == pytest.approx(expected, rel=0.02)
    assert pytest.approx(0.698, abs=0.001) == ours_regret.ROOT


def pair(gain, other=0.0):
    """Make runs of DORAL with a relative gain over D-ALP in Fig. 2(b), and another in 1(a)."""
    reward = 0.3 * ROUNDS
    noise = np.random.default_rng(5).normal(0, 0.001, (SEEDS, 1))
    return runs_of(
        {
            ("fig2b", "doral"): curve(reward * (1 + gain + noise)),
            ("fig2b", "dalp"): curve(reward),
            ("fig1a", "doral"): curve(reward * (1 + other + noise)),
            ("fig1a", "dalp"): curve(reward),
        }
    )


@pytest.mark.parametrize(
    ("gain", "other", "bound", "verdict"),
    [
        (0.05, -0.05, above(0), REPRODUCED),
        (-0.05, -0.05, above(0), NOT_REPRODUCED),
        (0.0, -0.05, above(0), INCONCLUSIVE),
        (0.05, 0.05, above(0), NO_POWER),
        (0.0, 0.05, within(0, 0.01), REPRODUCED),
        (0.05, 0.05, within(0, 0.01), NOT_REPRODUCED),
        (0.0, 0.0, within(0, 0.01), NO_POWER),
    ],
)
def test_doral_is_compared_with_d_alp_beside_another_setting(gain, other, bound, verdict):
    (row,) = claims_shared.doral_against_dalp(pair(gain, other), ["fig2b"], bound, "fig1a")
    assert row.measured.estimate == pytest.approx(gain, abs=0.002)
    assert row.control.measured.estimate == pytest.approx(other, abs=0.002)
    assert row.verdict() == verdict


@pytest.mark.parametrize(("different", "applies"), [(0, False), (9, False), (11, True)])
def test_where_doral_and_d_alp_are_one_program_the_comparison_does_not_apply(different, applies):
    reward = 0.3 * ROUNDS
    changed = np.where(np.arange(SEEDS)[:, None] < different, 1.01, 1.0)
    runs = runs_of(
        {
            ("criteo", "doral"): curve(reward * changed, identification=374),
            ("criteo", "dalp"): curve(reward),
        }
    )
    (row,) = claims_shared.doral_against_dalp(runs, ["criteo"], above(0), "criteo")
    assert (row.verdict() != NOT_APPLICABLE) == applies
    if not applies:
        assert f"on {SEEDS - different} of {SEEDS} seeds" in row.not_applicable
        assert "374 rounds" in row.not_applicable


@pytest.mark.parametrize(
    ("end", "accepted", "by_itself", "verdict"),
    [
        (200, 31, True, REPRODUCED),
        (350, 31, False, NOT_REPRODUCED),
        (200, 47, True, NOT_REPRODUCED),
    ],
)
def test_as_printed_the_race_must_find_the_fastest_arms_by_its_decisions(
    monkeypatch, end, accepted, by_itself, verdict
):
    """With a budget of 850 our limit is 350 rounds; 31 are the five fastest arms."""
    monkeypatch.setattr(claims_first_stage, "PROMISED", above(0.8))  # 20 seeds cannot show more
    race = curve(0.3 * ROUNDS, identification=end, accepted=accepted)
    assert (claims_first_stage.by_itself(race) == by_itself).all()
    names = ("doral", "doral_8", "doral_printed", "doral_acceptance")
    runs = runs_of({(panel, name): race for panel in claims_shared.OF_THE_PAPER for name in names})
    printed, *_ = claims_first_stage.finds_the_fastest(runs)
    assert (printed.name, printed.verdict()) == ("printed", verdict)


def test_twenty_of_twenty_seeds_cannot_show_a_share_above_0_9():
    race = curve(0.3 * ROUNDS, identification=200, accepted=31)
    share = share_interval(claims_first_stage.by_itself(race))
    assert verdict_of(share, claims_first_stage.ALL_SEEDS) == INCONCLUSIVE


def test_readings_keep_the_name_that_they_had():
    def measure(_):
        return [Reading("ours", what, []) for what in ("arm alone", "adopted")]

    (found,) = claims_shared.called_printed(measure, "arm alone")(None)
    assert (found.name, found.what) == ("printed", "arm alone")


def test_pareto_delays_are_heavy_tailed():
    pareto, geometric = ([{"law": name, "mean": 1}] for name in ("pareto", "geometric"))
    assert claims_first_stage.heavy_tailed(Setting("a", {"delay": pareto}, {}))
    assert not claims_first_stage.heavy_tailed(Setting("a", {"delay": geometric}, {}))


def test_the_words_of_settings():
    assert claims_shared.words("fig2b-short", 5) == "diverse, Pareto, A′ = 5, T = 100,000"
    assert claims_shared.words("criteo") == "Criteo"
    assert claims_shared.policy("d_linucb_printed") == "D-LinUCB"
    assert claims_shared.policy("doral_8") == "DORAL"


def test_panels_are_selected_with_or_without_their_variations():
    names = ["fig2b", "fig2b-short", "fig2a"]
    for variations, expected in ((False, ["fig2b"]), (True, ["fig2b", "fig2b-short"])):
        chosen = claims_shared.panels("fig2b", variations=variations)
        assert [name for name in names if chosen(SimpleNamespace(name=name))] == expected


# Delays


def law(**description):
    return laws_from(description)


@pytest.mark.parametrize("mean", [100, 190, 300])
def test_geometric_delays_meet_the_assumption_with_a_small_exponent(mean):
    """The largest alpha is that at u = 3, near Euler's number."""
    found = claims_delays.largest_exponent(law(law="geometric", mean=mean))
    assert found == pytest.approx(-3 * math.log(1 - 1 / mean) / math.log(3), rel=1e-9)


def test_an_arm_that_has_a_least_delay_does_not_meet_it():
    assert claims_delays.largest_exponent(law(law="pareto", shape=2, minimum=200)) == 0
    assert claims_delays.largest_exponent(law(law="constant", rounds=5)) == 0


def test_delays_below_two_rounds_meet_it_with_any_exponent():
    assert claims_delays.largest_exponent(law(law="constant", rounds=1)) == math.inf


def test_the_median_of_means_of_the_theorem_is_that_of_the_race():
    delays = np.random.default_rng(1).integers(0, 1000, 500)
    means = [np.mean(delays[i * 20 : (i + 1) * 20]) for i in range(24)]
    assert theorem.median_of_means(delays) == pytest.approx(np.median(means))
    assert theorem.median_of_means(delays[:3]) == delays[:3].mean()
    assert math.isnan(theorem.median_of_means(delays[:0]))


def test_only_delays_that_have_ended_are_observed():
    """Pulled in rounds 0, 10, ..., 90 with delays of 50 rounds: six of ten by round 100."""
    constant = law(law="constant", rounds=50)
    middle, counts = theorem.estimates(constant, 0, 10, 10, Streams(1, "test"))
    assert set(counts) == {6}
    assert set(middle) == {50}
    _, none = theorem.estimates(law(law="constant", rounds=500), 0, 10, 10, Streams(1, "test"))
    assert not none.any()


@pytest.mark.parametrize(
    ("middle", "radius", "verdict"),
    [
        (100, "2 d", REPRODUCED),
        (100, "2 d^M", REPRODUCED),
        (100, "B/2", NO_POWER),
        (40, "2 d", NOT_REPRODUCED),
        (40, "2 d^M", NOT_REPRODUCED),
    ],
)
def test_a_radius_must_hold_the_mean_and_not_0(middle, radius, verdict):
    """With 100 delays of mean 100: radii of about 20, 20 or 8, and 4,250."""
    found = np.full(200, float(middle)), np.full(200, 100)
    row = theorem.coverage("case", radius, found, 100.0, 85_000.0, 2.0)
    assert row.verdict() == verdict
    nothing = np.full(200, math.nan), np.zeros(200, int)
    none = theorem.coverage("case", radius, nothing, 100.0, 85_000.0, 2.0)
    assert none.verdict() == NOT_APPLICABLE


@pytest.mark.parametrize("radius", ["2 d", "B/2"])
def test_with_the_alpha_of_geometric_delays_the_theorem_promises_little(radius):
    """As a radius of T_a^-0.0144 hardly shrinks, it holds 0."""
    alpha = claims_delays.largest_exponent(law(law="geometric", mean=190))
    found = np.full(200, 40.0), np.full(200, 1000)
    row = theorem.coverage("case", radius, found, 100.0, 85_000.0, alpha)
    assert row.bound.low == pytest.approx(0.95 - 85_000**-alpha)
    assert 0.09 < row.bound.low < 0.11
    assert row.verdict() == NO_POWER
    assert claims_delays.without_premise("case").verdict() == NOT_APPLICABLE
