"""PR-SAR, a race of arms (Liu and Maghsudi 2024, Algorithm 1, arXiv:2405.11417).

The race pulls arms in turn. After each sweep it computes confidence bounds of the mean delays from
medians of means. It accepts an arm that the bounds show to be among the `accept` fastest, and
rejects an arm that they show not to be. This is the Hoeffding race of Heidrich-Meisner and Igel
2009, which the paper names. Only completed delays are observed, so an arm with long delays may look
fast at first.
"""

import math
from typing import Literal, NamedTuple

import numpy as np

from delayed_bandits.kernels.compiling import inlined, njit
from delayed_bandits.traces.budgeted.trace import BudgetedView

# "race" accepts or rejects the arms whose bounds put them inside or outside the A' fastest;
# "printed" accepts arms that are slower than more than A' - |S| others (S: the accepted arms).
Acceptance = Literal["race", "printed"]
# The radius has 2 d^M (d^M: median of means), 2 d_a (d_a: true mean; equations 6 and 7), or B/2
# (B: budget; equation 5).
Radius = Literal["plug-in", "printed", "theorem"]
# The number of baskets is floor(min(8 ln(e^(1/8)/delta), n/2)) (Bubeck et al. 2013), or has n/2 in
# the logarithm.
Baskets = Literal["bubeck", "printed"]
UNDECIDED, ACCEPTED, REJECTED = 0, 1, 2
NONE = -1  # no arm


class Race(NamedTuple):
    """The state of the race between rounds, and its variant."""

    accept: int  # A': the number of arms to accept
    basket_argument: float  # e^(1/8) / delta, see `number_of_baskets`
    width: float  # sqrt(2 ln(16 / (1 - B^-alpha))), for the budget B
    shrinkage: float  # the exponent min(alpha, 1/2)
    scales: np.ndarray  # (arms,): 2 d_a or B / 2; NaN for 2 d^M, see `Radius`
    printed_acceptance: bool  # whether `Acceptance` is as printed
    printed_baskets: bool  # whether `Baskets` is as printed
    state: np.ndarray  # (arms,) of int8: UNDECIDED, ACCEPTED or REJECTED
    observed: np.ndarray  # (arms,) of int64, T_a: number of delays observed
    sums: np.ndarray  # (arms, most + 1) of int64: sums of the first n delays that arrived
    lower: np.ndarray  # (arms,): LCB of the mean delays
    upper: np.ndarray  # (arms,): UCB of the mean delays


def new_race(
    view: BudgetedView,
    accept: int,
    most_pulls: int,
    confidence: float,
    tail_exponent: float,
    acceptance: Acceptance,
    radius: Radius,
    baskets: Baskets,
    mean_delays: np.ndarray,
) -> Race:
    """Return a new race of at most `most_pulls` rounds.

    `mean_delays`, shape (arms,), are the true mean delays d_a, used only by the printed radius.
    """
    scales = {"plug-in": math.nan, "printed": 2 * mean_delays, "theorem": view.budget / 2}
    return Race(
        accept=accept,
        basket_argument=math.exp(1 / 8) / confidence,
        width=math.sqrt(2 * math.log(16 / (1 - view.budget**-tail_exponent))),
        shrinkage=min(tail_exponent, 0.5),
        scales=np.full(view.n_arms, scales[radius]),
        printed_acceptance=acceptance == "printed",
        printed_baskets=baskets == "printed",
        state=np.zeros(view.n_arms, np.int8),
        observed=np.zeros(view.n_arms, np.int64),
        sums=np.zeros((view.n_arms, most_pulls + 1), np.int64),
        lower=np.full(view.n_arms, -np.inf),
        upper=np.full(view.n_arms, np.inf),
    )


@inlined
def next_undecided(race: Race, arm: int) -> int:
    """Return the first undecided arm after `arm`, or NONE."""
    for following in range(arm + 1, race.state.size):
        if race.state[following] == UNDECIDED:
            return following
    return NONE


@inlined
def observe_delay(race: Race, arm: int, delay: int) -> None:
    """Record an observed delay of `arm`, in rounds."""
    n = race.observed[arm]
    race.sums[arm, n + 1] = race.sums[arm, n] + delay
    race.observed[arm] = n + 1


@inlined
def number_of_baskets(race: Race, n: int) -> int:
    """Return h, the number of baskets into which n delays are divided."""
    if race.printed_baskets:
        h = math.floor(8 * math.log(min(race.basket_argument, n / 2)))
    else:
        h = math.floor(min(8 * math.log(race.basket_argument), n / 2))
    return min(n, max(1, h))


@njit(cache=True)
def median_of_means(race: Race, arm: int) -> float:
    """Return d^M, the median of the baskets' mean delays, in rounds."""
    n = race.observed[arm]
    h = number_of_baskets(race, n)
    size = n // h
    means = np.empty(h)
    for i in range(h):  # sorted by insertion: NumPy's median takes seconds to compile
        mean = (race.sums[arm, (i + 1) * size] - race.sums[arm, i * size]) / size
        position = i
        while position > 0 and means[position - 1] > mean:
            means[position] = means[position - 1]
            position -= 1
        means[position] = mean
    return (means[(h - 1) // 2] + means[h // 2]) / 2


@njit(cache=True)
def decide(race: Race) -> bool:
    """Update bounds (equations 6 and 7), decide on each arm, and return whether the race ended."""
    for arm in range(race.state.size):
        n = race.observed[arm]
        if race.state[arm] == UNDECIDED and n >= 2:
            middle = median_of_means(race, arm)
            scale = 2 * middle if np.isnan(race.scales[arm]) else race.scales[arm]
            radius = race.width / math.sqrt(n) + scale * n**-race.shrinkage
            race.lower[arm] = middle - radius
            race.upper[arm] = middle + radius
    changed = True
    while changed:
        changed = False
        for arm in range(race.state.size):
            if race.state[arm] == UNDECIDED:
                if race.printed_acceptance:
                    race.state[arm] = _decision_printed(race, arm)
                else:
                    race.state[arm] = _decision(race, arm)
                    changed |= race.state[arm] != UNDECIDED
                if np.sum(race.state == ACCEPTED) == race.accept:
                    return True
    return False


@njit(cache=True)
def _decision(race, arm):
    undecided = faster = slower = 0
    for other in range(race.state.size):
        if race.state[other] == UNDECIDED:
            undecided += 1
            slower += race.lower[other] > race.upper[arm]
            faster += race.upper[other] < race.lower[arm]
    vacancies = race.accept - np.sum(race.state == ACCEPTED)
    if slower >= undecided - vacancies:
        return ACCEPTED
    if faster >= vacancies:
        return REJECTED
    return UNDECIDED


@njit(cache=True)
def _decision_printed(race, arm):
    faster = np.sum(race.lower[arm] > race.upper)
    vacancies = race.accept - np.sum(race.state == ACCEPTED)
    return ACCEPTED if faster > vacancies else UNDECIDED


def accept_by_bound(race: Race) -> None:
    """Accept the undecided arms of the smallest upper bounds, to end a race early."""
    while np.sum(race.state == ACCEPTED) < race.accept:
        undecided = np.flatnonzero(race.state == UNDECIDED)
        race.state[undecided[np.argmin(race.upper[undecided])]] = ACCEPTED
