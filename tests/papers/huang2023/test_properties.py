import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from delayed_bandits.algorithms import banker, banker_accounts, mirror_maps
from delayed_bandits.traces.k_armed.mixed import MixedTrace
from papers import environments
from papers.environments import AT_ONCE
from papers.huang2023 import oracle

DELAYS = [*environments.DELAYS, [{"distribution": "geometric", "mean": mean} for mean in (2, 5, 9)]]
CONSTRAINED = {"distribution": "stochastically_constrained", "gap": 0.25}
PAIRS = list(itertools.product(["greedy", "pooled"], DELAYS))
EACH = pytest.mark.parametrize(("withdrawal", "delay"), PAIRS)


def draw(horizon, arms=4, delay=AT_ONCE, losses=CONSTRAINED, seed=0):
    return environments.draw(MixedTrace, seed, delay, horizon=horizon, arms=arms, losses=losses)


@pytest.mark.parametrize("arms", [2, 8, 32, 128, 1024])
@pytest.mark.parametrize("spread", [0, 5, 15])
@pytest.mark.parametrize(
    ("mirror_map", "psi"),
    [(mirror_maps.tsallis_map, oracle.Tsallis), (mirror_maps.log_barrier_map, oracle.LogBarrier)],
)
def test_mirror_maps_solve_their_equation(mirror_map, psi, arms, spread):
    rng = np.random.default_rng(arms + spread)
    for last in (np.full(arms, 1 / arms), np.eye(arms)[0] + 1e-12):
        given = -np.exp(rng.uniform(0, spread, arms))
        dual, x = given.copy(), last.copy()
        mirror_map(dual, x)
        assert abs(x.sum() - 1) <= 1e-12
        assert np.all(x > 0)
        nu = given - psi.gradient(x)  # the same for all, up to the rounding of the largest
        assert np.ptp(nu) <= 1e-12 * np.abs(given).max()
        np.testing.assert_allclose(dual, given - np.median(nu), rtol=1e-9, atol=1e-12)


@given(
    losses=st.lists(st.floats(0, 1e6), min_size=2, max_size=9),
    root_weight=st.floats(1, 1e3),
    entropy_weight=st.floats(1e-2, 1e4),
)
def test_hybrid_map_is_stationary(losses, root_weight, entropy_weight):
    losses = np.array(losses)
    x = np.full(losses.size, 1 / losses.size)
    mirror_maps.hybrid_map(losses, root_weight, entropy_weight, x)
    assert abs(x.sum() - 1) <= 1e-12
    seen = x > 1e-300
    losses, x = losses[seen], x[seen]
    terms = np.stack([losses, entropy_weight * np.log(x), -root_weight * x**-0.5])
    assert np.ptp(terms.sum(axis=0)) <= 1e-10 * np.abs(terms).max()


def divergence(y, x):
    """Of 1/2-Tsallis entropy; y may be on the boundary."""
    return np.sum(-2 * np.sqrt(y) + np.sqrt(x) + y / np.sqrt(x))


def least_slack(bank):
    """Of Theorem 4.2 over the arms at the end; what is on its way has the estimate 0."""
    K = bank.environment.arms
    spent = np.full(K, bank.B[-1] * divergence(np.eye(K)[0], np.full(K, 1 / K)))
    total = spent.copy()
    for s, x in bank.x.items():
        arm, arrived = bank.environment.played[s - 1], s in bank.z
        estimate = np.zeros(K)
        estimate[arm] = arrived * bank.environment.losses[s - 1, arm] / x[arm]
        unconstrained = (oracle.Tsallis.gradient(x) - estimate / bank.sigma[s]) ** -2.0
        cost = bank.sigma[s] * divergence(x, unconstrained)
        spent, total = spent + cost, total + cost
        for i, y in enumerate(np.eye(K)):
            total[i] -= bank.v.get(s, bank.sigma[s]) * divergence(y, bank.z.get(s, x))
            total[i] -= estimate @ (x - y)
    return np.min(total / spent)


@EACH
def test_accounts_match_their_definitions(delay, withdrawal):
    horizon = 20
    banks = [oracle.banker_tinf(draw(t, 3, delay), withdrawal) for t in range(1, horizon + 1)]
    trace = draw(horizon, 3, delay)
    report = banker_accounts.banker_tinf.play(trace, withdrawal=withdrawal).report
    scales = np.array(list(banks[-1].sigma.values()))
    np.testing.assert_allclose(report["invested"], banks[-1].B[1:], atol=1e-9)
    np.testing.assert_allclose(report["scales"], scales.cumsum())
    np.testing.assert_allclose(report["inverse_scales"], (1 / scales).cumsum())
    slacks = np.minimum.accumulate([least_slack(bank) for bank in banks])
    np.testing.assert_allclose(report["slack"], slacks, atol=1e-9)


@EACH
def test_lemma_4_5_holds(delay, withdrawal):
    trace = draw(80, 3, delay)
    report = banker_accounts.banker_tinf.play(trace, withdrawal=withdrawal).report
    np.testing.assert_allclose(report["invested"], report["decomposed"], rtol=1e-9)
    bank = oracle.banker_tinf(trace, withdrawal)
    b = np.diff(bank.B)
    last = max(t for t in bank.sigma if b[t - 1] > 1e-9)
    delays = [bank.environment.delay(t, arm) for t, arm in enumerate(bank.environment.played)]
    late = sum(bank.sigma[t] for t in range(1, last) if t + delays[t - 1] >= last)
    assert report["decomposed"][-1] == pytest.approx(bank.sigma[last] + late, rel=1e-9)


