"""Plain replays of base algorithms and handlings of delay, counted afresh in every round.

A play is (round, arm, reward, arrival, weight), with the weight 1 / probability. A handling turns
the plays before a round into what the base is told: (reward, weight) in order, for each arm.
"""

import math

import numpy as np

from delayed_bandits.delays.by_reward import ByReward
from papers.chapelle2011.oracle import largest_q
from papers.huang2023.oracle_baselines import hybrid
from papers.replays import ArmedGame, first_best, kept, plain_sum, radius
from samplers import beta


class Told:
    """The sum of rewards of an arm, their number, those outstanding, and the sum of losses."""

    def __init__(self, rewards=(), number=None, outstanding=0, losses=()):
        self.total = plain_sum(rewards)
        self.number = len(rewards) if number is None else number
        self.outstanding, self.losses = outstanding, plain_sum(losses)


def by_arrival(plays):
    return sorted(plays, key=lambda play: (play[3], play[0]))


def told_of(handling, plays, t, window, distribution, every):
    """What is told of the plays of one arm before round t."""
    here = by_arrival(play for play in plays if play[3] < t)
    if handling == "skip":
        here = [play for play in here if play[3] - play[0] <= window]
    losses = [(1 - play[2]) * play[4] for play in here]
    rewards = [play[2] for play in here]
    if handling in ("arrived", "skip"):
        return Told(rewards, losses=losses)
    if handling == "widen":
        missing = len(plays) - len(here)
        return Told(rewards + [1.0] * missing, outstanding=missing, losses=losses)
    if handling == "failures":
        return Told(rewards, number=len(plays))
    if handling == "wait":
        ended = [play for play in plays if play[0] + window < t]
        rewards = [play[2] if play[3] <= play[0] + window else 0.0 for play in ended]
        losses = [(1 - r) * play[4] for r, play in zip(rewards, ended, strict=True)]
        return Told(rewards, losses=losses)
    update = t - t % every
    ages = [update - 1 - play[0] for play in plays if play[0] < update]
    number = plain_sum(float(distribution.cdf(age)) for age in ages)  # rounded as in the kernel
    return Told([play[2] for play in here if play[3] < update], number)


def index_of_ucb1(told, log):
    return told.total / told.number + math.sqrt(2 * log / told.number)


class Base:
    """A base algorithm; `choose(told, n, clock)` returns an arm and the weight of its play."""

    def __init__(self, name, trace, exploration):
        self.name, self.exploration = name, exploration
        self.horizon, self.arms = trace.horizon, range(trace.n_arms)
        self.key = trace.randomness.key()
        self.uniforms = trace.randomness.uniforms(trace.horizon)
        self.chosen, self.active, self.turn = [], list(self.arms), list(self.arms)
        self.experienced = 0

    def choose(self, told, n, clock):
        log = self.exploration * math.log(max(1, clock))
        arm, weight = getattr(self, self.name)(told, n, log)
        self.chosen.append(arm)
        return arm, weight

    def ucb1(self, told, _n, log):
        last = self.chosen[-1] if self.chosen else -1
        turns = [(last + step) % len(self.arms) for step in range(1, len(self.arms) + 1)]
        unseen = [arm for arm in turns if told[arm].number == 0]
        indices = [index_of_ucb1(one, log) if one.number else 0 for one in told]
        return unseen[0] if unseen else indices.index(max(indices)), 1.0

    def kl_ucb(self, told, _n, log):
        bounds = [
            largest_q(min(1, one.total / one.number), log / one.number) if one.number else math.inf
            for one in told
        ]
        best = [arm for arm in self.arms if bounds[arm] >= max(bounds) - 1e-9]
        return min(best, key=self.chosen.count), 1.0

    def linucb(self, told, _n, _log):
        numbers = [one.number for one in told]
        width = radius(1 + math.fsum(numbers), len(numbers), 0.05, 1.0) ** 2 * self.exploration
        counts = [1 + number for number in numbers]
        means = [one.total / n for one, n in zip(told, counts, strict=True)]
        bounds = [mean + math.sqrt(width / n) for mean, n in zip(means, counts, strict=True)]
        return first_best(bounds), 1.0

    def thompson(self, told, n, _log):
        shapes = [(1 + one.total, max(1.0, 1 + one.number - one.total)) for one in told]
        draws = [
            beta(self.key, n, arm, a / self.exploration, b / self.exploration)
            for arm, (a, b) in enumerate(shapes)
        ]
        return first_best(draws, tie=0), 1.0

    def successive_elimination(self, told, _n, _log):
        if not self.turn:
            bounds = {}
            for arm in self.active:
                one, m = told[arm], max(1, told[arm].number)
                width = math.sqrt(2 * self.exploration * math.log(self.horizon) / m)
                bounds[arm] = (one.total - one.outstanding) / m - width, one.total / m + width
            self.active = kept(bounds)
            self.turn = list(self.active)
        return self.turn.pop(0), 1.0

    def tsallis_inf(self, told, n, _log):
        self.experienced += sum(one.outstanding for one in told)
        losses = np.array([one.losses for one in told]) / math.sqrt(self.exploration)
        entropy = math.sqrt(2 * self.experienced / math.log(len(told)))
        x = hybrid(losses, math.sqrt(n + 1), entropy)
        ends, u = np.cumsum(x), self.uniforms[n]
        arm = next((k for k in self.arms[:-1] if u < ends[k]), self.arms[-1])
        return arm, 1 / x[arm]


def handled(trace, base, handling="arrived", exploration=1.0, window=1000, every=50):
    game, plays = ArmedGame(trace), [[] for _ in range(trace.n_arms)]
    one = Base(base, trace, exploration)
    laws = [d.success if isinstance(d, ByReward) else d for d in trace.distributions]
    laws = laws * (trace.n_arms // len(laws))
    told = [Told() for _ in plays]
    rewards, losses = [[] for _ in plays], [[] for _ in plays]  # taken from the queues
    n, prediction = 0, None
    while not game.over:
        t = game.t
        if handling == "queue":
            arm, weight = prediction or one.choose(told, 0, 0)
            while len(rewards[arm]) < len(game.received[arm]):
                reward = game.received[arm][len(rewards[arm])]
                rewards[arm].append(reward)
                losses[arm].append((1 - reward) * weight)
                told[arm] = Told(rewards[arm], losses=losses[arm])
                n += 1
                arm, weight = one.choose(told, n, n)
            prediction = arm, weight
        else:
            told = [
                told_of(handling, of_arm, t, window, law, every)
                for of_arm, law in zip(plays, laws, strict=True)
            ]
            arm, weight = one.choose(told, t, t if handling == "correct" else t + 1)
        plays[arm].append((t, arm, float(game.rewards[t, arm]), t + game.delay(t, arm), weight))
        game.play(arm)
    return game.arms_played()
