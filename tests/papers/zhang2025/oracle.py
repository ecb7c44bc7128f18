"""Plain replays of phased elimination for delays as payoffs (Zhang, Wang and Luo 2025).

Algorithm 1 as printed, its mirror image for rewards, and its contextual versions. The sets O and F
of an epoch are counted pull by pull, matrices are inverted again for each spanner, and coefficients
come from a pseudo-inverse. A payoff u of round t arrives at the end of round t + ceil(D u). Rounds,
contexts and actions count from 0.
"""

import math
from typing import NamedTuple

import numpy as np

from delayed_bandits.traces.payoffs.distributions import payoff_of
from papers import replays
from papers.replays import first_best

TIE = 1e-9


class Pull(NamedTuple):
    """A pull of an arm; its payoff is there at the end of round `arrival`."""

    round: int
    arm: int
    payoff: float
    arrival: int


class Environment(replays.Environment):
    """The pulls so far, the number of active arms, and that of restarts."""

    def __init__(self, trace):
        super().__init__(trace)
        self.D, self.losses = trace.maximal_delay, trace.losses
        self.pulls, self.active, self.restarts = [], [], []

    def context(self, t):
        return int(self.trace.contexts[0 if self.trace.contexts.size == 1 else t])

    def play(self, arm, active=0, restarts=0, wait=False):
        """Play a round: the pull. With `wait` all payoffs have the maximal delay."""
        t, trace = self.t, self.trace
        mean = trace.hidden_means[self.context(t), arm]
        u = float(payoff_of.py_func(trace.hidden_table, trace.hidden_uniforms, t, mean))
        delay = self.D if wait else math.ceil(self.D * u)
        self.pulls.append(Pull(t, int(arm), u, t + delay))
        self.active.append(active)
        self.restarts.append(restarts)
        self.send(int(arm), self.pulls[-1], delay)
        return self.pulls[-1]

    @property
    def record(self):
        return np.array(self.played), np.array(self.active), np.array(self.restarts)


# The volumetric spanner


def pivots(A):
    """Independent rows of A by pivoted Gram-Schmidt."""
    largest = np.linalg.norm(A, axis=1).max()
    chosen, Q = [], np.zeros((A.shape[1], 0))
    while True:
        residual = A - A @ Q @ Q.T
        residual = residual - residual @ Q @ Q.T
        norms = np.linalg.norm(residual, axis=1)
        if norms.max() <= TIE * largest:
            return chosen
        chosen.append(first_best(norms, TIE * largest))
        Q = np.column_stack([Q, residual[chosen[-1]] / norms[chosen[-1]]])


def filled(X, S, size):
    """S and rows of the largest leverage."""
    S = list(S)
    while len(S) < size:
        inverse = np.linalg.inv(X[S].T @ X[S])
        tau = [-np.inf if j in S else X[j] @ inverse @ X[j] for j in range(len(X))]
        S.append(first_best(tau))
    return S


def swapped(X, S):
    """S after all swaps that let the determinant grow by more than a third, and their number."""
    S, swaps = sorted(S), 0
    while True:
        outside = [j for j in range(len(X)) if j not in S]
        tau = X @ np.linalg.inv(X[S].T @ X[S]) @ X.T
        own = np.diag(tau)
        gains = (1 - own[S])[:, None] * (1 + own[outside]) + tau[np.ix_(S, outside)] ** 2
        if gains.max() <= 1 + 1 / 3:
            return S, swaps
        i, j = divmod(first_best(gains.ravel()), len(outside))
        S = sorted([*S[:i], *S[i + 1 :], outside[j]])
        swaps += 1


def coordinates(A):
    """The rows of A in an orthonormal basis of their span, and those of the pivots."""
    start = pivots(A)
    return A @ np.linalg.svd(A, full_matrices=False)[2][: len(start)].T, start


