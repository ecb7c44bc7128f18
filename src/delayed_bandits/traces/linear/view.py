"""Linear bandits with late conversions, as a learner sees them."""

from typing import NamedTuple

import numpy as np

from delayed_bandits.kernels.compiling import inlined
from delayed_bandits.traces.arms import note_play
from delayed_bandits.traces.slots import Slots, take_slot


class LinearView(NamedTuple):
    """A learner's view, on which it plays with `pull` and `arrived`.

    That an arm does not convert is never observed: the round keeps its slot.

    Attributes
    ----------
    horizon, n_arms, dimension : int
        Rounds and arms count from 0.
    action_sets : ndarray, shape (horizon, arms, dimension)
        The action set of each round, to be read from that round on; every arm has norm 1.
    played : ndarray of int64, shape (horizon,)
        The arms played so far.
    round : ndarray of int64, shape (slots,)
        The round whose conversion has arrived.
    """

    horizon: int
    n_arms: int
    dimension: int
    action_sets: np.ndarray
    played: np.ndarray
    round: np.ndarray
    hidden_means: np.ndarray
    hidden_uniforms: np.ndarray
    hidden_delays: np.ndarray
    hidden_slots: Slots


@inlined
def pull(view: LinearView, t: int, arm: int) -> None:
    """Play `arm` in round t.

    Play every round once, in order, and call `arrived` after each.
    """
    note_play(view.played, t, arm, view.n_arms)
    converts = view.hidden_uniforms[t] < view.hidden_means[t, arm]
    take_slot(view.hidden_slots, t, view.hidden_delays[0, t] if converts else view.horizon, 1.0)
