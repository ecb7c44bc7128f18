"""coba: UCB and LinUCB without delays."""

import random

import coba
from worker import Task


def _run(environments: object, learner: object) -> None:
    for _ in coba.SequentialCB().evaluate(environments[0], learner):
        pass


def ucb(rounds: int) -> None:
    """Simulate UCB on two arms of Bernoulli rewards."""
    uniforms = random.Random(1)

    def reward(_round: int, _context: object, action: int) -> float:
        return float(uniforms.random() < 0.5 + 0.1 * action)

    environments = coba.Environments.from_lambda(
        rounds, lambda _round: None, lambda _round, _context: [0, 1], reward
    )
    _run(environments, coba.BanditUCBLearner())


def linucb(rounds: int) -> None:
    """Simulate LinUCB with 10 arms of 5 features and one parameter."""
    environments = coba.Environments.from_linear_synthetic(
        rounds, 10, n_context_features=0, n_action_features=5, reward_features=["a"]
    )
    _run(environments, coba.LinUCBLearner(features=["a"]))


TASKS = [
    Task("UCB1-Tuned", "UCB1 that waits", "no delays; an index with variances", ucb, 10_000),
    Task("LinUCB", "LinUCB that waits", "no delays", linucb, 1000),
]