def spanner(A):
    """A volumetric spanner of the rows of A, and the coefficients of each row in it."""
    X, S = coordinates(A)
    size = max(3 * len(S), 1)
    if len(A) <= size:
        S = list(range(len(A)))
    else:
        S, _ = swapped(X, filled(X, S, size)) if S else ([0], 0)
    coefficients = X @ np.linalg.pinv(X[S])
    coefficients[S] = np.eye(len(S))
    return S, coefficients


# Algorithm 1, and its mirror image for rewards


def combined(coefficients, positive, negative):
    """Sum of what is not 0 of coefficients times `positive` or `negative`, by their signs."""
    used = coefficients != 0
    ends = np.where(coefficients > 0, positive, negative)
    return np.sum(coefficients[used] * ends[used])


class Elimination:
    """What outlasts the epochs: the guess B and the number of restarts."""

    def __init__(self, environment, actions, width, guess, guessing, scale_by_norm):
        self.environment, self.losses, self.D = environment, environment.losses, environment.D
        printed = math.sqrt(2 * math.log(actions * environment.horizon**3))
        self.beta = printed if width is None else width
        self.B = (1 / environment.D if environment.losses else 1) if guess is None else guess
        if not guessing:
            self.B = math.inf if environment.losses else -math.inf
        self.scale_by_norm = scale_by_norm
        self.restarts = 0

    def run(self, X, arm_of, end, error=0.0):
        """Play actions X until round `end`; x is the arm `arm_of(x)`."""
        m, active = 0, list(range(len(X)))
        while self.environment.t < end:
            m += 1
            S, coefficients = spanner(X[active])
            spanning = [active[i] for i in S]
            pulls = [[] for _ in S]
            for k in range(2**m * len(S)):
                if self.environment.t == end:
                    return
                arm = arm_of(spanning[k % len(S)])
                pulls[k % len(S)].append(self.environment.play(arm, len(active), self.restarts))
            bounds = self.bounds(X[spanning], pulls)
            kept = self.kept(active, coefficients, bounds, error)
            if kept:
                active = kept
            else:
                self.B = self.B * 2 if self.losses else self.B / 2
                self.restarts += 1
                m, active = 0, list(range(len(X)))

    def bounds(self, actions, pulls):
        """Lower and upper bounds of types 1 and 2 for the spanner, at the end of an epoch."""
        last = self.environment.t - 1
        bounds = []
        for a, of_a in zip(actions, pulls, strict=True):
            width = self.beta * (np.linalg.norm(a) if self.scale_by_norm else 1)
            N = len(of_a)
            observed = [pull.payoff for pull in of_a if pull.arrival <= last]
            least = sum(observed) / N
            most = (sum(observed) + N - len(observed)) / N
            F = [pull.payoff for pull in of_a if pull.round + self.D <= last]
            mean, second = (np.mean(F), width / math.sqrt(len(F))) if F else (0, math.inf)
            first = width / math.sqrt(N)
            bounds.append((least - first, most + first, mean - second, mean + second))
        return np.array(bounds).T

    def kept(self, active, coefficients, bounds, error):
        low_1, high_1, low_2, high_2 = bounds
        LCB, UCB = [], []
        for a in coefficients:
            lower, upper = combined(a, low_2, high_2), combined(a, high_2, low_2)
            if self.losses:
                lower = max(combined(a, low_1, high_1), lower)
            else:
                upper = min(combined(a, high_1, low_1), upper)
            slack = error * (1 + np.abs(a).sum())
            LCB.append(lower - slack)
            UCB.append(upper + slack)
        if self.losses:
            threshold = min(min(UCB), self.B)
            return [a for a, lower in zip(active, LCB, strict=True) if lower < threshold]
        threshold = max(max(LCB), self.B)
        return [a for a, upper in zip(active, UCB, strict=True) if upper > threshold]


def phased_elimination(trace, *, width=None, guess=None, guessing=True, scale_by_norm=True):
    environment, X = Environment(trace), trace.actions[0]
    learner = Elimination(environment, len(X), width, guess, guessing, scale_by_norm)
    learner.run(X, lambda a: a, trace.horizon)
    return environment.record


