"""K-armed adversarial bandits: losses and delays fixed in advance, losses announced late.

A learner plays a distribution over the arms, and the trace draws the arm from it with the learner's
own uniform: so it can record the expected loss, whose sum varies much less than that of the losses.

Feedback that is on its way has a slot, see `delayed_bandits.traces.slots`.
"""

from dataclasses import dataclass
from typing import Annotated, NamedTuple, Self

import numpy as np
from numba import njit

from delayed_bandits.checks.build import build
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.types import Count, Horizon
from delayed_bandits.delays.base import Law
from delayed_bandits.delays.laws import DelayLaws
from delayed_bandits.kernels.compiling import inlined
from delayed_bandits.traces.arm_delays import delay_of, draw_delays, laws_of
from delayed_bandits.traces.k_armed.loss_laws import LOSS_LAWS
from delayed_bandits.traces.slots import Slots, experienced_delay, slots_for, take_slot
from delayed_bandits.traces.streams import Streams

MOST_ARMS = 2**16

LossDescription = Annotated[dict, {"type": "object"}]


class Record(NamedTuple):
    """What was played.

    Attributes
    ----------
    arms : ndarray of uint16, shape (horizon,)
    expected_losses : ndarray of float32, shape (horizon,)
        Of each round, under the distribution that the arm was drawn from.
    """

    arms: np.ndarray
    expected_losses: np.ndarray


class AdversarialFeedback(NamedTuple):
    """What a learner plays against, by `play`, `arrived` and `next_arrived`.

    What is `hidden` is not for it to read.

    Attributes
    ----------
    arms, horizon, slots : int
        Slots are numbered from 0 to slots - 1.
    arm : ndarray of int32, shape (slots,)
        The arm that was played in the slot's round.
    probability : ndarray, shape (slots,)
        With which it was drawn.
    loss : ndarray, shape (slots,)
        Its loss, to be read once it has arrived.
    played, expected_losses : ndarray
        The parts of a `Record`.
    """

    arms: int
    horizon: int
    slots: int
    arm: np.ndarray
    probability: np.ndarray
    loss: np.ndarray
    played: np.ndarray
    expected_losses: np.ndarray
    hidden_states: np.ndarray
    hidden_losses: np.ndarray
    hidden_means: np.ndarray
    hidden_delays: np.ndarray
    hidden_uniforms: np.ndarray
    hidden_slots: Slots

    def record(self) -> Record:
        """What was played, at the end of a replay."""
        return Record(self.played, self.expected_losses)


