"""PR-SAR, the first stage of DORAL (Liu and Maghsudi 2024, section 4.1), played plainly.

Written from the paper's definitions and the variants adopted where it contradicts itself. Delays of
an arm are those observed so far, in order of arrival.
"""

import math

import numpy as np


def basket_count(n, confidence, rule):
    """h, the number of baskets for n delays."""
    most = math.exp(1 / 8) / confidence
    if rule == "printed":
        return min(n, max(1, math.floor(8 * math.log(min(most, n / 2)))))
    return max(1, math.floor(min(8 * math.log(most), n / 2)))


def median_of_means(delays, h):
    N = len(delays) // h
    return float(np.median([np.mean(delays[i * N : (i + 1) * N]) for i in range(h)]))


def bounds(delays, mean, budget, confidence, tail_exponent, radius, basket_rule):
    """LCB and UCB of an arm's mean delay, which is `mean`."""
    n = len(delays)
    if n < 2:
        return -math.inf, math.inf
    middle = median_of_means(delays, basket_count(n, confidence, basket_rule))
    scale = {"theorem": budget / 2, "printed": 2 * mean, "plug-in": 2 * middle}[radius]
    width = math.sqrt(2 * math.log(16 / (1 - budget**-tail_exponent)) / n)
    width += scale * n ** -min(tail_exponent, 0.5)
    return middle - width, middle + width


def race(undecided, accepted, accept, lower, upper):
    """Decide in both directions until nothing changes; shrinks and extends the two lists."""
    changed = True
    while changed:
        changed = False
        for a in list(undecided):
            slower = sum(lower[other] > upper[a] for other in undecided)
            faster = sum(upper[other] < lower[a] for other in undecided)
            wanted = accept - len(accepted)
            if slower >= len(undecided) - wanted:
                accepted.append(a)
            elif faster < wanted:
                continue
            undecided.remove(a)
            changed = True
            if len(accepted) == accept:
                return


def accept_as_printed(undecided, accepted, accept, lower, upper):
    """The rule of Algorithm 1, which takes the slowest."""
    for a in list(undecided):
        if sum(lower[a] > bound for bound in upper) > accept - len(accepted):
            accepted.append(a)
            undecided.remove(a)
            if len(accepted) == accept:
                return


def identify(estimators, accept, decide, bounds_of, limit, learn_limit):
    """Stage 1: the accepted arms and the last upper bound of every arm."""
    environment = estimators.environment
    arms = range(environment.trace.n_arms)
    delays = [[] for _ in arms]
    lower, upper = [-math.inf for _ in arms], [math.inf for _ in arms]
    undecided, accepted = list(arms), []
    while len(accepted) < accept:
        for arm in list(undecided):
            if environment.t == limit or environment.over or environment.left < 1:
                undecided.sort(key=lambda a: (upper[a], a))
                accepted += undecided[: accept - len(accepted)]
                return accepted, upper
            for s, a in estimators.play(arm, learn_limit):
                delays[a].append(environment.delay(s, a))
        for a in undecided:
            lower[a], upper[a] = bounds_of(delays[a], a)
        decide(undecided, accepted, accept, lower, upper)
    return accepted, upper


def estimated_answers(environment, m):
    """tau_a from the pulls of stage 1 that are old enough, with one added that answered."""
    tau = []
    for arm in range(environment.trace.n_arms):
        t = environment.t
        old = [s for s in range(t) if environment.played[s] == arm and s + m < t]
        tau.append((1 + sum(environment.delay(s, arm) <= m for s in old)) / (1 + len(old)))
    return np.array(tau)
