"""Plain replays of the algorithms that only the arena has, written from their formulas.

Bounds and sets are made afresh, from the rewards received of each arm, after each sweep.
"""

import math

from papers.huang2023.oracle import follow_the_leader
from papers.huang2023.oracle_baselines import hybrid
from papers.replays import ArmedGame as Environment
from papers.replays import kept, plain_mean, plain_sum


def phased_successive_elimination(trace):
    environment = Environment(trace)
    active = list(range(trace.n_arms))
    phase = 0
    while not environment.over:
        phase += 1
        turn, needed = list(active), 2 * math.log(environment.horizon) * 4**phase
        while turn and environment.sweep(turn):
            turn = [i for i in turn if len(environment.received[i]) < needed]
        if not environment.over and len(active) > 1:
            means = {i: plain_mean(environment.received[i]) for i in active}
            active = kept({i: (m - 2.0**-phase, m + 2.0**-phase) for i, m in means.items()})
    return environment.arms_played()


def optimistic_pessimistic_elimination(trace):
    environment = Environment(trace)
    active = list(range(trace.n_arms))
    while environment.sweep(active):
        bounds = {}
        for i in active:
            s, n = plain_sum(environment.received[i]), len(environment.received[i])
            m = environment.played.count(i)
            r = math.sqrt(2 * math.log(environment.horizon) / m)
            bounds[i] = s / m - r, (s + m - n) / m + r
        active = kept(bounds)
    return environment.arms_played()


def payoff_elimination(trace, largest_delay=None, payoffs="rewards"):
    """Bounds of rewards (1 - loss): O_t is all that arrived, F_t what is older than D rounds."""
    D = int(trace.largest_delay if largest_delay is None else largest_delay)
    environment, T = Environment(trace), trace.horizon
    everyone = list(range(trace.n_arms))
    active, B = everyone, 1.0 if payoffs == "rewards" else 1 / max(1, D)
    while environment.sweep(active):
        now, bounds = environment.t, {}
        for i in active:
            own = [s for s in range(now) if environment.played[s] == i]
            old = [s for s in own if s + D < now]
            in_time = [environment.rewards[s, i] for s in old if environment.delay(s, i) <= D]
            m, n, f = len(own), len(environment.received[i]), max(1, len(old))
            wide = math.sqrt(2 * math.log(T) / f)
            most = (plain_sum(environment.received[i]) + m - n) / m + math.sqrt(2 * math.log(T) / m)
            mean = plain_sum(in_time) / f
            bounds[i] = mean - wide, min(most, mean + wide)
        level = B if payoffs == "rewards" else 1 - B
        active = [i for i in kept(bounds) if not bounds[i][1] < level]
        if not active:
            active, B = everyone, B / 2 if payoffs == "rewards" else 2 * B
    return environment.arms_played()


def best_of_both_worlds(trace, d):
    """Follow the regularised leader with eta_t and gamma_t, offset by eta_0 and gamma_0."""
    K = trace.n_arms
    eta_0 = 10 * d + d**2 / (K ** (1 / 3) * math.log(K)) ** 2
    gamma_0 = 24**2 * d**2 * K ** (2 / 3) * math.log(K)

    def distribution(t, losses, experienced):
        inverse_gamma = math.sqrt((experienced + gamma_0) / math.log(K))
        return hybrid(losses, math.sqrt(t + eta_0), inverse_gamma)

    return follow_the_leader(trace, distribution)
