"""Successive elimination for delay as payoff, which ignores the vectors of actions.

The algorithm is by Schlisselberg et al. 2025 (arXiv:2408.15158). We follow Zhang, Wang and Luo 2025
(arXiv:2502.12528, Section 3). When no arm is left, the algorithm restarts with all arms. Then the
guess B of the best mean payoff doubles for losses, and halves for rewards.
"""

import math
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

import numpy as np

from delayed_bandits.algorithms.phased_elimination import first_guess, new_progress
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.types import Flag, Positive
from delayed_bandits.kernels.compiling import inlined, njit
from delayed_bandits.traces.payoffs.trace import (
    PayoffTrace,
    PayoffView,
    Progress,
    check_one_context,
    pull,
)
from delayed_bandits.traces.slots import arrived


class Account(NamedTuple):
    """The observations of each arm so far, as arrays of shape (arms,)."""

    pulls: np.ndarray  # n_t
    received: np.ndarray  # |O_t|: payoffs that have arrived
    unbiased: np.ndarray  # |F_t|: payoffs of rounds so old that all payoffs have arrived
    outstanding: np.ndarray  # pulls since the last restart whose payoffs have not arrived
    total: np.ndarray  # sum of the payoffs in O_t
    unbiased_total: np.ndarray  # sum of the payoffs in F_t


@inlined
def _receive(view, account, known, slot, oldest, restarted):
    """Add the payoff in `slot` to `account`, unless its round is before `oldest`."""
    s = view.round[slot]
    known[s % known.size] = view.payoff[slot]
    if s >= oldest:
        account.received[view.played[s]] += 1
        account.total[view.played[s]] += view.payoff[slot]
    if s >= restarted:
        account.outstanding[view.played[s]] -= 1


@inlined
def _write_bounds(view, account, arms, exploration, count_missing, lcb, ucb):
    """Write confidence bounds of the active `arms` to `lcb` and `ucb`, shape (arms,)."""
    log_horizon = math.log(view.horizon)
    for arm in arms:
        pulls, unbiased = account.pulls[arm], max(1, account.unbiased[arm])
        radius = math.sqrt(2 * exploration * log_horizon / pulls)
        mean = account.unbiased_total[arm] / unbiased
        wide = math.sqrt(2 * exploration * log_horizon / unbiased)
        if view.losses:
            ucb[arm] = mean + wide
            lcb[arm] = max(account.total[arm] / pulls - radius, mean - wide)
            if count_missing:
                fewest = account.outstanding[arm] / 2 - 5 * log_horizon / 6 - 1
                lcb[arm] = max(lcb[arm], arms.size / view.maximal_delay * fewest)
        else:
            lcb[arm] = mean - wide
            most = (account.total[arm] + pulls - account.received[arm]) / pulls
            ucb[arm] = min(most + radius, mean + wide)


@njit(cache=True)
def _replay(view, progress, account, guess, keep_data, count_missing, exploration):
    known = np.empty(view.maximal_delay + 1)  # payoffs that have arrived, until they are in F_t
    active = np.ones(view.n_arms, np.bool_)
    lcb, ucb = np.empty(view.n_arms), np.empty(view.n_arms)
    restarts = restarted = 0  # the number of restarts; the round of the last
    oldest = 0
    t = 0
    while True:
        arms = np.flatnonzero(active)
        for arm in arms:  # a pass
            if t == view.horizon:
                return
            progress.active[t], progress.restarts[t] = arms.size, restarts
            pull(view, t, arm)
            account.pulls[arm] += 1
            account.outstanding[arm] += 1
            for slot in arrived(view, t):
                _receive(view, account, known, slot, oldest, restarted)
            s = t - view.maximal_delay
            if s >= oldest:
                account.unbiased[view.played[s]] += 1
                account.unbiased_total[view.played[s]] += known[s % known.size]
            t += 1

        _write_bounds(view, account, arms, exploration, count_missing, lcb, ucb)
        if view.losses:
            active &= ~(lcb > min(ucb[active].min(), guess))
        else:
            active &= ~(ucb < max(lcb[active].max(), guess))
        if not active.any():
            guess = 2.0 * guess if view.losses else guess / 2.0
            active[:] = True
            restarts += 1
            restarted = t
            account.outstanding[:] = 0
            if not keep_data:
                oldest = t
                account.pulls[:], account.received[:], account.unbiased[:] = 0, 0, 0
                account.total[:], account.unbiased_total[:] = 0.0, 0.0


def _check(trace: PayoffTrace, parameters: Mapping[str, Any]) -> list[str]:
    if parameters["count_missing"] and not trace.losses:
        raise InputError("count_missing is for losses, but payoffs are rewards. Leave it out.")
    return check_one_context(trace, parameters)


@algorithm(PayoffTrace, check=_check, nanoseconds=230)
def bounded_elimination(
    view: PayoffView,
    *,
    data: Literal["kept", "reset"] = "kept",
    count_missing: Flag = False,
    guessing: Flag = True,
    exploration: Positive = 1.0,
) -> Progress:
    """Play successive elimination with a guess B of the best mean payoff.

    - `data`: whether payoffs from before a restart are "kept", as in Zhang et al., or "reset";
    - `count_missing`: whether to use one more lower bound for losses, which rises with the number
      of outstanding payoffs since the last restart. Its constants are ours;
    - `guessing`: whether B also eliminates arms;
    - `exploration`: the factor of 2 log T in the confidence widths, 1 in the paper.
    """
    progress = new_progress(view.horizon)
    counts, totals = np.zeros((4, view.n_arms), np.int64), np.zeros((2, view.n_arms))
    account, guess = Account(*counts, *totals), first_guess(view, None, guessing)
    _replay(view, progress, account, guess, data == "kept", count_missing, exploration)
    return progress
