"""D-LinUCB and Random D-LinUCB (Liu and Maghsudi 2024, Section 5).

Both run one LinUCB per context. Equation numbers are those of arXiv:2405.11417.
"""

import math
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

import numpy as np

from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.types import NonNegative, Positive, Probability, Window
from delayed_bandits.kernels import linear_algebra as la
from delayed_bandits.kernels.compiling import inlined, njit
from delayed_bandits.traces.budgeted.trace import BudgetedTrace, BudgetedView, Report, pull
from delayed_bandits.traces.slots import arrived
from delayed_bandits.traces.streams import Randomness

# The width of the index has 2 ln(1/delta), or 2 ln(1/lambda) as printed.
LogTerm = Literal["confidence", "printed"]
Pacing = Literal["remaining", "printed"]
ALWAYS, BY_REMAINING, BY_SHARE = 0, 1, 2
TIE_BREAK = 1e-6  # times the unclipped index: added to order arms whose index is clipped to 1


class ContextModels(NamedTuple):
    """The least-squares estimators of all contexts. Each context has its own LinUCB."""

    features: np.ndarray  # (arms, dimension)
    regularisation: float  # lambda
    width_factor: float
    log_term: float  # 2 ln(1/delta) or, as printed, 2 ln(1/lambda)
    features_at_pull: bool  # whether V gains features at the pull and not at the reward
    inverse: np.ndarray  # (contexts, dimension, dimension), V^-1
    gains: np.ndarray  # (contexts, dimension), G
    updates: np.ndarray  # (contexts,) of int64: the number of updates of V
    norm_sum: np.ndarray  # (contexts,): the sum of `norm_at_pull` over the last m rounds
    norm_at_pull: np.ndarray  # (horizon,): the pulled arm's norm at that time, 0 without a pull
    learnt: np.ndarray  # (contexts,): whether V or G has changed since the last estimates
    stale: np.ndarray  # (contexts,): whether the indices are out of date
    workspace: np.ndarray  # (dimension,)


class Candidates(NamedTuple):
    """The arms to choose from, with their estimates and indices in each context."""

    arms: np.ndarray  # (candidates,) of int64
    features: np.ndarray  # (candidates, dimension)
    products: np.ndarray  # (candidates, entries): of features; squared norms are 3 times as fast
    entries: np.ndarray  # (dimension (dimension + 1) / 2,): V^-1 on and below its diagonal, by row
    means: np.ndarray  # (contexts, candidates), <theta, f_a>
    norms: np.ndarray  # (contexts, candidates), of f_a under V^-1
    radii: np.ndarray  # (contexts,), f of equation 10
    theta: np.ndarray  # (dimension,)
    index: np.ndarray  # (candidates,), see `write_index`


def check_log_term(_trace: BudgetedTrace, parameters: Mapping[str, Any]) -> list[str]:
    """Return no remarks, or raise InputError if the printed `log_term` is negative."""
    given = parameters["regularisation"]
    if parameters["log_term"] == "printed" and given > 1:
        raise InputError(f"regularisation is {given:g}. Use at most 1 with the printed log_term.")
    return []


