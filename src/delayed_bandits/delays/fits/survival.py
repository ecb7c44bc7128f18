"""When conversions come: the product-limit estimate (Kaplan and Meier 1958)."""

import numpy as np

from delayed_bandits.delays.base import Delays, Reals


def product_limit(delays: Delays, censored: Delays) -> tuple[Delays, Reals, Reals]:
    """Estimate the probability that a click has not converted by each time, with its variance.

    Without censored clicks it is the share of the delays that are longer.

    Parameters
    ----------
    delays, censored : int64 array
        Of the clicks that converted, and how long the others were observed; both sorted.

    Returns
    -------
    times : int64 array, shape (k,)
        The distinct delays.
    survival, variance : float64 array, shape (k,)
        The product-limit estimate, and its variance by Greenwood.
    """
    times, events = np.unique(delays, return_counts=True)
    at_risk = sum(part.size - np.searchsorted(part, times) for part in (delays, censored))
    survival = np.cumprod(1 - events / at_risk)
    left = np.maximum(at_risk - events, 0.5)  # where all convert, as if half a click were left
    return times, survival, survival**2 * np.cumsum(events / (at_risk * left))
