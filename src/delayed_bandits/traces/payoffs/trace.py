"""Linear bandits with delay as payoff: a payoff u arrives D u rounds later."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple, Self

import numpy as np

from delayed_bandits.checks.build import build
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.types import Count, Horizon, Positive
from delayed_bandits.kernels.compiling import inlined
from delayed_bandits.traces.arms import UNPLAYED, cumulative_regret, note_play
from delayed_bandits.traces.instances import PAYOFFS, InstancesDescription, mean_payoffs
from delayed_bandits.traces.payoffs.distributions import payoff_of, payoff_table
from delayed_bandits.traces.protocol import ReadOnly, Reported, view_of
from delayed_bandits.traces.slots import Slots, slots_of, take_slot
from delayed_bandits.traces.streams import LearnerRandomness, Streams

# the most actions and contexts, stored in 15 and 16 bits
Actions = Annotated[int, {"type": "integer", "minimum": 1, "maximum": 2**15 - 1}]
Contexts = Annotated[int, {"type": "integer", "minimum": 1, "maximum": 2**16}]


class Progress(NamedTuple):
    """The progress of an elimination algorithm, as the learner reports it."""

    active: np.ndarray  # int16, shape (horizon,): number of active actions
    restarts: np.ndarray  # int32, shape (horizon,): number of changes of the guess B so far


class PayoffView(NamedTuple):
    """What a learner may read of a `PayoffTrace`. Rounds and arms count from 0."""

    n_arms: int
    horizon: int
    losses: bool  # whether payoffs are losses and not rewards
    maximal_delay: int  # D: the delay of a payoff u is D u, in rounds
    actions: np.ndarray  # shape (contexts, arms, dimension): the action set of each context
    contexts: np.ndarray  # uint16, shape (horizon,), or (1,) for one context; later ones are secret
    round: np.ndarray  # int64, shape (slots,): the round of each slot
    payoff: np.ndarray  # shape (slots,): its payoff, once that has arrived
    played: np.ndarray  # int16, shape (horizon,): the arms played so far
    hidden_means: np.ndarray
    hidden_table: np.ndarray
    hidden_uniforms: np.ndarray
    hidden_slots: Slots


@dataclass(frozen=True, eq=False)
class PayoffTrace(ReadOnly):
    """All random numbers of one run of a bandit with delay as payoff.

    For fields without a comment see `PayoffView` and `draw`.
    """

    losses: bool
    maximal_delay: int
    actions: np.ndarray
    contexts: np.ndarray
    hidden_means: np.ndarray  # shape (contexts, actions): mean payoffs
    hidden_uniforms: np.ndarray  # shape (horizon,), or (0,) if each payoff is its mean
    horizon: int
    payoff_distribution: str
    concentration: float
    randomness: LearnerRandomness

    @classmethod
    def draw(
        cls,
        streams: Streams,
        seed: int,
        *,
        horizon: Horizon,
        payoffs: Literal["losses", "rewards"],
        maximal_delay: Count,
        actions: Actions,
        instances: InstancesDescription,
        contexts: Contexts = 1,
        payoff_distribution: Literal["beta", "bernoulli", "means"] = "beta",
        concentration: Positive = 4.0,
    ) -> Self:
        """Return the trace of run `seed`, drawn from the paper's random streams.

        Each round has a context, drawn uniformly. Each context has a set of K = `actions` actions.
        `instances` describes one of `PAYOFFS`. If `payoff_distribution` is "beta", a payoff of mean
        m is drawn from Beta(m c, (1 - m) c), where c is the `concentration`. If it is "bernoulli",
        the payoff is 0 or 1. If it is "means", the payoff is m.
        """
        distribution = build(instances, PAYOFFS)
        theta, sets = distribution.draw(streams.open("instance", seed), contexts, actions)
        uniforms = streams.open("contexts", seed).random(horizon if contexts > 1 else 1)
        noisy = payoff_distribution != "means"
        return cls(
            losses=payoffs == "losses",
            maximal_delay=maximal_delay,
            actions=sets,
            contexts=(uniforms * contexts).astype(np.uint16),
            hidden_means=mean_payoffs(theta, sets),
            hidden_uniforms=streams.open("payoffs", seed).random(horizon if noisy else 0),
            horizon=horizon,
            payoff_distribution=payoff_distribution,
            concentration=float(concentration),
            randomness=LearnerRandomness(streams, seed),
        )

    @property
    def hidden_table(self) -> np.ndarray:
        """The table of `payoff_of` for these payoffs."""
        return payoff_table(self.payoff_distribution, self.concentration)

    def start(self) -> PayoffView:
        return view_of(
            PayoffView,
            self,
            slots_of(self.horizon, min(self.maximal_delay + 1, self.horizon)),
            n_arms=self.actions.shape[1],
            played=np.full(self.horizon, UNPLAYED, np.int16),
        )

    def regret(self, run: np.ndarray | Reported) -> np.ndarray:
        """Return the cumulative pseudo-regret of the arms played, shape (horizon,)."""
        played = run.arms if isinstance(run, Reported) else run
        gaps = np.abs(self.hidden_means - self.best[:, None])
        return cumulative_regret(gaps, self.contexts, played)

    @property
    def best(self) -> np.ndarray:
        """The best mean payoff in each context, shape (contexts,)."""
        return self.hidden_means.min(axis=1) if self.losses else self.hidden_means.max(axis=1)

    def columns(self, run: np.ndarray | Reported) -> dict[str, np.ndarray]:
        """Return the columns of a run file, each of shape (horizon,).

        "best" is the mean payoff of the best action, averaged over contexts. "largest_gap" is the
        gap of the worst action. If the learner reports `Progress`, there are also its fields, and
        "first_elimination": the rounds until the first elimination, or the horizon without one.
        """
        gap = np.ptp(self.hidden_means, axis=1).max()
        columns = {
            "regret": self.regret(run),
            "best": np.broadcast_to(self.best.mean(), self.horizon),
            "largest_gap": np.broadcast_to(gap, self.horizon),
        }
        if isinstance(run, Reported):
            active, restarts = run.report
            fewer = (active < active[0]) | (restarts > 0)
            first = int(np.argmax(fewer)) if fewer.any() else self.horizon
            columns |= {
                "active": active,
                "restarts": restarts,
                "first_elimination": np.broadcast_to(first, self.horizon),
            }
        return columns


def check_one_context(trace: PayoffTrace, _parameters: Mapping[str, Any]) -> list[str]:
    """Return no remarks, or raise InputError if a trace has several contexts."""
    if len(trace.actions) > 1:
        raise InputError(f"contexts is {len(trace.actions)}. Give 1, or name other settings.")
    return []


@inlined
def context_of(contexts: np.ndarray, t: int) -> int:
    """Return the context of round t, given the field `contexts` of a trace or a view."""
    return contexts[0 if contexts.size == 1 else t]


@inlined
def pull(view: PayoffView, t: int, arm: int) -> None:
    """Play `arm` in round t, and schedule its payoff.

    A payoff u arrives at the end of the first round s >= t + `maximal_delay` u, as in the paper.
    """
    note_play(view.played, t, arm, view.n_arms)
    mean = view.hidden_means[context_of(view.contexts, t), arm]
    payoff = payoff_of(view.hidden_table, view.hidden_uniforms, t, mean)
    take_slot(view.hidden_slots, t, math.ceil(view.maximal_delay * payoff), payoff)
