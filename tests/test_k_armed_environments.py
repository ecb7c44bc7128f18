import math

import numpy as np
import pytest

from delayed_bandits.checks.errors import InputError
from delayed_bandits.delays.closed_forms import Constant, Exponential
from delayed_bandits.delays.distributions import distribution_from
from delayed_bandits.delays.tabulated import Poisson
from delayed_bandits.traces.k_armed import anonymous, identified, mixed
from delayed_bandits.traces.k_armed.trace import KArmedTrace
from delayed_bandits.traces.slots import arrived
from delayed_bandits.traces.streams import Streams
from every_algorithm import ALGORITHMS
from papers.replays import rewards_of

HORIZON, ARMS = 300, 3
LATE, NO_DELAY = distribution_from({"distribution": "uniform", "low": 0, "high": 6}), Constant(0)
ENVIRONMENTS = {
    "Bernoulli": {"means": [0.3, 0.9, 0.5]},
    "Beta": {"means": [0.3, 0.9, 0.5], "reward_distribution": "beta"},
    "constrained": {
        "arms": ARMS,
        "losses": {"distribution": "stochastically_constrained", "gap": 0.25},
    },
    "wave": {"arms": ARMS, "losses": {"distribution": "square_wave", "block": 7, "gap": 0.1}},
    "retiring": {
        "arms": ARMS,
        "items": {"distribution": "retiring", "probability": 0.05, "every": 4},
    },
}
KINDS = [identified.IdentifiedTrace, anonymous.AnonymousTrace, mixed.MixedTrace]
same = np.testing.assert_array_equal
REQUIRED = {
    "base": "ucb1",
    "tail_exponent": 0.5,
    "window": 9,
    "confidence": 0.1,
    "regularisation": 1.0,
}
K_ARMED = {run: found for run, found in ALGORITHMS.items() if issubclass(found.trace, KArmedTrace)}


def draw(kind, environment, delay=LATE, horizon=HORIZON):
    return kind.draw(Streams(6, "environments"), 0, horizon=horizon, delay=delay, **environment)


@pytest.mark.parametrize("environment", ENVIRONMENTS)
@pytest.mark.parametrize("name", K_ARMED)
def test_every_algorithm_plays_on_every_environment(name, environment):
    algorithm = K_ARMED[name]
    trace = draw(algorithm.trace, ENVIRONMENTS[environment])
    given = {key: REQUIRED[key] for key in algorithm.parameters["required"]}
    record = algorithm.play(trace, **given)
    played = getattr(record, "arms", record)
    assert set(played) <= set(range(ARMS))
    regret = trace.columns(record)["regret"]
    assert regret.shape == (HORIZON,)
    assert np.isfinite(regret).all()


@pytest.mark.parametrize("environment", ENVIRONMENTS)
@pytest.mark.parametrize("kind", KINDS)
def test_regret_of_one_arm_matches_its_definition(kind, environment):
    trace = draw(kind, ENVIRONMENTS[environment])
    means = trace.hidden_means[trace.hidden_states]
    means = 1 - means if trace.are_losses else means
    best = means.sum(axis=0).argmax()
    largest = means.max(axis=1) if environment == "retiring" else means[:, best]
    for arm in range(ARMS):
        played = np.full(HORIZON, arm)
        if kind is mixed.MixedTrace:
            played = mixed.Record(played, (1 - means[:, arm]).astype(np.float32))
        regret = trace.regret(played)
        expected = np.cumsum(largest - means[:, arm])
        np.testing.assert_allclose(regret, expected, rtol=1e-5, atol=1e-4)
        if arm == best and environment != "retiring" and kind is not mixed.MixedTrace:
            assert not regret.any()


@pytest.mark.parametrize("environment", ENVIRONMENTS)
def test_all_views_show_the_same_rewards(environment):
    """Rewards are 1 - loss, and losses 1 - reward."""
    views = [draw(kind, ENVIRONMENTS[environment], NO_DELAY).start() for kind in KINDS]
    trace = draw(KINDS[0], ENVIRONMENTS[environment])
    expected = rewards_of(trace)
    other = trace.start()
    for t in range(HORIZON):
        arm = t % ARMS
        slot = identified.pull(views[0], t, arm)
        assert arrived(views[0], t).tolist() == [slot]
        assert views[0].reward[slot] == expected[t, arm]
        assert identified.pull_undelayed(other, t, arm) == expected[t, arm]
        assert anonymous.pull(views[1], t, arm) == expected[t, arm]
        slot = mixed.play(views[2], t, np.eye(ARMS)[arm])
        assert arrived(views[2], t).tolist() == [slot]
        assert views[2].loss[slot] == pytest.approx(1 - expected[t, arm], abs=1e-15)


def test_environments_of_a_seed_share_their_delays():
    first, *others = [draw(KINDS[0], env).hidden_delays for env in ENVIRONMENTS.values()]
    for other in others:
        same(other, first)


def test_rewards_have_the_moments_of_their_distribution():
    means, n = np.array([0.0, 0.05, 0.5, 0.6, 1.0]), 100_000
    for c, distribution in [(0, {}), (3, {"reward_distribution": "beta", "concentration": 3})]:
        rewards = rewards_of(draw(KINDS[0], {"means": list(means), **distribution}, NO_DELAY, n))
        assert (abs(rewards - 0.5) <= 0.5).all()
        variance = means * (1 - means) / (c + 1)
        for errors in (rewards - means, (rewards - means) ** 2 - variance):
            assert (abs(errors.mean(0)) <= 5 * errors.std(0) / math.sqrt(n)).all()


def test_environments_share_their_random_numbers():
    def environment(delay, horizon=400, kind=anonymous.AnonymousTrace):
        trace = draw(kind, {"means": [0.3, 0.7]}, delay, horizon)
        return rewards_of(trace), trace.hidden_delays

    each = [Poisson(4), Exponential(9)]
    rewards, delays = environment(each)
    same(delays, [environment(delay)[1][0] for delay in each])  # by arm
    longer_rewards, longer_delays = environment([Poisson(9), Exponential(20)])
    same(longer_rewards, rewards)
    assert (longer_delays >= delays).all()
    for kind, horizon in zip(KINDS, (400, 10, 70), strict=True):
        first_rewards, first_delays = environment(each, horizon, kind)
        same(first_rewards, rewards[:horizon])
        same(first_delays, np.minimum(delays[:, :horizon], horizon))  # `horizon` means never
    with pytest.raises(InputError, match="delay"):
        environment([NO_DELAY] * 3)
