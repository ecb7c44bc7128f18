"""Plain replays of the algorithms of Wang et al. 2022, from their formulas.

Rounds i count from 1 as in the paper: before the update after n
rounds a conversion of round i with delay d has arrived if i + d <= n, and its age is n - i. The
integrals of the library are those of SciPy.
"""

import math

import numpy as np
from scipy import integrate, special, stats

from papers.chapelle2011.oracle import largest_q
from papers.replays import ArmedGame, first_best
from samplers import Numbers, beta, place

NEVER = 10**9


class Environment(ArmedGame):
    """A bandit and its clicks: round, arm, and delay of the conversion."""

    def __init__(self, trace):
        super().__init__(trace)
        self.arms, self.key = trace.n_arms, trace.randomness.key()
        self.clicks = []

    def click(self, arm):
        delay = self.delay(self.t, arm) if self.rewards[self.t, arm] > 0 else NEVER
        self.play(arm)
        self.clicks.append((self.t, arm, delay if delay < self.horizon else NEVER))

    def of_arm(self, arm):
        """List (age, delay or None) of the clicks of an arm, after the n rounds so far."""
        n = len(self.clicks)
        return [(n - i, d if i + d <= n else None) for i, k, d in self.clicks if k == arm]

    def uniform(self, i):
        return Numbers(place(self.key, i - 1, 0)).uniform()


def play(trace, decide, first, every):
    """Play; `decide` returns the shares of the arms, or Beta parameters (a, b)."""
    env = Environment(trace)
    decision = [1 / env.arms] * env.arms
    for i in range(1, env.horizon + 1):
        if i > first and (i - 1 - first) % every == 0:
            decision = decide(env)
        if isinstance(decision, tuple):
            pairs = enumerate(zip(*decision, strict=True))
            draws = [beta(env.key, i - 1, arm, *p) for arm, p in pairs]
            env.click(draws.index(max(draws)))
        else:
            u, ends = env.uniform(i), np.cumsum(decision)
            env.click(next((k for k in range(env.arms - 1) if u < ends[k]), env.arms - 1))
    return env.arms_played()


def seen(clicks):
    return sum(delay is not None for _, delay in clicks)


def plain(_):
    return lambda environment, arm: (seen(environment.of_arm(arm)), len(environment.of_arm(arm)))


def known(trace, stretch=1.0):
    distributions = [getattr(dist.success, "of", dist.success) for dist in trace.distributions]

    def count(environment, arm):
        clicks = environment.of_arm(arm)
        shares = [float(distributions[arm].cdf(math.floor(age / stretch))) for age, _ in clicks]
        return seen(clicks), math.fsum(shares)

    return count


def window(_, rounds, at_once=False):
    def count(environment, arm):
        counted = [(age, d) for age, d in environment.of_arm(arm) if at_once or age >= rounds]
        return sum(d is not None and d <= rounds for _, d in counted), len(counted)

    return count


def exponential(trace, cycles=10, bounded=True, likelihood=False, rate=0.01, share=0.2):
    state = [(rate, share)] * trace.n_arms

    def count(environment, arm):
        clicks, (lam, theta) = environment.of_arm(arm), state[arm]
        converted = seen(clicks)
        if converted == 0:
            return 0, 0.0
        for _ in range(cycles):
            pairs = []
            for age, delay in clicks:
                s = math.exp(-lam * age)
                either = 1 - theta + theta * s
                w = theta * s / either if either else 1.0
                pairs.append((1.0, delay) if delay is not None else (w, age))
            lam = converted / max(1e-9, sum(w * d for w, d in pairs))
            corrected = sum(1 - math.exp(-lam * age) for age, _ in clicks)
            theta = converted / max(1e-9, corrected)
            if likelihood:
                theta = sum(w for w, _ in pairs) / len(clicks)
            theta = min(1.0, theta) if bounded else theta
        state[arm] = lam, theta
        return converted, corrected

    return count


