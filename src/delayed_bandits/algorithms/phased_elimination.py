"""Phased elimination over volumetric spanners (Zhang, Wang and Luo 2025).

For losses this is Algorithm 1 of arXiv:2502.12528. We added the mirror image for rewards.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

import numpy as np

from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.algorithms.spanner import spanner
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.types import Flag, MaybeNonNegative
from delayed_bandits.kernels.compiling import njit
from delayed_bandits.traces.payoffs.trace import (
    PayoffTrace,
    PayoffView,
    Progress,
    check_one_context,
    context_of,
    pull,
)
from delayed_bandits.traces.slots import arrived

Guess = Annotated[float | None, {"type": ["number", "null"], "minimum": 0, "maximum": 1}]


class EpochSums(NamedTuple):
    """The observations of an epoch, as arrays with an entry for each spanner element."""

    observed: np.ndarray  # |O_m|: pulls whose payoff has arrived
    unbiased: np.ndarray  # |F_m|: pulls older than the longest delay
    observed_sum: np.ndarray  # of the payoffs in O_m
    unbiased_sum: np.ndarray  # of the payoffs in F_m


@njit(cache=True)
def play_in_turn(view, policies, start, end):
    """Play rounds `start` to `end` - 1, the rows of `policies` in turn. Return `EpochSums`."""
    size = policies.shape[0]
    observed, unbiased = np.zeros(size, np.int64), np.zeros(size, np.int64)
    observed_sum, unbiased_sum = np.zeros(size), np.zeros(size)
    for t in range(start, end):
        policy = policies[(t - start) % size]
        pull(view, t, policy[context_of(view.contexts, t)])
        for slot in arrived(view, t):
            s = view.round[slot]
            if s >= start:  # feedback of earlier epochs is ignored
                i = (s - start) % size
                observed[i] += 1
                observed_sum[i] += view.payoff[slot]
                if s + view.maximal_delay < end:
                    unbiased[i] += 1
                    unbiased_sum[i] += view.payoff[slot]
    return EpochSums(observed, unbiased, observed_sum, unbiased_sum)


def confidence_bounds(
    pulls: int, sums: EpochSums, widths: np.ndarray, coefficients: np.ndarray, slack: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return LCB_1, LCB_2, UCB_1 and UCB_2 of all active actions (lines 7 and 8).

    - `pulls`: the rounds in which each of the s elements of the spanner was played;
    - `widths`: beta or beta ||a|| for each element a, shape (s,);
    - `coefficients`: row a expresses active action a by the elements, shape (actions, s);
    - `slack`: how far a mean payoff may be from a linear function of the action.
    """
    observed, unbiased, observed_sum, unbiased_sum = sums
    low = observed_sum / pulls
    high = (observed_sum + (pulls - observed)) / pulls
    mean = unbiased_sum / np.maximum(1, unbiased)
    radius = np.where(unbiased > 0, widths / np.sqrt(np.maximum(1, unbiased)), np.inf)
    lower_1, upper_1 = low - widths / np.sqrt(pulls), high + widths / np.sqrt(pulls)
    lower_2, upper_2 = mean - radius, mean + radius
    loose = slack * (1 + np.abs(coefficients).sum(axis=1))
    return (
        combine(coefficients, lower_1, upper_1) - loose,
        combine(coefficients, lower_2, upper_2) - loose,
        combine(coefficients, upper_1, lower_1) + loose,
        combine(coefficients, upper_2, lower_2) + loose,
    )


def combine(
    coefficients: np.ndarray, if_positive: np.ndarray, if_negative: np.ndarray
) -> np.ndarray:
    """Return sums of coefficient times bound, where the coefficient's sign selects the bound."""
    bounds = np.where(coefficients > 0, if_positive, if_negative)
    terms = np.zeros_like(coefficients)
    return np.multiply(coefficients, bounds, out=terms, where=coefficients != 0).sum(axis=1)


