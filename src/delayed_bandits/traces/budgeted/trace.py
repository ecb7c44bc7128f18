"""Contextual bandits with a budget: pulls cost, rounds may be skipped, rewards come late."""

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal, Self

import numpy as np
from numba import njit

from delayed_bandits.checks.build import build
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.types import Count, Horizon, Positive, Window
from delayed_bandits.delays.base import Law
from delayed_bandits.delays.laws import DelayLaws
from delayed_bandits.traces.arms import (
    answer_probabilities,
    check_arms,
    delay_of,
    draw_delays,
    laws_of,
)
from delayed_bandits.traces.budgeted.allocation import optimum
from delayed_bandits.traces.budgeted.view import (
    SKIPPED,
    BudgetedView,
    reward_of,
)
from delayed_bandits.traces.instances import BUDGETED, InstancesDescription, mean_rewards
from delayed_bandits.traces.protocol import ReadOnly, Reported, view_of
from delayed_bandits.traces.slots import slots_for
from delayed_bandits.traces.streams import LearnerRandomness, Streams

MOST_CONTEXTS, MOST_ARMS = 255, 62
"""Contexts are stored in 8 bits, and the accepted arms of a run in 63."""

Probabilities = Annotated[
    list[float],
    {"type": "array", "minItems": 1, "items": {"type": "number", "exclusiveMinimum": 0}},
]
Costs = Annotated[
    list[float] | None,
    {"type": ["array", "null"], "items": {"type": "number", "exclusiveMinimum": 0}},
]


@dataclass(frozen=True, eq=False)
class BudgetedTrace(ReadOnly):
    """Everything random about one replication of a contextual bandit with a budget.

    What is not hidden is that of `BudgetedView` and `draw`.
    """

    budget: float
    probabilities: np.ndarray
    features: np.ndarray
    costs: np.ndarray
    contexts: np.ndarray
    reward_window: int
    hidden_means: np.ndarray  # shape (contexts, arms): mean rewards
    hidden_uniforms: np.ndarray  # shape (horizon,), or (0,) if rewards are their means
    hidden_delays: np.ndarray  # as from `draw_delays`
    laws: list[Law]  # of the delays: one, or one for each arm
    randomness: LearnerRandomness

    n_arms = property(lambda self: self.costs.size)
    horizon = property(lambda self: self.contexts.size)

    @classmethod
    def draw(
        cls,
        streams: Streams,
        seed: int,
        *,
        horizon: Horizon,
        budget: Positive,
        contexts: Probabilities,
        arms: Count,
        instances: InstancesDescription,
        delay: DelayLaws,
        costs: Costs = None,
        window: Window = 500,
        rewards: Literal["bernoulli", "means"] = "bernoulli",
    ) -> Self:
        """Draw the trace of replication `seed` from the paper's random streams.

        `contexts` are their probabilities; `costs` those of a pull of each arm, 1 if not given. The
        instances are of a law of `traces.instances.BUDGETED`. Rewards, in {0, 1} or without noise,
        count if they arrive within `window` rounds.
        """
        _check_numbers(contexts, arms, costs)
        laws = laws_of(delay, arms)
        theta, features = build(instances, BUDGETED).draw(
            streams.open("instance", seed), len(contexts), arms
        )
        noisy = rewards == "bernoulli"
        return cls(
            budget=float(budget),
            probabilities=np.array(contexts, float),
            features=features,
            costs=np.ones(arms) if costs is None else np.array(costs, float),
            contexts=_draw_contexts(streams.open("contexts", seed).random(horizon), contexts),
            reward_window=window,
            hidden_means=mean_rewards(theta, features),
            hidden_uniforms=streams.open("rewards", seed).random(horizon if noisy else 0),
            hidden_delays=draw_delays(laws, streams, seed, horizon),
            laws=laws,
            randomness=LearnerRandomness(streams, seed),
        )

    def start(self) -> BudgetedView:
        slots = slots_for(self.hidden_delays)
        return view_of(
            BudgetedView,
            self,
            remaining=np.array([self.budget]),
            round=slots.round,
            arm=np.zeros(slots.round.size, np.int64),
            reward=slots.value,
            played=np.full(self.horizon, SKIPPED, np.int16),
            hidden_slots=slots,
        )

    @cached_property
    def optimum(self) -> float:
        """v(B/T), the largest mean reward per round within the budget, for known means."""
        values = self.hidden_means * answer_probabilities(
            self.laws, self.n_arms, self.reward_window
        )
        return optimum(values, self.costs, self.probabilities, self.budget / self.horizon)

    def _check(self, played: np.ndarray) -> None:
        """Check that the arms pulled are arms and that the budget pays for them."""
        pulls = played[played != SKIPPED]
        check_arms(np.append(pulls, 0), self.n_arms)
        spent = self.costs[pulls].sum()
        if spent > self.budget * (1 + 1e-9):
            raise InputError(
                f"the pulls cost {spent:g}; expected at most the budget, {self.budget:g}"
            )

    def columns(self, record: Reported) -> dict[str, np.ndarray]:
        """Compute the columns of a run file, each of shape (horizon,).

        The regret is t v(B/T) less the reward of the first t rounds that comes in time: equation 4
        of Liu and Maghsudi 2024, with the linear program's value for U*. Rewards and costs are
        cumulative; "reward" comes in time, "reward_cutoff" within the learner's cutoff,
        "reward_end" by the last round. Accepted arms are a sum of 2^arm.
        """
        played, report = record
        self._check(played)
        reward, within_cutoff, by_the_end, spent = _account(
            played,
            self.contexts,
            self.costs,
            (self.hidden_means, self.hidden_uniforms, self.hidden_delays),
            self.reward_window,
            report.cutoff,
        )
        accepted = int(sum(2**arm for arm in np.flatnonzero(report.accepted)))
        return {
            "regret": np.arange(1, self.horizon + 1) * self.optimum - reward,
            "reward": reward,
            "spent": spent,
            "reward_cutoff": within_cutoff,
            "reward_end": by_the_end,
            "cutoff": np.full(self.horizon, report.cutoff),
            "identification": np.full(self.horizon, report.identification),
            "accepted": np.full(self.horizon, accepted),
        }


