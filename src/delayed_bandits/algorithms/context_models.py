"""LinUCB with a cutoff per context (Liu and Maghsudi 2024, arXiv:2405.11417, equations 9, 10)."""

import math
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

import numpy as np

from delayed_bandits.checks.errors import InputError
from delayed_bandits.kernels.compiling import inlined
from delayed_bandits.kernels.linear_algebra import add_to_inverse, dot, multiply, squared_norm
from delayed_bandits.traces.budgeted.trace import BudgetedTrace
from delayed_bandits.traces.budgeted.view import BudgetedView, pull

LogTerm = Literal["confidence", "printed"]
"""The width of the index has 2 ln(1/delta), or 2 ln(1/lambda)."""

Update = Literal["arrival", "printed"]
"""V gains the features of an arm when its reward arrives, or at the pull (equation 9)."""

TIE_BREAK = 1e-6
"""Factor of the unclipped index, which is added to the clipped one to order arms clipped to 1."""


class ContextModels(NamedTuple):
    """The estimators of all contexts.

    Attributes
    ----------
    features : ndarray, shape (arms, dimension)
    regularisation, width_factor : float
        lambda, and a factor of the width.
    log_term : float
        2 ln(1 / delta).
    features_at_pull : bool
        Whether V gains the features of an arm at the pull, else when its reward arrives.
    inverse : ndarray, shape (contexts, dimension, dimension)
        V^-1.
    gains : ndarray, shape (contexts, dimension)
        G.
    updates : ndarray of int64, shape (contexts,)
        Number of features that V has.
    norm_sum : ndarray, shape (contexts,)
        Sum of the norms of the pulls of the last m rounds.
    norm_at_pull : ndarray, shape (horizon,)
        The norm of each round's pull when it was made, 0 if there was none.
    learnt, stale : ndarray of bool, shape (contexts,)
        Whether V or G has changed since means and norms were written; whether any term of the
        indices has.
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
    norm_sum: np.ndarray
    norm_at_pull: np.ndarray
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
        Factors of `entries` in the squared norms; the sum takes a third of the time of
        `squared_norm`.
    entries : ndarray, shape (dimension * (dimension + 1) / 2,)
        Entries of V^-1 on and below its diagonal, row by row.
    means, norms : ndarray, shape (contexts, candidates)
        <theta, f_a> and the norms of f_a under V^-1.
    radii : ndarray, shape (contexts,)
        The radius f of equation 10.
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
        If it is negative.
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
        norm_sum=np.zeros(contexts),
        norm_at_pull=np.zeros(view.horizon),
        learnt=np.ones(contexts, np.bool_),
        stale=np.ones(contexts, np.bool_),
        workspace=np.empty(dimension),
    )


def new_candidates(models: ContextModels, arms: np.ndarray) -> Candidates:
    """Make candidates from `arms`, an int64 array of shape (candidates,)."""
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
    """Pull an arm in round t; add its norm to the sum of equation 10."""
    j = view.contexts[t]
    pull(view, t, arm)
    models.norm_at_pull[t] = math.sqrt(squared_norm(models.inverse[j], models.features[arm]))
    models.norm_sum[j] += models.norm_at_pull[t]
    models.stale[j] = True
    if models.features_at_pull:
        _add_features(models, j, arm)


@inlined
def forget_round(view: BudgetedView, models: ContextModels, s: int) -> None:
    """Remove round s from the window of the last m rounds."""
    if models.norm_at_pull[s] > 0:
        j = view.contexts[s]
        models.norm_sum[j] -= models.norm_at_pull[s]
        models.stale[j] = True


@inlined
def learn(view: BudgetedView, models: ContextModels, slot: int) -> None:
    """Learn from the reward that has arrived in `slot` (equation 9)."""
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
    width = models.width_factor * (2 * candidates.radii[j] + models.norm_sum[j])
    for a in range(candidates.arms.size):
        value = candidates.means[j, a] + width * candidates.norms[j, a]
        candidates.index[a] = min(1.0, value) + TIE_BREAK * value
    models.stale[j] = False


@inlined
def _estimate(models: ContextModels, candidates: Candidates, j: int) -> None:
    """Write theta_j = V_j^-1 G_j, means, norms and radius of context j."""
    count, dimension = candidates.features.shape
    multiply(models.inverse[j], models.gains[j], candidates.theta)
    entry = 0
    for i in range(dimension):
        for k in range(i + 1):
            candidates.entries[entry] = models.inverse[j, i, k]
            entry += 1
    for a in range(count):
        candidates.means[j, a] = dot(candidates.features[a], candidates.theta)
        candidates.norms[j, a] = math.sqrt(dot(candidates.products[a], candidates.entries))
    first = dimension * models.regularisation
    growth = dimension * math.log((first + models.updates[j]) / first)
    candidates.radii[j] = math.sqrt(models.regularisation) + math.sqrt(models.log_term + growth)
