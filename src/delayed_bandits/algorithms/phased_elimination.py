"""Phased elimination over volumetric spanners (Zhang, Wang and Luo 2025).

Algorithm 1 for losses; for rewards its mirror image, since the text of the paper's own version was
not to be had.
"""

import math
from collections.abc import Mapping
from typing import Annotated, Any

import numpy as np
from numba import njit

from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.errors import InputError
from delayed_bandits.linear_algebra import dot
from delayed_bandits.parameters import Flag, Told
from delayed_bandits.spanner import spanner
from delayed_bandits.traces.payoff_feedback import PayoffRecord, context_of, pull
from delayed_bandits.traces.payoffs import PayoffTrace
from delayed_bandits.traces.slots import NONE, arrived, next_arrived

Guess = Annotated[float | None, {"type": ["number", "null"], "minimum": 0, "maximum": 1}]


@njit(cache=True)
def combine(coefficients, if_positive, if_negative):
    """A bound on a combination, of bounds on what is combined; of what has no part, none."""
    total = 0.0
    for i in range(coefficients.size):
        if coefficients[i] > 0:
            total += coefficients[i] * if_positive[i]
        elif coefficients[i] < 0:
            total += coefficients[i] * if_negative[i]
    return total


@njit(cache=True)
def play_epoch(feedback, policies, start, end, unbiased, observed, total, unbiased_total):
    """Play policies in turn (line 5), and count and sum the payoffs of O_m and F_m of each."""
    number = policies.shape[0]
    observed[:], total[:], unbiased[:], unbiased_total[:] = 0, 0.0, 0, 0.0
    for t in range(start, end):
        policy = policies[(t - start) % number]
        pull(feedback, t, policy[context_of(feedback.contexts, t)])
        slot = arrived(feedback, t)
        while slot != NONE:
            s = feedback.round[slot]
            if s >= start:  # what is left of earlier epochs is ignored
                i = (s - start) % number
                observed[i] += 1
                total[i] += feedback.payoff[slot]
                if s + feedback.maximal_delay < end:
                    unbiased[i] += 1
                    unbiased_total[i] += feedback.payoff[slot]
            slot = next_arrived(feedback, slot)


@njit(cache=True)
def eliminate_phase_by_phase(
    feedback, record, actions, policies, first, last, width, guess, restarts, scale_by_norm, slack
):
    """Algorithm 1 from round `first` to before round `last`: B and the restarts at the end.

    Parameters
    ----------
    actions : ndarray, shape (K, dimension)
    policies : ndarray of int16, shape (K, contexts)
        The arm by which each action is played in each context.
    width : float
        beta.
    guess : float
        B; infinite, of either sign, for no guess.
    restarts : int
        How often B has been changed before.
    scale_by_norm : bool
        Whether widths grow with the norms of actions, as printed.
    slack : float
        How far a mean payoff may be from linear in the action.
    """
    number = actions.shape[0]
    active = np.arange(number)
    observed, unbiased = np.empty(number, np.int64), np.empty(number, np.int64)
    total, unbiased_total = np.empty(number), np.empty(number)
    lower_1, upper_1 = np.empty(number), np.empty(number)  # of the spanner's elements
    lower_2, upper_2 = np.empty(number), np.empty(number)
    lcb_1, ucb_1 = np.empty(number), np.empty(number)  # of all active actions
    lcb_2, ucb_2 = np.empty(number), np.empty(number)
    m = 0
    start = first
    while start < last:
        m += 1
        pulls = 2**m
        chosen, coefficients = spanner(actions[active])  # line 4
        size = chosen.size
        end = min(start + size * pulls, last)
        record.active[start:end] = active.size
        record.restarts[start:end] = restarts
        play_epoch(
            feedback,
            policies[active[chosen]],
            start,
            end,
            unbiased[:size],
            observed[:size],
            total[:size],
            unbiased_total[:size],
        )
        if end - start < size * pulls:  # the last round has come first
            break
        start = end

        for i in range(size):  # line 7
            action = actions[active[chosen[i]]]
            scale = width * (math.sqrt(dot(action, action)) if scale_by_norm else 1.0)
            lower_1[i] = total[i] / pulls - scale / math.sqrt(pulls)
            upper_1[i] = (total[i] + pulls - observed[i]) / pulls + scale / math.sqrt(pulls)
            lower_2[i], upper_2[i] = -np.inf, np.inf
            if unbiased[i] > 0:
                mean = unbiased_total[i] / unbiased[i]
                lower_2[i] = mean - scale / math.sqrt(unbiased[i])
                upper_2[i] = mean + scale / math.sqrt(unbiased[i])

        for a in range(active.size):  # line 8
            loose = slack * (1.0 + np.abs(coefficients[a]).sum())
            lcb_1[a] = combine(coefficients[a], lower_1, upper_1) - loose
            lcb_2[a] = combine(coefficients[a], lower_2, upper_2) - loose
            ucb_1[a] = combine(coefficients[a], upper_1, lower_1) + loose
            ucb_2[a] = combine(coefficients[a], upper_2, lower_2) + loose

        n = active.size  # line 9
        if feedback.losses:
            threshold = min(ucb_2[:n].min(), guess)
            active = active[np.maximum(lcb_1[:n], lcb_2[:n]) < threshold]
        else:
            threshold = max(lcb_2[:n].max(), guess)
            active = active[np.minimum(ucb_1[:n], ucb_2[:n]) > threshold]
        if active.size == 0:  # line 10
            guess = 2.0 * guess if feedback.losses else guess / 2.0
            active = np.arange(number)
            restarts += 1
            m = 0
    return guess, restarts


