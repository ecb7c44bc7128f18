"""UCB with one of several confidence bounds (Chapelle and Li 2011), and KL-UCB.

If an arm gets a new item, which has another mean, the rewards of the old item are forgotten. Arms
without a reward are played first.
"""

import math
from typing import Literal

import numpy as np

from delayed_bandits.algorithms.item_rewards import Received, forget_retired, receive
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.types import Positive
from delayed_bandits.kernels.compiling import inlined, njit
from delayed_bandits.kernels.counter_based import place, uniform
from delayed_bandits.kernels.linear_algebra import TIE
from delayed_bandits.traces.k_armed.identified import IdentifiedTrace, IdentifiedView, pull
from delayed_bandits.traces.streams import Randomness

ConfidenceBound = Literal["rewards", "losses", "quarter", "hoeffding", "ucb1"]
Newcomers = Literal["first", "random"]
Ties = Literal["first", "least_played"]

UNSEEN = 1e9  # the index of an arm without a reward, larger than any other
MOST_STEPS = 100  # of Newton's method; a few are enough unless a mean is within 1e-10 of 0 or 1

# (constant, slope, linear) of the index p + sqrt((constant + slope p) L / m) + linear L / m
COEFFICIENTS = {
    "rewards": (0.0, 2.0, 2.0),
    "losses": (2.0, -2.0, 0.0),
    "quarter": (1.0, 0.0, 0.0),
    "hoeffding": (0.5, 0.0, 0.0),
    "ucb1": (4.0, 0.0, 0.0),
}


@algorithm(IdentifiedTrace, nanoseconds=50)
def ucb(
    view: IdentifiedView,
    *,
    bound: ConfidenceBound = "rewards",
    newcomers: Newcomers = "first",
    randomness: Randomness,
) -> None:
    """Play the arm of the largest upper confidence bound.

    In round t, with L = log(t) / 2, the bound of an arm with m rewards of mean p is, by `bound`:

    - "rewards": p + sqrt(2 p L / m) + 2 L / m, equation 1 as in Langford's tutorial (2005);
    - "losses": p + sqrt(2 (1 - p) L / m), which is 1 minus a lower bound of the mean loss;
    - "quarter": p + sqrt(L / m);
    - "hoeffding": p + sqrt(L / (2 m));
    - "ucb1": p + sqrt(4 L / m).

    If some arms have no reward, `newcomers` selects one of them, the "first" or a "random" one.
    """
    _replay(view, COEFFICIENTS[bound], newcomers == "random", randomness.key())


@njit(cache=True)
def _replay(view, coefficients, any_of, key):
    constant, slope, linear = coefficients
    n = view.n_arms
    received = Received(np.zeros(n), np.zeros(n), np.zeros(n, np.int64))
    for t in range(view.horizon):
        forget_retired(received, view, t)
        log_inverse = 0.5 * math.log(t + 1)  # log(1/d)
        choice, largest = 0, -1.0
        for arm in range(n):
            m = received.count[arm]
            if m > 0:
                p = received.total[arm] / m
                rate = log_inverse / m
                index = p + math.sqrt((constant + slope * p) * rate) + linear * rate
            else:
                index = UNSEEN + (uniform(place(key, t, arm)) if any_of else 0.0)
            if index > largest:
                choice, largest = arm, index
        pull(view, t, choice)
        receive(received, view, t)


@inlined
def divergence(p: float, q: float) -> float:
    """Return KL(p, q) of Bernoulli distributions with means p and q, for q in (0, 1)."""
    of_one = p * math.log(p / q) if p > 0 else 0.0
    return of_one + ((1 - p) * math.log((1 - p) / (1 - q)) if p < 1 else 0.0)


@inlined
def largest_mean(p: float, level: float, start: float) -> float:
    """Return the largest q with KL(p, q) <= `level`, by Newton's method from `start`."""
    if p >= 1 or level <= 0:
        return p
    q = start if p < start < 1 else 0.5 * (1 + p)
    for _ in range(MOST_STEPS):
        if not p < q < 1:  # no float is between p and 1, or q and 1
            return q
        step = (divergence(p, q) - level) * q * (1 - q) / (q - p)
        small = abs(step) < 1e-5 * min(q - p, 1 - q)  # the next error is about its square
        if q - step >= 1:
            q = 0.5 * (1 + q)
        elif q - step <= p:
            q = 0.5 * (p + q)
        else:
            q -= step
        if small:
            return q
    return q


