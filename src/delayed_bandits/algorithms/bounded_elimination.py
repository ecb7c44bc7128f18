"""Successive elimination where payoffs set their own delays (Schlisselberg et al. 2025).

The ancestor for arms without structure, as Zhang, Wang and Luo 2025 describe it (Section 3, its
first three equations): for losses with a guess B that doubles, for rewards its mirror image with
one that halves.
"""

import math
from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
from numba import njit

from delayed_bandits.algorithms.phased_elimination import first_guess, new_progress
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.types import Flag, Positive
from delayed_bandits.traces.payoffs.trace import PayoffTrace, check_one_context
from delayed_bandits.traces.payoffs.view import PayoffView, Progress, pull
from delayed_bandits.traces.slots import arrived


@njit(cache=True)
def _replay(view, progress, guess, keep_data, count_missing, exploration):
    arms, horizon, longest = view.n_arms, view.horizon, view.maximal_delay
    log_horizon = math.log(horizon)
    pulls, received = np.zeros(arms, np.int64), np.zeros(arms, np.int64)  # n_t, |O_t|
    unbiased = np.zeros(arms, np.int64)  # |F_t|
    total, unbiased_total = np.zeros(arms), np.zeros(arms)
    missing = np.zeros(arms, np.int64)  # since the last restart
    known = np.empty(longest + 1)  # payoffs that have arrived, until they are in F_t
    active = np.ones(arms, np.bool_)
    lcb, ucb = np.empty(arms), np.empty(arms)
    restarts = restarted = 0  # the round of the last restart
    oldest = 0  # rounds before it count no more
    t = 0
    while t < horizon:
        size = active.sum()
        passed = 0
        for arm in range(arms):  # a pass
            if not active[arm] or t == horizon:
                continue
            progress.active[t], progress.restarts[t] = size, restarts
            pull(view, t, arm)
            pulls[arm] += 1
            missing[arm] += 1
            for slot in arrived(view, t):
                s = view.round[slot]
                known[s % (longest + 1)] = view.payoff[slot]
                if s >= oldest:
                    received[view.played[s]] += 1
                    total[view.played[s]] += view.payoff[slot]
                if s >= restarted:
                    missing[view.played[s]] -= 1
            s = t - longest
            if s >= oldest:
                unbiased[view.played[s]] += 1
                unbiased_total[view.played[s]] += known[s % (longest + 1)]
            t += 1
            passed += 1
        if passed < size:  # the last round has come first
            break

        for arm in range(arms):
            if not active[arm]:
                continue
            radius = math.sqrt(2 * exploration * log_horizon / pulls[arm])
            mean = unbiased_total[arm] / max(1, unbiased[arm])
            wide = math.sqrt(2 * exploration * log_horizon / max(1, unbiased[arm]))
            if view.losses:
                ucb[arm] = mean + wide
                lcb[arm] = max(total[arm] / pulls[arm] - radius, mean - wide)
                if count_missing:
                    fewest = missing[arm] / 2 - 5 * log_horizon / 6 - 1
                    lcb[arm] = max(lcb[arm], size / longest * fewest)
            else:
                lcb[arm] = mean - wide
                most = (total[arm] + pulls[arm] - received[arm]) / pulls[arm]
                ucb[arm] = min(most + radius, mean + wide)
        if view.losses:
            threshold = min(ucb[active].min(), guess)
            active &= ~(lcb > threshold)
        else:
            threshold = max(lcb[active].max(), guess)
            active &= ~(ucb < threshold)
        if not active.any():
            guess = 2.0 * guess if view.losses else guess / 2.0
            active[:] = True
            restarts += 1
            restarted = t
            missing[:] = 0
            if not keep_data:
                oldest = t
                pulls[:], received[:], unbiased[:] = 0, 0, 0
                total[:], unbiased_total[:] = 0.0, 0.0


def _check(trace: PayoffTrace, parameters: Mapping[str, Any]) -> list[str]:
    if parameters["count_missing"] and not trace.losses:
        raise InputError("count_missing is True; expected False for rewards")
    return check_one_context(trace, parameters)


@algorithm(PayoffTrace, check=_check, nanoseconds=150)
def bounded_elimination(
    view: PayoffView,
    *,
    data: Literal["kept", "reset"] = "kept",
    count_missing: Flag = False,
    guessing: Flag = True,
    exploration: Positive = 1.0,
) -> Progress:
    """Play bounded doubling (losses) or halving (rewards) successive elimination.

    Parameters
    ----------
    view : PayoffView
        The actions are taken for arms without structure.
    data : {"kept", "reset"}
        Whether payoffs from before a restart count after it; the text does not say.
    count_missing : bool
        A third lower confidence bound on losses, from how many payoffs are missing since the last
        restart; its constants are ours.
    guessing : bool
        Whether there is a guess B; if not, arms are eliminated by other arms only.
    exploration : float
        Multiplies 2 log T in the confidence widths; the text's own is 1.
    """
    progress = new_progress(view.horizon)
    guess = first_guess(view, None, guessing)
    _replay(view, progress, guess, data == "kept", count_missing, exploration)
    return progress
