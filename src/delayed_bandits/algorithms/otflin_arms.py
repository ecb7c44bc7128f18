"""OTFLinUCB and OTFLinTS on K arms, which are unit vectors.

So V is diagonal. An arm with N plays has the entry lambda + N in V, and the estimate S / (lambda +
N). S is the sum of its rewards that have arrived within the window.
"""

import math

import numpy as np

from delayed_bandits.algorithms.otflin import confidence_radius, random_arm
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.types import NonNegative, Positive, Probability, Window
from delayed_bandits.kernels.compiling import njit
from delayed_bandits.kernels.linear_algebra import first_maximum
from delayed_bandits.traces.k_armed.identified import IdentifiedTrace, IdentifiedView, pull
from delayed_bandits.traces.slots import arrived
from delayed_bandits.traces.streams import Randomness


@njit(cache=True)
def _replay(view, window, confidence, regularisation, width_factor, first_arm, normals):
    """Play OTFLinUCB, or OTFLinTS if there are `normals`, shape (horizon, arms)."""
    n_arms = view.n_arms
    sampling = normals.size > 0
    diagonal = np.full(n_arms, regularisation)  # of V_t
    conversions = np.zeros(n_arms)  # B_t
    recent = np.zeros(n_arms)  # plays of each arm among the last m
    index = np.empty(n_arms)
    choice = first_arm
    for t in range(view.horizon):
        if t > 0:
            radius = confidence_radius(t + 1, n_arms, confidence, regularisation)
            width_sum = 0.0
            for arm in range(n_arms):
                width_sum += recent[arm] / math.sqrt(diagonal[arm])
            width = width_factor * (2 * radius + width_sum)
            spread = width_factor * math.sqrt(1 + width_sum / radius)
            for arm in range(n_arms):
                scale = spread * normals[t, arm] if sampling else width
                mean = conversions[arm] / diagonal[arm]
                index[arm] = mean + scale / math.sqrt(diagonal[arm])
            choice = first_maximum(index)
        pull(view, t, choice)
        diagonal[choice] += 1
        recent[choice] += 1
        if t >= window:
            recent[view.played[t - window]] -= 1
        for slot in arrived(view, t):
            if t - view.round[slot] <= window:
                conversions[view.arm[slot]] += view.reward[slot]


@algorithm(IdentifiedTrace, nanoseconds=60)
def otflinucb(
    view: IdentifiedView,
    *,
    window: Window,
    confidence: Probability,
    regularisation: Positive,
    width_factor: NonNegative = 1.0,
    randomness: Randomness,
) -> None:
    """Play OTFLinUCB (Algorithm 1), with the parameters of `otflin.otflinucb`."""
    numbers, first = (confidence, regularisation, width_factor), random_arm(view.n_arms, randomness)
    _replay(view, window, *numbers, first, np.empty((0, 0)))


@algorithm(IdentifiedTrace, nanoseconds=80)
def otflints(
    view: IdentifiedView,
    *,
    window: Window,
    confidence: Probability,
    regularisation: Positive,
    width_factor: NonNegative = 1.0,
    randomness: Randomness,
) -> None:
    """Play OTFLinTS (Algorithm 2), with the parameters of `otflin.otflints`."""
    normals = randomness.normals((view.horizon, view.n_arms))
    numbers, first = (confidence, regularisation, width_factor), random_arm(view.n_arms, randomness)
    _replay(view, window, *numbers, first, normals)
