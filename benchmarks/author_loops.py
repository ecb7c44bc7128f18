"""Algorithms of the project as an author first writes them: a Python loop over rounds, with NumPy.

A dictionary has, by round, the list of the feedback that arrives in it. Estimates and indices are
arrays over the arms.
"""

from collections import defaultdict, deque
from typing import Any

import numpy as np

from delayed_bandits.algorithms.odaaf import phases, samples_known_mean
from delayed_bandits.experiments.specification import Specification
from delayed_bandits.kernels.linear_algebra import TIE
from tasks import Kernel


class AuthorLoop(Kernel):
    """A loop on the project's traces, so that its arms can be compared with the kernel's."""

    def __init__(self, task: Specification) -> None:
        super().__init__(task)
        self.in_step = 1

    def play(self, trace: Any) -> np.ndarray:
        """Play all rounds; return the arms, shape (horizon,)."""
        return LOOPS[self.task.run](trace, **self.task.parameters)

    def regret(self, trace: Any, record: np.ndarray) -> np.ndarray:
        """Compute the cumulative regret of every round."""
        if hasattr(trace, "action_sets"):
            means = trace.action_sets @ trace.hidden_theta
            return np.cumsum(means.max(axis=1) - means[np.arange(len(record)), record])
        means = trace.as_rewards(trace.hidden_means)[trace.hidden_states]
        best = means.sum(axis=0).argmax()
        return np.cumsum(means[:, best] - means[np.arange(len(record)), record])


def _rewards(trace: Any) -> np.ndarray:
    """List the reward of each arm in each round, shape (horizon, arms)."""
    return trace.as_rewards(trace.hidden_outcomes)[trace.hidden_states]


def delayed_ucb1(trace: Any) -> np.ndarray:
    """Play UCB1 on the rewards that have arrived."""
    horizon, n_arms = trace.horizon, trace.n_arms
    rewards, delays = _rewards(trace), trace.hidden_delays[0]
    totals, counts = np.zeros(n_arms), np.zeros(n_arms)
    pending = defaultdict(list)
    played = np.empty(horizon, int)
    arm = -1
    for t in range(horizon):
        if np.any(counts == 0):
            arm = (arm + 1) % n_arms
            while counts[arm] > 0:
                arm = (arm + 1) % n_arms
        else:
            arm = np.argmax(totals / counts + np.sqrt(2 * np.log(t + 1) / counts))
        played[t] = arm
        pending[t + delays[t]].append((arm, rewards[t, arm]))
        for sender, reward in pending.pop(t, []):
            totals[sender] += reward
            counts[sender] += 1
    return played


def qpmd(trace: Any) -> np.ndarray:
    """Play QPM-D over UCB1: a queue of rewards for each arm."""
    horizon, n_arms = trace.horizon, trace.n_arms
    rewards, delays = _rewards(trace), trace.hidden_delays[0]
    totals, counts = np.zeros(n_arms), np.zeros(n_arms)
    queues = [deque() for _ in range(n_arms)]
    pending = defaultdict(list)
    played = np.empty(horizon, int)
    arm = 0
    for t in range(horizon):
        while queues[arm]:
            totals[arm] += queues[arm].popleft()
            counts[arm] += 1
            if np.any(counts == 0):
                arm = np.argmin(counts > 0)
            else:
                arm = np.argmax(totals / counts + np.sqrt(2 * np.log(counts.sum()) / counts))
        played[t] = arm
        pending[t + delays[t]].append((arm, rewards[t, arm]))
        for sender, reward in pending.pop(t, []):
            queues[sender].append(reward)
    return played


def odaaf(trace: Any) -> np.ndarray:
    """Play ODAAF without a bridge, on the sums of the rewards that arrive."""
    horizon, n_arms = trace.horizon, trace.n_arms
    rewards, delays = _rewards(trace), trace.hidden_delays[0]
    pending = defaultdict(list)
    played = np.empty(horizon, int)
    totals, active = np.zeros(n_arms), list(range(n_arms))
    means = np.zeros(n_arms)
    t = before = 0
    for m in range(1, phases(horizon) + 1):
        samples = samples_known_mean(horizon, m, trace.mean_delay)
        for arm in active:
            for _ in range(samples - before):
                if t == horizon:
                    return played
                played[t] = arm
                pending[t + delays[t]].append(rewards[t, arm])
                totals[arm] += sum(pending.pop(t, []))
                t += 1
        means = np.full(n_arms, -np.inf)
        means[active] = totals[active] / samples
        active = [arm for arm in active if means[arm] + 2.0**-m >= means.max()]
        before = samples
    played[t:] = np.argmax(means)
    return played


