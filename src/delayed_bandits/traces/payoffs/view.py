"""Bandits with delay as payoff, as a learner sees them."""

import math
from typing import NamedTuple

import numpy as np

from delayed_bandits.kernels.compiling import inlined
from delayed_bandits.traces.arms import note_play
from delayed_bandits.traces.payoffs.laws import payoff_of
from delayed_bandits.traces.slots import Slots, take_slot


class Progress(NamedTuple):
    """The progress of elimination, which a learner that eliminates actions reports."""

    active: np.ndarray  # int16, shape (horizon,): number of active actions
    restarts: np.ndarray  # int32, shape (horizon,): number of changes of the guess B so far


class PayoffView(NamedTuple):
    """A learner's view, on which it plays with `pull` and `arrived`; all numbers count from 0."""

    n_arms: int
    horizon: int
    losses: bool  # whether payoffs are losses, else rewards
    maximal_delay: int  # D: the delay of a payoff u is D u, in rounds
    actions: np.ndarray  # shape (contexts, arms, dimension): the action set of each context
    contexts: np.ndarray  # uint16, shape (horizon,), or (1,): those of later rounds are secret
    round: np.ndarray  # int64, shape (slots,): the round of each slot
    payoff: np.ndarray  # shape (slots,): its payoff, once that has arrived
    played: np.ndarray  # int16, shape (horizon,): the arms played so far
    hidden_means: np.ndarray
    hidden_table: np.ndarray
    hidden_uniforms: np.ndarray
    hidden_slots: Slots


@inlined
def context_of(contexts: np.ndarray, t: int) -> int:
    """Return the context of round t; `contexts` is that of a trace or a view."""
    return contexts[0 if contexts.size == 1 else t]


@inlined
def pull(view: PayoffView, t: int, arm: int) -> None:
    """Play `arm` in round t; call `arrived` after every round.

    A payoff u arrives at the end of the first round s with t + D u <= s, as the paper counts. So
    its delay is ceil(D u).
    """
    note_play(view.played, t, arm, view.n_arms)
    mean = view.hidden_means[context_of(view.contexts, t), arm]
    payoff = payoff_of(view.hidden_table, view.hidden_uniforms, t, mean)
    take_slot(view.hidden_slots, t, math.ceil(view.maximal_delay * payoff), payoff)
