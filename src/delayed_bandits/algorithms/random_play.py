"""Random play on K arms."""

import numpy as np

from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.traces.k_armed.mixed import MixedTrace, MixedView, play
from delayed_bandits.traces.slots import arrived


@algorithm(MixedTrace, nanoseconds=50, compiled=True)
def random_play(view: MixedView) -> None:
    """Play an arm uniformly at random in every round."""
    distribution = np.full(view.n_arms, 1 / view.n_arms)
    for t in range(view.horizon):
        play(view, t, distribution)
        arrived(view, t)
