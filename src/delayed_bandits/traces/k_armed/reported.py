"""Mixed play on K arms by a learner that reports columns of its own, beside its regret."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from delayed_bandits.traces.k_armed.mixed import MixedTrace, MixedView


class ReportedRecord(NamedTuple):
    """What was played, and what the learner reports.

    Attributes
    ----------
    arms : ndarray of uint16, shape (horizon,)
    expected_losses : ndarray of float32, shape (horizon,)
    report : dict
        Columns by name, each of shape (horizon,).
    """

    arms: np.ndarray
    expected_losses: np.ndarray
    report: dict[str, np.ndarray]


class ReportingTrace(MixedTrace):
    """A K-armed bandit with mixed play, for learners that report columns of their own."""

    def record(self, view: MixedView, report: Mapping[str, np.ndarray] | None) -> ReportedRecord:
        """Return the arms played, the expected losses and the learner's report."""
        return ReportedRecord(view.played, view.hidden_expected_losses, dict(report or {}))

    def columns(self, record: ReportedRecord) -> dict[str, np.ndarray]:
        """Compute the columns of a run file: the regret, and those that are reported."""
        return {"regret": self.regret(record), **record.report}
