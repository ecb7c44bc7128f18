"""LinUCB within a cut-off for each context (Liu and Maghsudi 2024, equations 9 and 10)."""

import math
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

import numpy as np

from delayed_bandits.checks.errors import InputError
from delayed_bandits.kernels.compiling import inlined
from delayed_bandits.kernels.linear_algebra import add_to_inverse, dot, multiply, squared_norm
from delayed_bandits.traces.budgeted.trace import BudgetedTrace
from delayed_bandits.traces.budgeted.view import BudgetedView, pull
from delayed_bandits.traces.slots import arrived

LogTerm = Literal["confidence", "printed"]
"""The width of the index has 2 ln(1/delta), or 2 ln(1/lambda)."""

Update = Literal["arrival", "printed"]
"""V gains the features of a pull with its reward, or at the pull (equation 9)."""

TIE_BREAK = 1e-6
"""Added to the clipped index times its unclipped value, so that arms clipped to 1 keep an order."""


class ContextModels(NamedTuple):
    """The estimator of each context.

    Attributes
    ----------
    features : ndarray, shape (arms, dimension)
    regularisation, width_factor : float
        lambda, and what the width is multiplied by.
    log_term : float
        2 ln(1 / delta).
    features_at_pull : bool
        V gains the features of an arm when it is pulled, not when its reward arrives.
    inverse : ndarray, shape (contexts, dimension, dimension)
        V^-1.
    gains : ndarray, shape (contexts, dimension)
        G.
    updates : ndarray of int64, shape (contexts,)
        How many features V has.
    pending : ndarray, shape (contexts,)
        Sum of the norms of the pulls of the last m rounds.
    norm_then : ndarray, shape (horizon,)
        The norm of each round's pull at the time, 0 if there was none.
    learnt, stale : ndarray of bool, shape (contexts,)
        Whether V or G has changed since means and norms were written; whether anything has that
        indices depend on.
    workspace : ndarray, shape (dimension,)
    """

    features: np.ndarray
    regularisation: float
    width_factor: float
    log_term: float
    features_at_pull: bool
    inverse: np.ndarray
    gains: np.ndarray
    updates: np.ndarray
    pending: np.ndarray
    norm_then: np.ndarray
    learnt: np.ndarray
    stale: np.ndarray
    workspace: np.ndarray


class Candidates(NamedTuple):
    """The arms to choose from.

    Attributes
    ----------
    arms : ndarray of int64, shape (candidates,)
    features : ndarray, shape (candidates, dimension)
    products : ndarray, shape (candidates, dimension * (dimension + 1) / 2)
        What the entries of V^-1 on and below its diagonal, row by row, are multiplied with in the
        squared norms, which takes a third of the time of `squared_norm`.
    entries : ndarray, shape (dimension * (dimension + 1) / 2,)
        Those entries.
    means, norms : ndarray, shape (contexts, candidates)
        <theta, f_a> and the norms of f_a under V^-1.
    radii : ndarray, shape (contexts,)
        f of equation 10.
    theta : ndarray, shape (dimension,)
    index : ndarray, shape (candidates,)
        See `write_index`.
    """

    arms: np.ndarray
    features: np.ndarray
    products: np.ndarray
    entries: np.ndarray
    means: np.ndarray
    norms: np.ndarray
    radii: np.ndarray
    theta: np.ndarray
    index: np.ndarray


def check_log_term(trace: BudgetedTrace, parameters: Mapping[str, Any]) -> list[str]:  # noqa: ARG001
    """Check that the logarithm of the printed `log_term` is not negative.

    Raises
    ------
    InputError
        If it is.
    """
    if parameters["log_term"] == "printed" and parameters["regularisation"] > 1:
        raise InputError(
            f"regularisation is {parameters['regularisation']:g}; expected at most 1 with the "
            "printed log_term, ln(1 / regularisation)"
        )
    return []


def new_models(
    view: BudgetedView,
    confidence: float,
    regularisation: float,
    width_factor: float,
    log_term: LogTerm,
    features_at_pull: bool,
) -> ContextModels:
    """Make an estimator without data for each context."""
    contexts, dimension = view.probabilities.size, view.features.shape[1]
    return ContextModels(
        features=view.features,
        regularisation=float(regularisation),
        width_factor=float(width_factor),
        log_term=2 * math.log(1 / (confidence if log_term == "confidence" else regularisation)),
        features_at_pull=features_at_pull,
        inverse=np.tile(np.eye(dimension) / regularisation, (contexts, 1, 1)),
        gains=np.zeros((contexts, dimension)),
        updates=np.zeros(contexts, np.int64),
        pending=np.zeros(contexts),
        norm_then=np.zeros(view.horizon),
        learnt=np.ones(contexts, np.bool_),
        stale=np.ones(contexts, np.bool_),
        workspace=np.empty(dimension),
    )


