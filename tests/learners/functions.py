"""Broken algorithms in the form of functions of a view, compiled or not."""

import os
import sys

import numpy as np

from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.traces.budgeted import view as budgeted
from delayed_bandits.traces.budgeted.trace import BudgetedTrace
from delayed_bandits.traces.k_armed import anonymous, mixed
from delayed_bandits.traces.k_armed.identified import IdentifiedTrace, pull
from delayed_bandits.traces.linear import view as linear
from delayed_bandits.traces.linear.trace import LinearTrace
from delayed_bandits.traces.payoffs import view as payoffs
from delayed_bandits.traces.payoffs.trace import PayoffTrace
from delayed_bandits.traces.slots import arrived


@algorithm(IdentifiedTrace, compiled=True)
def good(view):
    for t in range(view.horizon):
        pull(view, t, t % view.n_arms)
        arrived(view, t)


@algorithm(IdentifiedTrace, compiled=True)
def arm_too_large(view):
    for t in range(view.horizon):
        pull(view, t, view.n_arms)
        arrived(view, t)


@algorithm(IdentifiedTrace, compiled=True)
def from_one(view):
    for t in range(1, view.horizon + 1):
        pull(view, t, 0)
        arrived(view, t)


@algorithm(IdentifiedTrace, compiled=True)
def one_too_many(view):
    for t in range(view.horizon + 1):
        pull(view, t, 0)
        if t < view.horizon:
            arrived(view, t)


@algorithm(IdentifiedTrace, compiled=True)
def stops(view):
    for t in range(100):
        pull(view, t, 0)
        arrived(view, t)


@algorithm(IdentifiedTrace, compiled=True)
def twice(view):
    for t in range(view.horizon):
        pull(view, t, 0)
        pull(view, t, 1)
        arrived(view, t)


@algorithm(IdentifiedTrace, compiled=True)
def float_arm(view):
    for t in range(view.horizon):
        pull(view, t, 1.5)


@algorithm(IdentifiedTrace, compiled=True)
def never_asks(view):
    for t in range(view.horizon):
        pull(view, t, 0)


@algorithm(IdentifiedTrace)
def raises(view):
    raise KeyError("mine")


@algorithm(IdentifiedTrace)
def exits(view):
    sys.exit(0)


@algorithm(IdentifiedTrace)
def exits_at_once(view):
    os._exit(0)


@algorithm(IdentifiedTrace)
def loops(view):
    while True:
        pass


@algorithm(IdentifiedTrace, compiled=True)
def loops_compiled(view):
    t = 0
    while t >= 0:
        t = (t + 1) % 7


@algorithm(IdentifiedTrace)
def own_randomness(view):
    for t in range(view.horizon):
        pull(view, t, np.random.randint(view.n_arms))
        arrived(view, t)


@algorithm(anonymous.AnonymousTrace, compiled=True)
def sums_of_no_arm(view):
    for t in range(view.horizon):
        anonymous.pull(view, t, -1)


@algorithm(anonymous.AnonymousTrace, compiled=True)
def sums_that_stop(view):
    for t in range(10):
        anonymous.pull(view, t, 0)


@algorithm(mixed.MixedTrace, compiled=True)
def negative(view):
    distribution = np.zeros(view.n_arms)
    distribution[0], distribution[1], distribution[2] = 5.0, -4.0, 0.0
    for t in range(view.horizon):
        mixed.play(view, t, distribution)
        arrived(view, t)


@algorithm(mixed.MixedTrace, compiled=True)
def not_one(view):
    for t in range(view.horizon):
        mixed.play(view, t, np.ones(view.n_arms))


@algorithm(mixed.MixedTrace, compiled=True)
def too_short(view):
    for t in range(view.horizon):
        mixed.play(view, t, np.ones(1))


@algorithm(mixed.MixedTrace, compiled=True)
def not_a_number(view):
    for t in range(view.horizon):
        mixed.play(view, t, np.full(view.n_arms, np.nan))


@algorithm(mixed.MixedTrace, compiled=True)
def skips_rounds(view):
    for t in range(0, view.horizon, 2):
        mixed.play(view, t, np.full(view.n_arms, 1 / view.n_arms))
        arrived(view, t)
        arrived(view, t + 1)


@algorithm(LinearTrace, compiled=True)
def linear_arm(view):
    for t in range(view.horizon):
        linear.pull(view, t, view.n_arms)
        arrived(view, t)


@algorithm(LinearTrace)
def writes_to_the_sets(view):
    view.action_sets.fill(0)


@algorithm(PayoffTrace, compiled=True)
def payoff_arm(view):
    for t in range(view.horizon):
        payoffs.pull(view, t, 10**6)


@algorithm(BudgetedTrace, compiled=True)
def budgeted_arm(view):
    budgeted.pull(view, 0, -1)


@algorithm(BudgetedTrace, compiled=True)
def overspends(view):
    for t in range(view.horizon):
        budgeted.pull(view, t, 2)
        arrived(view, t)


@algorithm(BudgetedTrace, compiled=True)
def two_pulls(view):
    budgeted.pull(view, 0, 0)
    budgeted.pull(view, 0, 0)
