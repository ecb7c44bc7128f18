"""K-armed bandits with delayed feedback: stochastic rewards, or losses fixed in advance."""

import math
from abc import abstractmethod
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Self

import numpy as np
from numba import njit

from delayed_bandits.checks.build import build
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.types import Horizon, Means, Positive
from delayed_bandits.delays.base import Law
from delayed_bandits.delays.by_reward import RewardLaw
from delayed_bandits.delays.laws import DelayLaws
from delayed_bandits.traces.arms import check_arms, draw_delays, laws_of
from delayed_bandits.traces.k_armed.items import ITEM_LAWS, NO_RENEWALS, Renewals
from delayed_bandits.traces.k_armed.loss_laws import LOSS_LAWS
from delayed_bandits.traces.k_armed.reward_delays import draw_delays_of_rewards
from delayed_bandits.traces.k_armed.rewards import draw_rewards
from delayed_bandits.traces.protocol import ReadOnly
from delayed_bandits.traces.slots import Slots, experienced_delay, slots_for, slots_of
from delayed_bandits.traces.streams import LearnerRandomness, Streams

MOST_ARMS = 2**16

Arms = Annotated[int | None, {"type": "integer", "minimum": 1, "maximum": 100_000}]
Description = Annotated[dict | None, {"type": "object"}]


