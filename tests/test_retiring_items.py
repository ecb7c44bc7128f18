import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from delayed_bandits.delays.tabulated import Poisson
from delayed_bandits.traces.k_armed.identified import IdentifiedTrace
from delayed_bandits.traces.k_armed.items import Retiring
from delayed_bandits.traces.streams import Streams
from papers.chapelle2011 import oracle

SEEDS = st.integers(0, 2**32)
same = np.testing.assert_array_equal


def retiring(seed, horizon=300, **items):
    distribution = {"distribution": "retiring", "probability": 0.05} | items
    environment = {"horizon": horizon, "arms": 4, "items": distribution, "delay": Poisson(4)}
    return IdentifiedTrace.draw(Streams(5, "distributions"), seed, **environment)


@settings(max_examples=60)
@given(SEEDS, st.integers(1, 90), st.integers(1, 12), st.floats(0, 1))
def test_items_retire_as_in_the_oracle(seed, horizon, every, probability):
    distribution = Retiring(probability, every)
    uniforms = np.random.default_rng(seed).random(horizon)
    found = distribution.renewals(uniforms, 3)
    expected = oracle.renewals(uniforms, 3, probability, every)
    same(found.rounds, [t for t, _ in expected])
    same(found.arms, [arm for _, arm in expected])


@settings(max_examples=30)
@given(SEEDS, st.integers(1, 9))
def test_rewards_are_those_of_the_items(seed, every):
    trace = retiring(seed, every=every, a=2, b=1)
    streams = Streams(5, "distributions")
    rounds, arms, _ = trace.hidden_renewals
    means = np.sort(streams.open("items", seed).random((4 + rounds.size, 2)), axis=1)[:, 1]
    uniforms = streams.open("rewards", seed).random(300)
    present = list(range(4))
    for t in range(300):
        for i in np.flatnonzero(rounds == t):
            present[arms[i]] = 4 + i
        state = trace.hidden_states[t]
        same(trace.hidden_means[state], means[present])
        same(trace.hidden_outcomes[state], uniforms[t] < means[present])


def test_items_and_means_follow_their_distributions():
    trace = retiring(0, horizon=200_000, probability=0.1)
    rounds, arms, _ = trace.hidden_renewals
    assert abs(rounds.size - 20_000) < 5 * np.sqrt(200_000 * 0.1 * 0.9)
    assert stats.chisquare(np.bincount(arms)).pvalue > 1e-4
    means = np.unique(trace.hidden_means)
    assert stats.kstest(means, stats.beta(4, 4).cdf).pvalue > 1e-4
