"""When conversions come: among the conversions (ECDF), and among all clicks (Kaplan-Meier)."""

import numpy as np
import scipy.stats

from delayed_bandits.delays.base import Delays, Reals


def ecdf(delays: Delays) -> tuple[Delays, Reals]:
    """Give the share of conversions that have come by each time.

    Parameters
    ----------
    delays : int64 array, shape (n,)
        The delays of the conversions, in seconds.

    Returns
    -------
    times : int64 array, shape (k,)
        The distinct delays, in increasing order.
    probabilities : float64 array, shape (k,)
        The share of the delays that are at most that long.
    """
    steps = scipy.stats.ecdf(delays).cdf
    return steps.quantiles, steps.probabilities


def kaplan_meier(delays: Delays, censored_at_cap: int, cap: int) -> tuple[Delays, Reals]:
    """Estimate the probability that a click has converted by each time.

    A click without a conversion is right-censored at the cap: nobody looked further. Before the
    cap nothing is censored, so the estimate is the ECDF of the conversions times their share of
    the clicks.

    Parameters
    ----------
    delays : int64 array, shape (n,)
        The delays of the clicks that converted, in seconds, at most `cap`.
    censored_at_cap : int
        The number of clicks that did not convert.
    cap : int
        The longest delay that counts as a conversion, in seconds.

    Returns
    -------
    times : int64 array, shape (k,)
        The distinct times, in increasing order; the cap is one if clicks are censored there.
    probabilities : float64 array, shape (k,)
        The estimated probability of a conversion by that time.
    """
    clicks = scipy.stats.CensoredData(uncensored=delays, right=np.full(censored_at_cap, cap))
    steps = scipy.stats.ecdf(clicks).cdf
    return steps.quantiles, steps.probabilities
