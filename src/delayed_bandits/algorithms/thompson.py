"""Thompson sampling for rewards in [0, 1] (Chapelle and Li 2011, Algorithm 2)."""

import numpy as np

from delayed_bandits.algorithms.item_rewards import Received, forget_retired, receive
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.types import Flag, Positive
from delayed_bandits.kernels.compiling import inlined, njit
from delayed_bandits.kernels.counter_based import (
    largest_draw,
    largest_draws,
    new_betas,
    set_distribution,
)
from delayed_bandits.traces.k_armed import runs
from delayed_bandits.traces.k_armed.identified import IdentifiedTrace, IdentifiedView, pull
from delayed_bandits.traces.streams import Key


@inlined
def _set_posterior(betas, arm, received, prior, reshaping):
    a = prior[0] + received.total[arm]
    b = prior[1] + (received.count[arm] - received.total[arm])
    set_distribution(betas, arm, a / reshaping, b / reshaping)


@njit(cache=True)
def _in_step(view, prior_successes, prior_failures, optimistic, reshaping, keys):
    """Play `thompson` in several runs.

    `received` and `betas` have an entry for each arm of each run, with index arm * runs + run. The
    variable `arm` is such an index.
    """
    prior, n = (prior_successes, prior_failures), view.n_arms * view.n_runs
    received = Received(np.zeros(n), np.zeros(n), np.zeros(n, np.int64))
    betas, choice = new_betas(n, keys[0]), np.zeros(view.n_runs, np.int64)
    for arm in range(n):
        _set_posterior(betas, arm, received, prior, reshaping)
    for t in range(view.horizon):
        largest_draws(betas, keys, t, optimistic, choice)
        for run in range(view.n_runs):
            runs.pull(view, t, run, choice[run])
        play = runs.last_arrival(view, t)
        while play != runs.NONE:
            arm, reward = runs.outcome_of(view, play)
            received.total[arm] += reward
            received.count[arm] += 1.0
            _set_posterior(betas, arm, received, prior, reshaping)
            play = runs.arrival_before(view, play)


@algorithm(IdentifiedTrace, nanoseconds=150, compiled=True, in_step=_in_step)
def thompson(
    view: IdentifiedView,
    *,
    prior_successes: Positive = 1.0,
    prior_failures: Positive = 1.0,
    optimistic: Flag = False,
    reshaping: Positive = 1.0,
    key: Key,
) -> None:
    """Play Thompson sampling on the rewards that have arrived.

    The prior is Beta(a, b), with a = `prior_successes` and b = `prior_failures`. A reward of r adds
    r to a and 1 - r to b. Draws are from Beta(a / alpha, b / alpha), where alpha is `reshaping`.
    They vary less if alpha is below 1. If `optimistic` is true, draws are at least the mean.
    """
    prior, n = (prior_successes, prior_failures), view.n_arms
    received = Received(np.zeros(n), np.zeros(n), np.zeros(n, np.int64))
    betas = new_betas(n, key)
    for arm in range(n):
        _set_posterior(betas, arm, received, prior, reshaping)
    for t in range(view.horizon):
        for arm in forget_retired(received, view, t):
            _set_posterior(betas, arm, received, prior, reshaping)
        pull(view, t, largest_draw(betas, t, optimistic))
        for slot in receive(received, view, t):
            _set_posterior(betas, view.arm[slot], received, prior, reshaping)
