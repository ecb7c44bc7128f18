"""Adversarial linear bandits with delays: loss vectors fixed in advance, losses announced late.

In round t the learner plays a point of a convex body, and its loss is the product with the loss
vector of the round. Loss vectors are such that no loss on the body exceeds 1 in modulus.
"""

from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple, Self

import numpy as np

from delayed_bandits.checks.build import build
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.types import Horizon
from delayed_bandits.delays.laws import DelayLaw
from delayed_bandits.kernels.compiling import inlined
from delayed_bandits.traces.adversarial_linear.bodies import BODIES, Body, Shape
from delayed_bandits.traces.arm_delays import draw_delays
from delayed_bandits.traces.slots import Slots, experienced_delay, slots_for, take_slot
from delayed_bandits.traces.streams import Streams

BodyDescription = Annotated[dict, {"type": "object"}]
Block = Annotated[int | None, {"type": ["integer", "null"], "minimum": 1}]


class PointRecord(NamedTuple):
    """What was played.

    Attributes
    ----------
    actions : ndarray, shape (horizon, dimension)
    expected_losses : ndarray, shape (horizon,)
        Of each round, of the mean of the law that the action was drawn from.
    """

    actions: np.ndarray
    expected_losses: np.ndarray


class PointFeedback(NamedTuple):
    """What a learner plays against, by `play_point`, `arrived` and `next_arrived`.

    What is `hidden` is not for it to read.

    Attributes
    ----------
    dimension, horizon, slots : int
        Slots are numbered from 0 to slots - 1.
    shape : Shape
        Of the body, see `delayed_bandits.traces.adversarial_linear.bodies`.
    inside : ndarray, shape (dimension,)
        A point in the interior.
    uniforms : ndarray, shape (horizon, dimension)
        The learner's own randomness.
    loss : ndarray, shape (slots,)
        The loss of the slot's round, to be read once it has arrived.
    actions, expected_losses : ndarray
        The parts of a `PointRecord`.
    """

    dimension: int
    horizon: int
    slots: int
    shape: Shape
    inside: np.ndarray
    uniforms: np.ndarray
    loss: np.ndarray
    actions: np.ndarray
    expected_losses: np.ndarray
    hidden_vectors: np.ndarray
    hidden_means: np.ndarray
    hidden_delays: np.ndarray
    hidden_slots: Slots

    def record(self) -> PointRecord:
        """What was played, at the end of a replay."""
        return PointRecord(self.actions, self.expected_losses)


@dataclass(frozen=True, eq=False)
class AdversarialLinearTrace:
    """Everything random about one replication of an adversarial linear bandit.

    What is `hidden` is not for a learner to read: it plays against what `start()` gives.

    Attributes
    ----------
    body : Body
    hidden_vectors : ndarray, shape (horizon, dimension)
        The loss vectors.
    hidden_means : ndarray, shape (horizon, dimension)
        Their expectations given all that the adversary fixed without drawing lots.
    hidden_delays : ndarray of int32, shape (1, horizon)
        In rounds; 0 means known before the next round, the horizon stands for all that is longer.
    uniforms : ndarray, shape (horizon, dimension)
        The learner's own randomness.
    """

    body: Body
    hidden_vectors: np.ndarray
    hidden_means: np.ndarray
    hidden_delays: np.ndarray
    uniforms: np.ndarray

    @classmethod
    def draw(
        cls,
        streams: Streams,
        seed: int,
        *,
        horizon: Horizon,
        body: BodyDescription,
        losses: Literal["stochastic", "square_wave"],
        delay: DelayLaw,
        block: Block = None,
    ) -> Self:
        """Draw the trace of replication `seed`.

        Parameters
        ----------
        streams : Streams
            The paper's random streams.
        seed : int
            Number of the replication.
        horizon : int
            Rounds.
        body : mapping
            See `delayed_bandits.traces.adversarial_linear.bodies`.
        losses : {"stochastic", "square_wave"}
            A vector theta is fixed, of random signs. Loss vectors are theta with probability 1/2,
            else in a direction that is uniform on the sphere; or theta and -theta in turn, for
            `block` rounds each. Each is scaled so that the largest loss on the body is 1.
        delay : Law
            The law of the delays.
        block : int, optional
            Rounds in a block of the square wave.

        Raises
        ------
        InputError
            If the body cannot be, or if a square wave has no block.
        """
        body = build(body, BODIES)
        if losses == "square_wave" and block is None:
            raise InputError("losses: the square wave needs a block; expected block: ROUNDS")
        shape = (horizon, body.dimension)
        signs = np.where(streams.open("theta", seed).random((1, body.dimension)) < 0.5, 1.0, -1.0)
        theta = _scaled(signs, body)
        if losses == "stochastic":
            vectors = _scaled(streams.open("loss-vectors", seed).standard_normal(shape), body)
            vectors[streams.open("losses", seed).random(horizon) < 0.5] = theta
            means = np.repeat(theta / 2, horizon, axis=0)
        else:
            wave = 1 - 2 * (np.arange(horizon) // block % 2)
            vectors = means = wave[:, None] * theta
        return cls(
            body=body,
            hidden_vectors=vectors,
            hidden_means=means,
            hidden_delays=draw_delays([delay], streams, seed, horizon),
            uniforms=streams.open("learner-uniforms", seed).random(shape),
        )

    def start(self) -> PointFeedback:
        """Begin a replay."""
        horizon, dimension = self.hidden_vectors.shape
        slots = slots_for(self.hidden_delays)
        return PointFeedback(
            dimension=dimension,
            horizon=horizon,
            slots=slots.free.size,
            shape=self.body.shape,
            inside=self.body.inside,
            uniforms=self.uniforms,
            loss=np.empty(slots.free.size),
            actions=np.empty((horizon, dimension)),
            expected_losses=np.empty(horizon),
            hidden_vectors=self.hidden_vectors,
            hidden_means=self.hidden_means,
            hidden_delays=self.hidden_delays,
            hidden_slots=slots,
        )

    def total_delay(self) -> int:
        """The delay experienced up to the horizon, for learners that are told."""
        return experienced_delay(self.hidden_delays[0])

    def regret(self, record: PointRecord) -> np.ndarray:
        """Cumulative regret against the point that is best over all rounds, shape (horizon,)."""
        total = self.hidden_means.sum(axis=0).round(6)  # 0 where opposite vectors cancel
        return np.cumsum(record.expected_losses - self.hidden_means @ self.body.minimiser(total))


def _scaled(vectors: np.ndarray, body: Body) -> np.ndarray:
    """Divide each vector by its largest loss on the body."""
    return vectors / body.largest_modulus(vectors)[:, None]


@inlined
def play_point(feedback: PointFeedback, t: int, mean: np.ndarray, action: np.ndarray) -> int:
    """Play `action` in round t, drawn from a law with the given `mean`: the slot of its feedback.

    Rounds count from 0; every round is played once, in order.
    """
    loss = 0.0
    expected = 0.0
    for i in range(feedback.dimension):
        loss += feedback.hidden_vectors[t, i] * action[i]
        expected += feedback.hidden_means[t, i] * mean[i]
        feedback.actions[t, i] = action[i]
    feedback.expected_losses[t] = expected
    slot = take_slot(feedback.hidden_slots, t + feedback.hidden_delays[0, t])
    feedback.loss[slot] = loss
    return slot
