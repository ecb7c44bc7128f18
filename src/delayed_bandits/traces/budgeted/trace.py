"""Contextual bandits with late rewards and a budget. The learner pulls an arm or skips."""

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal, NamedTuple, Self

import numpy as np

from delayed_bandits.checks.build import build
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.types import FROM_ENVIRONMENT, Count, Horizon, Positive, Window
from delayed_bandits.delays.base import Distribution
from delayed_bandits.delays.distributions import DelayDistributions
from delayed_bandits.kernels.compiling import inlined, njit
from delayed_bandits.traces.arms import (
    answer_probabilities,
    check_arms,
    delay_of,
    distributions_of,
    draw_delays,
)
from delayed_bandits.traces.budgeted.allocation import optimum
from delayed_bandits.traces.instances import BUDGETED, InstancesDescription, mean_rewards
from delayed_bandits.traces.protocol import ReadOnly, Reported, view_of
from delayed_bandits.traces.slots import Slots, slots_for, take_slot
from delayed_bandits.traces.streams import LearnerRandomness, Streams

MOST_CONTEXTS, MOST_ARMS = 255, 62  # a context has 8 bits, a set of accepted arms 63

Probabilities = Annotated[
    list[float],
    {"type": "array", "minItems": 1, "items": {"type": "number", "exclusiveMinimum": 0}},
]

SKIPPED = -1  # in a record: no arm was pulled
RewardWindow = Annotated[int, FROM_ENVIRONMENT]  # later rewards do not count


class Report(NamedTuple):
    """What a learner chose in its first stage, which finds arms with short delays."""

    cutoff: int  # m: feedback with a longer delay is ignored
    identification: int  # rounds spent on identifying arms with short delays
    accepted: np.ndarray  # bool, shape (arms,): the arms kept; all if `identification` is 0


class BudgetedView(NamedTuple):
    """What a learner may read of a `BudgetedTrace`. Rounds and arms count from 0."""

    n_arms: int
    horizon: int
    budget: float  # the most pulls
    probabilities: np.ndarray  # of the contexts, shape (contexts,)
    contexts: np.ndarray  # uint8, shape (horizon,): later rounds are secret
    features: np.ndarray  # shape (arms, dimension)
    remaining: np.ndarray  # shape (1,): the budget that is left
    round: np.ndarray  # int64, shape (slots,): the round of each slot
    arm: np.ndarray  # int64, shape (slots,): its arm
    reward: np.ndarray  # shape (slots,): its reward, once that has arrived
    played: np.ndarray  # int16, shape (horizon,): the arms pulled so far, or SKIPPED
    hidden_means: np.ndarray
    hidden_uniforms: np.ndarray
    hidden_delays: np.ndarray
    hidden_slots: Slots


