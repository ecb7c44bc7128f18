"""The product-limit estimate of conversion times (Kaplan and Meier 1958)."""

import numpy as np

from delayed_bandits.delays.base import Delays, Reals


def product_limit(delays: Delays, censored: Delays) -> tuple[Delays, Reals, Reals]:
    """Return the Kaplan-Meier estimate of P(no conversion up to d), for each delay d.

    `delays` are the sorted delays of conversions. `censored` are the sorted times for which the
    other clicks were observed. Returns three arrays: the distinct delays, the estimate after each
    delay, and the effective number of clicks of each estimate. This is the sample size at which a
    plain proportion has the variance of Greenwood's formula.
    """
    times, events = np.unique(delays, return_counts=True)
    at_risk = sum(part.size - np.searchsorted(part, times) for part in (delays, censored))
    left = np.maximum(at_risk - events, 0.5)  # if all convert, count half a click as left
    share = np.cumprod(left / at_risk)
    clicks = (1 / share - 1) / np.cumsum((at_risk - left) / (at_risk * left))
    return times, np.cumprod(1 - events / at_risk), clicks


def equally_likely(delays: Delays, censored: Delays) -> tuple[Delays, float, float]:
    """Return equally likely delays, the conversion rate, and the weight of this rate.

    The delays are quantiles of the Kaplan-Meier estimate, as many as there are conversions. The
    weight is the effective number of clicks after the last delay (see `product_limit`).
    """
    times, survival, clicks = product_limit(delays, censored)
    chances = (np.arange(delays.size) + 0.5) / delays.size * (1 - survival[-1])
    distribution = times[np.minimum(np.searchsorted(1 - survival, chances), times.size - 1)]
    return distribution, 1 - float(survival[-1]), float(clicks[-1])
