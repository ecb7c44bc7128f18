"""Copies of built-in algorithms in the form of plain Python learners."""

import math

import numpy as np

from delayed_bandits.algorithms.delayed_ucb import ucb1_choice


class WaitingUCB1:
    """`delayed_ucb.delayed_ucb1`."""

    def __init__(self, problem, rng):
        self.total, self.mean = np.zeros((2, problem.n_arms))
        self.count = np.zeros(problem.n_arms, np.int64)
        self.arm = -1

    def choose(self, t):
        if self.count.all():
            self.arm = ucb1_choice(self.mean, self.count, 2 * math.log(t + 1))
        else:
            self.arm = (self.arm + 1) % self.count.size
            while self.count[self.arm]:
                self.arm = (self.arm + 1) % self.count.size
        return self.arm

    def observe(self, round, arm, reward):
        self.total[arm] += reward
        self.count[arm] += 1
        self.mean[arm] = self.total[arm] / self.count[arm]


class BlocksOnSums:
    """`anonymous_baselines.ars_ucb`."""

    def __init__(self, problem, rng, exploration=4.0):
        self.exploration = exploration
        self.total, self.pulls, self.blocks = np.zeros((3, problem.n_arms)).tolist()
        self.left, self.arm, self.sum, self.rounds = 0, 0, 0.0, 0

    def choose(self, t):
        if self.left == 0:
            self.total[self.arm] += self.sum
            self.pulls[self.arm] += self.rounds
            index = [self.index(arm, t) for arm in range(len(self.total))]
            self.arm = index.index(max(index))
            self.blocks[self.arm] += 1
            self.left = self.rounds = self.blocks[self.arm]
            self.sum = 0.0
        self.left -= 1
        return self.arm

    def index(self, arm, t):
        if not self.pulls[arm]:
            return math.inf
        width = math.sqrt(self.exploration * math.log(t + 1) / self.pulls[arm])
        return self.total[arm] / self.pulls[arm] + width

    def observe(self, total):
        self.sum += total
