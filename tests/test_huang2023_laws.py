"""Laws of Banker-OMD (Huang et al. 2023), of the mirror maps and of the adversarial trace."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from delayed_bandits.algorithms import adversarial_baselines as baselines
from delayed_bandits.algorithms import banker, banker_rules, mirror_maps
from delayed_bandits.algorithms.banker_rules import THEOREM_4_6
from delayed_bandits.algorithms.banker_scale_free import banker_sftinf
from delayed_bandits.delays.laws import laws_from
from delayed_bandits.errors import InputError
from delayed_bandits.traces import adversarial, slots
from delayed_bandits.traces.adversarial import AdversarialTrace
from delayed_bandits.traces.loss_laws import loss_law_from
from delayed_bandits.traces.streams import Streams
from oracles import huang2023 as oracle

CONSTRAINED = {"law": "stochastically_constrained", "gap": 0.25}
DELAYS = [
    {"law": "constant", "rounds": 0},
    {"law": "constant", "rounds": 7},
    {"law": "geometric", "mean": 12},
    {"law": "pareto", "shape": 1.5, "minimum": 4},
    {"law": "packet", "size": 11},
    {"law": "two_point", "low": 0, "high": 10**9, "probability": 0.1},
]


def draw(horizon, arms=4, delay=DELAYS[0], losses=CONSTRAINED, seed=0):
    return AdversarialTrace.draw(
        Streams(4, "laws"), seed, horizon=horizon, arms=arms, losses=losses, delay=laws_from(delay)
    )


def invested(trace, withdrawal="pooled"):
    """B_T of Banker-TINF."""
    feedback = trace.start()
    bank = banker.replay(feedback, banker_rules.rules_for(feedback, THEOREM_4_6), withdrawal)
    return bank.amounts[banker.INVESTED]


# Mirror maps


@pytest.mark.parametrize("arms", [2, 8, 32, 128, 1024])
@pytest.mark.parametrize("spread", [0, 5, 15])
@pytest.mark.parametrize(
    ("mirror_map", "gradient"),
    [
        (mirror_maps.tsallis_map, lambda x: -(x**-0.5)),
        (mirror_maps.log_barrier_map, lambda x: -1 / x),
    ],
)
def test_mirror_maps_solve_their_equation(mirror_map, gradient, arms, spread):
    rng = np.random.default_rng(arms + spread)
    for last in (np.full(arms, 1 / arms), np.eye(arms)[0] + 1e-12):
        given = -np.exp(rng.uniform(0, spread, arms))
        dual, x = given.copy(), last.copy()
        mirror_map(dual, x)
        assert abs(x.sum() - 1) <= 1e-12
        assert np.all(x > 0)
        nu = given - gradient(x)  # the same for all, up to the rounding of the largest
        assert np.ptp(nu) <= 1e-12 * np.abs(given).max()
        np.testing.assert_allclose(dual, given - np.median(nu), rtol=1e-9, atol=1e-12)


@given(
    losses=st.lists(st.floats(0, 1e6), min_size=2, max_size=9),
    root_weight=st.floats(1, 1e3),
    entropy_weight=st.floats(1e-2, 1e4),
)
def test_the_hybrid_map_is_stationary(losses, root_weight, entropy_weight):
    losses = np.array(losses)
    x = np.full(losses.size, 1 / losses.size)
    mirror_maps.hybrid_map(losses, root_weight, entropy_weight, x)
    assert abs(x.sum() - 1) <= 1e-12
    seen = x > 1e-300
    terms = np.stack(
        [losses[seen], entropy_weight * np.log(x[seen]), -root_weight * x[seen] ** -0.5]
    )
    assert np.ptp(terms.sum(axis=0)) <= 1e-10 * np.abs(terms).max()


# The framework


@pytest.mark.parametrize("withdrawal", ["pooled", "greedy", "fifo"])
@pytest.mark.parametrize("delay", DELAYS)
def test_what_was_invested_is_saved_or_on_its_way(delay, withdrawal):
    """B_t is the sum of all v_s; the kernel's B_t is the oracle's."""
    bank = oracle.banker_tinf(draw(60, delay=delay), withdrawal)
    for horizon in (1, 2, 13, 40, 60):
        trace = draw(horizon, delay=delay)
        now = oracle.banker_tinf(trace, withdrawal)
        outstanding = sum(now.sigma[s] for s in now.sigma if s not in now.v)
        assert now.B[-1] == pytest.approx(sum(now.v.values()) + outstanding, abs=1e-9)
        assert now.B[-1] == pytest.approx(bank.B[horizon], abs=1e-9)
        assert invested(trace, withdrawal) == pytest.approx(now.B[-1], abs=1e-9)


@pytest.mark.parametrize(
    ("rounds", "expected"),
    [(10, [94, 160, 273, 467, 803]), (100, [263, 452, 776, 1334, 2300])],
)
def test_total_investment_under_a_constant_delay(rounds, expected):
    delay = {"law": "constant", "rounds": rounds}
    horizons = [10_000, 31_623, 100_000, 316_228, 1_000_000]
    found = [invested(draw(horizon, arms=2, delay=delay)) for horizon in horizons]
    assert np.round(found).tolist() == expected


@pytest.mark.parametrize("horizon", [1, 10, 1000])
def test_total_investment_without_delay_is_the_root_of_the_horizon(horizon):
    assert invested(draw(horizon)) == pytest.approx(math.sqrt(horizon), rel=1e-12)


def divergence(psi, y, x):
    """Of 1/2-Tsallis entropy or the log barrier, y in the interior."""
    value = {
        oracle.Tsallis: lambda v: -2 * np.sum(np.sqrt(v)),
        oracle.LogBarrier: lambda v: -np.sum(np.log(v)),
    }[psi]
    return value(y) - value(x) - psi.gradient(x) @ (y - x)


@settings(max_examples=12)
@given(st.data())
def test_theorem_4_2_holds_on_every_path(data):
    """Equation 11, for the estimates as they come; what is on its way counts as if it had come."""
    seed = data.draw(st.integers(0, 10**6))
    delay = data.draw(st.sampled_from(DELAYS))
    withdrawal = data.draw(st.sampled_from(["pooled", "greedy", "fifo"]))
    arms, horizon = data.draw(st.integers(2, 6)), data.draw(st.integers(2, 60))
    trace = draw(horizon, arms, delay, seed=seed)
    replay = data.draw(st.sampled_from([oracle.banker_tinf, oracle.banker_sflbinf]))
    bank = replay(trace, withdrawal)
    psi, x0 = bank.psi, np.full(arms, 1 / arms)
    y = np.random.default_rng(seed).dirichlet(np.ones(arms)) * 0.999 + 0.001 / arms
    gained = spent = 0.0
    for s, x in bank.x.items():
        arm = bank.game.played[s - 1]
        estimate = np.zeros(arms)
        loss = trace.hidden_losses[trace.hidden_states[s - 1], arm]
        estimate[arm] = loss / x[arm]
        dual = psi.gradient(x) - estimate / bank.sigma[s]
        unconstrained = dual**-2.0 if psi is oracle.Tsallis else -1 / dual
        gained += estimate @ (x - y)
        spent += bank.sigma[s] * divergence(psi, x, unconstrained)
        left = bank.v.get(s, bank.sigma[s])
        spent -= left * divergence(psi, y, psi.restricted(dual))
    spent += bank.B[-1] * divergence(psi, y, x0)
    assert gained <= spent + 1e-8 * (1 + abs(spent))


def test_without_delay_it_is_the_regularised_leader():
    """Remark 4.4, with the scales of Tsallis-INF."""
    for seed in range(5):
        trace = draw(500, arms=5, seed=seed)
        banker_tinf = banker.banker_tinf.play(trace)
        tsallis_inf = baselines.tsallis_inf.play(trace)
        np.testing.assert_array_equal(banker_tinf.arms, tsallis_inf.arms)
        np.testing.assert_allclose(
            banker_tinf.expected_losses, tsallis_inf.expected_losses, atol=1e-7
        )


def test_bold_without_delay_is_its_base():
    trace = draw(300)
    one, other = baselines.bold.play(trace), baselines.tsallis_inf.play(trace)
    np.testing.assert_array_equal(one.arms, other.arms)


@pytest.mark.parametrize("rounds", [0, 3, 50])
def test_under_a_constant_delay_savings_form_chains(rounds):
    """What arrives is used up at once: B_t is the sum of the last d + 1 scales."""
    bank = oracle.banker_tinf(draw(200, delay={"law": "constant", "rounds": rounds}))
    scales = list(bank.sigma.values())
    assert np.all(np.diff(scales[rounds:]) >= 0)
    assert bank.B[-1] == pytest.approx(sum(scales[-rounds - 1 :]), rel=1e-9)


@pytest.mark.parametrize("delay", DELAYS[:-1])
def test_the_certificate_of_corollary_4_3(delay):
    """The mean regret stays below C_1 B_T + C_2 sum 1 / sigma_t: 2 (sqrt K - 1) and sqrt K."""
    arms, horizon = 4, 400
    traces = [draw(horizon, arms, delay, seed=seed) for seed in range(10)]
    regret = np.mean([trace.regret(banker.banker_tinf.play(trace))[-1] for trace in traces])
    banks = [oracle.banker_tinf(trace) for trace in traces[:2]]
    bounds = [
        2 * (math.sqrt(arms) - 1) * bank.B[-1]
        + math.sqrt(arms) * sum(1 / sigma for sigma in bank.sigma.values())
        for bank in banks
    ]
    assert 0 < regret <= np.mean(bounds)


def test_scale_free_as_mended_but_not_as_printed():
    """Losses of scale c give c times the regret only with `homogeneous`."""
    trace = draw(3000, arms=3)
    ratios = {}
    for homogeneous in (False, True):
        record = banker_sftinf.play(trace, homogeneous=homogeneous)
        small = AdversarialTrace(
            trace.hidden_states,
            trace.hidden_losses * 2.0**-7,
            trace.hidden_means * 2.0**-7,
            trace.hidden_delays,
            trace.hidden_uniforms,
            trace.laws,
        )
        scaled = banker_sftinf.play(small, homogeneous=homogeneous)
        ratios[homogeneous] = small.regret(scaled)[-1] * 2**7 / trace.regret(record)[-1]
    assert ratios[True] == pytest.approx(1, abs=0.2)
    assert ratios[False] > 1.5


# The trace


@given(
    seed=st.integers(0, 2**40),
    delay=st.sampled_from([*DELAYS, [{"law": "constant", "rounds": k} for k in range(3)]]),
    horizon=st.integers(1, 200),
)
def test_feedback_arrives_once_in_order_of_play_or_never(seed, delay, horizon):
    trace = draw(horizon, 3, delay, seed=seed)
    feedback = trace.start()
    waiting, distribution = {}, np.full(3, 1 / 3)
    for t in range(horizon):
        slot = adversarial.play(feedback, t, distribution)
        assert slot not in waiting
        law = feedback.arm[slot] if len(trace.hidden_delays) > 1 else 0
        waiting[slot] = (t, t + trace.hidden_delays[law, t])
        due = sorted(s for s, arrival in waiting.values() if arrival == t)
        found, slot = [], slots.arrived(feedback, t)
        while slot != slots.NONE:
            found.append(waiting.pop(slot)[0])
            slot = slots.next_arrived(feedback, slot)
        assert found == due
    assert all(arrival >= horizon for _, arrival in waiting.values())


def size_of(value):
    """Bytes of all arrays in a trace, a feedback or a bank."""
    if isinstance(value, np.ndarray):
        return value.nbytes
    return sum(map(size_of, value)) if isinstance(value, tuple) else 0


@pytest.mark.parametrize("delay", DELAYS[:-1])
def test_a_replay_holds_24_bytes_a_round_and_the_duals_on_their_way(delay):
    """Appendix A.5: of the order of sqrt(D) K; the feedback holds the arrays of the trace."""
    horizon, arms = 20_000, 8
    trace = draw(horizon, arms, delay)
    feedback = trace.start()
    bank = banker.replay(feedback, banker_rules.rules_for(feedback, THEOREM_4_6), "pooled")
    slots = feedback.slots
    assert slots <= 1 + math.sqrt(2 * trace.total_delay())
    assert size_of(feedback) + size_of(bank) <= 24 * horizon + 100 * slots + 1000
    assert size_of(feedback) >= 20 * horizon


@pytest.mark.parametrize(
    "distribution", [[1, 1, 0], [0.25, 0.25, 0.25], [0, 0, 0], [0.5, 0.5], [math.nan, 0.5, 0.5]]
)
def test_what_is_no_distribution_cannot_be_played(distribution):
    feedback = draw(5, 3).start()
    with pytest.raises(ValueError, match="does not sum to 1 over all arms"):
        adversarial.play(feedback, 0, np.array(distribution, float))


def test_a_learner_that_never_asks_what_arrived_is_told_so():
    feedback = draw(5, 3).start()
    adversarial.play(feedback, 0, np.full(3, 1 / 3))
    with pytest.raises(ValueError, match="ask in every round what has arrived"):
        adversarial.play(feedback, 1, np.full(3, 1 / 3))


def test_arms_are_drawn_from_the_distribution():
    trace = draw(60_000, 3)
    feedback = trace.start()
    distribution = np.array([0.2, 0.0, 0.8])
    for t in range(60_000):
        adversarial.play(feedback, t, distribution)
        slot = slots.arrived(feedback, t)
        while slot != slots.NONE:
            slot = slots.next_arrived(feedback, slot)
    share = np.bincount(feedback.played, minlength=3) / 60_000
    assert share[1] == 0
    assert abs(share[0] - 0.2) < 5 * math.sqrt(0.16 / 60_000)


SIGNED = {"law": "signed", "of": CONSTRAINED}


@pytest.mark.parametrize(
    ("law", "gap"),
    [
        (CONSTRAINED, 0.25),
        ({"law": "scaled", "of": CONSTRAINED, "factor": 8}, 2),
        (SIGNED, 0.5),
        ({"law": "growing", "of": CONSTRAINED, "factor": 9, "steps": 2}, 0.25 * 5),
        ({"law": "growing", "of": CONSTRAINED, "factor": 9, "steps": 3}, 0.25 * 13 / 3),
        ({"law": "spikes", "of": CONSTRAINED, "factor": 11, "probability": 0.1}, 0.5),
        ({"law": "signed_spikes", "of": SIGNED, "size": 5, "probability": 0.05}, 0.475),
    ],
)
def test_losses_have_the_means_that_the_regret_counts(law, gap):
    """In every state of the means, and in the mean gap that follows from the law's words."""
    horizon = 300_000
    uniforms = np.random.default_rng(0).random(horizon)
    states, losses, means = loss_law_from(law).draw(uniforms, 3)
    difference = losses[states] - means[states]
    for value in np.unique(means[:, 0]):
        rounds = means[states, 0] == value
        sem = difference[rounds].std(axis=0) / math.sqrt(rounds.sum())
        assert np.all(np.abs(difference[rounds].mean(axis=0)) <= 5 * sem + 1e-12)
    gaps = means[states][:, 1] - means[states][:, 0]
    assert abs(gaps.mean() - gap) < 5 * gaps.std() / math.sqrt(horizon) + 1e-9


