"""OTFLinUCB with single changes, and OTFLinTS with a larger variance."""

import numpy as np

from delayed_bandits.algorithms.otflin import Variant, random_arm, replay
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.types import Flag, NonNegative, Positive, Probability, Window
from delayed_bandits.traces.linear.trace import LinearTrace, LinearView
from delayed_bandits.traces.streams import Randomness


@algorithm(LinearTrace, nanoseconds=1000)
def otflinucb(
    view: LinearView,
    *,
    window: Window,
    confidence: Probability,
    regularisation: Positive,
    radii: NonNegative = 2.0,
    squared_index: Flag = False,
    squared_sum: Flag = False,
    randomness: Randomness,
) -> None:
    """Play OTFLinUCB with changes. With default parameters it is `otflin.otflinucb`.

    The index of arm a is <a, estimate> + (`radii` f + sum of ||A_s||) ||a||. f is the radius of
    Theorem 1. `squared_index` squares the norm of a. `squared_sum` squares the norms in the sum.
    """
    numbers = confidence, regularisation, 1.0
    variant = Variant(radii, squared_index=squared_index, squared_sum=squared_sum)
    normals = np.empty((0, view.dimension))
    replay(view, window, *numbers, variant, random_arm(view.n_arms, randomness), normals)


@algorithm(LinearTrace, nanoseconds=2000)
def otflints(
    view: LinearView,
    *,
    window: Window,
    confidence: Probability,
    regularisation: Positive,
    squared: Flag = False,
    randomness: Randomness,
) -> None:
    """Play OTFLinTS with beta = f + sum of norms (Section 7), squared if `squared` is true."""
    numbers, variant = (confidence, regularisation, 1.0), Variant(squared_index=squared, added=True)
    normals = randomness.normals((view.horizon, view.dimension))
    replay(view, window, *numbers, variant, random_arm(view.n_arms, randomness), normals)
