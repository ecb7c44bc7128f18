"""When feedback arrives."""

import numpy as np
from numba import njit


@njit(cache=True)
def arrivals(delays: np.ndarray, window: int) -> tuple[np.ndarray, np.ndarray]:
    """List the rounds whose feedback is new at the start of each round.

    The feedback of round s with delay d arrives at the end of round s + d, so it is first usable in
    round s + d + 1. Feedback of one round's end is in order of play.

    Parameters
    ----------
    delays : ndarray of int64, shape (horizon,)
        Delay of each round's feedback, in rounds.
    window : int
        Feedback with a longer delay than this is ignored.

    Returns
    -------
    first : ndarray of int64, shape (horizon + 1,)
    order : ndarray of int64
        `order[first[t]:first[t + 1]]` are the rounds whose feedback is first usable in round t.
        Feedback that is ignored, or would come after the last round, is in neither.
    """
    horizon = delays.size
    in_time = np.empty(horizon, np.bool_)
    first = np.zeros(horizon + 1, np.int64)
    for s in range(horizon):
        in_time[s] = delays[s] <= min(window, horizon - 2 - s)
        if in_time[s]:
            first[s + delays[s] + 2] += 1
    for t in range(horizon):
        first[t + 1] += first[t]
    order = np.empty(first[horizon], np.int64)
    free = first.copy()
    for s in range(horizon):
        if in_time[s]:
            t = s + delays[s] + 1
            order[free[t]] = s
            free[t] += 1
    return first, order
