"""Phased elimination for contexts, by reduction to fixed actions (Zhang, Wang and Luo 2025).

The reduction is that of Hanna, Yang and Fragouli 2023: a parameter theta stands for the policy that
plays the best action of each context for theta, and the policy for one action, the mean of what it
plays. How the paper's Algorithm 3 allows for estimated means was not to be had; the slack here
follows from the errors that the reduction's text permits.
"""

import math
from typing import Annotated, Literal

import numpy as np

from delayed_bandits.algorithms.phased_elimination import (
    Elimination,
    Guess,
    check_guess,
    empty_record,
    first_guess,
    width_of,
)
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.types import Flag, Probability, Told
from delayed_bandits.kernels.linear_algebra import TIE
from delayed_bandits.traces.payoffs.trace import MOST_ACTIONS, PayoffTrace
from delayed_bandits.traces.payoffs.view import PayoffRecord

Directions = Annotated[int, {"type": "integer", "minimum": 1, "maximum": MOST_ACTIONS}]


def best_actions(sets: np.ndarray, parameters: np.ndarray, losses: bool) -> np.ndarray:
    """The arm that is best for each of `parameters` in each context, (policies, contexts)."""
    policies = np.empty((len(parameters), len(sets)), np.int16)
    for policy, parameter in zip(policies, parameters, strict=True):
        values = (sets * parameter).sum(axis=2)
        values = -values if losses else values
        best = values.max(axis=1, keepdims=True)
        policy[:] = (values >= best - TIE).argmax(axis=1)
    return policies


def mean_actions(sets: np.ndarray, policies: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """g: the mean of what each policy plays, shape (policies, dimension)."""
    contexts = np.arange(len(sets))
    return np.array(
        [(weights[:, None] * sets[contexts, policy]).sum(axis=0) for policy in policies]
    )


@algorithm(PayoffTrace, check=check_guess, nanoseconds=4000)
def contextual_elimination(
    trace: PayoffTrace,
    *,
    distribution: Literal["known", "estimated"] = "known",
    directions: Directions = 200,
    confidence: Probability = 0.05,
    width: Told = None,
    guess: Guess = None,
    guessing: Flag = True,
    scale_by_norm: Flag = False,
) -> PayoffRecord:
    """Phased elimination of policies, for contexts of a known or an estimated distribution.

    Parameters
    ----------
    trace : PayoffTrace
        The replication to play.
    distribution : {"known", "estimated"}
        Whether the learner knows how likely each context is; if not, it learns it in phases that
        double, each with the elimination begun anew.
    directions : int
        |Theta'|: policies, of random parameters of norm 1 without negative entries. (In theory a
        net of 1/T, which no computer can hold.)
    confidence : float
        delta: the means of policies are off by more than the slack with at most this probability.
    width, guess, guessing, scale_by_norm
        As for `phased_elimination`, K being |Theta'|; mean actions are shorter than 1.
    """
    view = trace.start()
    record = empty_record(view)
    horizon, contexts = trace.horizon, len(trace.actions)
    parameters = trace.learner_directions(directions)
    policies = best_actions(trace.actions, parameters, trace.losses)
    learner = Elimination(
        view,
        record,
        policies,
        width=width_of(directions, horizon, width),
        scale_by_norm=scale_by_norm,
        guess=first_guess(trace, guess, guessing),
    )
    if distribution == "known":
        weights = np.full(contexts, 1 / contexts)
        learner.run(mean_actions(trace.actions, policies, weights), 0, horizon)
        return record

    phases = horizon.bit_length()  # phase m takes 2^(m-1) rounds
    actions, slack = parameters, 1.0  # nothing is known of contexts so far
    seen = np.zeros(contexts)
    for m in range(1, phases + 1):
        first, last = 2 ** (m - 1) - 1, min(2**m - 1, horizon)
        learner.run(actions, first, last, slack)
        rounds = np.broadcast_to(trace.contexts, horizon)[first:last]
        seen += np.bincount(rounds, minlength=contexts)
        actions = mean_actions(trace.actions, policies, seen / last)
        slack = 2 * math.sqrt(math.log(phases * directions / confidence) / last)
    return record
