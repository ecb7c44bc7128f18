"""Plain replays of what Zhang, Wang and Luo (2025) are compared with.

Successive elimination with a guess (Schlisselberg et al. 2025), LinUCB in four variants of what is
missing, OTFLinUCB (Vernade et al. 2020), and random play. Sums are taken after every pass and
matrices inverted in every round.
"""

import math

import numpy as np

from papers.replays import first_best, norm, radius
from papers.zhang2025.oracle import Environment

# The multi-armed bandit


def bounded_elimination(trace, *, data="kept", count_missing=False, guessing=True, exploration=1.0):
    environment, K = Environment(trace), trace.actions.shape[1]
    D, losses = trace.maximal_delay, trace.losses
    log_term = exploration * 2 * math.log(trace.horizon)
    B = 1 / D if losses else 1
    if not guessing:
        B = math.inf if losses else -math.inf
    restarts = since = 0
    active = list(range(K))

    def bounds(a):
        """LCB and UCB of an arm at the end of round t."""
        t = environment.t - 1
        recent = [pull for pull in environment.pulls if pull.arm == a and pull.round >= since]
        pulls = recent if data == "reset" else [pull for pull in environment.pulls if pull.arm == a]
        n = len(pulls)
        observed = [pull.payoff for pull in pulls if pull.arrival <= t]
        F = [pull.payoff for pull in pulls if pull.round <= t - D]
        mean = sum(F) / len(F) if F else 0
        width = math.sqrt(log_term / max(len(F), 1))
        lower, upper = mean - width, mean + width
        if losses:
            lower = max(lower, sum(observed) / n - math.sqrt(log_term / n))
            if count_missing:
                missing = sum(pull.arrival > t for pull in recent)
                surplus = missing / 2 - 5 / 6 * math.log(trace.horizon) - 1
                lower = max(lower, len(active) / D * surplus)
        else:
            upper = min(upper, (sum(observed) + n - len(observed)) / n + math.sqrt(log_term / n))
        return lower, upper

    while not environment.over:
        for a in active:
            if environment.over:
                return environment.record
            environment.play(a, len(active), restarts)
        LCB, UCB = zip(*[bounds(a) for a in active], strict=True)
        if losses:
            threshold = min(*UCB, B)
            kept = [a for a, lower in zip(active, LCB, strict=True) if lower <= threshold]
        else:
            threshold = max(*LCB, B)
            kept = [a for a, upper in zip(active, UCB, strict=True) if upper >= threshold]
        if not kept:
            B = 2 * B if losses else B / 2
            restarts, since = restarts + 1, environment.t
            kept = list(range(K))
        active = kept
    return environment.record


# LinUCB


def linear_choice(actions, V, b, width, losses):
    """The best action for the least or largest value in the confidence set."""
    inverse = np.linalg.inv(V)
    estimates = actions @ inverse @ b
    norms = np.sqrt(np.sum(actions @ inverse * actions, axis=1))
    return first_best(width * norms + (-estimates if losses else estimates))


def linucb(trace, *, missing="observed", width=None, noise=1.0, regularisation=1.0):
    environment, actions, T = Environment(trace), trace.actions[0], trace.horizon
    n = actions.shape[1]
    V, b = regularisation * np.eye(n), np.zeros(n)
    if width is None:
        growth = n * math.log(1 + T / (regularisation * n))
        width = math.sqrt(regularisation) + noise * math.sqrt(2 * math.log(T) + growth)
    imputed = {"zero": 0, "one": 1}.get(missing)
    while not environment.over:
        choice = linear_choice(actions, V, b, width, trace.losses)
        pull = environment.play(choice, wait=missing == "wait")
        if imputed is not None:
            V = V + np.outer(actions[pull.arm], actions[pull.arm])
            b = b + imputed * actions[pull.arm]
        for _, arm, u, _ in environment.arrivals[pull.round]:
            a = actions[arm]
            if imputed is None:
                V, b = V + np.outer(a, a), b + u * a
            else:
                b = b + (u - imputed) * a
    return environment.record[0]


def otflinucb(trace, *, confidence=0.05, regularisation=1.0, width_factor=1.0):
    environment, actions = Environment(trace), trace.actions[0]
    n = actions.shape[1]
    V, b = regularisation * np.eye(n), np.zeros(n)
    norms = []
    while not environment.over:
        t = environment.t
        f = radius(t + 1, n, confidence, regularisation)
        width = width_factor * (2 * f + sum(norms[max(0, t - trace.maximal_delay) :]))
        pull = environment.play(linear_choice(actions, V, b, width, trace.losses))
        a = actions[pull.arm]
        norms.append(norm(a, np.linalg.inv(V)))
        V = V + np.outer(a, a)
        for late in environment.arrivals[t]:
            b = b + late.payoff * actions[late.arm]
    return environment.record[0]


def random_play(trace):
    K = trace.actions.shape[1]
    return np.array([math.floor(u * K) for u in trace.randomness.uniforms(trace.horizon)])
