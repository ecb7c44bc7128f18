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
from delayed_bandits.traces.budgeted.instances import INSTANCES, mean_rewards
from delayed_bandits.traces.budgeted.view import (
    SKIPPED,
    BudgetedRecord,
    BudgetedView,
    Report,
    reward_of,
)
from delayed_bandits.traces.protocol import ReadOnly, view_of
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
InstancesDescription = Annotated[dict, {"type": "object"}]


@dataclass(frozen=True, eq=False)
class BudgetedTrace(ReadOnly):
    """Everything random about one replication of a contextual bandit with a budget.

    What is not hidden is that of `BudgetedView` and `draw`.

    Attributes
    ----------
    hidden_means : ndarray, shape (contexts, arms)
        Mean rewards.
    hidden_uniforms : ndarray, shape (horizon,), or (0,) if rewards are their means
        The reward of round t is 1 if this is below its mean, else 0.
    hidden_delays : ndarray of int32, shape (1, horizon), or (arms, horizon) if each arm has its law
        In rounds; 0 means known before the next round, longer ones are capped at the horizon.
    """

    budget: float
    probabilities: np.ndarray
    features: np.ndarray
    costs: np.ndarray
    contexts: np.ndarray
    reward_window: int
    hidden_means: np.ndarray
    hidden_uniforms: np.ndarray
    hidden_delays: np.ndarray
    laws: list[Law]
    randomness: LearnerRandomness

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

        Parameters
        ----------
        budget : float
            The most that all pulls together may cost.
        contexts : list of float
            The probability of each context.
        instances : mapping
            The law of theta and features, see `delayed_bandits.traces.budgeted.instances`.
        delay : Law or list of Law
            The law of the delays, or one law for each arm.
        costs : list of float, optional
            Cost of a pull of each arm; 1 if not given.
        window : int
            A reward counts if it arrives within this many rounds.
        rewards : {"bernoulli", "means"}
            Rewards in {0, 1}, or without noise.

        Raises
        ------
        InputError
            If these do not fit together, or a mean reward is not in [0, 1].
        """
        _check_numbers(contexts, arms, costs)
        laws = laws_of(delay, arms)
        theta, features = build(instances, INSTANCES).draw(
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

    @property
    def n_arms(self) -> int:
        """Number of arms."""
        return self.costs.size

    @property
    def horizon(self) -> int:
        """Number of rounds."""
        return self.contexts.size

    def start(self) -> BudgetedView:
        """Begin a replay; return a view in which nothing has been played."""
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

    def record(self, view: BudgetedView, report: Report) -> BudgetedRecord:
        """Return the arms pulled and the learner's report."""
        return BudgetedRecord(view.played, *report)

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

    def columns(self, record: BudgetedRecord) -> dict[str, np.ndarray]:
        """Compute the columns of a run file, each of shape (horizon,).

        regret
            t v(B/T) less the reward of the first t rounds that comes in time: equation 4 of Liu and
            Maghsudi 2024, with the linear program's value for U*.
        reward, spent
            Cumulative reward that comes in time, and cumulative cost of the pulls.
        reward_cutoff, reward_end
            Cumulative reward that comes within the learner's cutoff, or by the last round.
        cutoff, identification, accepted
            See `Report`; accepted arms as a sum of 2^arm.
        """
        self._check(record.arms)
        reward, within_cutoff, by_the_end, spent = _account(
            record.arms,
            self.contexts,
            self.costs,
            self.hidden_means,
            self.hidden_uniforms,
            self.hidden_delays,
            self.reward_window,
            record.cutoff,
        )
        accepted = int(sum(2**arm for arm in np.flatnonzero(record.accepted)))
        return {
            "regret": np.arange(1, self.horizon + 1) * self.optimum - reward,
            "reward": reward,
            "spent": spent,
            "reward_cutoff": within_cutoff,
            "reward_end": by_the_end,
            "cutoff": np.full(self.horizon, record.cutoff),
            "identification": np.full(self.horizon, record.identification),
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
    means: np.ndarray,
    uniforms: np.ndarray,
    delays: np.ndarray,
    window: int,
    cutoff: int,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Compute the cumulative rewards and costs of `columns`, each of shape (horizon,)."""
    horizon = played.size
    in_time, within_cutoff = np.empty(horizon), np.empty(horizon)
    by_the_end, spent = np.empty(horizon), np.empty(horizon)
    timely = kept = by_end = cost = 0.0
    for t in range(horizon):
        arm = played[t]
        if arm != SKIPPED:
            delay = delay_of(delays, t, arm)
            reward = reward_of(means, uniforms, contexts[t], t, arm)
            reward *= delay < horizon  # delays are capped at the horizon
            timely += reward * (delay <= window)
            kept += reward * (delay <= cutoff)
            by_end += reward * (t + delay < horizon)
            cost += costs[arm]
        in_time[t] = timely
        within_cutoff[t] = kept
        by_the_end[t] = by_end
        spent[t] = cost
    return in_time, within_cutoff, by_the_end, spent
