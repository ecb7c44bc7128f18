"""Laws of the streams and of the linear trace."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from delayed_bandits.delays.laws import law_from
from delayed_bandits.traces.arrivals import arrivals
from delayed_bandits.traces.linear.trace import LinearTrace
from delayed_bandits.traces.streams import Streams

SETTING = {
    "horizon": 200,
    "arms": 4,
    "dimension": 3,
    "action_law": "binary",
    "delay": {"law": "geometric", "mean": 10},
}


def draw(seed=0, streams=None, **changes):
    setting = {**SETTING, **changes}
    setting["delay"] = law_from(setting["delay"])
    return LinearTrace.draw(streams or Streams(7, "paper"), seed, **setting)


def same(one, other):
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def test_a_trace_depends_on_seed_paper_and_master_seed_alone():
    assert same(draw(3), draw(3))
    others = [draw(4), draw(3, Streams(8, "paper")), draw(3, Streams(7, "other"))]
    for other in others:
        assert not np.array_equal(draw(3).reward_uniforms, other.reward_uniforms)


def test_large_seeds_have_streams_of_their_own():
    first = [draw(seed).reward_uniforms[0] for seed in (0, 2**32, 2**63, 2**64 - 1)]
    assert len(set(first)) == len(first)


def test_streams_of_different_names_are_unrelated():
    trace = draw(horizon=4000)
    for one, other in [
        (trace.reward_uniforms, trace.learner_uniforms),
        (trace.reward_uniforms[1:], trace.reward_uniforms[:-1]),
        (draw(1, horizon=4000).reward_uniforms, trace.reward_uniforms),
    ]:
        assert abs(np.corrcoef(one, other)[0, 1]) < 5 / np.sqrt(4000)


@pytest.mark.parametrize("action_law", ["binary", "uniform"])
def test_a_longer_horizon_keeps_the_first_rounds(action_law):
    short, long = draw(action_law=action_law), draw(action_law=action_law, horizon=500)
    for field in ("arms", "reward_uniforms", "delays", "learner_uniforms", "learner_normals"):
        np.testing.assert_array_equal(getattr(long, field)[:200], getattr(short, field))


def test_longer_delays_are_coupled_to_shorter_ones():
    short, long = draw(), draw(delay={"law": "geometric", "mean": 30})
    assert (long.delays >= short.delays).all()
    np.testing.assert_array_equal(long.arms, short.arms)


@pytest.mark.parametrize("action_law", ["binary", "uniform"])
def test_arms_have_norm_one_and_means_in_the_unit_interval(action_law):
    trace = draw(action_law=action_law)
    np.testing.assert_allclose(np.linalg.norm(trace.arms, axis=2), 1, rtol=1e-14)
    means = trace.arms @ trace.theta
    assert means.min() > 0
    assert means.max() <= 1 + 1e-14


def test_binary_arms_are_uniform_on_the_corners_without_zero():
    arms = draw(horizon=5000, dimension=3).arms.reshape(-1, 3)
    codes = (arms > 0) @ [1, 2, 4]
    counts = np.bincount(codes, minlength=8)
    assert counts[0] == 0
    assert stats.chisquare(counts[1:]).pvalue > 1e-4


def test_regret_is_the_sum_of_gaps():
    trace = draw()
    played = np.arange(200) % 4
    means = np.einsum("tai,i->ta", trace.arms, trace.theta)
    gaps = means.max(axis=1) - means[np.arange(200), played]
    np.testing.assert_allclose(trace.regret(played), np.cumsum(gaps), rtol=1e-12)
    assert trace.regret(means.argmax(axis=1))[-1] == 0


@settings(max_examples=200)
@given(
    st.lists(st.integers(0, 40) | st.just(2**62), min_size=1, max_size=60),
    st.integers(1, 30) | st.just(2**62),
)
def test_arrivals_are_listed_in_the_round_that_can_use_them(delays, window):
    first, order = arrivals(np.array(delays), window)
    for t in range(len(delays)):
        expected = [s for s in range(t) if s + delays[s] + 1 == t and delays[s] <= window]
        assert order[first[t] : first[t + 1]].tolist() == expected
