"""Plain NumPy replays of the algorithms of Vernade et al. 2020.

`otflinucb` and `otflints` are written from the paper, those named `_attributed` from what the
code attributed to the authors computes, the baselines from their definition.

Every quantity is computed again in every round from its definition: V_t and B_t as sums over the
past, inverses by `numpy.linalg`, nothing updated. Rounds count from 1 as in the paper.
"""

import numpy as np

from papers.replays import ArmedGame, first_best, norm, radius


class History:
    """What has happened up to the beginning of round t."""

    def __init__(self, trace, window):
        self.trace, self.window = trace, window
        self.played, self.actions = [], []

    def play(self, arm):
        t = len(self.played)
        self.played.append(arm)
        self.actions.append(self.trace.action_sets[t, arm])

    def gram(self, regularisation, skip=0):
        """V_t(lambda), without the first `skip` actions."""
        dimension = self.trace.hidden_theta.size
        past = np.array(self.actions[skip:]).reshape(-1, dimension)
        return regularisation * np.eye(dimension) + past.T @ past

    def windowed_sum(self, last=None):
        """B_t = sum over s < t, or up to the last, of X_s 1{D_s <= min(m, t - 1 - s)} A_s."""
        t, total = len(self.played) + 1, np.zeros(self.trace.hidden_theta.size)
        for s, action in enumerate(self.actions[:last], start=1):
            reward = self.trace.hidden_uniforms[s - 1] < self.trace.hidden_theta @ action
            if reward and self.trace.hidden_delays[0, s - 1] <= min(self.window, t - 1 - s):
                total += action
        return total


def first_arm(trace):
    """The arm of round 1, uniformly at random."""
    return int(trace.randomness.uniforms(trace.horizon)[0] * trace.action_sets.shape[1])


def pending_norms(history, lam, stored_norms=True, skip=0):
    """List ||A_s||, s = t-m..t-1, under V_t^-1 or V_s^-1, without the first `skip`."""
    t = len(history.played) + 1
    norms = []
    for s in range(max(1 + skip, t - history.window), t):
        before = History(history.trace, history.window)
        before.actions = history.actions[: s - 1] if stored_norms else history.actions
        norms.append(norm(history.actions[s - 1], np.linalg.inv(before.gram(lam, skip))))
    return norms


def replay(trace, window, regularisation, scores, skip=0):
    """Play the best of scores(t, history, V_t^-1, estimate, arms) in the rounds t = 2, 3, ..."""
    history = History(trace, window)
    history.play(first_arm(trace))
    for t in range(2, trace.horizon + 1):
        inverse = np.linalg.inv(history.gram(regularisation, skip))
        estimate = inverse @ history.windowed_sum()
        of_arms = scores(t, history, inverse, estimate, trace.action_sets[t - 1])
        history.play(first_best(of_arms))
    return np.array(history.played)


def otflinucb(
    trace,
    window,
    confidence,
    regularisation,
    width_factor=1.0,
    stored_norms=False,
    radii=2,
    squared_index=False,
    squared_sum=False,
):
    """Algorithm 1, with squares of the norms in the index or in the sum."""

    def scores(t, history, inverse, estimate, arms):
        alpha = radii * radius(t, estimate.size, confidence, regularisation)
        norms = pending_norms(history, regularisation, stored_norms)
        alpha += sum(np.power(norms, 2 if squared_sum else 1))
        power = 2 if squared_index else 1
        return [a @ estimate + width_factor * alpha * norm(a, inverse) ** power for a in arms]

    return replay(trace, window, regularisation, scores)


def otflints(
    trace,
    window,
    confidence,
    regularisation,
    width_factor=1.0,
    stored_norms=False,
    squared=None,
):
    """Algorithm 2, or with beta = f + sum of norms, or the square of that."""
    normals = trace.randomness.normals((trace.horizon, trace.hidden_theta.size))

    def scores(t, history, inverse, estimate, arms):
        pending = sum(pending_norms(history, regularisation, stored_norms))
        f = radius(t, estimate.size, confidence, regularisation)
        beta = 1 + pending / f if squared is None else (f + pending) ** (1 + squared)
        root = np.linalg.cholesky(width_factor**2 * beta * inverse)
        return arms @ (estimate + root @ normals[t - 1])

    return replay(trace, window, regularisation, scores)


