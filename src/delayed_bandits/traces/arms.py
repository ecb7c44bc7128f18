"""Functions that traces with arms share: delays, the arms played, the regret."""

from typing import Annotated

import numpy as np

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.types import FROM_ENVIRONMENT
from delayed_bandits.delays.base import Distribution, sample_horizon
from delayed_bandits.kernels.compiling import inlined, njit
from delayed_bandits.traces.streams import Streams

UNPLAYED = -(2**15)  # the entry of a view's `played` for a round not played yet

# the type of an algorithm's argument `distributions`
KnownDistributions = Annotated[list[Distribution], FROM_ENVIRONMENT]


def distributions_of(delay: Distribution | list[Distribution], arms: int) -> list[Distribution]:
    """Return `delay` as a list: one distribution for all arms, or one for each arm."""
    distributions = [delay] if isinstance(delay, Distribution) else list(delay)
    if len(distributions) not in (1, arms):
        found = f"{len(distributions)} distributions for {arms} arms"
        raise InputError(f"delay: {found}. Give one, or one for each arm.")
    return distributions


def draw_delays(
    distributions: list[Distribution], streams: Streams, seed: int, horizon: int
) -> np.ndarray:
    """Return the delays of run `seed`, int32 of shape (distributions, horizon).

    Delays are in rounds, at most the horizon. With delay 0, feedback arrives before the next round.
    """
    delays = np.empty((len(distributions), horizon), np.int32)
    sample_horizon(distributions, streams.open("delays", seed), delays)
    return delays


def answer_probabilities(distributions: list[Distribution], n_arms: int, rounds: int) -> np.ndarray:
    """Return P(delay <= `rounds`) for each arm, shape (arms,)."""
    answers = [float(distribution.cdf(rounds)) for distribution in distributions]
    return np.array(answers if len(answers) == n_arms else answers * n_arms)


@inlined
def delay_of(delays: np.ndarray, t: int, arm: int) -> int:
    """Return the delay of `arm` in round t, given the array from `draw_delays`."""
    if delays.shape[0] == 1:
        return delays[0, t]
    # a branch, so that with one distribution the processor need not wait for the arm
    if arm >= delays.shape[0]:
        raise ValueError("there is no such arm: arms are 0 to the number of arms less 1")
    return delays[arm, t]


@inlined
def note_play(played: np.ndarray, t: int, arm: int, n_arms: int) -> None:
    """Record that round t plays `arm`, or raise ValueError if it cannot be played."""
    if arm < 0 or arm >= n_arms:
        raise ValueError("there is no such arm: arms are 0 to the number of arms less 1")
    if t < 0 or t >= played.size or played[t] != UNPLAYED:
        raise ValueError("a round was played twice, or is beyond the horizon")
    if t > 0 and played[t - 1] == UNPLAYED:
        raise ValueError("a round was played before an earlier one")
    played[t] = arm


def check_arms(played: np.ndarray, n_arms: int) -> None:
    """Raise an InputError that names the first round without a valid arm, if any."""
    if played.min() < 0 or played.max() >= n_arms:
        t = np.flatnonzero((played < 0) | (played >= n_arms))[0]
        found = "was not played" if played[t] == UNPLAYED else f"played arm {played[t]}"
        raise InputError(f"round {t} {found}. Play each round once, with arms 0 to {n_arms - 1}.")


def check_played(expected_losses: np.ndarray) -> None:
    """Raise an InputError if a round was not played: its expected loss is then NaN."""
    for t in np.flatnonzero(np.isnan(expected_losses))[:1]:
        raise InputError(f"round {t} was not played. Play each round once.")


def cumulative_regret(gaps: np.ndarray, states: np.ndarray, played: np.ndarray) -> np.ndarray:
    """Return the cumulative regret of the arms `played`, shape (horizon,).

    `gaps` has the regret of each arm in each state, shape (states, arms). `states` has each round's
    state, or the one state of all rounds. Raises InputError if a round has no valid arm.
    """
    sums = _sums(gaps, states, played)
    if sums.size < played.size:
        check_arms(played, gaps.shape[1])
    return sums


@njit(cache=True)
def _sums(gaps: np.ndarray, states: np.ndarray, played: np.ndarray) -> np.ndarray:
    """Return the cumulative regret up to the first round without a valid arm."""
    sums = np.empty(played.size)
    total = 0.0
    for t in range(played.size):
        if not 0 <= played[t] < gaps.shape[1]:
            return sums[:t]
        total += gaps[states[0 if states.size == 1 else t], played[t]]
        sums[t] = total
    return sums
