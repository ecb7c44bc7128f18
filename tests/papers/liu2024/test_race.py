"""Laws of the race for fast arms, of answers and of rewards (Liu and Maghsudi 2024)."""

import math
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from delayed_bandits.algorithms import pr_sar
from delayed_bandits.traces.budgeted.view import SKIPPED
from papers.liu2024.test_properties import (
    SEEDS,
    draw,
    play,
    worlds,
)

# The race


def race_of(arms, accept, confidence, printed_baskets, most=500):
    return pr_sar.new_race(
        SimpleNamespace(n_arms=arms, budget=100.0),
        accept,
        most_pulls=most,
        confidence=confidence,
        tail_exponent=2.0,
        acceptance="race",
        radius="plug-in",
        baskets="printed" if printed_baskets else "bubeck",
    )


@given(
    n=st.integers(1, 300),
    most=st.sampled_from([3, 10**6]),
    seed=SEEDS,
    confidence=st.sampled_from([1e-6, 0.01, 0.05, 0.3, 0.9]),
    printed=st.booleans(),
)
def test_the_median_of_means(n, most, seed, confidence, printed):
    delays = np.random.default_rng(seed).integers(0, most, n)
    limit = 1 + 8 * math.log(1 / confidence)  # 8 ln(e^(1/8) / delta)
    number = min(limit, 8 * math.log(n / 2)) if printed else min(limit, n / 2)
    h = min(n, max(1, math.floor(number)))
    race = race_of(3, 1, confidence, printed)
    for delay in delays:
        pr_sar.observe_delay(race, 1, delay)
    assert pr_sar.number_of_baskets(race, n) == h
    means = [np.mean(delays[i * (n // h) : (i + 1) * (n // h)]) for i in range(h)]
    assert pr_sar.median_of_means(race, 1) == pytest.approx(np.median(means), rel=1e-12)


@settings(max_examples=200)
@given(
    trace=worlds(),
    share=st.floats(0, 1),
    acceptance=st.sampled_from(["race", "printed"]),
    radius=st.sampled_from(["plug-in", "printed"]),
    limit=st.integers(1, 200),
)
def test_as_many_arms_are_accepted_as_are_wanted(trace, share, acceptance, radius, limit):
    accept = 1 + int(share * (trace.n_arms - 1))
    rules = {"acceptance": acceptance, "radius": radius}
    record = play("doral", trace, accept=accept, limit=limit, **rules)
    assert record.accepted.sum() == accept
    assert record.identification <= min(limit, trace.horizon)
    after = record.arms[record.identification :]
    assert record.accepted[after[after != SKIPPED]].all()


@given(order=st.permutations(range(5)), fast=st.integers(1, 4), seed=SEEDS)
def test_the_race_is_won_by_the_fastest_arms(order, fast, seed):
    """As printed it is won by one that is slower than others."""
    rounds = [3 if place < fast else 150 for place in order]
    delay = [{"law": "constant", "rounds": number} for number in rounds]
    trace = draw(seed, delay, horizon=900, budget=900, arms=5)
    record = play("doral", trace, accept=fast, limit=trace.horizon)
    assert record.accepted.tolist() == [place < fast for place in order]
    assert record.identification < trace.horizon
    if fast >= 2:
        slow = play("doral", trace, accept=1, limit=trace.horizon, acceptance="printed")
        assert order[np.flatnonzero(slow.accepted)[0]] >= fast


# Answers and rewards
