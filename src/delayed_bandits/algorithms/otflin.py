"""OTFLinUCB and OTFLinTS as printed (Vernade et al. 2020, arXiv:1807.02089).

The estimate is V^-1 B. An action enters V when it is played, and B when its conversion arrives. The
width of the confidence set covers the outstanding conversions of the last m rounds.
"""

import math

import numpy as np

from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.types import Flag, NonNegative, Positive, Probability, Window
from delayed_bandits.kernels import linear_algebra as la
from delayed_bandits.kernels.compiling import njit
from delayed_bandits.traces.linear.trace import LinearTrace, LinearView, pull
from delayed_bandits.traces.slots import arrived
from delayed_bandits.traces.streams import LearnerRandomness, Randomness


@njit(cache=True)
def confidence_radius(
    round_: int, dimension: int, confidence: float, regularisation: float
) -> float:
    """Return the radius f of Theorem 1 in a round. Rounds count from 1."""
    growth = (dimension * regularisation + round_) / (dimension * regularisation)
    return math.sqrt(regularisation) + math.sqrt(
        2 * math.log(1 / confidence) + dimension * math.log(growth)
    )


@njit(cache=True)
def add_conversions(view, t, window, conversions):
    """Add to B each action whose conversion arrives at the end of round t.

    A conversion counts if it arrives at most `window` rounds after its action.
    """
    for slot in arrived(view, t):
        s = view.round[slot]
        if t - s <= window:
            la.add(view.action_sets[s, view.played[s]], conversions)


@njit(cache=True)
def sample_parameter(mean, covariance, spread, normals, sample):
    """Write a draw from N(mean, spread^2 covariance) to `sample`, using `normals`."""
    factor = np.zeros(covariance.shape)
    la.cholesky(covariance, factor)
    la.multiply(factor, normals, sample)
    for i in range(mean.size):
        sample[i] = mean[i] + spread * sample[i]


@njit(cache=True)
def _replay(view, window, confidence, regularisation, width_factor, stored, first_arm, normals):
    """Play OTFLinUCB, or OTFLinTS if there are `normals`, shape (horizon, dimension)."""
    n_arms, dimension = view.n_arms, view.dimension
    sampling = normals.size > 0
    window = min(window, view.horizon)
    inverse = np.eye(dimension) / regularisation  # of V_t
    conversions = np.zeros(dimension)  # B_t
    estimate, sample = np.empty(dimension), np.empty(dimension)
    recent = np.zeros((dimension, window))  # the last m actions
    norms = np.zeros(window)  # of the last m actions, each under the V_s of its round
    norm_sum = 0.0  # their sum
    index, workspace = np.empty(n_arms), np.empty(max(dimension, la.BLOCK))

    for t in range(view.horizon):
        arms = view.action_sets[t]
        choice = first_arm  # the paper's loop starts at its round 2
        if t > 0:
            radius = confidence_radius(t + 1, dimension, confidence, regularisation)
            width_sum = norm_sum
            if not stored:
                width_sum = la.sum_of_norms(inverse, recent, min(t, window), workspace)
            la.multiply(inverse, conversions, estimate)
            if sampling:
                spread = width_factor * math.sqrt(1 + width_sum / radius)
                sample_parameter(estimate, inverse, spread, normals[t], sample)
                for a in range(n_arms):
                    index[a] = la.dot(arms[a], sample)
            else:
                width = width_factor * (2 * radius + width_sum)
                for a in range(n_arms):
                    norm = math.sqrt(la.squared_norm(inverse, arms[a]))
                    index[a] = la.dot(arms[a], estimate) + width * norm
            choice = la.first_maximum(index)
        pull(view, t, choice)

        action = arms[choice]
        for i in range(dimension):
            recent[i, t % window] = action[i]
        norm = math.sqrt(la.squared_norm(inverse, action))
        norm_sum += norm - norms[t % window]
        norms[t % window] = norm
        la.add_to_inverse(inverse, action, workspace)
        add_conversions(view, t, window, conversions)


def random_arm(n_arms: int, randomness: LearnerRandomness) -> int:
    """Return a random arm for the first round."""
    return int(randomness.uniforms(1)[0] * n_arms)


@algorithm(LinearTrace, nanoseconds=1000)
def otflinucb(
    view: LinearView,
    *,
    window: Window,
    confidence: Probability,
    regularisation: Positive,
    width_factor: NonNegative = 1.0,
    stored_norms: Flag = False,
    randomness: Randomness,
) -> None:
    """Play OTFLinUCB (Algorithm 1).

    The index of an action a is <a, V^-1 B> + (2 f + sum of ||A_s||) ||a||. f is the radius of
    Theorem 1, and the A_s are the actions of the last m rounds. Norms are under V^-1.

    Parameters
    ----------
    window : int
        m: conversions that arrive more than m rounds after the play are ignored.
    confidence, regularisation : float
        delta and lambda. The confidence set fails with probability at most 2 delta.
    width_factor : float
        Factor of the confidence width, 1 in the paper.
    stored_norms : bool
        Whether each norm ||A_s|| is under V_s, the V of round s, and not under the present V_t. A
        round then takes O(d^2) in place of O(m d^2) ("Improved computation complexity",
        Section 5).
    """
    normals, first = np.empty((0, view.dimension)), random_arm(view.n_arms, randomness)
    _replay(view, window, confidence, regularisation, width_factor, stored_norms, first, normals)


@algorithm(LinearTrace, nanoseconds=2000)
def otflints(
    view: LinearView,
    *,
    window: Window,
    confidence: Probability,
    regularisation: Positive,
    width_factor: NonNegative = 1.0,
    stored_norms: Flag = False,
    randomness: Randomness,
) -> None:
    """Play OTFLinTS (Algorithm 2), with the parameters of `otflinucb`.

    Each round draws theta with the covariance beta V^-1, where beta = 1 + (sum of norms in the
    window) / f, and f is the radius. `width_factor` multiplies the standard deviation of the draw.
    In the text of the paper the norms are under the present V_t. In line 4 they are under the V_s
    of their rounds (`stored_norms`).
    """
    normals = randomness.normals((view.horizon, view.dimension))
    first = random_arm(view.n_arms, randomness)
    _replay(view, window, confidence, regularisation, width_factor, stored_norms, first, normals)