# Other sets of actions than a spanner, without a guess


def optimal_design(A):
    """A G-optimal design by Fedorov and Wynn's steps: chosen rows, rounds a turn, coefficients."""
    X, S = coordinates(A)
    n = len(S)
    weights = np.zeros(len(X))
    weights[S] = 1 / n

    def leverages(weights):
        return X @ np.linalg.inv((X.T * weights) @ X) @ X.T

    while (own := np.diag(leverages(weights))).max() > 1.1 * n:
        step = (own.max() / n - 1) / (own.max() - 1)
        weights = (1 - step) * weights + step * np.eye(len(X))[own.argmax()]
    rounds = np.where(weights < 1 / 600, 0, np.ceil(60 * weights))
    chosen = np.flatnonzero(rounds)
    return chosen, rounds[chosen].astype(int), (leverages(rounds) * rounds)[:, chosen]


def phased_designs(trace, *, design, joint=False, width=None):
    environment, X = Environment(trace), trace.actions[0]
    learner = Elimination(environment, len(X), width, None, False, True)
    m, active = 0, list(range(len(X)))
    while True:
        m += 1
        spanning, coefficients = spanner(X[active])
        turn, turns = spanning, 2**m
        if design == "all":
            turn, coefficients = range(len(active)), np.eye(len(active))
        if design == "optimal":
            spanning, rounds, coefficients = optimal_design(X[active])
            turn = np.repeat(spanning, rounds)
            turns = math.ceil(2**m * len(spanner(X[active])[0]) / len(turn))
        pulls = {i: [] for i in turn}
        for i in list(turn) * turns:
            if environment.over:
                return environment.record
            pulls[i].append(environment.play(active[i], len(active)))
        low_1, high_1, low_2, high_2 = learner.bounds(X[[active[i] for i in pulls]], pulls.values())
        LCB, UCB = [], []
        for a in coefficients:
            lower, upper = combined(a, low_2, high_2), combined(a, high_2, low_2)
            if joint and np.isfinite(high_2).all():
                middle, radius = a @ (low_2 + high_2) / 2, np.linalg.norm(a * (high_2 - low_2) / 2)
                lower, upper = middle - radius, middle + radius
            LCB.append(max(combined(a, low_1, high_1), lower))
            UCB.append(upper)
        active = [a for a, lower in zip(active, LCB, strict=True) if lower < min(UCB)]
        if not active:
            m, active = 0, list(range(len(X)))


# The reduction of contextual bandits


def contextual_elimination(
    trace,
    *,
    distribution="known",
    directions=200,
    confidence=0.05,
    width=None,
    guess=None,
    guessing=True,
    scale_by_norm=False,
):
    environment, shape = Environment(trace), (directions, trace.actions.shape[2])
    thetas = np.abs(trace.randomness.normals(shape, "learner-directions"))
    thetas /= np.linalg.norm(thetas, axis=1, keepdims=True)
    learner = Elimination(environment, directions, width, guess, guessing, scale_by_norm)
    sign = -1 if trace.losses else 1
    policy = np.array([[first_best(sign * (A @ theta)) for A in trace.actions] for theta in thetas])

    def arm_of(x):
        return policy[x, environment.context(environment.t)]

    def means(contexts):
        """g(theta) of all directions."""
        return np.mean([trace.actions[c, policy[:, c]] for c in contexts], axis=0)

    if distribution == "known":
        learner.run(means(range(len(trace.actions))), arm_of, trace.horizon)
        return environment.record
    phases = math.ceil(math.log2(trace.horizon + 1))
    X, error = thetas, 1.0
    for m in range(1, phases + 1):
        learner.run(X, arm_of, min(2**m - 1, trace.horizon), error)
        X = means([environment.context(t) for t in range(environment.t)])
        error = 2 * math.sqrt(math.log(phases * directions / confidence) / environment.t)
    return environment.record
