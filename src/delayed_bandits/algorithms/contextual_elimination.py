"""Phased elimination for contexts, by reduction to a fixed action set.

The algorithm is from Zhang, Wang and Luo 2025 (arXiv:2502.12528), and the reduction is from Hanna,
Yang and Fragouli 2023. A parameter theta defines a policy, which plays the best action for theta in
each context. The mean of a policy's actions over the contexts is one action of the fixed set. If
mean actions are estimated, a slack in the confidence bounds covers the error. We chose this slack,
because we do not have the paper's Algorithm 3.
"""

import math
from typing import Literal

import numpy as np

from delayed_bandits.algorithms import phased_elimination
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.types import MaybeNonNegative, Probability
from delayed_bandits.kernels.linear_algebra import TIE
from delayed_bandits.traces.instances import normalised
from delayed_bandits.traces.payoffs.trace import Actions, PayoffTrace, PayoffView, Progress
from delayed_bandits.traces.streams import Randomness


def best_actions(sets: np.ndarray, parameters: np.ndarray, losses: bool) -> np.ndarray:
    """Return the best arm for each parameter and context, shape (policies, contexts)."""
    policies = np.empty((len(parameters), len(sets)), np.int16)
    for policy, parameter in zip(policies, parameters, strict=True):
        values = (sets * parameter).sum(axis=2)
        values = -values if losses else values
        best = values.max(axis=1, keepdims=True)
        policy[:] = (values >= best - TIE).argmax(axis=1)
    return policies


def mean_actions(sets: np.ndarray, policies: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return each policy's mean action over contexts, shape (policies, dimension)."""
    contexts = np.arange(len(sets))
    return np.array(
        [(weights[:, None] * sets[contexts, policy]).sum(axis=0) for policy in policies]
    )


@algorithm(PayoffTrace, nanoseconds=400)
def contextual_elimination(
    view: PayoffView,
    *,
    distribution: Literal["known", "estimated"] = "known",
    directions: Actions = 200,
    confidence: Probability = 0.05,
    width: MaybeNonNegative = None,
    randomness: Randomness,
) -> Progress:
    """Play phased elimination of policies for random contexts.

    - `distribution`: whether that of the contexts is "known", or "estimated" in phases of doubling
      length, each of which restarts the elimination;
    - `directions`: the number of policies, |Theta'| in the paper. Their parameters are random
      vectors of norm 1 without negative entries. The theory takes a 1/T-net;
    - `confidence`: delta, the probability that an error of a mean action exceeds the slack;
    - `width`: beta of `phased_elimination` with K = |Theta'|, not multiplied by norms, because mean
      actions have norms below 1.
    """
    progress = phased_elimination.new_progress(view.horizon)
    horizon, contexts = view.horizon, len(view.actions)
    normals = randomness.normals((directions, view.actions.shape[2]), "learner-directions")
    parameters = normalised(np.abs(normals))
    policies = best_actions(view.actions, parameters, view.losses)
    beta = phased_elimination.width_of(directions, horizon, width)
    guess = phased_elimination.first_guess(view, None, True)
    learner = phased_elimination.Elimination(view, progress, policies, beta, False, guess)
    if distribution == "known":
        weights = np.full(contexts, 1 / contexts)
        learner.run(mean_actions(view.actions, policies, weights), 0, horizon)
        return progress

    phases = horizon.bit_length()  # phase m takes 2^(m-1) rounds
    actions, slack = parameters, 1.0  # no context has been observed
    observed = np.zeros(contexts)
    for m in range(1, phases + 1):
        first, last = 2 ** (m - 1) - 1, min(2**m - 1, horizon)
        learner.run(actions, first, last, slack)
        rounds = np.broadcast_to(view.contexts, horizon)[first:last]
        observed += np.bincount(rounds, minlength=contexts)
        actions = mean_actions(view.actions, policies, observed / last)
        slack = 2 * math.sqrt(math.log(phases * directions / confidence) / last)
    return progress