def test_signed_spikes_hit_one_arm_at_most_with_either_sign():
    law = loss_law_from({"law": "signed_spikes", "of": SIGNED, "size": 5, "probability": 0.05})
    states, losses, _ = law.draw(np.random.default_rng(1).random(100_000), 3)
    drawn = losses[states]
    assert np.all((np.abs(drawn) == 5).sum(axis=1) <= 1)
    for arm in range(3):
        for sign in (1, -1):
            share = np.mean(drawn[:, arm] == 5 * sign)
            assert abs(share - 0.025) < 5 * math.sqrt(0.025 / 100_000)


def test_waves_swing_between_even_and_odd_arms():
    law = loss_law_from({"law": "square_wave", "block": 3, "gap": 0.1})
    states, losses, means = law.draw(np.zeros(7), 3)
    first, second = [0.8, 0, 1], [0, 1, 0]
    assert losses[states].tolist() == means[states].tolist() == [first] * 3 + [second] * 3 + [first]


def test_the_regret_is_against_the_arm_that_is_best_over_all_rounds():
    """Which is not the first one here, nor the best one in each round."""
    states = np.array([0, 1, 1, 0, 1], np.uint8)
    table = np.array([[0.0, 1.0, 0.5], [1.0, 0.25, 0.5]])
    trace = draw(5, 3)
    trace = AdversarialTrace(
        states, table, table, trace.hidden_delays, trace.hidden_uniforms, trace.laws
    )
    record = trace.start().record()
    record.expected_losses[:] = [0.5, 0.5, 0.5, 1, 0]
    # totals 3, 2.75 and 2.5: the last arm is best
    assert trace.regret(record).tolist() == [0, 0, 0, 0.5, 0]