@dataclass(frozen=True, eq=False)
class KArmedTrace(ReadOnly):
    """Everything random about one replication of a K-armed bandit.

    Every round has a state, which decides the outcome of each arm. The subclasses differ in what
    the learner observes.

    Attributes
    ----------
    hidden_states : ndarray of uint8, uint16 or int32, shape (horizon,)
    hidden_outcomes : ndarray, shape (states, arms)
        The reward or the loss of each arm in each state.
    hidden_means : ndarray, shape (states, arms)
        Expected outcome of each arm, given the means of the round. Stochastic rewards have the
        same in all states.
    are_losses : bool
        Whether outcomes are losses, else rewards.
    hidden_delays : ndarray of int32, shape (1, horizon), or (arms, horizon) if arms differ in them
        In rounds; 0 means known before the next round, longer ones are capped at the horizon.
    laws : list of Law
        The law of the delays, or one law for each arm.
    hidden_renewals : Renewals
        The new items of arms; none but in a world of items that retire.
    """

    hidden_states: np.ndarray
    hidden_outcomes: np.ndarray
    hidden_means: np.ndarray
    are_losses: bool
    hidden_delays: np.ndarray
    laws: list[Law]
    randomness: LearnerRandomness
    hidden_renewals: Renewals = NO_RENEWALS

    @classmethod
    def draw(
        cls,
        streams: Streams,
        seed: int,
        *,
        horizon: Horizon,
        delay: DelayLaws,
        means: Means = None,
        reward_law: Literal["bernoulli", "beta"] = "bernoulli",
        concentration: Positive = 2.0,
        arms: Arms = None,
        losses: Description = None,
        items: Description = None,
    ) -> Self:
        """Draw the trace of replication `seed`: stochastic with means or items, or with losses.

        Parameters
        ----------
        delay : Law or list of Law
            The law of the delays, or one law for each arm; it may depend on the reward.
        means : list of float
            Mean reward of each arm, in [0, 1].
        reward_law : {"bernoulli", "beta"}
            Rewards in {0, 1}, or in [0, 1] of law Beta(mean c, (1 - mean) c).
        concentration : float
            The c of the Beta law.
        arms : int
            Number of arms, at least 2; with losses or items only.
        losses : mapping
            The law of the losses, see `delayed_bandits.traces.k_armed.loss_laws`.
        items : mapping
            The law of items that retire, see `delayed_bandits.traces.k_armed.items`.

        Raises
        ------
        InputError
            If these do not fit together.
        """
        renewals = NO_RENEWALS
        if items is not None:
            if means is not None or losses is not None or arms is None:
                raise InputError("items are given; expected arms beside them, no means, no losses")
            check_number(arms)
            *drawn, renewals = build(items, ITEM_LAWS).draw(streams, seed, horizon, arms)
        elif losses is None:
            if means is None:
                raise InputError(
                    "key 'means' is missing; expected means, or arms and losses or items"
                )
            arms = len(means)
            uniforms = streams.open("rewards", seed).random(horizon)
            drawn = draw_rewards(uniforms, means, reward_law, concentration)
        else:
            if means is not None or arms is None:
                raise InputError("losses are given; expected arms beside them, and no means")
            check_number(arms)
            drawn = build(losses, LOSS_LAWS).draw(
                streams.open("losses", seed).random(horizon), arms
            )
        laws = laws_of(delay, arms)
        if any(isinstance(law, RewardLaw) for law in laws):
            states, outcomes, _ = drawn
            rewards = outcomes if losses is None else 1 - outcomes
            delays = draw_delays_of_rewards(laws, streams, seed, rewards, states)
        else:
            delays = draw_delays(laws, streams, seed, horizon)
        randomness = LearnerRandomness(streams, seed)
        return cls(*drawn, losses is not None, delays, laws, randomness, renewals)

    @property
    def n_arms(self) -> int:
        """Number of arms."""
        return self.hidden_outcomes.shape[1]

    @property
    def horizon(self) -> int:
        """Number of rounds."""
        return self.hidden_delays.shape[1]

    @property
    def mean_delay(self) -> float:
        """Largest mean delay of an arm; infinite if there is none."""
        return max(float(law.mean) for law in self.laws)

    @property
    def delay_bound(self) -> float:
        """Least bound of the delays of all arms; infinite if there is none."""
        return max(float(law.bound) for law in self.laws)

    @property
    def largest_delay(self) -> float:
        """The bound of the delays or, if there is none, the largest drawn; the horizon at most."""
        bound = self.delay_bound
        bound = bound if math.isfinite(bound) else float(self.hidden_delays.max())
        return min(bound, float(self.horizon))

    @property
    def delay_variance(self) -> float:
        """Largest variance of the delays of an arm; infinite if there is none."""
        return max(float(law.variance) for law in self.laws)

    @property
    def total_delay(self) -> int:
        """The delay experienced up to the horizon.

        Raises
        ------
        InputError
            If arms differ in their delays: the total then depends on the arms played.
        """
        if len(self.hidden_delays) > 1:
            raise InputError("the total delay depends on the arms played; expected one delay law")
        return experienced_delay(self.hidden_delays[0])

    def free_slots(self) -> Slots:
        """Make as many slots as can be in use at one time, or one for each round.

        The latter where delays depend on the reward: fewer would tell of rewards to come.
        """
        if any(isinstance(law, RewardLaw) for law in self.laws):
            return slots_of(self.horizon, self.horizon)
        return slots_for(self.hidden_delays)

    def as_rewards(self, outcomes: np.ndarray) -> np.ndarray:
        """Convert outcomes or means to rewards; a loss l becomes 1 - l."""
        return 1 - outcomes if self.are_losses else outcomes

    def as_losses(self, outcomes: np.ndarray) -> np.ndarray:
        """Convert outcomes or means to losses; a reward r becomes 1 - r."""
        return outcomes if self.are_losses else 1 - outcomes

    @abstractmethod
    def start(self) -> Any:
        """Begin a replay; return a view in which nothing has been played."""

    def record(self, view: Any, report: None) -> np.ndarray:  # noqa: ARG002
        """Return the arms played, shape (horizon,)."""
        return view.played

    def columns(self, played: np.ndarray) -> dict[str, np.ndarray]:
        """Compute the columns of a run file: the regret."""
        return {"regret": self.regret(played)}

    def regret(self, played: np.ndarray) -> np.ndarray:
        """Compute the cumulative pseudo-regret of the arms played, shape (horizon,).

        It is against the arm that is best over all rounds, or if items retire the best of each.

        Raises
        ------
        InputError
            If one of them is not an arm.
        """
        check_arms(played, self.n_arms)
        means, states = self.hidden_means, self.hidden_states
        if self.hidden_renewals.rounds.size:
            return np.cumsum((means.max(axis=1, keepdims=True) - means)[states, played])
        if self.are_losses:
            best = best_arm(means, states)
            return np.cumsum(means[states, played] - means[states, best])
        return _regret(means[0].max() - means[0], played)


def check_number(arms: int) -> None:
    """Refuse too few arms, or too many."""
    if not 2 <= arms <= MOST_ARMS:
        raise InputError(f"arms is {arms}; expected 2 to {MOST_ARMS}")


@njit(cache=True)
def best_arm(means: np.ndarray, states: np.ndarray) -> int:
    """Find the first arm whose mean losses have the least sum over all rounds."""
    totals = np.zeros(means.shape[1])
    for state in states:
        for arm in range(totals.size):
            totals[arm] += means[state, arm]
    return np.argmin(totals)


@njit(cache=True)
def _regret(gaps: np.ndarray, played: np.ndarray) -> np.ndarray:
    """Sum the gaps, shape (arms,), of the arms played."""
    regret = np.empty(played.size)
    total = 0.0
    for t in range(played.size):
        total += gaps[played[t]]
        regret[t] = total
    return regret
