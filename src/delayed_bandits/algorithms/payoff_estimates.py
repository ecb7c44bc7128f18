"""Estimates of mean payoffs, without elimination (arXiv:2502.12528)."""

from typing import Literal

import numpy as np

from delayed_bandits.algorithms import payoff_baselines, phased_elimination
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.algorithms.spanner import spanner
from delayed_bandits.checks.types import Count, MaybeNonNegative, NonNegative, Positive
from delayed_bandits.kernels.compiling import njit
from delayed_bandits.kernels.linear_algebra import multiply
from delayed_bandits.traces.payoffs.estimates import Estimates, EstimateTrace
from delayed_bandits.traces.payoffs.trace import PayoffView, check_one_context, pull
from delayed_bandits.traces.slots import arrived


def means_of(pulls: int, sums: phased_elimination.EpochSums, estimate: str) -> np.ndarray:
    """Return each spanner element's estimated mean (line 6), NaN without payoffs.

    The `estimate` "observed" averages all payoffs that have arrived. "unbiased" averages only the
    payoffs of rounds so old that all payoffs have arrived. "under" counts an outstanding payoff as
    0, "over" counts it as 1.
    """
    if estimate == "unbiased":
        total, number = sums.unbiased_sum, sums.unbiased
    elif estimate == "observed":
        total, number = sums.observed_sum, sums.observed
    else:
        missing = pulls - sums.observed
        total = sums.observed_sum + (missing if estimate == "over" else 0)
        number = np.full(total.size, pulls)
    return np.divide(total, number, out=np.full(total.size, np.nan), where=number > 0)


@algorithm(EstimateTrace, check=check_one_context, nanoseconds=150)
def spanner_estimates(
    view: PayoffView,
    *,
    estimate: Literal["unbiased", "observed", "under", "over", "lower", "upper"],
    width: MaybeNonNegative = None,
) -> Estimates:
    """Play the epochs of Algorithm 1 without elimination. Return estimates of means.

    If `estimate` is "lower" or "upper", the estimates are confidence bounds of all actions after
    each epoch. Otherwise they are means of the spanner's elements (see `means_of`). `width` is beta
    (default: sqrt(2 log(K T^3)), as in the theorem).
    """
    beta = phased_elimination.width_of(view.n_arms, view.horizon, width)
    actions = view.actions[0].copy()  # writable, or Numba would compile once more
    chosen, coefficients = spanner(actions)
    widths = beta * np.sqrt((view.actions[0][chosen] ** 2).sum(axis=1))
    policies = chosen.astype(np.int16)[:, None]
    rounds, values = [], []
    start, pulls = 0, 2
    while start + chosen.size * pulls <= view.horizon:
        end = start + chosen.size * pulls
        sums = phased_elimination.play_in_turn(view, policies, start, end)
        made = np.full(view.n_arms, np.nan)
        if estimate in ("lower", "upper"):
            lcb_1, lcb_2, _, ucb_2 = phased_elimination.confidence_bounds(
                pulls, sums, widths, coefficients, 0.0
            )
            bounds = np.maximum(lcb_1, lcb_2) if estimate == "lower" else ucb_2
            made[:] = np.where(np.isfinite(bounds), bounds, np.nan)
        else:
            made[chosen] = means_of(pulls, sums, estimate)
        rounds.append(end - 1)
        values.append(made)
        start, pulls = end, 2 * pulls
    phased_elimination.play_in_turn(view, policies, start, view.horizon)
    return Estimates(np.array(rounds, np.int64), np.array(values).reshape(-1, view.n_arms))


@njit(cache=True)
def _replay_zero(view, model, width, every, rounds, values):
    made = 0
    for t in range(view.horizon):
        arm = payoff_baselines.optimistic(model, width, view.losses)
        pull(view, t, arm)
        payoff_baselines.add_action(model, arm)
        for slot in arrived(view, t):
            played = np.int64(view.played[view.round[slot]])
            payoff_baselines.add_payoff(model, played, view.payoff[slot])
        if (t + 1) % every == 0:
            multiply(model.inverse, model.vector, model.estimate)
            payoff_baselines.project(model.columns, model.estimate, values[made])
            rounds[made] = t
            made += 1


@algorithm(EstimateTrace, check=check_one_context, nanoseconds=1500)
def zero_estimates(
    view: PayoffView,
    *,
    width: NonNegative = 1.0,
    every: Count = 100,
    regularisation: Positive = 1e-6,
) -> Estimates:
    """Play LinUCB with outstanding payoffs counted as 0, and return estimates of means.

    Means are estimated every `every` rounds. For the other parameters see
    `payoff_baselines.linucb`.
    """
    number = view.horizon // every
    rounds, values = np.empty(number, np.int64), np.empty((number, view.n_arms))
    model = payoff_baselines.new_model(view.actions[0], regularisation)
    _replay_zero(view, model, width, every, rounds, values)
    return Estimates(rounds, values)