@pytest.mark.parametrize("delay", DELAYS)
def test_the_total_delay_is_that_experienced(delay):
    trace = draw(70, delay=delay)
    bank = oracle.banker_tinf(trace)
    missing = [t - sum(len(bank.game.arrivals[s]) for s in range(1, t + 1)) for t in range(1, 70)]
    assert trace.total_delay() == sum(missing)


def test_the_regret_of_the_best_arm_is_zero():
    trace = draw(1000)
    best = np.zeros(4)
    best[0] = 1
    record = trace.start().record()
    record.expected_losses[:] = trace.hidden_means[trace.hidden_states] @ best
    assert abs(trace.regret(record)[-1]) < 1e-4


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"arms": 1}, "arms is 1; expected 2"),
        ({"losses": {"law": "square_wav", "block": 3}}, "did you mean 'square_wave'"),
        ({"losses": {"law": "square_wave"}}, "'block' is missing"),
        ({"losses": {"law": ["square_wave"]}}, "is unknown"),
        ({"losses": {"law": "signed", "of": "gap"}}, "'signed', of: loss law: 'gap' found"),
        ({"losses": {"law": "signed", "of": SIGNED}}, r"expected a law of losses in \[0, 1\]"),
        ({"losses": {"law": "scaled", "of": CONSTRAINED, "factor": 0}}, "factor is 0"),
        ({"losses": {"law": "growing", "of": CONSTRAINED, "factor": 2, "steps": 1}}, "steps is 1"),
        ({"losses": {"law": "growing", "of": CONSTRAINED, "factor": 2, "steps": 65}}, "260 states"),
        (
            {"losses": {"law": "signed_spikes", "of": SIGNED, "size": 5, "probability": 0.25}},
            "less than 1/4, for 4 arms",
        ),
        ({"losses": {"law": "stochastically_constrained", "gap": "0.1"}}, "gap is '0.1'"),
        ({"losses": {"law": "stochastically_constrained", "gap": True}}, "gap is True"),
        ({"losses": {"law": "square_wave", "block": 0}}, "block is 0"),
        ({"losses": {"law": "square_wave", "block": 3, "gap": 0.6}}, "gap is 0.6"),
        ({"losses": {"law": "stochastically_constrained", "gap": 2}}, "gap is 2"),
        ({"losses": {"law": "stochastically_constrained", "gap": math.nan}}, "gap is nan"),
        ({"losses": {"law": "random_wave", "shortest": 4, "longest": 3}}, "longest is 3"),
        ({"delay": [{"law": "constant", "rounds": 1}] * 3}, "3 laws found; expected one law"),
    ],
)
def test_bad_input(change, message):
    with pytest.raises(InputError, match=message) as error:
        draw(**({"horizon": 5} | change))
    assert "\n" not in str(error.value)
