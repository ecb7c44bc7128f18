"""MABWiser: UCB1 and LinUCB without delays, in a loop of ours, since it has no simulator of rounds.

Rewards and features are drawn beforehand.
"""

import numpy as np
from mabwiser.mab import MAB, LearningPolicy
from worker import Task


def ucb(rounds: int) -> None:
    """Simulate UCB1 on two arms of Bernoulli rewards."""
    rewards = (np.random.default_rng(1).random((rounds, 1)) < [0.5, 0.6]).astype(float)
    learner = MAB([0, 1], LearningPolicy.UCB1(alpha=1))
    learner.fit([0, 1], [0.0, 1.0])
    for t in range(rounds):
        arm = learner.predict()
        learner.partial_fit([arm], [rewards[t, arm]])


def linucb(rounds: int) -> None:
    """Simulate LinUCB with 10 arms, each with its parameter for the 5 features of a round."""
    generator = np.random.default_rng(1)
    features = generator.random((rounds, 1, 5))
    rewards = (generator.random((rounds, 10)) < 0.5).astype(float)
    learner = MAB(list(range(10)), LearningPolicy.LinUCB(alpha=1, l2_lambda=1))
    learner.fit(list(range(10)), [0.0] * 10, generator.random((10, 5)))
    for t in range(rounds):
        arm = learner.predict(features[t])
        learner.partial_fit([arm], [rewards[t, arm]], features[t])


TASKS = [
    Task("UCB1", "UCB1 that waits", "no delays; no simulator, our loop", ucb, 3000),
    Task(
        "LinUCB",
        "LinUCB that waits",
        "no delays; no simulator, our loop; a parameter for each arm, features of the round",
        linucb,
        1000,
    ),
]