@dataclass
class Elimination:
    """The state of Algorithm 1 between epochs."""

    view: PayoffView
    progress: Progress
    policies: np.ndarray  # (K, contexts) of int16: the arm of each action in each context
    width: float  # beta
    scale_by_norm: bool  # whether widths grow with the norms of actions, as printed
    guess: float  # B; without a guess, inf for losses or -inf for rewards
    restarts: int = 0  # number of changes of B

    def run(self, actions: np.ndarray, first: int, last: int, slack: float = 0.0) -> None:
        """Play rounds `first` to `last` - 1, with all actions active at first.

        `actions` has shape (K, dimension). For `slack` see `confidence_bounds`.
        """
        norms = np.sqrt((actions**2).sum(axis=1)) if self.scale_by_norm else np.ones(len(actions))
        active = np.arange(len(actions))  # line 3
        start, pulls = first, 1
        while start < last:
            pulls *= 2  # 2^m
            chosen, coefficients = spanner(actions[active])  # line 4
            elements = active[chosen]
            end = min(start + chosen.size * pulls, last)
            self.progress.active[start:end] = active.size
            self.progress.restarts[start:end] = self.restarts
            sums = play_in_turn(self.view, self.policies[elements], start, end)
            if end - start < chosen.size * pulls:  # the epoch is incomplete
                break
            start = end

            widths = self.width * norms[elements]
            bounds = confidence_bounds(pulls, sums, widths, coefficients, slack)
            lcb_1, lcb_2, ucb_1, ucb_2 = bounds
            if self.view.losses:  # line 10
                stays = np.maximum(lcb_1, lcb_2) < min(ucb_2.min(), self.guess)
            else:
                stays = np.minimum(ucb_1, ucb_2) > max(lcb_2.max(), self.guess)
            active = active[stays]
            if active.size == 0:  # line 11
                self.guess *= 2 if self.view.losses else 0.5
                self.restarts += 1
                active, pulls = np.arange(len(actions)), 1


def first_guess(view: PayoffView, guess: float | None, guessing: bool) -> float:
    """Return the first guess B (line 2) or, if not `guessing`, a value without effect."""
    if not guessing:
        return math.inf if view.losses else -math.inf
    if guess is not None:
        return guess
    return 1 / view.maximal_delay if view.losses else 1.0


def width_of(actions: int, horizon: int, width: float | None) -> float:
    """Return `width` or, for None, the confidence width beta of Theorem 1."""
    return math.sqrt(2 * (math.log(actions) + 3 * math.log(horizon))) if width is None else width


def new_progress(horizon: int) -> Progress:
    """Return an empty `Progress`, to be filled for each round."""
    return Progress(np.empty(horizon, np.int16), np.empty(horizon, np.int32))


def _check(trace: PayoffTrace, parameters: Mapping[str, Any]) -> list[str]:
    """Check guess and contexts, and return a remark if an action has a norm above 1."""
    if parameters["guess"] == 0 and trace.losses:
        raise InputError("guess is 0, which cannot double. For losses give a positive guess.")
    check_one_context(trace, parameters)
    longest = float(np.sqrt((trace.actions**2).sum(axis=2)).max())
    if longest <= 1 + 1e-9 or not parameters["scale_by_norm"]:
        return []
    fault = f"the longest action has norm {longest:.3g}, above 1"
    return [f"{fault}: its confidence width is too large"]


@algorithm(PayoffTrace, check=_check, nanoseconds=50)
def phased_elimination(
    view: PayoffView,
    *,
    width: MaybeNonNegative = None,
    guess: Guess = None,
    guessing: Flag = True,
    scale_by_norm: Flag = True,
) -> Progress:
    """Play phased elimination over volumetric spanners (Algorithm 1 or its mirror).

    - `width`: beta (default: sqrt(2 log(K T^3)), as in Theorem 1);
    - `guess`: the first guess B (default: 1/D for losses, 1 for rewards);
    - `guessing`: whether B, too, eliminates actions;
    - `scale_by_norm`: whether widths are proportional to the norms of actions, as printed. They are
      then too small for short actions, whose payoffs are as noisy as others.
    """
    progress = new_progress(view.horizon)
    Elimination(
        view,
        progress,
        policies=np.arange(view.n_arms, dtype=np.int16)[:, None],
        width=width_of(view.n_arms, view.horizon, width),
        scale_by_norm=scale_by_norm,
        guess=first_guess(view, guess, guessing),
    ).run(view.actions[0], 0, view.horizon)
    return progress
