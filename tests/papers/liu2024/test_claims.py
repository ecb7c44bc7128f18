from functools import partial

import numpy as np
import pytest

from delayed_bandits.analysis import verdicts as v
from delayed_bandits.delays.distributions import distributions_from
from delayed_bandits.papers.liu2024 import figures, measures, theorem
from delayed_bandits.traces.streams import Streams
from papers.made_up import curves_of

HORIZON, BUDGET, SEEDS = 1700, 850, 20
ROUNDS = np.arange(1, 171) * 10
SPREAD = 1 + np.random.default_rng(3).normal(0, 0.002, (SEEDS, 1))
"""Of the rewards of seeds, so that intervals have a width."""


def curve(reward, *, identification=0, delay=(), accept=5, **columns):
    """Make curves of all runs from the mean reward by round."""
    reward = np.broadcast_to(reward, (SEEDS, ROUNDS.size)) * SPREAD
    columns = {
        "reward": reward,
        "regret": ROUNDS * 0.4 - reward,
        "identification": np.full(reward.shape, identification),
    } | {name: np.broadcast_to(found, reward.shape) for name, found in columns.items()}
    trace = {"horizon": HORIZON, "budget": BUDGET, "arms": 10, "delay": list(delay)}
    return curves_of(ROUNDS, trace, {"accept": accept}, **columns)


def distribution(**description):
    return distributions_from(description)


def test_gain_by_spending_more_is_none_per_unit():
    thrifty = curve(0.3 * ROUNDS, spent=0.5 * ROUNDS)
    spender = curve(0.33 * ROUNDS, spent=0.55 * ROUNDS)
    assert measures.GAIN.of(spender, thrifty).estimate == pytest.approx(10)
    assert measures.GAIN_PER_UNIT.of(spender, thrifty).estimate == pytest.approx(0, abs=1e-9)
    better = curve(0.33 * ROUNDS, spent=0.5 * ROUNDS)
    assert measures.GAIN_PER_UNIT.of(better, thrifty).estimate == pytest.approx(10)


def test_reward_after_the_first_stage_begins_at_its_end():
    after = partial(measures.reward_without_first_stage, ROUNDS)
    found = curve(0.3 * ROUNDS, identification=405).per_seed(after, *measures.FIRST_STAGE)
    np.testing.assert_allclose(found, 0.3 * np.maximum(ROUNDS - 405, 0) * SPREAD, atol=1e-9)
    whole = curve(0.3 * ROUNDS)
    found = whole.per_seed(after, *measures.FIRST_STAGE)
    np.testing.assert_allclose(found, whole.columns["reward"])


@pytest.mark.parametrize(
    ("identification", "share"), [(0, 1), (85, 0.5 / 0.95), (170, np.nan), (1000, np.nan)]
)
def test_late_start_lowers_the_early_share(identification, share):
    """A tenth is 170 rounds. Collecting less at all times is no late start."""
    one, other = curve(0.2 * ROUNDS, identification=identification), curve(0.3 * ROUNDS)
    found = [measures.early_share(counted=which).of(one, other).estimate for which in (False, True)]
    assert found == pytest.approx([share, 1], nan_ok=True)


def test_regret_of_budget_is_against_equal_spending():
    """Of a value of 0.4 a round, 0.8 a pull, after all pulls and half as many."""
    spent, reward = np.array([[425.0, 850.0]]), np.array([[300.0, 500.0]])
    regret = 0.4 * np.array([[850, 1700]]) - reward
    trace = {"horizon": HORIZON, "budget": BUDGET}
    found = figures.regret_of_budget(trace, regret, reward, spent)
    np.testing.assert_allclose(found, 0.8 * spent - reward)


@pytest.mark.parametrize(
    ("end", "accepted", "accept", "finds", "leaves"),
    [
        (200, 31, 5, True, True),
        (350, 31, 5, True, True),
        (351, 47, 5, False, False),
        (200, 255, 8, True, True),
        (200, 992, 5, False, True),
    ],
)
def test_race_finds_the_fastest_arms(end, accepted, accept, finds, leaves):
    """With a budget of 850, 500 are left after 350 rounds; 31 are the five fastest arms."""
    race = curve(0.3 * ROUNDS, identification=end, accepted=accepted, accept=accept)
    assert (measures.finds_fastest(race) == finds).all()
    assert measures.ROUNDS_LEFT.of(race).estimate == leaves


def test_only_finished_delays_are_observed():
    """Pulled in rounds 0, 10, ..., 90 with delays of 50 rounds: six of ten by round 100."""
    constant, late = (distribution(distribution="constant", rounds=rounds) for rounds in (50, 500))
    found, none = (
        theorem.observed_delays(delay, 0, 10, 10, Streams(1, "test")) for delay in (constant, late)
    )
    assert {tuple(row) for row in found} == {(50,) * 6}
    assert not any(row.size for row in none)


@pytest.mark.parametrize(
    ("delay", "radius", "word"),
    [
        (100, "2 d", v.FAILS),
        (100, "2 d^M", v.FAILS),
        (40, "2 d", v.HOLDS),
        (40, "2 d^M", v.HOLDS),
    ],
)
def test_radius_leaves_out_a_mean_far_from_the_estimate(delay, radius, word):
    """With 100 delays of mean 100: radii of about 20, and of 20 or 8."""
    delays = [np.full(100, delay)] * 200
    measurement = theorem.coverage("case", "key", radius, delays, 100.0, 85_000.0)
    assert measurement.outcome() == word


def test_cutoff_exceeds_500_with_an_alpha_of_inequality_1():
    """In Figure 2(a) the slowest arm bounds α, and no arm has more than B = 85,000 delays."""
    alpha, budget, mean = 0.009, 85_000, 300
    u = np.arange(2, 10_000)
    slowest = distribution(distribution="geometric", mean=mean)
    assert (1 - slowest.cdf(u) <= u**-alpha).all()
    assert not (1 - slowest.cdf(u) <= u ** -(alpha + 0.001)).all()
    assert 2 * mean * budget**-alpha > 500
