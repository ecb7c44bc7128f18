"""OTFLinUCB and OTFLinTS in the code attributed to Vernade et al. 2020.

The code is a copy by M. Gigli (GitHub MarcoGigli/bootstrap-conversions, commit 8e25345). Its files
de_lin_ucb.py and de_lin_ts.py say that they come from the authors of the paper (arXiv:1807.02089).
The code differs from the printed algorithms. The index and the sum over the window take squared
norms, and the sum has stored norms. The radius is not doubled, and has λ inside the root. The first
action, drawn at random, does not enter V.
This module differs from the code in two ways. Ties go to the first arm and not to a random arm.
V^-1 is the inverse of V from the start. In the code it is the identity until the first choice.
"""

import math

import numpy as np

from delayed_bandits.algorithms.otflin import add_conversions, random_arm, sample_parameter
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.types import NonNegative, Positive, Probability, Window
from delayed_bandits.kernels import linear_algebra as la
from delayed_bandits.kernels.compiling import njit
from delayed_bandits.traces.linear.trace import LinearTrace, LinearView, pull
from delayed_bandits.traces.streams import Randomness


@njit(cache=True)
def _replay(view, window, first_arm, regularisation, confidence, factor, normals):
    """Play OTFLinUCB, or OTFLinTS if there are `normals`, shape (horizon, dimension)."""
    n_arms, dimension = view.n_arms, view.dimension
    sampling = normals.size > 0
    window = min(window, view.horizon)
    inverse = np.eye(dimension) / regularisation
    inflation = factor  # c of OTFLinTS
    conversions, estimate = np.zeros(dimension), np.zeros(dimension)
    squares, total = np.zeros(window), 0.0  # squared norms of the last m actions, and their sum
    sample, workspace = np.empty(dimension), np.empty(dimension)
    index = np.empty(n_arms)

    for t in range(view.horizon):
        arms = view.action_sets[t]
        choice = first_arm
        if t > 0:
            la.multiply(inverse, conversions, estimate)
            if sampling:
                # c times a draw of the attributed code, N(V^-1 B / c, V^-1 / c): the same best arm
                sample_parameter(estimate, inverse, math.sqrt(inflation), normals[t], sample)
                for a in range(n_arms):
                    index[a] = la.dot(arms[a], sample)
            else:
                growth = dimension * math.log(1 + t / (regularisation * dimension))
                radius = math.sqrt(2 * math.log(1 / confidence) + growth + regularisation)
                width = factor * (radius + total)
                for a in range(n_arms):
                    index[a] = la.dot(arms[a], estimate) + width * la.squared_norm(inverse, arms[a])
            choice = la.first_maximum(index)
        pull(view, t, choice)

        if t > 0:
            square = la.squared_norm(inverse, arms[choice])
            la.add_to_inverse(inverse, arms[choice], workspace)
            if sampling:
                inflation = factor + total
                square = la.squared_norm(inverse, arms[choice]) / inflation
            total += square - squares[t % window]
            squares[t % window] = square
        add_conversions(view, t, window, conversions)


@algorithm(LinearTrace, nanoseconds=320)
def otflinucb_attributed(
    view: LinearView,
    *,
    window: Window,
    confidence: Probability,
    regularisation: Positive,
    width_factor: NonNegative = 1.0,
    randomness: Randomness,
) -> None:
    """Play OTFLinUCB as in the attributed code.

    The index of arm a is <a, estimate> + `width_factor` (r + S) ||a||^2. Norms are under V^-1.

    - r is sqrt(2 log(1/delta) + d log(1 + t / (lambda d)) + lambda) after t rounds.
    - S is the sum of ||A_s||^2 over the actions A_s in the window, under the V^-1 of round s.

    `width_factor` is 1 in the attributed code ("alpha"). Others are those of `otflin.otflinucb`.
    """
    numbers, normals = (regularisation, confidence, width_factor), np.empty((0, view.dimension))
    _replay(view, window, random_arm(view.n_arms, randomness), *numbers, normals)


@algorithm(LinearTrace, nanoseconds=830)
def otflints_attributed(
    view: LinearView, *, window: Window, prior_scale: Positive, randomness: Randomness
) -> None:
    """Play OTFLinTS as in the attributed code.

    `prior_scale` is sigma_0. V starts as sigma_0^2 times the identity. Each round draws theta from
    N(V^-1 B / c, V^-1 / c). The inflation c is sigma_0 plus the sum of the squared norms in the
    window. The norm of an action is under the inverse of c V, where V includes the action.
    """
    normals = randomness.normals((view.horizon, view.dimension))
    numbers = prior_scale * prior_scale, 1.0, prior_scale
    _replay(view, window, random_arm(view.n_arms, randomness), *numbers, normals)
