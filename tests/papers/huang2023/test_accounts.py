"""The accounts that Banker-TINF keeps, against the definitions of Section 4 and the oracle."""

import math

import numpy as np
import pytest

from delayed_bandits.algorithms import banker, banker_accounts
from delayed_bandits.delays.laws import laws_from
from delayed_bandits.traces.k_armed.mixed import MixedTrace
from delayed_bandits.traces.streams import Streams
from papers.huang2023 import oracle

DELAYS = [
    {"law": "constant", "rounds": 0},
    {"law": "constant", "rounds": 7},
    {"law": "geometric", "mean": 12},
    {"law": "packet", "size": 11},
    {"law": "two_point", "low": 0, "high": 10**9, "probability": 0.1},
    [{"law": "geometric", "mean": mean} for mean in (2, 5, 9)],
]


def draw(kind, delay, horizon=80):
    return kind.draw(
        Streams(5, "accounts"),
        3,
        horizon=horizon,
        arms=3,
        losses={"law": "stochastically_constrained", "gap": 0.25},
        delay=laws_from(delay),
    )


def divergence(y, x):
    """Of 1/2-Tsallis entropy; y may be on the boundary."""
    return np.sum(-2 * np.sqrt(y) + np.sqrt(x) + y / np.sqrt(x))


def least_slack(bank):
    """Of Theorem 4.2 over the arms at the end; what is on its way has the estimate 0."""
    K = bank.game.arms
    spent = np.full(K, bank.B[-1] * divergence(np.eye(K)[0], np.full(K, 1 / K)))
    total = spent.copy()
    for s, x in bank.x.items():
        arm, arrived = bank.game.played[s - 1], s in bank.z
        estimate = np.zeros(K)
        estimate[arm] = arrived * bank.game.losses[s - 1, arm] / x[arm]
        unconstrained = (oracle.Tsallis.gradient(x) - estimate / bank.sigma[s]) ** -2.0
        cost = bank.sigma[s] * divergence(x, unconstrained)
        spent, total = spent + cost, total + cost
        for i, y in enumerate(np.eye(K)):
            total[i] -= bank.v.get(s, bank.sigma[s]) * divergence(y, bank.z.get(s, x))
            total[i] -= estimate @ (x - y)
    return np.min(total / spent)


@pytest.mark.parametrize("delay", DELAYS)
@pytest.mark.parametrize("withdrawal", ["greedy", "pooled"])
def test_accounts_are_those_of_the_definitions(delay, withdrawal):
    horizon = 20
    banks = [
        oracle.banker_tinf(draw(MixedTrace, delay, t), withdrawal) for t in range(1, horizon + 1)
    ]
    trace = draw(MixedTrace, delay, horizon)
    report = banker_accounts.banker_tinf.play(trace, withdrawal=withdrawal).report
    scales = np.array(list(banks[-1].sigma.values()))
    np.testing.assert_allclose(report["invested"], banks[-1].B[1:], atol=1e-9)
    np.testing.assert_allclose(report["scales"], scales.cumsum())
    np.testing.assert_allclose(report["inverse_scales"], (1 / scales).cumsum())
    slacks = np.minimum.accumulate([least_slack(bank) for bank in banks])
    np.testing.assert_allclose(report["slack"], slacks, atol=1e-9)


@pytest.mark.parametrize("delay", DELAYS)
@pytest.mark.parametrize("withdrawal", ["greedy", "pooled"])
def test_lemma_4_5(delay, withdrawal):
    trace = draw(MixedTrace, delay)
    report = banker_accounts.banker_tinf.play(trace, withdrawal=withdrawal).report
    np.testing.assert_allclose(report["invested"], report["decomposed"], rtol=1e-9)
    bank = oracle.banker_tinf(trace, withdrawal)
    b = np.diff(bank.B)
    last = max(t for t in bank.sigma if b[t - 1] > 1e-9)
    delays = [
        bank.game.delays[arm if len(bank.game.delays) > 1 else 0, t]
        for t, arm in enumerate(bank.game.played)
    ]
    late = sum(bank.sigma[t] for t in range(1, last) if t + delays[t - 1] >= last)
    assert report["decomposed"][-1] == pytest.approx(bank.sigma[last] + late, rel=1e-9)


@pytest.mark.parametrize("withdrawal", ["greedy", "pooled"])
def test_it_plays_as_without_accounts(withdrawal):
    for delay in DELAYS:
        with_accounts = draw(MixedTrace, delay, 300)
        without = draw(MixedTrace, delay, 300)
        record = banker_accounts.banker_tinf.play(with_accounts, withdrawal=withdrawal)
        expected = banker.banker_tinf.play(without, withdrawal=withdrawal)
        np.testing.assert_array_equal(record.arms, expected.arms)
        np.testing.assert_array_equal(
            with_accounts.columns(record)["regret"], without.columns(expected)["regret"]
        )


@pytest.mark.parametrize("delay", DELAYS)
def test_savings_that_are_spent_again_and_again_break_theorem_4_2(delay):
    report = banker_accounts.banker_tinf.play(
        draw(MixedTrace, delay, 300), withdrawal="overdrawn"
    ).report
    assert report["slack"][-1] < -1
    assert report["invested"][-1] < math.sqrt(300)