def product_limit(_):
    def count(environment, arm):
        clicks = environment.of_arm(arm)
        if not seen(clicks):
            return 0, 0.0

        def converting(x):
            survival = 1.0
            for time in sorted({d for _, d in clicks if d is not None and d <= x}):
                at_risk = sum((age if d is None else d) >= time for age, d in clicks)
                survival *= 1 - sum(d == time for _, d in clicks) / at_risk
            return 1 - survival

        shares = {age: converting(age) for age in {age for age, _ in clicks}}
        everything = converting(NEVER)
        return seen(clicks), sum(shares[age] for age, _ in clicks) / everything

    return count


def posteriors(environment, count):
    counts = [count(environment, arm) for arm in range(environment.arms)]
    return [1 + s for s, _ in counts], [max(1, 1 + m - s) for s, m in counts]


def softmax(upper, temperature):
    weights = [math.exp((u - max(upper)) / temperature) for u in upper]
    return [weight / sum(weights) for weight in weights]


def dts(trace, count, first, every, floor=0.0):
    def decide(environment):
        a, b = posteriors(environment, count)
        if not floor:
            return a, b
        shares = [max(floor, best(k, a, b)) for k in range(environment.arms)]
        return [share / sum(shares) for share in shares]

    return play(trace, decide, first, every)


def best(k, a, b):
    """The probability that theta_k is the largest, by SciPy's adaptive quadrature."""

    def density(x):
        others = [stats.beta.cdf(x, a[j], b[j]) for j in range(len(a)) if j != k]
        return stats.beta.pdf(x, a[k], b[k]) * math.prod(others)

    peaks = [a[j] / (a[j] + b[j]) for j in range(len(a))]
    return integrate.quad(density, 0, 1, points=peaks, limit=400)[0]


def ducb(trace, count, first, every):
    def decide(environment):
        upper, widths, n = [], [], len(environment.clicks)
        counts = [count(environment, arm) for arm in range(environment.arms)]
        empty = [m == 0 for _, m in counts]
        if any(empty):
            return [float(none) / sum(empty) for none in empty]
        for arm, (s, m) in enumerate(counts):
            pulls = len(environment.of_arm(arm))
            width = math.sqrt(pulls / m) * math.sqrt(1.1 * math.log(n) / (2 * m))
            upper.append(s / m + width)
            widths.append(width / m)
        return softmax(upper, sum(widths))

    return play(trace, decide, first, every)


def dbucb(trace, count, first, every):
    def decide(environment):
        a, b = map(np.array, posteriors(environment, count))
        low, high = special.betaincinv(a, b, 0.1), special.betaincinv(a, b, 0.9)
        return softmax(high, sum((high - low) / (a + b)))

    return play(trace, decide, first, every)


def full_bayesian(trace, first, every):
    points, weights = np.polynomial.legendre.leggauss(50)
    nodes, weights = (points + 1) / 2, weights / 2

    def of_arm(environment, arm):
        theta, lam = nodes[:, None], nodes[None, :]
        log = np.zeros((50, 50))
        for age, delay in environment.of_arm(arm):
            if delay is None:
                log += np.log(1 - theta + theta * np.exp(-lam * age))
            else:
                log += np.log(theta * lam) - lam * delay
        mass = (np.exp(log - log.max()) * weights[:, None] * weights[None, :]).sum(axis=1)
        reached = np.cumsum(mass / mass.sum())
        return [nodes[np.searchsorted(reached, level)] for level in (0.1, 0.5, 0.9)]

    def decide(environment):
        quantiles = [of_arm(environment, arm) for arm in range(environment.arms)]
        pulls = [len(environment.of_arm(arm)) for arm in range(environment.arms)]
        spread = sum((q[2] - q[0]) / n for q, n in zip(quantiles, pulls, strict=True))
        return softmax([q[1] for q in quantiles], max(spread, 1e-300))

    return play(trace, decide, first, every)


def kl_ucb(trace, count, first, every):
    def decide(environment):
        level = math.log(len(environment.clicks))
        counts = [count(environment, arm) for arm in range(environment.arms)]
        best = first_best(largest_q(min(1.0, s / m), level / m) if m else 1.0 for s, m in counts)
        return [float(arm == best) for arm in range(environment.arms)]

    return play(trace, decide, first, every)
