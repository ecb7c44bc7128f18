"""An algorithm of a user, in plain Python."""

from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.types import Count
from delayed_bandits.traces.linear.trace import LinearTrace, LinearView, pull
from delayed_bandits.traces.slots import arrived


@algorithm(LinearTrace)
def fixed_arm(view: LinearView, *, arm: Count) -> None:
    """Play the same arm, counted from 1, in every round."""
    for t in range(view.horizon):
        pull(view, t, arm - 1)
        arrived(view, t)
