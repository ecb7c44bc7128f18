"""Bandits whose payoffs set their own delays, as a learner sees them."""

import math
from typing import NamedTuple

import numpy as np

from delayed_bandits.kernels.compiling import inlined
from delayed_bandits.traces.payoffs.laws import payoff_of
from delayed_bandits.traces.slots import Slots, take_slot


class PayoffRecord(NamedTuple):
    """What was played, and how far the elimination of actions had got.

    Attributes
    ----------
    arms : ndarray of int16, shape (horizon,)
        The arm played in each round.
    active : ndarray of int16, shape (horizon,)
        Actions that were active.
    restarts : ndarray of int32, shape (horizon,)
        How often the guess B had been changed.
    """

    arms: np.ndarray
    active: np.ndarray
    restarts: np.ndarray


class PayoffFeedback(NamedTuple):
    """What a learner plays against, by `pull`, `arrived` and `next_arrived`.

    Rounds, contexts and arms count from 0. What is `hidden` is not for it to read.

    Attributes
    ----------
    horizon : int
    losses : bool
        Whether payoffs are losses, else rewards.
    maximal_delay : int
        D.
    contexts : ndarray of uint16, shape (horizon,), or (1,) if there is one context
        The context of each round, to be read from that round on.
    round : ndarray of int64, shape (slots,)
        Of the pull whose feedback is in the slot.
    payoff : ndarray, shape (slots,)
        Its payoff, to be read once it has arrived.
    played : ndarray of int16, shape (horizon,)
        The arms played so far.
    hidden_means, hidden_table, hidden_uniforms : ndarray
        See `PayoffTrace`.
    hidden_slots : Slots
    """

    horizon: int
    losses: bool
    maximal_delay: int
    contexts: np.ndarray
    round: np.ndarray
    payoff: np.ndarray
    played: np.ndarray
    hidden_means: np.ndarray
    hidden_table: np.ndarray
    hidden_uniforms: np.ndarray
    hidden_slots: Slots


@inlined
def context_of(contexts: np.ndarray, t: int) -> int:
    """The context of round t, of what a trace or a feedback calls `contexts`."""
    return contexts[0 if contexts.size == 1 else t]


@inlined
def pull(feedback: PayoffFeedback, t: int, arm: int) -> None:
    """Play `arm` in round t; after every round ask what has arrived.

    A payoff u comes D u rounds later: it arrives at the end of the first round s with
    t + D u <= s, where it can be received by the paper's count. So its delay is ceil(D u).
    """
    mean = feedback.hidden_means[context_of(feedback.contexts, t), arm]
    payoff = payoff_of(feedback.hidden_table, feedback.hidden_uniforms, t, mean)
    delay = math.ceil(feedback.maximal_delay * payoff)
    slot = take_slot(feedback.hidden_slots, t + delay)
    feedback.round[slot] = t
    feedback.payoff[slot] = payoff
    feedback.played[t] = arm