def _check_numbers(contexts: list[float], arms: int, costs: list[float] | None) -> None:
    """Check the numbers of contexts, arms and costs, and that the probabilities sum to 1."""
    if len(contexts) > MOST_CONTEXTS:
        raise InputError(f"contexts: {len(contexts)} found; expected at most {MOST_CONTEXTS}")
    if arms > MOST_ARMS:
        raise InputError(f"arms is {arms}; expected at most {MOST_ARMS}")
    if abs(sum(contexts) - 1) > 1e-9:
        raise InputError(f"contexts: probabilities sum to {sum(contexts):.10g}; expected 1")
    if costs is not None and len(costs) != arms:
        raise InputError(f"costs: {len(costs)} found; expected one for each of the {arms} arms")


def _draw_contexts(uniforms: np.ndarray, probabilities: list[float]) -> np.ndarray:
    """Turn the uniforms of all rounds into contexts, uint8 of shape (horizon,)."""
    contexts = np.zeros(uniforms.size, np.uint8)
    for edge in np.cumsum(probabilities[:-1]):  # a third of the time of a search
        contexts += uniforms >= edge
    return contexts


@njit(cache=True)
def _account(
    played: np.ndarray,
    contexts: np.ndarray,
    costs: np.ndarray,
    hidden: tuple[np.ndarray, np.ndarray, np.ndarray],
    window: int,
    cutoff: int,
) -> np.ndarray:
    """Compute the cumulative rewards, counted in three ways, and costs, shape (4, horizon)."""
    means, uniforms, delays = hidden
    horizon = played.size
    account, sums = np.empty((4, horizon)), np.zeros(4)
    for t in range(horizon):
        arm = played[t]
        if arm != SKIPPED:
            delay = delay_of(delays, t, arm)
            reward = reward_of(means, uniforms, contexts[t], t, arm)
            reward *= delay < horizon  # delays are capped at the horizon
            sums[0] += reward * (delay <= window)
            sums[1] += reward * (delay <= cutoff)
            sums[2] += reward * (t + delay < horizon)
            sums[3] += costs[arm]
        for i in range(4):
            account[i, t] = sums[i]
    return account
