"""Linear bandits with delay as payoff, whose run files compare estimates with means."""

from typing import NamedTuple

import numpy as np

from delayed_bandits.traces.payoffs.trace import PayoffTrace
from delayed_bandits.traces.protocol import Reported

MARGIN = 1e-6  # an estimate this close to the mean is neither above nor below


class Estimates(NamedTuple):
    """The estimates of mean payoffs that a learner reports."""

    round: np.ndarray  # int64, shape (n,): the round at the end of which each was made
    values: np.ndarray  # shape (n, K): NaN without an estimate


class EstimateTrace(PayoffTrace):
    """A payoff trace whose run files compare a learner's estimates with the means."""

    def columns(self, run: Reported) -> dict[str, np.ndarray]:
        """Return the columns of a run file, each of shape (horizon,).

        Four cumulative columns follow the columns of `PayoffTrace`. "estimates" counts all
        estimates. "above" and "below" count the estimates on each side of the mean. "error" sums
        estimate - mean.
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
