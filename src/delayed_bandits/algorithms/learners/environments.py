"""Environments in plain Python, with the same feedback as the compiled views."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from delayed_bandits.checks.schema import schema_of
from delayed_bandits.traces.adversarial_linear.trace import AdversarialLinearTrace
from delayed_bandits.traces.budgeted.trace import BudgetedTrace, Report
from delayed_bandits.traces.k_armed.trace import KArmedTrace
from delayed_bandits.traces.linear.trace import LinearTrace
from delayed_bandits.traces.payoffs.distributions import payoff_of
from delayed_bandits.traces.payoffs.trace import PayoffTrace
from delayed_bandits.traces.protocol import Reported, Trace


@dataclass(frozen=True, eq=False)
class Problem:
    """What a learner knows before the first round, None if unknown. Arrays are read-only."""

    horizon: int  # rounds and arms count from 0
    n_arms: int
    dimension: int | None = None  # of an action, where rounds have action sets
    window: int | None = None  # in rounds: later feedback does not count, or is to be ignored
    largest: float | None = None  # the largest loss; 1 if not given
    signed: bool | None = None  # whether losses may be negative
    mean_delay: float | None = None  # this and the next two: the largest of all arms
    delay_bound: float | None = None  # infinite if there is none
    delay_variance: float | None = None
    maximal_delay: int | None = None  # D, where a payoff u arrives D u rounds later
    budget: float | None = None  # the most pulls; then rounds may be skipped
    probabilities: np.ndarray | None = None  # of the contexts, shape (contexts,)

    def __getattr__(self, name: str) -> None:
        """Raise an AttributeError with the names of the attributes that exist."""
        found = ", ".join(field.name for field in fields(self))
        raise AttributeError(f"problem has no {name}. It has {found}")


@dataclass(frozen=True)
class Environment:
    """A trace as functions in plain Python, with the problem that a learner gets."""

    problem: Problem  # before the setting's parameters are added
    # outcome(t, arm): the delay (the horizon if feedback never arrives) and the reward
    outcome: Callable[[int, int], tuple[int, float]]
    action_set: Callable[[int], np.ndarray] | None = None  # action_set(t); the learner may keep it
    record: Callable[[np.ndarray], Any] = lambda played: played  # what `columns` takes


def frozen(array: np.ndarray) -> np.ndarray:
    """Return a read-only copy of an array."""
    copy = array.copy()
    copy.flags.writeable = False
    return copy


def kind_of_environment(arguments: Mapping[str, Any]) -> type[Trace]:
    """Return the type of trace whose `draw` best fits the `trace` arguments of a setting."""

    def misfit(trace: type[Trace]) -> int:
        schema = schema_of(trace.draw)
        unknown = arguments.keys() - schema["properties"].keys()
        return len(unknown) + len(schema["required"] - arguments.keys())

    return min(ENVIRONMENTS, key=misfit)


def environment_of(trace: Trace) -> Environment:
    """Return a drawn trace as an environment in plain Python."""
    return next(make for kind, make in _MAKERS.items() if isinstance(trace, kind))(trace)


def _k_armed(trace: KArmedTrace) -> Environment:
    states, rewards = trace.hidden_states.tolist(), trace.as_rewards(trace.hidden_outcomes)
    delay_of, reward_of = _delay_of(trace.hidden_delays), rewards.item
    known = {name: getattr(trace, name) for name in ("mean_delay", "delay_bound", "delay_variance")}
    problem = Problem(trace.horizon, trace.n_arms, **known)
    return Environment(problem, lambda t, arm: (delay_of(t, arm), reward_of(states[t], arm)))


def _linear(trace: LinearTrace) -> Environment:
    horizon, n_arms, dimension = trace.action_sets.shape
    mean_of, uniforms = trace.hidden_means.item, trace.hidden_uniforms.tolist()
    delays, sets = trace.hidden_delays[0].tolist(), trace.action_sets

    def outcome(t: int, arm: int) -> tuple[int, float]:
        return (delays[t] if uniforms[t] < mean_of(t, arm) else horizon), 1.0

    problem = Problem(horizon=horizon, n_arms=n_arms, dimension=dimension)
    return Environment(problem, outcome, lambda t: sets[t].copy())


def _payoffs(trace: PayoffTrace) -> Environment:
    """Return an environment whose rewards are the payoffs, or the negated losses."""
    horizon, longest, sign = trace.horizon, trace.maximal_delay, -1.0 if trace.losses else 1.0
    means, table, uniforms = trace.hidden_means, trace.hidden_table, trace.hidden_uniforms
    contexts = np.broadcast_to(trace.contexts, horizon).tolist()
    sets = [frozen(actions) for actions in trace.actions]

    def outcome(t: int, arm: int) -> tuple[int, float]:
        payoff = payoff_of(table, uniforms, t, means.item(contexts[t], arm))
        return math.ceil(longest * payoff), sign * payoff

    _, n_arms, dimension = trace.actions.shape
    problem = Problem(horizon=horizon, n_arms=n_arms, dimension=dimension, maximal_delay=longest)
    return Environment(problem, outcome, lambda t: sets[contexts[t]])


def _budgeted(trace: BudgetedTrace) -> Environment:
    """Return an environment whose actions have separate coordinates for each context."""
    means, uniforms, contexts = trace.hidden_means, trace.hidden_uniforms, trace.contexts.tolist()
    delay_of = _delay_of(trace.hidden_delays)
    n_arms, dimension = trace.features.shape
    wide = np.zeros((len(means), n_arms, len(means), dimension))
    for context, of_context in enumerate(wide):
        of_context[:, context] = trace.features
    sets = [frozen(actions.reshape(n_arms, -1)) for actions in wide]

    def outcome(t: int, arm: int) -> tuple[int, float]:
        reward = means.item(contexts[t], arm)
        if uniforms.size:
            reward = 1.0 if uniforms.item(t) < reward else 0.0
        return delay_of(t, arm), reward

    problem = Problem(
        horizon=trace.horizon,
        n_arms=n_arms,
        dimension=len(means) * dimension,
        window=trace.reward_window,
        mean_delay=max(float(distribution.mean) for distribution in trace.distributions),
        budget=trace.budget,
        probabilities=frozen(trace.probabilities),
    )
    report = Report(trace.reward_window, 0, np.ones(n_arms, np.bool_))
    return Environment(
        problem, outcome, lambda t: sets[contexts[t]], lambda played: Reported(played, report)
    )


_MAKERS: dict[type[Trace], Callable[[Any], Environment]] = {
    KArmedTrace: _k_armed,
    LinearTrace: _linear,
    PayoffTrace: _payoffs,
    BudgetedTrace: _budgeted,
}
ENVIRONMENTS: tuple[type[Trace], ...] = (*_MAKERS, AdversarialLinearTrace)


def _delay_of(delays: np.ndarray) -> Callable[[int, int], int]:
    """Return a function from round and arm to the delay, given the array of `draw_delays`."""
    if len(delays) == 1:
        of_round = delays[0].tolist()
        return lambda t, _: of_round[t]
    return lambda t, arm: delays.item(arm, t)