@dataclass(frozen=True, eq=False)
class BudgetedTrace(ReadOnly):
    """All random numbers of one run of a contextual bandit with a budget.

    For fields without a comment see `BudgetedView` and `draw`.
    """

    budget: float
    probabilities: np.ndarray
    features: np.ndarray
    contexts: np.ndarray
    reward_window: int
    hidden_means: np.ndarray  # shape (contexts, arms): mean rewards
    hidden_uniforms: np.ndarray  # shape (horizon,), or (0,) if each reward is its mean
    hidden_delays: np.ndarray  # as from `draw_delays`
    distributions: list[Distribution]  # of the delays: one, or one for each arm
    randomness: LearnerRandomness

    n_arms = property(lambda self: len(self.features))
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
        delay: DelayDistributions,
        window: Window = 500,
        rewards: Literal["bernoulli", "means"] = "bernoulli",
    ) -> Self:
        """Return the trace of run `seed`, drawn from the paper's random streams.

        `contexts` are the probabilities of the contexts. Each pull costs 1. `instances` describes
        one of `BUDGETED`. Rewards are in {0, 1}, or equal their means. They count only if they
        arrive within `window` rounds.
        """
        if len(contexts) > MOST_CONTEXTS:
            raise InputError(f"contexts: {len(contexts)} found. Give at most {MOST_CONTEXTS}.")
        if arms > MOST_ARMS:
            raise InputError(f"arms is {arms}. Give at most {MOST_ARMS}.")
        if abs(sum(contexts) - 1) > 1e-9:
            raise InputError(f"contexts: the probabilities sum to {sum(contexts):.10g}, not 1.")
        distributions = distributions_of(delay, arms)
        theta, features = build(instances, BUDGETED).draw(
            streams.open("instance", seed), len(contexts), arms
        )
        noisy = rewards == "bernoulli"
        return cls(
            budget=float(budget),
            probabilities=np.array(contexts, float),
            features=features,
            contexts=_draw_contexts(streams.open("contexts", seed).random(horizon), contexts),
            reward_window=window,
            hidden_means=mean_rewards(theta, features),
            hidden_uniforms=streams.open("rewards", seed).random(horizon if noisy else 0),
            hidden_delays=draw_delays(distributions, streams, seed, horizon),
            distributions=distributions,
            randomness=LearnerRandomness(streams, seed),
        )

    def start(self) -> BudgetedView:
        slots = slots_for(self.hidden_delays)
        return view_of(
            BudgetedView,
            self,
            slots,
            remaining=np.array([self.budget]),
            arm=np.zeros(slots.round.size, np.int64),
            played=np.full(self.horizon, SKIPPED, np.int16),
        )

    @cached_property
    def optimum(self) -> float:
        """The largest mean reward per round with the budget B, v(B/T) in the docs."""
        answers = answer_probabilities(self.distributions, self.n_arms, self.reward_window)
        values = (self.hidden_means * answers).max(axis=1)
        return optimum(values, self.probabilities, self.budget / self.horizon)

    def columns(self, record: Reported) -> dict[str, np.ndarray]:
        """Return the columns of a run file, each of shape (horizon,).

        - "regret": t times `optimum`, minus "reward", after t rounds (equation 4 of Liu and
          Maghsudi 2024, with `optimum` in place of U*)
        - "reward", "reward_cutoff", "reward_end": sums of the rewards that arrive within the
          window, within the learner's cutoff, and by the last round
        - "spent": the budget spent so far
        - "cutoff", "identification": as in `Report`
        - "accepted": the sum of 2^arm over the accepted arms
        """
        played, report = record
        pulls = played[played != SKIPPED]
        check_arms(np.append(pulls, 0), self.n_arms)
        if pulls.size > self.budget:
            raise InputError(f"{pulls.size} pulls exceed the budget, {self.budget:g}. Skip rounds.")
        hidden = self.hidden_means, self.hidden_uniforms, self.hidden_delays
        account = _account(played, self.contexts, hidden, self.reward_window, report.cutoff)
        reward, within_cutoff, by_the_end, spent = account
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


def _draw_contexts(uniforms: np.ndarray, probabilities: list[float]) -> np.ndarray:
    """Return the contexts of all rounds, uint8 of shape (horizon,), from uniforms."""
    contexts = np.zeros(uniforms.size, np.uint8)
    for edge in np.cumsum(probabilities[:-1]):  # takes a third of the time of a search
        contexts += uniforms >= edge
    return contexts


@njit(cache=True)
def _account(
    played: np.ndarray, contexts: np.ndarray, hidden: tuple, window: int, cutoff: int
) -> np.ndarray:
    """Return `columns` "reward", "reward_cutoff", "reward_end", "spent": (4, horizon)."""
    horizon, (means, uniforms, delays) = played.size, hidden
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
            sums[3] += 1.0
        for i in range(4):
            account[i, t] = sums[i]
    return account


@inlined
def pull(view: BudgetedView, t: int, arm: int) -> None:
    """Pull and pay for `arm` in round t. Call `arrived` after skipped rounds, too."""
    _pay(view, t, arm)
    reward = reward_of(view.hidden_means, view.hidden_uniforms, view.contexts[t], t, arm)
    slot = take_slot(view.hidden_slots, t, delay_of(view.hidden_delays, t, arm), reward)
    view.arm[slot] = arm


@inlined
def pull_undelayed(view: BudgetedView, t: int, arm: int, window: int) -> float:
    """Pull `arm`. Return its reward at once, or 0 if its delay exceeds `window`."""
    _pay(view, t, arm)
    if delay_of(view.hidden_delays, t, arm) > min(window, view.horizon - 1):
        return 0.0
    return reward_of(view.hidden_means, view.hidden_uniforms, view.contexts[t], t, arm)


@inlined
def _pay(view: BudgetedView, t: int, arm: int) -> None:
    """Record the pull of `arm` in round t, and subtract its cost from the budget."""
    if arm < 0 or arm >= view.n_arms:
        raise ValueError("there is no such arm: arms are 0 to the number of arms less 1")
    if t < 0 or t >= view.horizon or view.played[t] != SKIPPED:
        raise ValueError("a round has two pulls, or is beyond the horizon")
    if view.remaining[0] < 1:
        raise ValueError("the pull costs more than is left of the budget")
    view.remaining[0] -= 1
    view.played[t] = arm


@inlined
def reward_of(means: np.ndarray, uniforms: np.ndarray, context: int, t: int, arm: int) -> float:
    """Return the reward of `arm` in round t, given its context."""
    if uniforms.size > 0:
        return 1.0 * (uniforms[t] < means[context, arm])
    return means[context, arm]
