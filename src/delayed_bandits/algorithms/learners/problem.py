"""The problem of a learner in plain Python: what it knows of its setting."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class Problem:
    """What a learner knows of its setting; None where nothing. Arrays cannot be written to.

    Attributes
    ----------
    horizon, n_arms : int
        Rounds and arms count from 0.
    dimension : int
        Of an action, where rounds have action sets.
    window : int
        Feedback that arrives later than this many rounds does not count, or is to be ignored.
    largest : float
        The largest loss; 1 if not given.
    signed : bool
        Whether losses may be negative.
    mean_delay, delay_bound, delay_variance : float
        Of the delay laws, the largest of an arm; infinite if there is none.
    maximal_delay : int
        D: where payoffs are delays, a payoff u arrives D u rounds later.
    budget : float
        The most that all pulls together may cost.
    costs : ndarray, shape (arms,)
        Of a pull of each arm.
    probabilities : ndarray, shape (contexts,)
        Of the contexts of a setting with a budget.
    """

    horizon: int
    n_arms: int
    dimension: int | None = None
    window: int | None = None
    largest: float | None = None
    signed: bool | None = None
    mean_delay: float | None = None
    delay_bound: float | None = None
    delay_variance: float | None = None
    maximal_delay: int | None = None
    budget: float | None = None
    costs: np.ndarray | None = None
    probabilities: np.ndarray | None = None


def frozen(array: np.ndarray) -> np.ndarray:
    """Copy an array into one that cannot be written to."""
    copy = array.copy()
    copy.flags.writeable = False
    return copy