@pytest.mark.parametrize("psi", [oracle.Tsallis, oracle.LogBarrier])
@pytest.mark.parametrize("withdrawal", ["greedy", "pooled"])
def test_without_delay_and_with_one_scale_banker_omd_is_vanilla_omd(withdrawal, psi):
    """Remark 4.4, against line 4 of Algorithm 1; the last investment is that of the first round."""
    bank, x = oracle.Banker(draw(60), psi, withdrawal), np.full(4, 1 / 4)
    for _ in range(60):
        ((s, arm, loss),) = bank.round(3.0)
        np.testing.assert_allclose(bank.x[s], x, rtol=1e-9)
        bank.learn(s, arm, loss)
        x = psi.conjugate(psi.gradient(x) - bank.environment.weighted(s, arm, loss) / 3.0)
    assert np.ptp(x) > 0.1
    assert bank.B[-1] == pytest.approx(3.0)


@EACH
def test_accounts_do_not_change_the_arms(withdrawal, delay):
    trace = draw(300, 3, delay)
    both = (banker_accounts, banker)
    record, expected = (m.banker_tinf.play(trace, withdrawal=withdrawal) for m in both)
    np.testing.assert_array_equal(record.arms, expected.arms)
    regrets = [trace.columns(one)["regret"] for one in (record, expected)]
    np.testing.assert_array_equal(*regrets)


@pytest.mark.parametrize("delay", DELAYS[:2] + DELAYS[3:])  # in the third no feedback arrives
def test_overdrawn_savings_violate_theorem_4_2(delay):
    report = banker_accounts.banker_tinf.play(draw(300, 3, delay), withdrawal="overdrawn").report
    assert report["slack"][-1] < -1
    assert report["invested"][-1] < math.sqrt(300)


@pytest.mark.parametrize("mean", [0, 2])
def test_mean_regret_is_below_corollary_4_3_and_random_play_above(mean):
    """In expectation R_T <= C_1 B_T + C_2 (sum of 1 / sigma_t), for 1/2-Tsallis entropy."""
    horizon, K, gap = 8_000, 2, 0.5
    found = []
    for seed in range(10):
        delay = {"distribution": "geometric", "mean": mean} if mean else AT_ONCE
        trace = draw(horizon, K, delay, {**CONSTRAINED, "gap": gap}, seed)
        record = banker_accounts.banker_tinf.play(trace)
        report = record.report
        bound = 2 * (math.sqrt(K) - 1) * report["invested"][-1]
        bound += math.sqrt(K) * report["inverse_scales"][-1]
        found.append((trace.columns(record)["regret"][-1], bound))
    regret, bound = np.mean(found, axis=0)
    assert 0 < regret < bound < gap / 2 * horizon


@EACH
def test_withdrawals_read_two_savings_on_average_and_pooled_ones_keep_no_dual(withdrawal, delay):
    """Appendix A.5: a greedy withdrawal empties all savings that it reads but the last one."""
    bank = oracle.banker_tinf(draw(80, 3, delay), "greedy")
    read = sum(bank.read.values())
    assert read <= 2 * len(bank.sigma)
    assert banker.new_bank(3, 80, withdrawal).queue.size == (
        80 * 3 if withdrawal == "greedy" else 0
    )


SIGNED = {"distribution": "signed", "of": CONSTRAINED}
SPIKES = {"distribution": "signed_spikes", "of": SIGNED, "size": 30, "probability": 0.01}
SHORT = {"distribution": "constant", "rounds": 2}


def skipped(losses, delay, floor=True):
    """Skipped rounds of Banker-SFLBINF as printed, and the bounds of Lemma D.6 for each kind.

    The bounds are those of its proof. At most 1 + sqrt(2 D) rounds are outstanding at one time, and
    are skipped at each of the doublings up to 2 L. Its stopping times sum to 6 sqrt(K (D + 1)).
    """
    trace = draw(1200, arms=2, delay=delay, losses=losses)
    doublings = 1 + math.log2(2 * np.abs(trace.hidden_outcomes).max())
    return oracle.banker_sflbinf(trace, "greedy", floor=floor).skipped, {
        "too large": doublings * (1 + math.sqrt(2 * trace.total_delay)),
        "too negative": 6 * math.sqrt(2 * (trace.total_delay + 1)),
    }


@pytest.mark.parametrize("losses", [SIGNED, SPIKES])
@pytest.mark.parametrize("delay", [SHORT, {"distribution": "geometric", "mean": 2}])
def test_few_rounds_are_skipped(losses, delay):
    """Lemma D.6."""
    found, bounds = skipped(losses, delay)
    assert all(found[kind] <= bounds[kind] for kind in found)


def test_many_rounds_are_skipped_without_the_floor():
    found, bounds = skipped(SIGNED, SHORT, floor=False)
    assert found["too negative"] > bounds["too negative"]
