import numpy as np
import pytest
from scipy import stats

import test_views
from conftest import refused
from delayed_bandits.checks.schema import schema_of
from delayed_bandits.delays.distributions import distribution_from
from delayed_bandits.traces.k_armed import anonymous
from delayed_bandits.traces.linear.trace import LinearTrace
from delayed_bandits.traces.protocol import Trace
from delayed_bandits.traces.slots import arrived
from delayed_bandits.traces.streams import Streams
from single_runs import LINEAR

SETTING = LINEAR.trace | {"horizon": 200, "arms": 4, "dimension": 3}


def draw(seed=0, streams=None, **changes):
    setting = {**SETTING, **changes}
    setting["delay"] = distribution_from(setting["delay"])
    return LinearTrace.draw(streams or Streams(7, "paper"), seed, **setting)


def numbers(trace):
    """All numbers of a trace that depend on the round; rounds are the first axis."""
    horizon = trace.horizon
    return {
        "action sets": trace.action_sets,
        "rewards": trace.hidden_uniforms,
        "delays": trace.hidden_delays[0],
        "learner's uniforms": trace.randomness.uniforms(horizon),
        "learner's normals": trace.randomness.normals((horizon, 3)),
    }


def test_trace_depends_only_on_seeds_and_paper():
    np.testing.assert_equal(numbers(draw(3)), numbers(draw(3)))
    seeds = [draw(seed) for seed in (4, 3 + 2**32, 3 + 2**63)]
    for other in [*seeds, draw(3, Streams(8, "paper")), draw(3, Streams(7, "other"))]:
        for name, values in numbers(draw(3)).items():
            assert not np.array_equal(values, numbers(other)[name])


def test_streams_of_different_names_are_unrelated():
    trace = draw(horizon=4000)
    for one, other in [
        (trace.hidden_uniforms, trace.randomness.uniforms(4000)),
        (trace.hidden_uniforms[1:], trace.hidden_uniforms[:-1]),
        (draw(1, horizon=4000).hidden_uniforms, trace.hidden_uniforms),
    ]:
        assert abs(np.corrcoef(one, other)[0, 1]) < 5 / np.sqrt(4000)


@pytest.mark.parametrize("action_distribution", ["binary", "uniform"])
def test_longer_horizon_keeps_the_first_rounds(action_distribution):
    short, long = (
        draw(action_distribution=action_distribution),
        draw(action_distribution=action_distribution, horizon=500),
    )
    for name, values in numbers(short).items():
        np.testing.assert_array_equal(numbers(long)[name][:200], values)


@pytest.mark.parametrize("action_distribution", ["binary", "uniform"])
def test_arms_have_norm_one_and_means_in_unit_interval(action_distribution):
    trace = draw(action_distribution=action_distribution)
    np.testing.assert_allclose(np.linalg.norm(trace.action_sets, axis=2), 1, rtol=1e-14)
    np.testing.assert_allclose(trace.hidden_means, trace.action_sets @ trace.hidden_theta)
    assert trace.hidden_means.min() > 0
    assert trace.hidden_means.max() <= 1 + 1e-14


def test_binary_arms_are_uniform_on_the_corners():
    arms = draw(horizon=5000, dimension=3).action_sets.reshape(-1, 3)
    codes = (arms > 0) @ [1, 2, 4]
    counts = np.bincount(codes, minlength=8)
    assert counts[0] == 0
    assert stats.chisquare(counts[1:]).pvalue > 1e-4


def test_regret_is_the_sum_of_gaps():
    trace = draw()
    played = np.arange(200) % 4
    means = np.einsum("tai,i->ta", trace.action_sets, trace.hidden_theta)
    gaps = means.max(axis=1) - means[np.arange(200), played]
    np.testing.assert_allclose(trace.regret(played), np.cumsum(gaps), rtol=1e-12)
    assert trace.regret(means.argmax(axis=1))[-1] == 0


@pytest.mark.parametrize("arm", [-1, 4])
def test_unknown_arm_is_refused(arm):
    with refused("", f"arm {arm}", "round 3"):
        draw(horizon=5).regret(np.array([0, 3, 0, arm, 0]))


@pytest.mark.parametrize("kind", test_views.KINDS.values(), ids=test_views.KINDS)
def test_every_trace_keeps_its_contract(kind):
    trace = test_views.draw(kind)
    members = [name for name in {*Trace.__annotations__, *vars(Trace)} if name[0] != "_"]
    assert all(hasattr(trace, member) for member in members)
    assert "horizon" in schema_of(kind.trace.draw)["required"]
    view = trace.start()
    assert view.horizon == trace.horizon
    for t in range(trace.horizon):
        kind.play(view, t)
        if kind.trace is not anonymous.AnonymousTrace:
            arrived(view, t)
    record = trace.record(view, kind.report)
    columns = trace.columns(record)
    assert "regret" in columns
    assert {column.shape for column in columns.values()} == {(trace.horizon,)}
    same = trace.randomness.uniforms(4)
    np.testing.assert_array_equal(trace.randomness.uniforms(4), same)
