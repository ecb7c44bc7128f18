"""What the plain replays of all papers share: delayed feedback, sums, and ties.

They read only what traces hide, and count everything themselves. Rounds count from 0 here. The
feedback of round s with delay d arrives at the end of round s + d, and never if that is past the
horizon.
"""

import math

import numpy as np


def rewards_of(trace):
    """The reward of each arm in each round, shape (rounds, arms)."""
    outcomes = trace.hidden_outcomes[trace.hidden_states]
    return 1 - outcomes if trace.are_losses else outcomes


def first_best(values, tie=1e-9):
    """The tie rule of the project: the first of the values within `tie` of the largest."""
    values = list(values)
    least = max(values) - tie
    return next(i for i, value in enumerate(values) if value >= least)


def plain_sum(values):
    """The sum from left to right: `sum` and `np.sum` round in another way."""
    total = 0.0
    for value in values:
        total += value
    return total


def norm(vector, matrix):
    return math.sqrt(vector @ matrix @ vector)


def radius(n, dimension, confidence, regularisation):
    """The radius of a confidence ellipsoid after n actions (Abbasi-Yadkori et al. 2011)."""
    least = dimension * regularisation
    log_term = 2 * math.log(1 / confidence) + dimension * math.log((least + n) / least)
    return math.sqrt(regularisation) + math.sqrt(log_term)


def plain_mean(values):
    """The mean, or 0 if there are no values."""
    return plain_sum(values) / max(1, len(values))


def kept(bounds):
    """Arms whose upper bound is not below another's lower bound; `bounds` are (lower, upper)."""
    most = max(lower for lower, _ in bounds.values())
    return [arm for arm, (_, upper) in bounds.items() if not upper < most]


class Environment:
    """The rounds played so far, and their feedback by the round in which it arrives."""

    def __init__(self, trace):
        self.trace, self.horizon = trace, trace.horizon
        self.played = []
        self.arrivals = [[] for _ in range(trace.horizon)]

    @property
    def t(self):
        return len(self.played)

    @property
    def over(self):
        return self.t == self.horizon

    @property
    def missing(self):
        """How many rounds' feedback is absent at the beginning of the next round."""
        return self.t - sum(len(arrived) for arrived in self.arrivals[: self.t])

    def delay(self, s, arm):
        delays = self.trace.hidden_delays
        return int(delays[arm if len(delays) > 1 else 0, s])

    def send(self, played, feedback, delay=None):
        """Play a round: the feedback that arrives at its end, in order of play."""
        t = self.t
        arrival = t + (self.delay(t, played) if delay is None else delay)
        self.played.append(played)
        if arrival < self.horizon:
            self.arrivals[arrival].append(feedback)
        return self.arrivals[t]


class ArmedGame(Environment):
    """A K-armed bandit, and the received rewards of each arm, in order."""

    def __init__(self, trace):
        super().__init__(trace)
        self.rewards = rewards_of(trace)
        self.items = list(range(trace.n_arms))  # others may take their places
        self.received = [[] for _ in self.items]

    def play(self, arm):
        """Play a round: the (arm, reward) that arrive at its end, in order of play."""
        arrived = self.send(arm, (self.items[arm], float(self.rewards[self.t, arm])))
        for item, reward in arrived:
            self.received[item].append(reward)
        return arrived

    def sums(self, arm):
        """Play a round: X_t, the sum of the rewards that arrive at its end."""
        return plain_sum(reward for _, reward in self.play(arm))

    def sweep(self, arms):
        """Play the arms in order; return whether rounds are left."""
        for arm in arms:
            if not self.over:
                self.play(arm)
        return not self.over

    def arms_played(self):
        return np.array(self.played, dtype=int)
