"""Plain replays of DORAL (Liu and Maghsudi 2024) and of its baselines.

Written from the paper's definitions and the variants adopted where it contradicts itself. Matrices
are inverted and sums over the window are taken in every round, medians are `np.median`, and
the linear program is filled context by context. Rounds, contexts and arms count from 0.
"""

import math

import numpy as np

from delayed_bandits.traces.budgeted.trace import SKIPPED, Report
from delayed_bandits.traces.protocol import Reported
from papers import replays
from papers.liu2024.oracle_identification import (
    accept_as_printed,
    bounds,
    estimated_answers,
    identify,
    race,
)
from papers.replays import first_best, norm, radius


class Environment(replays.Environment):
    """A bandit with a budget, of which `left` remains."""

    def __init__(self, trace):
        super().__init__(trace)
        self.left = trace.budget

    def reward(self, s, arm):
        mean = self.trace.hidden_means[self.trace.contexts[s], arm]
        uniforms = self.trace.hidden_uniforms
        return float(uniforms[s] < mean) if uniforms.size else mean

    def play(self, arm):
        """Play a round: the (round, arm) whose rewards arrive at its end, in order of play."""
        if arm == SKIPPED:
            return self.send(arm, None, delay=self.horizon)
        self.left -= 1
        assert self.left >= 0
        return self.send(arm, (self.t, arm))

    def record(self, cutoff, identification=0, accepted=None):
        mask = [accepted is None or arm in accepted for arm in range(self.trace.n_arms)]
        return Reported(np.array(self.played), Report(cutoff, identification, np.array(mask)))


class Estimators:
    """Equations 9 and 10 for every context."""

    def __init__(self, environment, confidence, regularisation, width_factor, update, log_term):
        contexts = environment.trace.probabilities.size
        self.dimension = environment.trace.features.shape[1]
        self.environment = environment
        self.regularisation, self.width_factor, self.update = regularisation, width_factor, update
        self.level = confidence if log_term == "confidence" else regularisation
        self.V = [regularisation * np.eye(self.dimension) for _ in range(contexts)]
        self.G = [np.zeros(self.dimension) for _ in range(contexts)]
        self.n = [0] * contexts
        self.norms = np.zeros(environment.horizon)

    def count(self, j, f):
        self.V[j] = self.V[j] + np.outer(f, f)
        self.n[j] += 1

    def play(self, arm, limit):
        """Play a round and learn from what comes within `limit` rounds: all that arrives."""
        t, contexts, feat = (
            self.environment.t,
            self.environment.trace.contexts,
            self.environment.trace.features,
        )
        if arm != SKIPPED:
            self.norms[t] = norm(feat[arm], np.linalg.inv(self.V[contexts[t]]))
            if self.update == "printed":
                self.count(contexts[t], feat[arm])
        arrived = self.environment.play(arm)
        for s, a in arrived:
            if self.environment.delay(s, a) <= limit:
                self.G[contexts[s]] = self.G[contexts[s]] + self.environment.reward(s, a) * feat[a]
                if self.update == "arrival":
                    self.count(contexts[s], feat[a])
        return arrived

    def indices(self, j, m):
        """g(j, a) of all arms at the beginning of a round."""
        t, features = self.environment.t, self.environment.trace.features
        inverse = np.linalg.inv(self.V[j])
        f = radius(self.n[j], self.dimension, self.level, self.regularisation)
        window = slice(max(0, t - m), t)
        bias = self.norms[window][self.environment.trace.contexts[window] == j].sum()
        norms = np.array([norm(feature, inverse) for feature in features])
        x = features @ (inverse @ self.G[j]) + self.width_factor * (2 * f + bias) * norms
        return np.minimum(1, x) + 1e-6 * x


def fill(order, loads, rate):
    """Equations 12 and 13: p_j for contexts served in `order`, each of a load if p_j is 1."""
    p = [0.0] * len(loads)
    for j in order:
        p[j] = min(1.0, rate / loads[j])
        rate -= p[j] * loads[j]
        if p[j] < 1:
            break
    return p


# Section 4.2: Algorithm 2


