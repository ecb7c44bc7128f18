"""Linear bandits with delay as payoff: a payoff u arrives D u rounds later."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Self

import numpy as np

from delayed_bandits.checks.build import build
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.types import Count, Horizon, Positive
from delayed_bandits.traces.arms import UNPLAYED, cumulative_regret
from delayed_bandits.traces.instances import PAYOFFS, InstancesDescription, mean_payoffs
from delayed_bandits.traces.payoffs.laws import payoff_table
from delayed_bandits.traces.payoffs.view import PayoffView
from delayed_bandits.traces.protocol import ReadOnly, Reported, view_of
from delayed_bandits.traces.slots import slots_of
from delayed_bandits.traces.streams import LearnerRandomness, Streams

MOST_ACTIONS, MOST_CONTEXTS = 2**15 - 1, 2**16
"""Actions are stored in 15 bits, contexts in 16."""


@dataclass(frozen=True, eq=False)
class PayoffTrace(ReadOnly):
    """Everything random about one replication of a bandit with delay as payoff.

    What is not hidden is that of `PayoffView` and `draw`.
    """

    losses: bool
    maximal_delay: int
    actions: np.ndarray
    contexts: np.ndarray
    hidden_means: np.ndarray  # shape (contexts, actions): mean payoffs
    hidden_uniforms: np.ndarray  # shape (horizon,), or (0,) if payoffs are their means
    horizon: int
    payoff_law: str
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
        actions: Count,
        instances: InstancesDescription,
        contexts: Count = 1,
        payoff_law: Literal["beta", "bernoulli", "means"] = "beta",
        concentration: Positive = 4.0,
    ) -> Self:
        """Draw the trace of replication `seed` from the paper's random streams.

        Each round has one of the contexts, uniformly, with its set of K = `actions` of the law
        `instances` (`traces.instances.PAYOFFS`). Payoffs of mean m are of law Beta(m c, (1 - m) c),
        with `concentration` c, in {0, 1}, or without noise.
        """
        if actions > MOST_ACTIONS:
            raise InputError(f"actions is {actions}; expected at most {MOST_ACTIONS}")
        if contexts > MOST_CONTEXTS:
            raise InputError(f"contexts is {contexts}; expected at most {MOST_CONTEXTS}")
        law = build(instances, PAYOFFS)
        theta, sets = law.draw(streams.open("instance", seed), contexts, actions)
        uniforms = streams.open("contexts", seed).random(horizon if contexts > 1 else 1)
        noisy = payoff_law != "means"
        return cls(
            losses=payoffs == "losses",
            maximal_delay=maximal_delay,
            actions=sets,
            contexts=(uniforms * contexts).astype(np.uint16),
            hidden_means=mean_payoffs(theta, sets),
            hidden_uniforms=streams.open("payoffs", seed).random(horizon if noisy else 0),
            horizon=horizon,
            payoff_law=payoff_law,
            concentration=float(concentration),
            randomness=LearnerRandomness(streams, seed),
        )

    @property
    def hidden_table(self) -> np.ndarray:
        """Table of payoffs, see `delayed_bandits.traces.payoffs.laws`."""
        return payoff_table(self.payoff_law, self.concentration)

    def start(self) -> PayoffView:
        slots = slots_of(self.horizon, min(self.maximal_delay + 1, self.horizon))
        return view_of(
            PayoffView,
            self,
            n_arms=self.actions.shape[1],
            round=slots.round,
            payoff=slots.value,
            played=np.full(self.horizon, UNPLAYED, np.int16),
            hidden_slots=slots,
        )

    def regret(self, run: np.ndarray | Reported) -> np.ndarray:
        """Compute the cumulative pseudo-regret of the arms played, shape (horizon,)."""
        played = run.arms if isinstance(run, Reported) else run
        gaps = np.abs(self.hidden_means - self.best[:, None])
        return cumulative_regret(gaps, self.contexts, played)

    @property
    def best(self) -> np.ndarray:
        """Mean payoff of the best action of each context, shape (contexts,)."""
        return self.hidden_means.min(axis=1) if self.losses else self.hidden_means.max(axis=1)

    def columns(self, run: np.ndarray | Reported) -> dict[str, np.ndarray]:
        """Compute the columns of a run file, each of shape (horizon,).

        Beside the regret, "best" is the mean payoff of the best action, averaged over contexts, and
        "largest_gap" that of the worst action. A report of `Progress` is there, too, and
        "first_elimination", the rounds until that of an action; the horizon if none was.
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


def check_one_context(
    trace: PayoffTrace,
    parameters: Mapping[str, Any],  # noqa: ARG001
) -> list[str]:
    """Check that a trace has one context, for algorithms that need a fixed action set."""
    if len(trace.actions) > 1:
        raise InputError(f"contexts is {len(trace.actions)}; expected 1, or name other settings")
    return []
