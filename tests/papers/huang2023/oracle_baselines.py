"""Plain replays of more baselines of Huang et al. 2023: see `oracle`."""

import dataclasses
import math

import numpy as np
from scipy.special import wrightomega

from papers.huang2023 import oracle as huang2023
from papers.huang2023.oracle import Environment, LogBarrier, Tsallis, bisect, follow_the_leader


def in_unit_range(loss, largest, signed):
    """A loss of at most `largest`, in absolute value if signed, taken to [0, 1]."""
    return (loss / largest + 1) / 2 if signed else loss / largest


def rescaled(trace, largest, signed):
    """The trace for a learner that is given the range of the losses."""
    outcomes = in_unit_range(trace.hidden_outcomes, largest, signed)
    return dataclasses.replace(trace, hidden_outcomes=outcomes)


def hybrid(losses, b, a):
    """The x on the simplex that minimises <losses, x> - 2 b sum sqrt(x_i) + a sum x_i ln(x_i)."""
    if a == 0:
        return Tsallis.conjugate(-losses / b)
    losses = losses - losses.min()

    def coordinates(u):
        # s = x^-1/2 solves b s + 2 a ln(s) = losses + u
        s = 2 * a / b * wrightomega((losses + u) / (2 * a) + math.log(b / (2 * a)))
        return s**-2.0

    K = losses.size  # the least of the losses has 1 <= s <= sqrt(K)
    most = b * math.sqrt(K) + a * math.log(K) + 1
    x = coordinates(bisect(lambda u: np.sum(coordinates(u)), b - 1, most))
    return x / x.sum()


def tsallis_inf(trace, largest=1.0, signed=False):
    """With known L."""
    return huang2023.tsallis_inf(rescaled(trace, largest, signed))


def zimmert_seldin(trace, largest=1.0, signed=False):
    """Simple tuning, with known L."""

    def distribution(t, losses, experienced):
        return hybrid(losses, math.sqrt(t), math.sqrt(2 * experienced / math.log(losses.size)))

    return follow_the_leader(rescaled(trace, largest, signed), distribution)


def zimmert_seldin_skipping(trace, largest=1.0, signed=False):
    """Advanced tuning: rounds that wait for long are counted no more, yet used when they arrive."""
    environment = Environment(rescaled(trace, largest, signed))
    estimates, counted = np.zeros(environment.arms), 0
    outstanding, flags = [], {}
    for t in range(1, environment.horizon + 1):
        counted += sum(flags[s] for s in outstanding)
        inverse = math.sqrt(counted / math.log(environment.arms))
        x = hybrid(estimates, math.sqrt(t), inverse)
        for s in outstanding:
            if t - s > inverse:
                flags[s] = 0
        outstanding.append(t)
        flags[t] = 1
        for s, estimate in environment.estimates(x):
            estimates += estimate
            outstanding.remove(s)
    return environment


def zimmert_seldin_doubling(trace, signed=False):
    """Simple tuning, begun again with twice the range (or more) whenever a loss exceeds it."""
    environment = Environment(trace)
    largest, begin = 1.0, 1
    estimates, experienced, outstanding = np.zeros(environment.arms), 0, set()
    for t in range(1, environment.horizon + 1):
        experienced += len(outstanding)
        a = math.sqrt(2 * experienced / math.log(environment.arms))
        outstanding.add(t)
        for s, arm, loss in environment.play(hybrid(estimates, math.sqrt(t - begin + 1), a)):
            if s < begin:
                continue
            outstanding.remove(s)
            if abs(loss) <= largest:
                estimates += environment.weighted(s, arm, in_unit_range(loss, largest, signed))
                continue
            while abs(loss) > largest:
                largest *= 2
            begin = t + 1
            estimates, experienced, outstanding = np.zeros(environment.arms), 0, set()
    return environment


def exp3_known_delay(trace):
    """Thune et al. 2019, Bistritz et al. 2019: T and the total delay D are known."""
    T, K = trace.horizon, trace.n_arms
    rate = math.sqrt(math.log(K) / (math.e * K * T / 2 + huang2023.sum_of_delays(trace)))
    return follow_the_leader(trace, lambda _t, losses, _: huang2023.exponential(losses, rate))


def sf_mab(trace, exploration):
    """Putta and Agrawal 2022, applied on arrival."""
    environment = Environment(trace)
    K = environment.arms
    L_obs, eta, M, G = np.zeros(K), float(K), 0.0, 0.0
    x, gamma = {}, {}
    for t in range(1, environment.horizon + 1):
        x[t] = LogBarrier.conjugate(-eta * L_obs)
        kinds = {"adaptive": K / (2 * K + G), "fixed": min(0.5, math.sqrt(K / t)), "none": 0.0}
        gamma[t] = kinds[exploration]
        for s, arm, loss in environment.play((1 - gamma[t]) * x[t] + gamma[t] / K):
            estimate = environment.weighted(s, arm, loss)
            L_obs += estimate
            q = LogBarrier.conjugate(LogBarrier.gradient(x[s]) - eta * estimate)
            divergence = np.sum(q / x[s] - 1 - np.log(q / x[s]))
            M += estimate @ (x[s] - q) - divergence / eta
            G += gamma[s] * abs(estimate[arm])
            eta = K / (1 + M)
    return environment
