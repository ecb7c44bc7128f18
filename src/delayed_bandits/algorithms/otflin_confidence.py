"""OTFLinUCB with a report of its confidence sets (Vernade et al. 2020)."""

import numpy as np

from delayed_bandits.algorithms import otflin
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.types import Positive, Probability, Window
from delayed_bandits.traces.linear.confidence import ConfidenceSets, ConfidenceTrace
from delayed_bandits.traces.linear.trace import LinearView
from delayed_bandits.traces.streams import Randomness


@algorithm(ConfidenceTrace, nanoseconds=2400)
def otflinucb(
    view: LinearView,
    *,
    window: Window,
    confidence: Probability,
    regularisation: Positive,
    radius_factor: Positive = 1.0,
    randomness: Randomness,
) -> ConfidenceSets:
    """Play OTFLinUCB, and return confidence sets of radius `radius_factor` times f."""
    given = {"confidence": confidence, "regularisation": regularisation}
    otflin.otflinucb.function(view, window=window, **given, randomness=randomness)
    rounds = range(1, view.horizon + 1)
    radius = [otflin.confidence_radius(t, view.dimension, *given.values()) for t in rounds]
    return ConfidenceSets(window, regularisation, radius_factor * np.array(radius))