def new_models(
    view: BudgetedView,
    confidence: float,
    regularisation: float,
    width_factor: float,
    log_term: LogTerm,
    features_at_pull: bool,
) -> ContextModels:
    """Return estimators without data, one for each context."""
    contexts, dimension = view.probabilities.size, view.features.shape[1]
    return ContextModels(
        features=view.features,
        regularisation=regularisation,
        width_factor=width_factor,
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
    """Return `Candidates` for `arms`, an int64 array of shape (candidates,)."""
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
    """Pull an arm in round t, and add its norm to the sum in equation 10."""
    j = view.contexts[t]
    pull(view, t, arm)
    models.norm_at_pull[t] = math.sqrt(la.squared_norm(models.inverse[j], models.features[arm]))
    models.norm_sum[j] += models.norm_at_pull[t]
    models.stale[j] = True
    if models.features_at_pull:
        _add_features(models, j, arm)


@inlined
def forget_round(view: BudgetedView, models: ContextModels, s: int) -> None:
    """Remove the norm of round s from the sum over the last m rounds (equation 10)."""
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
def _add_features(models, j, arm):
    la.add_to_inverse(models.inverse[j], models.features[arm], models.workspace)
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
    """Write the estimate V_j^-1 G_j, the means, the norms and the radius of context j."""
    count, dimension = candidates.features.shape
    la.multiply(models.inverse[j], models.gains[j], candidates.theta)
    entry = 0
    for i in range(dimension):
        for k in range(i + 1):
            candidates.entries[entry] = models.inverse[j, i, k]
            entry += 1
    for a in range(count):
        candidates.means[j, a] = la.dot(candidates.features[a], candidates.theta)
        candidates.norms[j, a] = math.sqrt(la.dot(candidates.products[a], candidates.entries))
    first = dimension * models.regularisation
    growth = dimension * math.log((first + models.updates[j]) / first)
    candidates.radii[j] = math.sqrt(models.regularisation) + math.sqrt(models.log_term + growth)


@njit(cache=True)
def _replay(view, models, candidates, uniforms, cutoff, rule):
    """Play all rounds. With a probability set by `rule`, pull the arm of the largest index."""
    for t in range(view.horizon):
        remaining = view.remaining[0]
        if remaining < 1:
            break
        if t > cutoff:
            forget_round(view, models, t - cutoff - 1)
        write_index(models, candidates, int(view.contexts[t]))
        choice = la.first_maximum(candidates.index)
        probability = 1.0
        if rule == BY_REMAINING:
            probability = remaining / (view.horizon - t)
        elif rule == BY_SHARE:
            probability = remaining / view.budget
        if uniforms[t] < probability:
            pull_arm(view, models, t, choice)
        for slot in arrived(view, t):
            if t - view.round[slot] <= cutoff:
                learn(view, models, slot)


@algorithm(BudgetedTrace, check=check_log_term, nanoseconds=150)
def d_linucb(
    view: BudgetedView,
    *,
    cutoff: Window = 500,
    confidence: Probability = 0.05,
    regularisation: Positive = 1.0,
    width_factor: NonNegative = 0.1,
    log_term: LogTerm = "confidence",
    randomness: Randomness,
) -> Report:
    """Play D-LinUCB: the arm of the largest index, until the budget is spent.

    The index of an arm with features a is <a, V^-1 G> + `width_factor` w ||a||, where w is the
    width of equation 10 and the norm is under V^-1. As in OTFLinUCB, features enter V when their
    arm is pulled. For parameters see `doral.doral`.
    """
    models = new_models(view, confidence, regularisation, width_factor, log_term, True)
    return _play(view, models, randomness, cutoff, ALWAYS)


@algorithm(BudgetedTrace, check=check_log_term, nanoseconds=170)
def random_d_linucb(
    view: BudgetedView,
    *,
    cutoff: Window = 500,
    confidence: Probability = 0.05,
    regularisation: Positive = 1.0,
    width_factor: NonNegative = 0.1,
    log_term: LogTerm = "confidence",
    pacing: Pacing = "remaining",
    randomness: Randomness,
) -> Report:
    """Play Random D-LinUCB: `d_linucb` that pulls with probability b_t / (T - t).

    b_t is the budget left in round t. If `pacing` is "printed", the probability is b_t / B, where B
    is the initial budget.
    """
    rule = BY_REMAINING if pacing == "remaining" else BY_SHARE
    models = new_models(view, confidence, regularisation, width_factor, log_term, True)
    return _play(view, models, randomness, cutoff, rule)


def _play(view, models, randomness, cutoff, rule):
    candidates = new_candidates(models, np.arange(view.n_arms))
    _replay(view, models, candidates, randomness.uniforms(view.horizon), cutoff, rule)
    return Report(cutoff, 0, np.ones(view.n_arms, np.bool_))