def first_guess(trace: PayoffTrace, guess: float | None, guessing: bool) -> float:
    """B of line 2, or what never eliminates."""
    if not guessing:
        return math.inf if trace.losses else -math.inf
    if guess is not None:
        return guess
    return 1 / trace.maximal_delay if trace.losses else 1.0


def width_of(actions: int, horizon: int, width: float | None) -> float:
    """The given beta, or that of Theorem 1."""
    return math.sqrt(2 * (math.log(actions) + 3 * math.log(horizon))) if width is None else width


def empty_record(feedback) -> PayoffRecord:
    """A record to be filled, of what is played."""
    horizon = feedback.horizon
    return PayoffRecord(feedback.played, np.empty(horizon, np.int16), np.empty(horizon, np.uint8))


def check_actions(trace: PayoffTrace, parameters: Mapping[str, Any]) -> list[str]:
    """Hold the actions of a trace against what the width takes for granted.

    Raises
    ------
    InputError
        If there is more than one context.
    """
    if len(trace.actions) > 1:
        raise InputError(f"contexts is {len(trace.actions)}; expected 1 for one set of actions")
    longest = float(np.sqrt((trace.actions**2).sum(axis=2)).max())
    if longest > 1 + 1e-9 and parameters["scale_by_norm"]:
        return [
            f"the longest action has norm {longest:.3g}; expected at most 1: its confidence width "
            "is as many times as wide as that of an action of norm 1, though its payoffs lie in "
            "[0, 1] too"
        ]
    return []


@algorithm(protocol=PayoffTrace, check=check_actions)
def phased_elimination(
    trace: PayoffTrace,
    *,
    width: Told = None,
    guess: Guess = None,
    guessing: Flag = True,
    scale_by_norm: Flag = True,
) -> PayoffRecord:
    """Phased elimination via volumetric spanner (Algorithm 1), for losses or mirrored for rewards.

    Parameters
    ----------
    trace : PayoffTrace
        The replication to play.
    width : float, optional
        beta; sqrt(2 log(K T^3)) if not given (Theorem 1).
    guess : float, optional
        The first B; 1/D for losses and 1 for rewards if not given.
    guessing : bool
        Whether there is a B at all; if not, actions are eliminated by other actions only.
    scale_by_norm : bool
        Widths are proportional to the norms of actions, as printed. Without it they hold also for
        actions of norm below 1, whose payoffs are no less noisy.
    """
    feedback = trace.start()
    record = empty_record(feedback)
    number = trace.actions.shape[1]
    eliminate_phase_by_phase(
        feedback,
        record,
        trace.actions[0],
        np.arange(number, dtype=np.int16)[:, None],
        0,
        trace.horizon,
        width_of(number, trace.horizon, width),
        first_guess(trace, guess, guessing),
        0,
        scale_by_norm,
        0.0,
    )
    return record