def greedy(trace, window, regularisation):
    """Best arm for the windowed least squares estimate."""
    return replay(trace, window, regularisation, lambda *given: given[-1] @ given[-2])


def otflinucb_attributed(trace, window, confidence, regularisation, width_factor=1.0):
    """The attributed code: squared norms, radius not doubled, first action not in V."""

    def scores(t, history, inverse, estimate, arms):
        n = estimate.size
        beta = 2 * np.log(1 / confidence) + n * np.log(1 + (t - 1) / (regularisation * n))
        squares = np.square(pending_norms(history, regularisation, skip=1))
        width = width_factor * (np.sqrt(beta + regularisation) + sum(squares))
        return [a @ estimate + width * (a @ inverse @ a) for a in arms]

    return replay(trace, window, regularisation, scores, skip=1)


def otflints_attributed(trace, window, prior_scale):
    """The attributed code: mean and covariance shrunk by c = sigma_0 + sum of squared norms."""
    horizon, _, dimension = trace.action_sets.shape
    history = History(trace, window)
    history.play(first_arm(trace))
    normals = trace.randomness.normals((horizon, dimension))
    squares = []
    covariance = np.eye(dimension) / prior_scale**3
    for t in range(2, horizon + 1):
        mean = covariance @ history.windowed_sum()
        sample = mean + np.linalg.cholesky(covariance) @ normals[t - 1]
        arms = trace.action_sets[t - 1]
        arm = first_best(arms @ sample)
        history.play(arm)
        inflation = prior_scale + sum(squares[-window:])
        covariance = np.linalg.inv(inflation * history.gram(prior_scale**2, skip=1))
        squares.append(arms[arm] @ covariance @ arms[arm])
    return np.array(history.played)


def linucb_waiting(trace, window, confidence, regularisation, squared_index=False):
    """LinUCB in which round s counts, with X_s 1{D_s <= m}, from round s + m + 1 on."""
    horizon, _, dimension = trace.action_sets.shape
    history, settled = History(trace, window), History(trace, window)
    for t in range(1, horizon + 1):
        known = max(0, t - 1 - window)
        settled.actions = history.actions[:known]
        inverse = np.linalg.inv(settled.gram(regularisation))
        estimate = inverse @ history.windowed_sum(known)
        width = radius(known + 1, dimension, confidence, regularisation)
        arms = trace.action_sets[t - 1]
        power = 2 if squared_index else 1
        history.play(first_best([a @ estimate + width * norm(a, inverse) ** power for a in arms]))
    return np.array(history.played)


def ucb1(trace):
    """UCB1 in which a conversion that is not yet observed counts as none."""
    game = ArmedGame(trace)
    while not game.over:
        plays = np.bincount(game.played, minlength=trace.n_arms)
        bounds = [
            sum(game.received[arm]) / n + np.sqrt(2 * np.log(game.t) / n) if n else np.inf
            for arm, n in enumerate(plays)
        ]
        game.play(int(np.argmax(bounds)))
    return game.arms_played()


def errors(trace, played, tau, window, delta, lam, radius_factor=1.0):
    """The ratios so far of the error to the width and to f, and the widths of each round."""
    history = History(trace, window)
    ratios, widths = [(0.0, 0.0)], [(0.0, 0.0)]
    for arm in played[:-1]:
        history.play(arm)
        t = len(history.played) + 1
        gram = history.gram(lam)
        error = np.linalg.solve(gram, history.windowed_sum()) - tau * trace.hidden_theta
        f = radius_factor * radius(t, error.size, delta, lam)
        width, stored = (2 * f + sum(pending_norms(history, lam, kind)) for kind in (False, True))
        ratios.append((norm(error, gram) / width, norm(error, gram) / f))
        widths.append((width, stored))
    return [*np.maximum.accumulate(np.array(ratios), axis=0).T, *np.array(widths).T]
