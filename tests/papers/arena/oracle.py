"""Plain replays of the players that only the arena has, written from their formulas.

They keep, of each arm, the plays and the list of rewards that have arrived; bounds and sets are
made afresh from these after each sweep. The game itself is that of pikeburke2018 and huang2023.
"""

import math

import numpy as np

from papers.chapelle2011.oracle import largest_q
from papers.huang2023.oracle import Game as MixedGame
from papers.huang2023.oracle_baselines import hybrid
from papers.pikeburke2018.oracle import Game, plain_sum


class Sweeps:
    """A game, and what has arrived of each arm."""

    def __init__(self, trace):
        self.game, self.T = Game(trace), trace.horizon
        self.arrived = [[] for _ in range(trace.n_arms)]
        self.log = math.log(self.T)

    def play(self, arm):
        for sender, reward in self.game.play(arm):
            self.arrived[sender].append(reward)

    def sweep(self, arms):
        """Play the arms in order; whether the game goes on."""
        for arm in arms:
            if not self.game.over:
                self.play(arm)
        return not self.game.over

    def plays(self, arm):
        return self.game.played.count(arm)

    def mean(self, arm):
        return plain_sum(self.arrived[arm]) / len(self.arrived[arm])


def kept(arms, upper, lower):
    """Arms whose upper bound is not below another's lower bound."""
    return [i for i in arms if not upper[i] < max(lower[j] for j in arms)]


def phased_successive_elimination(trace):
    sweeps = Sweeps(trace)
    active = list(range(trace.n_arms))
    phase = 0
    while not sweeps.game.over:
        phase += 1
        turn = list(active)
        while turn and sweeps.sweep(turn):
            turn = [i for i in turn if len(sweeps.arrived[i]) < 2 * sweeps.log * 4**phase]
        if not sweeps.game.over and len(active) > 1:
            means = {i: sweeps.mean(i) for i in active}
            active = kept(
                active,
                {i: mean + 2.0**-phase for i, mean in means.items()},
                {i: mean - 2.0**-phase for i, mean in means.items()},
            )
    return sweeps.game.arms_played()


def optimistic_pessimistic_elimination(trace):
    sweeps = Sweeps(trace)
    active = list(range(trace.n_arms))
    while sweeps.sweep(active):
        upper, lower = {}, {}
        for i in active:
            s, n, m = plain_sum(sweeps.arrived[i]), len(sweeps.arrived[i]), sweeps.plays(i)
            r = math.sqrt(2 * sweeps.log / m)
            upper[i], lower[i] = (s + m - n) / m + r, s / m - r
        active = kept(active, upper, lower)
    return sweeps.game.arms_played()


def payoff_elimination(trace, largest_delay=None, payoffs="rewards"):
    """Bounds of rewards (1 - loss): O_t is all that arrived, F_t what is older than D rounds."""
    D = int(trace.largest_delay if largest_delay is None else largest_delay)
    sweeps = Sweeps(trace)
    game, T = sweeps.game, trace.horizon
    everyone = list(range(trace.n_arms))
    active, B = everyone, 1.0 if payoffs == "rewards" else 1 / max(1, D)
    while sweeps.sweep(active):
        now = len(game.played)
        upper, lower = {}, {}
        for i in active:
            own = [s for s in range(now) if game.played[s] == i]
            old = [s for s in own if s + D < now]
            delays = [int(game.delays[i if len(game.delays) > 1 else 0, s]) for s in old]
            in_time = [game.rewards[s, i] for s, d in zip(old, delays, strict=True) if d <= D]
            m, n, f = len(own), len(sweeps.arrived[i]), max(1, len(old))
            wide = math.sqrt(2 * math.log(T) / f)
            most = (plain_sum(sweeps.arrived[i]) + m - n) / m + math.sqrt(2 * math.log(T) / m)
            mean = plain_sum(in_time) / f
            upper[i], lower[i] = min(most, mean + wide), mean - wide
        level = B if payoffs == "rewards" else 1 - B
        active = [i for i in kept(active, upper, lower) if not upper[i] < level]
        if not active:
            active, B = everyone, B / 2 if payoffs == "rewards" else 2 * B
    return game.arms_played()


def ucb1_counting_the_next(trace):
    """UCB1 that sees each reward at once; log of the round to come."""
    rewards, seen = Game(trace).rewards, [[] for _ in range(trace.n_arms)]
    played = []
    for t in range(1, trace.horizon + 1):
        index = [
            plain_sum(r) / len(r) + math.sqrt(2 * math.log(t) / len(r)) if r else math.inf
            for r in seen
        ]
        played.append(index.index(max(index)))
        seen[played[-1]].append(float(rewards[t - 1, played[-1]]))
    return np.array(played)


def kl_ucb_in_turn(trace):
    """KL-UCB, c = 0; of arms that tie the one played least, then the first."""
    sweeps = Sweeps(trace)
    for t in range(1, trace.horizon + 1):
        unseen = [i for i, rewards in enumerate(sweeps.arrived) if not rewards]
        if unseen:
            choice = min(unseen, key=lambda i: (sweeps.plays(i), i))
        else:
            index = [
                largest_q(min(1.0, sweeps.mean(i)), math.log(t) / len(r))
                for i, r in enumerate(sweeps.arrived)
            ]
            tied = [i for i, q in enumerate(index) if q >= max(index) - 1e-9]
            choice = min(tied, key=lambda i: (sweeps.plays(i), i))
        sweeps.play(choice)
    return sweeps.game.arms_played()


def best_of_both_worlds(trace, d):
    """Follow the regularised leader with eta_t and gamma_t, offset by eta_0 and gamma_0."""
    game = MixedGame(trace)
    K = game.arms
    eta_0 = 10 * d + d**2 / (K ** (1 / 3) * math.log(K)) ** 2
    gamma_0 = 24**2 * d**2 * K ** (2 / 3) * math.log(K)
    estimates, missing = np.zeros(K), 0
    for t in range(1, game.horizon + 1):
        missing += game.missing
        inverse_eta, inverse_gamma = (
            math.sqrt(t + eta_0),
            math.sqrt((missing + gamma_0) / math.log(K)),
        )
        x = hybrid(estimates, inverse_eta, inverse_gamma)
        for s, arm, loss in game.play(x):
            estimates[arm] += loss / game.distributions[s - 1][arm]
    return game
