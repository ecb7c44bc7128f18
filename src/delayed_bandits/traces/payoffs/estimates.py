"""Linear bandits with delay as payoff that compare a learner's estimates with the means."""

from typing import NamedTuple

import numpy as np

from delayed_bandits.traces.payoffs.trace import PayoffTrace
from delayed_bandits.traces.protocol import Reported

MARGIN = 1e-6  # from a mean, beyond which an estimate is above or below it


class Estimates(NamedTuple):
    """Estimates of the mean payoffs, which a learner reports."""

    round: np.ndarray  # int64, shape (n,): the round at the end of which each was made
    values: np.ndarray  # shape (n, K): NaN where there is none


class EstimateTrace(PayoffTrace):
    """A payoff trace whose run files say how far estimates of the means are from them."""

    def columns(self, run: Reported) -> dict[str, np.ndarray]:
        """Compute the columns of a run file, each of shape (horizon,).

        Beside those of a payoff trace, they are the numbers so far of estimates and of those above
        and below the mean, and the "error", the sum so far of estimate minus mean.
        """
        estimates = run.report
        difference = estimates.values - self.hidden_means[0]
        counted = {
            "estimates": np.isfinite(difference),
            "above": difference > MARGIN,
            "below": difference < -MARGIN,
            "error": np.nan_to_num(difference),
        }
        columns = super().columns(run.arms)
        for name, values in counted.items():
            sums = np.zeros(self.horizon)
            sums[estimates.round] = values.sum(axis=1)
            columns[name] = np.cumsum(sums)
        return columns
