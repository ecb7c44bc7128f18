"""Linear bandits whose run files compare confidence sets with the unknown parameter."""

from typing import NamedTuple

import numpy as np

from delayed_bandits.kernels import linear_algebra as la
from delayed_bandits.kernels.compiling import njit
from delayed_bandits.traces.linear.trace import LinearTrace
from delayed_bandits.traces.protocol import Reported


class ConfidenceSets(NamedTuple):
    """The confidence sets that a learner reports (Vernade et al. 2020, Theorem 1)."""

    window: int  # m: conversions of longer delays are ignored
    regularisation: float  # lambda
    radius: np.ndarray  # shape (horizon,): f in each round


class ConfidenceTrace(LinearTrace):
    """A `LinearTrace` whose run files have the error of the least-squares estimate."""

    def columns(self, record: Reported) -> dict[str, np.ndarray]:
        """Return the columns of a run file, each of shape (horizon,).

        "error" is the estimate's error, in the norm of V_t, divided by the width 2 f + sum of norms
        (Theorem 1), the largest ratio so far. "error_by_radius" has f in place of the width.
        """
        played, sets = record  # `ConfidenceSets`
        rounds = np.arange(self.horizon)
        actions = self.action_sets[rounds, played]
        converts = self.hidden_uniforms < self.hidden_means[rounds, played]
        (delays,) = self.hidden_delays
        arrivals = np.where(converts & (delays <= sets.window), rounds + delays, self.horizon)
        target = float(self.hidden_distribution.cdf(sets.window)) * self.hidden_theta
        ratios = np.zeros((2, self.horizon))
        _errors((actions, arrivals, np.argsort(arrivals)), sets, target, ratios)
        error, error_by_radius = np.maximum.accumulate(ratios, axis=1)
        columns = super().columns(played)
        return columns | {"error": error, "error_by_radius": error_by_radius}


@njit(cache=True)
def _errors(
    played: tuple[np.ndarray, ...], sets: ConfidenceSets, target: np.ndarray, ratios: np.ndarray
) -> None:
    """Write error / width and error / radius at the start of each round from 1 on to `ratios`."""
    (actions, arrivals, order), (window, regularisation, radius) = played, sets
    horizon, dimension = actions.shape
    window = min(window, horizon)
    gram = np.eye(dimension) * regularisation
    inverse = np.eye(dimension) / regularisation
    conversions, error = np.zeros(dimension), np.empty(dimension)
    recent = np.zeros((dimension, window))  # the last m actions
    workspace = np.empty(max(dimension, la.BLOCK))
    arrived = 0
    for t in range(1, horizon):
        action = actions[t - 1]
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
        ratios[0, t], ratios[1, t] = norm / width, norm / radius[t]
