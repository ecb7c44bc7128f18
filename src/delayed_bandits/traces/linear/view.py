"""Linear bandits with late conversions, as a learner sees them."""

from typing import NamedTuple

import numpy as np

from delayed_bandits.kernels.compiling import inlined
from delayed_bandits.traces.arms import note_play
from delayed_bandits.traces.slots import Slots, take_slot


class LinearView(NamedTuple):
    """A learner's view, on which it plays with `pull` and `arrived`.

    That an arm does not convert is never observed: the round keeps its slot.
    """

    horizon: int
    n_arms: int
    dimension: int
    action_sets: np.ndarray  # shape (horizon, arms, dimension): later rounds are secret
    played: np.ndarray  # int64, shape (horizon,): the arms played so far
    round: np.ndarray  # int64, shape (slots,): the round whose conversion has arrived
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