def new_candidates(models: ContextModels, arms: np.ndarray) -> Candidates:
    """Make candidates of `arms`, an int64 array of shape (candidates,)."""
    contexts, dimension = models.gains.shape
    features = models.features[arms]
    row, column = np.tril_indices(dimension)
    factors = np.where(row == column, 1.0, 2.0)
    return Candidates(
        arms=arms,
        features=features,
        products=factors * features[:, row] * features[:, column],
        entries=np.empty(row.size),
        means=np.empty((contexts, arms.size)),
        norms=np.empty((contexts, arms.size)),
        radii=np.empty(contexts),
        theta=np.empty(dimension),
        index=np.empty(arms.size),
    )


@inlined
def pull_arm(view: BudgetedView, models: ContextModels, t: int, arm: int) -> None:
    """Pull an arm in round t; its norm begins to count in the sum of equation 10."""
    j = view.contexts[t]
    pull(view, t, arm)
    models.norm_then[t] = math.sqrt(squared_norm(models.inverse[j], models.features[arm]))
    models.pending[j] += models.norm_then[t]
    models.stale[j] = True
    if models.features_at_pull:
        _add_features(models, j, arm)


@inlined
def forget_round(view: BudgetedView, models: ContextModels, s: int) -> None:
    """Round s leaves the window of the last m rounds."""
    if models.norm_then[s] > 0:
        j = view.contexts[s]
        models.pending[j] -= models.norm_then[s]
        models.stale[j] = True


@inlined
def collect(view: BudgetedView, models: ContextModels, t: int, cutoff: int) -> None:
    """Learn from what arrives at the end of round t within `cutoff` rounds of its pull."""
    for slot in arrived(view, t):
        if t - view.round[slot] <= cutoff:
            learn(view, models, slot)


@inlined
def learn(view: BudgetedView, models: ContextModels, slot: int) -> None:
    """Take in the reward that has arrived in `slot` (equation 9)."""
    j = view.contexts[view.round[slot]]
    arm = view.arm[slot]
    if not models.features_at_pull:
        _add_features(models, j, arm)
    for i in range(models.workspace.size):
        models.gains[j, i] += view.reward[slot] * models.features[arm, i]
    models.learnt[j] = True
    models.stale[j] = True


@inlined
def _add_features(models: ContextModels, j: int, arm: int) -> None:
    add_to_inverse(models.inverse[j], models.features[arm], models.workspace)
    models.updates[j] += 1
    models.learnt[j] = True


@inlined
def write_index(models: ContextModels, candidates: Candidates, j: int) -> None:
    """Write the index of each candidate in context j (equation 10), clipped to 1."""
    if models.learnt[j]:
        _estimate(models, candidates, j)
        models.learnt[j] = False
    width = models.width_factor * (2 * candidates.radii[j] + models.pending[j])
    for a in range(candidates.arms.size):
        value = candidates.means[j, a] + width * candidates.norms[j, a]
        candidates.index[a] = min(1.0, value) + TIE_BREAK * value
    models.stale[j] = False


@inlined
def _estimate(models: ContextModels, candidates: Candidates, j: int) -> None:
    """theta_j = V_j^-1 G_j, and what follows from V and G."""
    number, dimension = candidates.features.shape
    multiply(models.inverse[j], models.gains[j], candidates.theta)
    entry = 0
    for i in range(dimension):
        for k in range(i + 1):
            candidates.entries[entry] = models.inverse[j, i, k]
            entry += 1
    for a in range(number):
        candidates.means[j, a] = dot(candidates.features[a], candidates.theta)
        candidates.norms[j, a] = math.sqrt(dot(candidates.products[a], candidates.entries))
    first = dimension * models.regularisation
    growth = dimension * math.log((first + models.updates[j]) / first)
    candidates.radii[j] = math.sqrt(models.regularisation) + math.sqrt(models.log_term + growth)