@dataclass(frozen=True, eq=False)
class AdversarialTrace:
    """Everything random about one replication of an adversarial K-armed bandit.

    What is `hidden` is not for a learner to read: it plays against what `start()` gives.

    Attributes
    ----------
    hidden_states, hidden_losses, hidden_means : ndarray
        See `delayed_bandits.traces.k_armed.losses.Losses`.
    hidden_delays : ndarray of int32, shape (1, horizon), or (arms, horizon) if arms have own laws
        In rounds; 0 means known before the next round, the horizon stands for all that is longer.
    hidden_uniforms : ndarray, shape (horizon,)
        The learner's own randomness, from which its arms are drawn.
    laws : list of Law
        The law of the delays, or one law for each arm.
    """

    hidden_states: np.ndarray
    hidden_losses: np.ndarray
    hidden_means: np.ndarray
    hidden_delays: np.ndarray
    hidden_uniforms: np.ndarray
    laws: list[Law]

    @classmethod
    def draw(
        cls,
        streams: Streams,
        seed: int,
        *,
        horizon: Horizon,
        arms: Count,
        losses: LossDescription,
        delay: DelayLaws,
    ) -> Self:
        """Draw the trace of replication `seed`.

        Parameters
        ----------
        streams : Streams
            The paper's random streams.
        seed : int
            Number of the replication.
        horizon, arms : int
            Rounds; arms, at least 2.
        losses : mapping
            The law of the losses, see `delayed_bandits.traces.k_armed.loss_laws`.
        delay : Law or list of Law
            The law of the delays, or one law for each arm.

        Raises
        ------
        InputError
            If there is one arm only or too many, if the losses have no such law, or if there are
            neither one delay law nor as many as arms.
        """
        if not 2 <= arms <= MOST_ARMS:
            raise InputError(f"arms is {arms}; expected 2 to {MOST_ARMS}")
        laws = laws_of(delay, arms)
        delays = draw_delays(laws, streams, seed, horizon)
        uniforms = streams.open("losses", seed).random(horizon)
        drawn = build(losses, LOSS_LAWS).draw(uniforms, arms)
        uniforms = streams.open("learner-uniforms", seed).random(horizon, out=uniforms)
        return cls(*drawn, delays, uniforms, laws)

    def start(self) -> AdversarialFeedback:
        """Begin a replay."""
        arms, horizon = self.hidden_losses.shape[1], self.hidden_states.size
        slots = slots_for(self.hidden_delays)
        number = slots.free.size
        return AdversarialFeedback(
            arms=arms,
            horizon=horizon,
            slots=number,
            arm=np.empty(number, np.int32),
            probability=np.empty(number),
            loss=np.empty(number),
            played=np.empty(horizon, np.uint16),
            expected_losses=np.empty(horizon, np.float32),
            hidden_states=self.hidden_states,
            hidden_losses=self.hidden_losses,
            hidden_means=self.hidden_means,
            hidden_delays=self.hidden_delays,
            hidden_uniforms=self.hidden_uniforms,
            hidden_slots=slots,
        )

    def total_delay(self) -> int:
        """The delay experienced up to the horizon, for learners that are told.

        Raises
        ------
        InputError
            If arms have delays of their own: it is not known before the arms are played.
        """
        if len(self.laws) > 1:
            raise InputError("the total delay depends on the arms played; expected one delay law")
        return experienced_delay(self.hidden_delays[0])

    def regret(self, record: Record) -> np.ndarray:
        """Cumulative regret against the arm that is best over all rounds, shape (horizon,).

        It is added up in double precision and given in single.
        """
        return _regret(record.expected_losses, self.hidden_means, self.hidden_states)


@njit(cache=True)
def _regret(expected_losses: np.ndarray, means: np.ndarray, states: np.ndarray) -> np.ndarray:
    totals = np.zeros(means.shape[1])
    for state in states:
        for arm in range(totals.size):
            totals[arm] += means[state, arm]
    best = np.argmin(totals)
    regret = np.empty(states.size, np.float32)
    total = 0.0
    for t in range(states.size):
        total += expected_losses[t] - means[states[t], best]
        regret[t] = total
    return regret


@inlined
def play(feedback: AdversarialFeedback, t: int, distribution: np.ndarray) -> int:
    """Play an arm drawn from `distribution` in round t: the slot of its feedback.

    Rounds and arms count from 0; every round is played once, in order, and after each it is asked
    what has arrived: the number of slots is limited.

    Raises
    ------
    ValueError
        If the distribution does not sum to 1 over all arms, or if no slot is free.
    """
    luck = feedback.hidden_uniforms[t]
    state = feedback.hidden_states[t]
    expected = 0.0
    for i in range(feedback.arms):
        expected += distribution[i] * feedback.hidden_means[state, i]
    arm = 0
    reached = 0.0
    for i in range(feedback.arms - 1):
        reached += distribution[i]
        arm += luck >= reached
    if not abs(reached + distribution[-1] - 1) < 1e-6 or distribution.size != feedback.arms:
        raise ValueError("the distribution does not sum to 1 over all arms")
    while distribution[arm] == 0:
        arm -= 1
    feedback.played[t] = arm
    feedback.expected_losses[t] = expected

    slot = take_slot(feedback.hidden_slots, t + delay_of(feedback.hidden_delays, t, arm))
    feedback.arm[slot] = arm
    feedback.probability[slot] = distribution[arm]
    feedback.loss[slot] = feedback.hidden_losses[state, arm]
    return slot
