"""Adversarial linear bandits: losses are fixed in advance and observed late.

The loss of a point is in [-1, 1]. It is the point's inner product with the round's loss vector.
"""

import math
from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple, Self

import numpy as np

from delayed_bandits.checks.build import build
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.types import Horizon
from delayed_bandits.delays.distributions import DelayDistribution
from delayed_bandits.kernels.compiling import inlined
from delayed_bandits.traces.adversarial_linear.bodies import BODIES, Body, Shape
from delayed_bandits.traces.arms import check_played, draw_delays
from delayed_bandits.traces.protocol import ReadOnly, view_of
from delayed_bandits.traces.slots import Slots, experienced_delay, slots_for, take_slot
from delayed_bandits.traces.streams import LearnerRandomness, Streams

BodyDescription = Annotated[dict, {"type": "object"}]
Block = Annotated[int | None, {"type": ["integer", "null"], "minimum": 1}]


class PointRecord(NamedTuple):
    """The actions played, and the expected loss of each round's random action."""

    actions: np.ndarray  # shape (horizon, dimension)
    expected_losses: np.ndarray  # shape (horizon,)


class PointView(NamedTuple):
    """What a learner may read of an `AdversarialLinearTrace`. Rounds count from 0."""

    dimension: int
    horizon: int
    n_slots: int
    shape: Shape  # of the body
    inside: np.ndarray  # shape (dimension,): a point in the interior
    round: np.ndarray  # int64, shape (slots,): the round of each slot
    loss: np.ndarray  # shape (slots,): its loss, once that has arrived
    played: np.ndarray  # shape (horizon, dimension): the actions played so far
    hidden_expected_losses: np.ndarray
    hidden_vectors: np.ndarray
    hidden_means: np.ndarray
    hidden_delays: np.ndarray
    hidden_slots: Slots


@dataclass(frozen=True, eq=False)
class AdversarialLinearTrace(ReadOnly):
    """All random numbers of one run of an adversarial linear bandit."""

    body: Body
    hidden_vectors: np.ndarray  # shape (horizon, dimension): the loss vectors
    hidden_means: np.ndarray  # the same shape: their expectations, given theta
    hidden_delays: np.ndarray  # as from `draw_delays`, one row
    randomness: LearnerRandomness

    horizon = property(lambda self: len(self.hidden_vectors))

    @classmethod
    def draw(
        cls,
        streams: Streams,
        seed: int,
        *,
        horizon: Horizon,
        body: BodyDescription,
        losses: Literal["stochastic", "square_wave"],
        delay: DelayDistribution,
        block: Block = None,
    ) -> Self:
        """Return the trace of run `seed`.

        The entries of the vector theta have random signs and equal size. If `losses` is
        "stochastic", a loss vector is theta with probability 1/2, and otherwise has a uniformly
        random direction. If it is "square_wave", loss vectors are theta and -theta in turn, for
        `block` rounds each. Vectors are scaled so that the largest loss on the body is 1.
        """
        body = build(body, BODIES)
        if losses == "square_wave" and block is None:
            raise InputError("losses: the square wave needs a block. Give block: ROUNDS.")
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
            randomness=LearnerRandomness(streams, seed),
        )

    def start(self) -> PointView:
        return view_of(
            PointView,
            self,
            slots_for(self.hidden_delays),
            dimension=self.body.dimension,
            shape=self.body.shape,
            inside=self.body.inside,
            played=np.zeros(self.hidden_vectors.shape),
            hidden_expected_losses=np.full(self.horizon, np.nan),
        )

    def record(self, view: PointView, report: None) -> PointRecord:  # noqa: ARG002
        return PointRecord(view.played, view.hidden_expected_losses)

    @property
    def mean_delay(self) -> float:
        """The mean delay of the run, where each delay is cut off at the horizon."""
        return experienced_delay(self.hidden_delays[0]) / self.horizon

    def regret(self, record: PointRecord) -> np.ndarray:
        """Return the cumulative regret against the best fixed point, shape (horizon,)."""
        check_played(record.expected_losses)
        total = self.hidden_means.sum(axis=0).round(6)  # 0 where opposite vectors cancel
        # no BLAS: its last bit depends on the processor
        best = (self.hidden_means * self.body.minimiser(total)).sum(axis=1)
        return np.cumsum(record.expected_losses - best)


def _scaled(vectors: np.ndarray, body: Body) -> np.ndarray:
    return vectors / body.largest_modulus(vectors)[:, None]


@inlined
def play_point(view: PointView, t: int, mean: np.ndarray, action: np.ndarray) -> int:
    """Play `action`, a draw with expectation `mean`, and return the slot of its loss."""
    if t < 0 or t >= view.horizon or not math.isnan(view.hidden_expected_losses[t]):
        raise ValueError("a round was played twice, or is beyond the horizon")
    if mean.size != view.dimension or action.size != view.dimension:
        raise ValueError("the point has another dimension than the body")
    loss = 0.0
    expected = 0.0
    for i in range(view.dimension):
        loss += view.hidden_vectors[t, i] * action[i]
        expected += view.hidden_means[t, i] * mean[i]
        view.played[t, i] = action[i]
    view.hidden_expected_losses[t] = expected
    return take_slot(view.hidden_slots, t, view.hidden_delays[0, t], loss)
