"""What a delay costs Thompson sampling, by our rule; delays and T are in rounds."""

import argparse
import math
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import yaml

from delayed_bandits.checks.errors import InputError
from delayed_bandits.delays.distributions import distribution_from


def needed(rates: Sequence[float]) -> float:
    """Return n, the number of observed rewards from which the best arm is clear.

    n = 6 p (1 - p) (arms - 1) / gap^2. The gap is the best rate minus the mean of the others, and p
    is halfway between these two.
    """
    best, gaps = max(rates), gaps_of(rates)
    p = best - gaps.mean() / 2
    return float(6 * p * (1 - p) * gaps.size / gaps.mean() ** 2)


def gaps_of(rates: Sequence[float]) -> np.ndarray:
    """Return the best arm's rate minus the rate of each other arm."""
    return max(rates) - np.sort(rates)[:-1]


def arrival(delay: Mapping[str, Any], answers: float, horizon: int) -> float:
    """Return the round by which we expect `answers` rewards, or `horizon` + 1."""
    arrived = distribution_from(delay).cdf(np.arange(horizon)).cumsum()
    return float(np.searchsorted(arrived, answers) + 1)


def undelayed(rates: Sequence[float], horizon: int) -> float:
    """Return L, our approximation of Thompson sampling's regret without delay.

    L = 3/4 (n + b). n is from `needed`, and b is the bound of Lai and Robbins with log(T / n) for
    log T. The unit is a round of random play.
    """
    n, gaps = needed(rates), gaps_of(rates)
    bound = n * gaps.mean() * (1 / gaps).mean() * (1 + 1 / gaps.size) / 3
    return float(3 / 4 * (n + bound * math.log(horizon / n)))


def of_test(delay: Mapping[str, Any], horizon: int, rates: Sequence[float]) -> list[float]:
    """Return [n, t, L]: rewards needed, the round by which they arrive, and L."""
    n = needed(rates)
    return [n, arrival(delay, n, horizon), undelayed(rates, horizon)]


def rule(t: Any, without: Any) -> Any:
    """Return the price by our rule: (t^3 + L^3)^(1/3) - L, where L is `without`."""
    return (t**3 + without**3) ** (1 / 3) - without


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog=f"python -m {__spec__.name}", description=__doc__)
    parser.add_argument("delay", type=yaml.safe_load, help="{distribution: geometric, mean: 30000}")
    parser.add_argument("horizon", type=int, help="T, rounds of the test")
    parser.add_argument("rates", type=float, nargs="+", help="rate of each arm")
    given = parser.parse_args()
    try:
        n, t, unit = of_test(given.delay, given.horizon, given.rates)
    except InputError as error:
        parser.error(str(error))
    price = rule(t, unit)
    loss = price * (max(given.rates) - np.mean(given.rates))
    sys.stdout.write(
        f"n = {n:,.0f} answers, t = {t:,.0f}, L = {unit:,.0f}, t / L = {t / unit:.2f}\n"
        f"price: {price:,.0f} rounds of random play, which lose {loss:,.0f} conversions\n"
    )