@inlined
def tangent(p_known: float, rate: float, q: float, p: float, m: float) -> tuple[float, float]:
    """Return (a, b) of an upper bound a + b L of the KL-UCB index.

    The index, the largest x with m KL(p, x) <= L, is concave in p and L / m. The bound is its
    tangent at p = `p_known` and L / m = `rate`, where the index is `q`. The bound is 1 if there is
    no tangent, and infinite if m is 0.
    """
    if m == 0:
        return np.inf, 0.0
    if not p_known < q < 1 or (p != p_known and p_known <= 0):
        return 1.0, 0.0
    by_rate = q * (1 - q) / (q - p_known)  # dq / d(L / m)
    height = q - by_rate * rate
    if p != p_known:  # dq / dp
        height += by_rate * math.log(q * (1 - p_known) / (p_known * (1 - q))) * (p - p_known)
    return height, by_rate / m


@inlined
def two_largest(values: np.ndarray) -> tuple[float, float]:
    """Return the largest and the second largest value."""
    largest = second = -np.inf
    for value in values:
        second = max(second, min(largest, value))
        largest = max(largest, value)
    return largest, second


@algorithm(IdentifiedTrace, nanoseconds=60)
def kl_ucb(view: IdentifiedView, *, exploration: Positive = 1.0, ties: Ties = "first") -> None:
    """Play KL-UCB (Garivier and Cappé 2011): the arm of the largest upper bound q.

    For an arm with m rewards of mean p in round t, q is the largest number with
    m KL(p, q) <= `exploration` log(t). Of arms within 1e-9 of the largest q, `ties` selects the
    "first" or the "least_played".
    """
    _replay_kl(view, exploration, ties == "least_played")


@njit(cache=True)
def _replay_kl(view, exploration, in_turn):
    n = view.n_arms
    pulls = np.zeros(n, np.int64)
    received = Received(np.zeros(n), np.zeros(n), np.zeros(n, np.int64))
    count = np.zeros(n)  # m
    mean, rate, q = np.zeros(n), np.zeros(n), np.zeros(n)  # p, L / m and q, when q was computed
    computed = np.full(n, -1.0)  # L, when q was computed; -1 if rewards have arrived since
    height, slope = np.full(n, np.inf), np.zeros(n)  # of the tangent, in L
    bound = np.full(n, np.inf)
    for t in range(view.horizon):
        forget_retired(received, view, t)
        exponent = exploration * math.log(t + 1)
        for arm in range(n):
            m = received.count[arm]
            if m != count[arm]:
                count[arm], computed[arm] = m, -1.0
                p = received.total[arm] / m if m > 0 else 0.0
                height[arm], slope[arm] = tangent(mean[arm], rate[arm], q[arm], p, m)
            bound[arm] = height[arm] + slope[arm] * exponent
        while True:
            largest, second = two_largest(bound)
            choice = 0
            while bound[choice] < largest - TIE:
                choice += 1
            for arm in range(choice + 1, n if in_turn else 0):
                if bound[arm] >= largest - TIE and pulls[arm] < pulls[choice]:
                    choice = arm
            m = count[choice]
            if m == 0 or computed[choice] == exponent:
                break
            # tangents bound the other q, so none of them is larger
            if computed[choice] >= 0 and q[choice] > second + TIE:
                break
            p = received.total[choice] / m
            mean[choice], rate[choice], computed[choice] = p, exponent / m, exponent
            q[choice] = largest_mean(p, exponent / m, bound[choice])
            height[choice], slope[choice] = tangent(p, exponent / m, q[choice], p, m)
            bound[choice] = q[choice]
        pulls[choice] += 1
        pull(view, t, choice)
        receive(received, view, t)
