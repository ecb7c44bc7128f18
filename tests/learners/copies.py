"""Copies of built-in algorithms in the form of plain Python learners."""

import math
from collections import deque

import numpy as np

from delayed_bandits.algorithms.delayed_ucb import ucb1_choice
from delayed_bandits.algorithms.otflin import confidence_radius
from delayed_bandits.kernels.linear_algebra import (
    BLOCK,
    add,
    add_to_inverse,
    dot,
    first_maximum,
    multiply,
    squared_norm,
    sum_of_norms,
)


class WaitingUCB1:
    """`delayed_ucb.delayed_ucb1`."""

    def __init__(self, problem, rng):
        self.total, self.mean = np.zeros((2, problem.n_arms))
        self.count = np.zeros(problem.n_arms, np.int64)
        self.arm = -1

    def choose(self, t):
        if self.count.all():
            self.arm = ucb1_choice(self.mean, self.count, t + 1)
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


class OTFLinUCB:
    """`otflin.otflinucb`."""

    def __init__(self, problem, rng, window, confidence, regularisation):
        self.first_arm = int(rng.random(1)[0] * problem.n_arms)
        self.window = min(window, problem.horizon)
        self.confidence, self.regularisation = confidence, regularisation
        self.inverse = np.eye(problem.dimension) / regularisation
        self.conversions, self.estimate = np.zeros((2, problem.dimension))
        self.recent = np.zeros((problem.dimension, self.window))
        self.index = np.empty(problem.n_arms)
        self.workspace = np.empty(max(problem.dimension, BLOCK))
        self.actions = deque(maxlen=self.window + 1)
        self.t = 0

    def choose(self, t, action_set):
        self.t = t
        choice = self.first_arm
        if t > 0:
            choice = self.best(t, action_set)
        self.actions.append(action_set[choice])
        self.recent[:, t % self.window] = action_set[choice]
        add_to_inverse(self.inverse, action_set[choice], self.workspace)
        return choice

    def best(self, t, arms):
        dimension = self.estimate.size
        radius = confidence_radius(t + 1, dimension, self.confidence, self.regularisation)
        norms = sum_of_norms(self.inverse, self.recent, min(t, self.window), self.workspace)
        multiply(self.inverse, self.conversions, self.estimate)
        width = 2 * radius + norms
        for a in range(self.index.size):
            norm = math.sqrt(squared_norm(self.inverse, arms[a]))
            self.index[a] = dot(arms[a], self.estimate) + width * norm
        return first_maximum(self.index)

    def observe(self, round, arm, reward):
        age = self.t - round
        if age <= self.window:
            add(self.actions[-1 - age], self.conversions)


class PayoffOTFLinUCB:
    """`payoff_baselines.otflinucb`, for losses."""

    def __init__(self, problem, rng):
        from delayed_bandits.algorithms import payoff_baselines

        self.problem, self.with_ = problem, payoff_baselines
        self.model, self.sum = None, 0.0
        self.norms = np.zeros(min(problem.maximal_delay, problem.horizon))

    def choose(self, t, action_set):
        if self.model is None:
            self.model = self.with_.new_model(action_set, 1.0)
        radius = confidence_radius(t + 1, self.problem.dimension, 0.05, 1.0)
        arm = self.with_.optimistic(self.model, 2 * radius + self.sum, losses=True)
        norm = math.sqrt(self.model.squares[arm])
        self.sum += norm - self.norms[t % self.norms.size]
        self.norms[t % self.norms.size] = norm
        self.with_.add_action(self.model, arm)
        return arm

    def observe(self, round, arm, reward):
        self.with_.add_payoff(self.model, arm, -reward)


class Uniform:
    """`linear_baselines.uniform_random`."""

    def __init__(self, problem, rng):
        self.n_arms, self.uniforms = problem.n_arms, rng.random(problem.horizon)

    def choose(self, t, action_set):
        return int(self.uniforms[t] * self.n_arms)

    def observe(self, round, arm, reward):
        pass
