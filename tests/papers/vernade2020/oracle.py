"""Plain NumPy replays of the algorithms of Vernade et al. 2020.

`otflinucb` and `otflints` are written from the paper, the variants with `_code` from what the
authors' code computes, the baselines from their definition.

Every quantity is computed anew in every round from its definition: V_t and B_t as sums over the
past, inverses by `numpy.linalg`, nothing updated. Rounds count from 1 as in the paper.
"""

import numpy as np


def first_of_the_best(scores):
    """The tie rule of the project: the first arm within 1e-9 of the best."""
    return int(np.flatnonzero(scores >= scores.max() - 1e-9)[0])


class History:
    """What has happened up to the beginning of round t."""

    def __init__(self, trace, window):
        self.trace, self.window = trace, window
        self.played, self.actions = [], []

    def play(self, arm):
        t = len(self.played)
        self.played.append(arm)
        self.actions.append(self.trace.arms[t, arm])

    def gram(self, regularisation, skip=0):
        """V_t(lambda), without the first `skip` actions."""
        dimension = self.trace.theta.size
        past = np.array(self.actions[skip:]).reshape(-1, dimension)
        return regularisation * np.eye(dimension) + past.T @ past

    def windowed_sum(self):
        """B_t = sum over s < t of X_s 1{D_s <= min(m, t - 1 - s)} A_s."""
        t = len(self.played) + 1
        total = np.zeros(self.trace.theta.size)
        for s in range(1, t):
            action = self.actions[s - 1]
            reward = self.trace.reward_uniforms[s - 1] < self.trace.theta @ action
            if reward and self.trace.delays[s - 1] <= min(self.window, t - 1 - s):
                total += action
        return total


def norm(action, matrix):
    return np.sqrt(action @ matrix @ action)


def radius(t, dimension, delta, lam):
    return np.sqrt(lam) + np.sqrt(
        2 * np.log(1 / delta) + dimension * np.log((dimension * lam + t) / (dimension * lam))
    )


def pending_norms(history, lam, stored_norms):
    """Sum over s = t-m..t-1 of ||A_s||, under V_t^-1 or under its own V_s^-1."""
    t = len(history.played) + 1
    total = 0.0
    for s in range(max(1, t - history.window), t):
        if stored_norms:
            before = History(history.trace, history.window)
            before.actions = history.actions[: s - 1]
            inverse = np.linalg.inv(before.gram(lam))
        else:
            inverse = np.linalg.inv(history.gram(lam))
        total += norm(history.actions[s - 1], inverse)
    return total


def otflinucb(trace, window, confidence, regularisation, width_factor=1.0, stored_norms=False):
    """Algorithm 1."""
    horizon, number, dimension = trace.arms.shape
    history = History(trace, window)
    history.play(int(trace.learner_uniforms[0] * number))
    for t in range(2, horizon + 1):
        inverse = np.linalg.inv(history.gram(regularisation))
        estimate = inverse @ history.windowed_sum()
        alpha = 2 * radius(t, dimension, confidence, regularisation)
        alpha += pending_norms(history, regularisation, stored_norms)
        alpha *= width_factor
        scores = np.array([a @ estimate + alpha * norm(a, inverse) for a in trace.arms[t - 1]])
        history.play(first_of_the_best(scores))
    return np.array(history.played)


def otflints(trace, window, confidence, regularisation, width_factor=1.0, stored_norms=False):
    """Algorithm 2."""
    horizon, number, dimension = trace.arms.shape
    history = History(trace, window)
    history.play(int(trace.learner_uniforms[0] * number))
    for t in range(2, horizon + 1):
        inverse = np.linalg.inv(history.gram(regularisation))
        estimate = inverse @ history.windowed_sum()
        pending = pending_norms(history, regularisation, stored_norms)
        beta = 1 + pending / radius(t, dimension, confidence, regularisation)
        root = np.linalg.cholesky(width_factor**2 * beta * inverse)
        sample = estimate + root @ trace.learner_normals[t - 1]
        history.play(first_of_the_best(trace.arms[t - 1] @ sample))
    return np.array(history.played)


def greedy(trace, window, regularisation):
    """Best arm for the windowed least squares estimate."""
    horizon, number, _ = trace.arms.shape
    history = History(trace, window)
    history.play(int(trace.learner_uniforms[0] * number))
    for t in range(2, horizon + 1):
        estimate = np.linalg.solve(history.gram(regularisation), history.windowed_sum())
        history.play(first_of_the_best(trace.arms[t - 1] @ estimate))
    return np.array(history.played)


def otflinucb_code(trace, window, confidence, regularisation, width_factor=1.0):
    """The authors' code: squared norms, radius not doubled, first action not in V."""
    horizon, number, dimension = trace.arms.shape
    history = History(trace, window)
    history.play(int(trace.learner_uniforms[0] * number))
    squares = []
    for t in range(2, horizon + 1):
        inverse = np.linalg.inv(history.gram(regularisation, skip=1))
        estimate = inverse @ history.windowed_sum()
        beta = 2 * np.log(1 / confidence)
        beta += dimension * np.log(1 + (t - 1) / (regularisation * dimension))
        width = width_factor * (np.sqrt(beta + regularisation) + sum(squares[-window:]))
        scores = np.array([a @ estimate + width * (a @ inverse @ a) for a in trace.arms[t - 1]])
        arm = first_of_the_best(scores)
        squares.append(trace.arms[t - 1, arm] @ inverse @ trace.arms[t - 1, arm])
        history.play(arm)
    return np.array(history.played)


def otflints_code(trace, window, prior_scale):
    """The authors' code: mean and covariance both shrunk by c = sigma_0 + sum of squared norms."""
    horizon, number, dimension = trace.arms.shape
    history = History(trace, window)
    history.play(int(trace.learner_uniforms[0] * number))
    squares = []
    covariance = np.eye(dimension) / prior_scale**3
    for t in range(2, horizon + 1):
        mean = covariance @ history.windowed_sum()
        sample = mean + np.linalg.cholesky(covariance) @ trace.learner_normals[t - 1]
        arm = first_of_the_best(trace.arms[t - 1] @ sample)
        history.play(arm)
        inflation = prior_scale + sum(squares[-window:])
        covariance = np.linalg.inv(inflation * history.gram(prior_scale**2, skip=1))
        squares.append(trace.arms[t - 1, arm] @ covariance @ trace.arms[t - 1, arm])
    return np.array(history.played)


def linucb_waiting(trace, window, confidence, regularisation):
    """LinUCB in which round s counts, with X_s 1{D_s <= m}, from round s + m + 1 on."""
    horizon, _, dimension = trace.arms.shape
    history = History(trace, window)
    for t in range(1, horizon + 1):
        settled = max(0, t - 1 - window)
        gram, total = regularisation * np.eye(dimension), np.zeros(dimension)
        for s in range(1, settled + 1):
            action = history.actions[s - 1]
            gram += np.outer(action, action)
            if trace.reward_uniforms[s - 1] < trace.theta @ action:
                total += action * (trace.delays[s - 1] <= window)
        inverse = np.linalg.inv(gram)
        width = radius(settled + 1, dimension, confidence, regularisation)
        scores = np.array(
            [a @ inverse @ total + width * norm(a, inverse) for a in trace.arms[t - 1]]
        )
        history.play(first_of_the_best(scores))
    return np.array(history.played)
