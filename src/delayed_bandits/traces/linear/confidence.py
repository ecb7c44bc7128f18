"""Linear bandits whose run files compare confidence sets with the true parameter."""

from typing import NamedTuple

import numpy as np

from delayed_bandits.kernels import linear_algebra as la
from delayed_bandits.kernels.compiling import njit
from delayed_bandits.traces.linear.trace import LinearTrace
from delayed_bandits.traces.protocol import Reported


class ConfidenceSets(NamedTuple):
    """The confidence sets that a learner reports (Vernade et al. 2020, Theorem 1)."""

    window: int  # m: conversions with a longer delay are ignored
    regularisation: float  # lambda
    radius: np.ndarray  # shape (horizon,): f in each round


class ConfidenceTrace(LinearTrace):
    """A `LinearTrace` whose run files have the error of the least-squares estimate."""

    def columns(self, record: Reported) -> dict[str, np.ndarray]:
        """Return the columns of a run file, each of shape (horizon,).

        f is the radius and m the window of `ConfidenceSets`. V is the regularised Gram matrix of
        the past actions. The regret is followed by:

        - "error": the estimate's error in the norm of V, divided by "width" (largest value so far)
        - "error_by_radius": the same error, divided by f (largest value so far)
        - "width": 2 f plus the sum of the norms of the last m actions under the inverse of V
        - "width_stored": like "width", but each action keeps the norm that it had in its round
        """
        played, sets = record  # `ConfidenceSets`
        rounds = np.arange(self.horizon)
        actions = self.action_sets[rounds, played]
        converts = self.hidden_uniforms < self.hidden_means[rounds, played]
        (delays,) = self.hidden_delays
        arrivals = np.where(converts & (delays <= sets.window), rounds + delays, self.horizon)
        target = float(self.hidden_distribution.cdf(sets.window)) * self.hidden_theta
        found = np.zeros((4, self.horizon))
        _errors((actions, arrivals, np.argsort(arrivals)), sets, target, found)
        np.maximum.accumulate(found[:2], axis=1, out=found[:2])
        names = "error", "error_by_radius", "width", "width_stored"
        return super().columns(played) | dict(zip(names, found, strict=True))


@njit(cache=True)
def _errors(
    played: tuple[np.ndarray, ...], sets: ConfidenceSets, target: np.ndarray, found: np.ndarray
) -> None:
    """Write the new columns of `ConfidenceTrace` to `found`, shape (4, horizon)."""
    (actions, arrivals, order), (window, regularisation, radius) = played, sets
    horizon, dimension = actions.shape
    window = min(window, horizon)
    gram = np.eye(dimension) * regularisation
    inverse = np.eye(dimension) / regularisation
    conversions, error = np.zeros(dimension), np.empty(dimension)
    recent = np.zeros((dimension, window))  # the last m actions
    norms, norm_sum = np.zeros(window), 0.0  # their norms, each under its V_s, and the sum
    workspace = np.empty(max(dimension, la.BLOCK))
    arrived = 0
    for t in range(1, horizon):
        action = actions[t - 1]
        norm = np.sqrt(la.squared_norm(inverse, action))
        norm_sum += norm - norms[(t - 1) % window]
        norms[(t - 1) % window] = norm
        la.add_to_inverse(inverse, action, workspace)
        for i in range(dimension):
            recent[i, (t - 1) % window] = action[i]
            for j in range(dimension):
                gram[i, j] += action[i] * action[j]
        while arrived < horizon and arrivals[order[arrived]] < t:
            la.add(actions[order[arrived]], conversions)
            arrived += 1
        la.multiply(inverse, conversions, error)
        for i in range(dimension):
            error[i] -= target[i]
        norm = np.sqrt(la.squared_norm(gram, error))
        width = 2 * radius[t] + la.sum_of_norms(inverse, recent, min(t, window), workspace)
        found[0, t], found[1, t] = norm / width, norm / radius[t]
        found[2, t], found[3, t] = width, 2 * radius[t] + norm_sum