def doral(
    trace,
    *,
    accept,
    confidence=0.05,
    regularisation=1.0,
    width_factor=0.1,
    cutoff=500,
    identification_limit=35000,
    tail_exponent=2.0,
    acceptance="race",
    radius="plug-in",
    baskets="bubeck",
    update="arrival",
    arm="discounted",
    answers="estimated",
    log_term="confidence",
    pacing="remaining",
    order="value",
    payment="pull",
):
    environment, uniforms = Environment(trace), trace.randomness.uniforms(trace.horizon)
    learner = Estimators(environment, confidence, regularisation, width_factor, update, log_term)
    options = trace.budget, confidence, tail_exponent, radius, baskets
    means = [d.mean for d in trace.distributions] * trace.n_arms  # one distribution may be of all
    accepted, upper = identify(
        learner,
        accept,
        race if acceptance == "race" else accept_as_printed,
        lambda delays, a: bounds(delays, means[a], *options),
        identification_limit,
        math.inf if cutoff is None else cutoff,
    )
    S, T_id = sorted(accepted), environment.t
    m = cutoff
    if cutoff is None:
        longest = max(upper)
        m = max(1, math.floor(longest)) if longest < environment.horizon else environment.horizon
    tau = {
        "estimated": lambda: estimated_answers(environment, m),
        "known": lambda: np.ones(trace.n_arms) * [float(d.cdf(m)) for d in trace.distributions],
        "one": lambda: np.ones(trace.n_arms),
    }[answers]()
    while not environment.over:
        t, choice = environment.t, SKIPPED
        if environment.left >= 1:
            arms, eta = [], []
            for j in range(trace.probabilities.size):
                g = learner.indices(j, m)
                arms.append(S[first_best((g if arm == "printed" else tau * g)[S])])
                eta.append(max((tau * g)[S]))
            weights = tau[arms] if payment == "printed" else np.ones(len(arms))
            served = list(range(len(arms)))
            if order == "value":
                served.sort(key=lambda j: -eta[j] / weights[j])
            rate = environment.left / (t + 1 if pacing == "printed" else environment.horizon - t)
            p = fill(served, trace.probabilities * weights, rate)
            j = trace.contexts[t]
            if uniforms[t] < p[j]:
                choice = arms[j]
        learner.play(choice, m)
    return environment.record(m, T_id, S)


# Section 5: what it is compared with


def greedy(
    trace, probability, cutoff, confidence, regularisation, width_factor, log_term="confidence"
):
    """D-LinUCB that pulls with `probability(left, rounds left)`."""
    env, uniforms = Environment(trace), trace.randomness.uniforms(trace.horizon)
    learner = Estimators(env, confidence, regularisation, width_factor, "printed", log_term)
    while not env.over:
        choice = SKIPPED
        if env.left >= 1:
            arm = first_best(learner.indices(trace.contexts[env.t], cutoff))
            if uniforms[env.t] < probability(env.left, env.horizon - env.t):
                choice = arm
        learner.play(choice, cutoff)
    return env.record(cutoff)


def d_linucb(trace, **parameters):
    return greedy(trace, lambda *_: 1.0, **parameters)


def random_d_linucb(trace, pacing="remaining", **parameters):
    def probability(left, rounds):
        return left / trace.budget if pacing == "printed" else left / rounds

    return greedy(trace, probability, **parameters)


def ucb_alp(trace):
    """Wu et al. 2015, which observes at once the rewards that come in time."""
    env, uniforms = Environment(trace), trace.randomness.uniforms(trace.horizon)
    contexts, arms = trace.hidden_means.shape
    seen = {(j, a): [] for j in range(contexts) for a in range(arms)}

    def index(j, a):
        rewards = seen[j, a]
        if not rewards:
            return 1.0
        return np.mean(rewards) + math.sqrt(math.log(env.t + 1) / (2 * len(rewards)))

    while not env.over:
        t, j = env.t, trace.contexts[env.t]
        choice = SKIPPED
        if env.left >= 1:
            values = [[index(i, a) for a in range(arms)] for i in range(contexts)]
            best = [first_best(row) for row in values]
            served = sorted(range(contexts), key=lambda i: -values[i][best[i]])
            p = fill(served, trace.probabilities, env.left / (env.horizon - t))
            if uniforms[t] < p[j]:
                choice = best[j]
                in_time = env.delay(t, choice) <= min(trace.reward_window, env.horizon - 1)
                seen[j, choice].append(env.reward(t, choice) * in_time)
        env.play(choice)
    return env.record(trace.reward_window)
