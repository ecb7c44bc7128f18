import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from delayed_bandits.delays.by_reward import ByReward
from delayed_bandits.delays.distributions import distribution_from, distributions_from
from delayed_bandits.experiments.specification import Specification
from delayed_bandits.traces.arms import draw_delays
from delayed_bandits.traces.k_armed.identified import IdentifiedTrace
from delayed_bandits.traces.k_armed.mixed import MixedTrace
from delayed_bandits.traces.streams import Streams
from papers.replays import rewards_of
from test_k_armed_environments import ENVIRONMENTS

HORIZON = 80
SPECS = {
    "constant": {"distribution": "constant", "rounds": 3},
    "lost": {"distribution": "two_point", "low": 1, "high": 10**9, "probability": 0.5},
    "geometric": {"distribution": "geometric", "mean": 4},
    "uniform": {"distribution": "uniform", "low": 2, "high": 9},
    "pareto": {"distribution": "pareto", "shape": 0.5, "minimum": 1},
    "batch": {"distribution": "batch", "size": 7},
}
specs = st.sampled_from(list(SPECS.values()))
by_reward = st.fixed_dictionaries(
    {"distribution": st.just("by_reward"), "success": specs, "failure": specs}
)


def draw(environment, delay, seed=0, horizon=HORIZON):
    s = Streams(9, "reward delays")
    delay = distributions_from(delay)
    return IdentifiedTrace.draw(s, seed, horizon=horizon, delay=delay, **ENVIRONMENTS[environment])


@given(
    environment=st.sampled_from(list(ENVIRONMENTS)),
    delay=st.one_of(by_reward, st.lists(st.one_of(by_reward, specs), min_size=3, max_size=3)),
    seed=st.integers(0, 1000),
)
def test_each_reward_has_the_delay_of_its_distribution(environment, delay, seed):
    """The oracle draws from that distribution alone, on the same uniforms, for each arm."""
    trace = draw(environment, delay, seed)
    rewards = rewards_of(trace)
    for arm, spec in enumerate(delay if isinstance(delay, list) else [delay] * 3):
        distributions = distributions_from([spec.get("success", spec), spec.get("failure", spec)])
        delays = draw_delays(distributions, Streams(9, "reward delays"), seed, HORIZON)
        found = trace.hidden_delays[arm if len(trace.hidden_delays) > 1 else 0]
        np.testing.assert_array_equal(found, np.where(rewards[:, arm] > 0, *delays))


@pytest.mark.parametrize("environment", ["Bernoulli", "Beta", "constrained"])
@pytest.mark.parametrize("of", ["rewards", "losses"])
def test_payoff_is_delayed_by_its_size(environment, of):
    trace = draw(environment, {"distribution": "payoff", "longest": 40, "of": of})
    rewards = rewards_of(trace).T
    payoffs = rewards if of == "rewards" else 1 - rewards
    expected = [list(map(math.ceil, 40 * p)) for p in payoffs]
    np.testing.assert_array_equal(trace.hidden_delays, expected)
    assert trace.largest_delay == 40
    assert (
        draw(environment, {"distribution": "payoff", "longest": 999, "of": of}).hidden_delays.max()
        == HORIZON
    )


@given(success=specs, failure=specs)
def test_moments_are_the_largest_over_rewards(success, failure):
    distribution = ByReward(distribution_from(success), distribution_from(failure))
    parts = distribution.success, distribution.failure
    assert distribution.bound == max(part.bound for part in parts)
    assert distribution.mean == max(part.mean for part in parts)
    if not math.isfinite(distribution.variance):
        assert math.inf in [part.variance for part in parts]
        return
    share = np.linspace(0, 1, 1001)
    moments = [np.array([part.mean, part.variance + part.mean**2])[:, None] for part in parts]
    mean, square = share * moments[0] + (1 - share) * moments[1]
    assert (square - mean**2).max() == pytest.approx(distribution.variance, rel=1e-5, abs=1e-9)


@pytest.mark.parametrize(
    ("delay", "bound", "largest"),
    [
        ({"distribution": "uniform", "low": 0, "high": 30}, 30, 30),
        ({"distribution": "constant", "rounds": 10**9}, 10**9, HORIZON),
        ({"distribution": "geometric", "mean": 2}, math.inf, None),
    ],
)
def test_largest_delay_is_bounded_by_the_horizon(delay, bound, largest):
    trace = draw("Bernoulli", delay)
    assert trace.delay_bound == bound
    assert trace.largest_delay == (largest or trace.hidden_delays.max())


LATE = {"distribution": "by_reward", "success": SPECS["constant"], "failure": SPECS["lost"]}


@pytest.mark.parametrize("name", ["criteo", "log"])
def test_nested_recorded_delays_are_found(name):
    within = LATE | {"success": {"distribution": name, "scale": 1.0}}
    for delay in (within, [SPECS["constant"], within]):
        spec = Specification("p", "s", "a", 1, 1, {"horizon": 5, "delay": delay}, "x.y", {})
        assert getattr(spec, f"uses_{name}")
        assert not getattr(spec, {"criteo": "uses_log", "log": "uses_criteo"}[name])


@pytest.mark.parametrize("kind", [IdentifiedTrace, MixedTrace])
def test_number_of_slots_tells_nothing_of_rewards(kind):
    trace = kind(**vars(draw("Bernoulli", LATE)))
    assert trace.start().round.size == HORIZON
    assert kind(**vars(draw("Bernoulli", SPECS["constant"]))).start().round.size == 4
