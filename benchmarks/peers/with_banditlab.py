"""BanditLab: Joulani's UCB and LinUCB under delays."""

from mab_framework import (
    JoulaniDelayedUCB,
    LinUCBAlgorithm,
    OnlineRidgeRegression,
    SyntheticLinearEnv,
    SyntheticNonContextualEnv,
)
from mab_framework.experiment.runner import ExperimentRunner
from worker import Task


def joulani_ucb(rounds: int) -> None:
    """Simulate Joulani's UCB on two arms, geometric delays of mean 20."""
    delays = {"type": "geometric", "p": 1 / 21}
    environment = SyntheticNonContextualEnv(n_arms=2, delay_config=delays)
    ExperimentRunner(environment, lambda: JoulaniDelayedUCB(n_arms=2), steps=rounds, seed=1).run()


def linucb(rounds: int) -> None:
    """Simulate LinUCB with 10 arms and 5 features, geometric delays of mean 100."""
    environment = SyntheticLinearEnv(
        n_arms=10, context_dim=5, delay_config={"type": "geometric", "p": 1 / 101}
    )

    def learner() -> LinUCBAlgorithm:
        return LinUCBAlgorithm(10, [OnlineRidgeRegression(5) for _ in range(10)])

    ExperimentRunner(environment, learner, steps=rounds, seed=1).run()


TASKS = [
    Task(
        "Joulani UCB",
        "UCB1 that waits",
        "the same algorithm; Gaussian rewards, geometric delays of mean 20",
        joulani_ucb,
        5000,
    ),
    Task(
        "LinUCB",
        "LinUCB that waits",
        "delays, but no window; a parameter for each arm, Gaussian features and rewards",
        linucb,
        3000,
    ),
]
