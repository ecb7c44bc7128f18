"""Items that retire: from time to time an arm gets a new item, with another mean.

A learner may ask when an arm gets a new item, but not for the mean of the item.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from delayed_bandits.checks.build import Described
from delayed_bandits.checks.types import Count, Rounds, Share
from delayed_bandits.kernels.compiling import njit, unowned
from delayed_bandits.traces.streams import Streams


class Renewals(NamedTuple):
    """All replacements of an item by a new one, in order of time, as int64 arrays."""

    rounds: np.ndarray  # shape (renewals,): the first round of each item
    arms: np.ndarray  # shape (renewals,): its arm
    shown: np.ndarray  # shape (1,): how many of them `renewed` has returned so far


def renewals_of(rounds: np.ndarray, arms: np.ndarray) -> Renewals:
    """Return the `Renewals` of a run that has not started."""
    return Renewals(rounds, arms, np.zeros(1, np.int64))


NO_RENEWALS = renewals_of(np.empty(0, np.int64), np.empty(0, np.int64))


@dataclass(frozen=True)
class Retiring(Described):
    """Bernoulli rewards of items that retire, with means drawn from Beta(a, b).

    In each round, with the given `probability`, the item of a uniformly drawn arm retires. The arm
    gets a new item in the next round whose number is a multiple of `every`.
    """

    what = "distribution of items"
    name = "retiring"
    probability: Share
    every: Rounds = 1
    a: Count = 4
    b: Count = 4

    def draw(self, streams: Streams, seed: int, horizon: int, arms: int) -> tuple:
        """Return states, rewards, means and renewals of the `KArmedTrace` of run `seed`."""
        renewals = self.renewals(streams.open("retirements", seed).random(horizon), arms)
        shape = arms + renewals.rounds.size, self.a + self.b - 1
        # the a-th smallest of a + b - 1 uniforms has the distribution Beta(a, b)
        means = np.sort(streams.open("items", seed).random(shape), axis=1)[:, self.a - 1]
        uniforms = streams.open("rewards", seed).random(horizon)
        return *_rewards(uniforms, means, arms, renewals), renewals

    def renewals(self, uniforms: np.ndarray, arms: int) -> Renewals:
        """Return the renewals of a run, given one uniform for each round."""
        played = np.arange(1, uniforms.size + 1)
        retires = uniforms < self.probability
        rounds = -(-played[retires] // self.every) * self.every
        chosen = (uniforms[retires] / self.probability * arms).astype(np.int64)
        within = rounds < uniforms.size
        return renewals_of(rounds[within], np.minimum(chosen, arms - 1)[within])


ITEM_DISTRIBUTIONS = {Retiring.name: Retiring}


@njit(cache=True)
def _rewards(
    uniforms: np.ndarray, means: np.ndarray, n_arms: int, renewals: Renewals
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the state of each round, and the rewards and means in each state."""
    # a state: which items are present, and how many of their means are at most the uniform
    horizon, n_renewals = uniforms.size, renewals.rounds.size
    sets = 1
    for i in range(n_renewals):
        sets += i == 0 or renewals.rounds[i] > renewals.rounds[i - 1]
    n_states = n_arms + 1
    states = np.empty(horizon, np.uint32)
    rewards = np.empty((sets * n_states, n_arms))
    means_of_states = np.empty((sets * n_states, n_arms))
    present, order, edges = means[:n_arms].copy(), np.empty(n_arms, np.int64), np.empty(n_arms)
    next_renewal = start = first_state = 0
    while start < horizon:
        end = renewals.rounds[next_renewal] if next_renewal < n_renewals else horizon
        for arm in range(n_arms):  # NumPy's sorting takes seconds to compile
            rank = 0
            for other in range(n_arms):
                tie = present[other] == present[arm] and other < arm
                rank += present[other] < present[arm] or tie
            order[rank], edges[rank] = arm, present[arm]
        for state in range(n_states):
            for rank in range(n_arms):
                means_of_states[first_state + state, rank] = present[rank]
                rewards[first_state + state, order[rank]] = state <= rank
        for t in range(start, end):
            state = first_state
            for rank in range(n_arms):
                state += uniforms[t] >= edges[rank]
            states[t] = state
        while next_renewal < n_renewals and renewals.rounds[next_renewal] == end:
            present[renewals.arms[next_renewal]] = means[n_arms + next_renewal]
            next_renewal += 1
        start, first_state = end, first_state + n_states
    return states, rewards, means_of_states


@njit(cache=True, forceinline=True)
def renewed(view: NamedTuple, t: int) -> np.ndarray:
    """Return the arms that get a new item in round t. Call this before every round."""
    renewals = view.hidden_renewals
    first = last = renewals.shown[0]
    while last < renewals.rounds.size and renewals.rounds[last] <= t:
        last += 1
    renewals.shown[0] = last
    return unowned(renewals.arms)[first:last]