def otflinucb(
    trace: Any, window: int, confidence: float, regularisation: float, stored_norms: bool
) -> np.ndarray:
    """Play OTFLinUCB, with an inverse of V in every round."""
    assert stored_norms
    horizon, n_arms, dimension = trace.action_sets.shape
    gram = regularisation * np.eye(dimension)
    inverse = np.linalg.inv(gram)
    conversions = np.zeros(dimension)
    norms = deque(maxlen=window)
    pending = defaultdict(list)
    played = np.empty(horizon, int)
    for t, arms in enumerate(trace.action_sets):
        if t == 0:
            played[t] = int(trace.randomness.uniforms(1)[0] * n_arms)
        else:
            growth = (dimension * regularisation + t + 1) / (dimension * regularisation)
            radius = np.sqrt(regularisation)
            radius += np.sqrt(2 * np.log(1 / confidence) + dimension * np.log(growth))
            widths = np.sqrt(((arms @ inverse) * arms).sum(axis=1))
            index = arms @ (inverse @ conversions) + (2 * radius + sum(norms)) * widths
            played[t] = np.argmax(index >= index.max() - TIE)
        action = arms[played[t]]
        delay = trace.hidden_delays[0, t]
        if trace.hidden_uniforms[t] < trace.hidden_theta @ action and delay <= window:
            pending[t + delay].append(action)
        norms.append(np.sqrt(action @ inverse @ action))
        gram += np.outer(action, action)
        inverse = np.linalg.inv(gram)
        for late in pending.pop(t, []):
            conversions += late
    return played


def banker_tinf(trace: Any) -> np.ndarray:
    """Play Banker-TINF with pooled savings; Newton's method finds x in every round."""
    horizon, n_arms = trace.horizon, trace.n_arms
    losses = 1 - _rewards(trace)
    delays, uniforms = trace.hidden_delays[0], trace.randomness.uniforms(trace.horizon)
    pending = defaultdict(list)
    played = np.empty(horizon, int)
    pooled, savings = np.zeros(n_arms), 0.0
    outstanding, experienced = 0, 0
    for t in range(horizon):
        experienced += outstanding
        inverse = 1 / np.sqrt(t + 1)
        if outstanding > 0:
            inverse += outstanding * np.sqrt(np.log(experienced + 1) / experienced)
        scale = 1 / inverse
        used = min(scale, savings)
        savings -= used
        dual = (used * pooled - (scale - used) * np.sqrt(n_arms)) / scale
        distribution, level = _tsallis(dual)
        arm = int(np.sum(uniforms[t] >= np.cumsum(distribution)[:-1]))
        played[t] = arm
        late = dual - level
        late[arm] -= losses[t, arm] / (distribution[arm] * scale)
        pending[t + delays[t]].append((late, scale))
        outstanding += 1
        for late, weight in pending.pop(t, []):
            savings += weight
            pooled += weight / savings * (late - pooled)
            outstanding -= 1
    return played


def _tsallis(dual: np.ndarray) -> tuple[np.ndarray, float]:
    """Find x_i = (nu - dual_i)^-2 with sum 1, and nu."""
    level = dual.max() + 1
    for _ in range(100):
        roots = 1 / (level - dual)
        step = ((roots**2).sum() - 1) / (2 * (roots**3).sum())
        level += step
        if step < 1e-12:
            break
    distribution = (level - dual) ** -2
    return distribution / distribution.sum(), level


LOOPS = {
    "delayed_ucb.delayed_ucb1": delayed_ucb1,
    "delayed_ucb.qpmd": qpmd,
    "odaaf.odaaf": odaaf,
    "otflin.otflinucb": otflinucb,
    "banker.banker_tinf": banker_tinf,
}
