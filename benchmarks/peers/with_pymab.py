"""PyMAB, whose core is in Rust: UCB and LinUCB without delays."""

import numpy as np
from pymab import BanditEnvironment, BernoulliReward, Experiment, ExperimentConfig
from pymab.environments import GaussianContextProvider, LinearContextualEnvironment
from pymab.policies import LinUCBPolicy, UCBPolicy
from worker import Task


def _run(environment: object, policy: object, rounds: int) -> None:
    config = ExperimentConfig(horizon=rounds, n_replicates=1, seed=1, backend="rust")
    Experiment(environment=environment, policies={"policy": policy}, config=config).run()


def ucb(rounds: int) -> None:
    """Simulate UCB on two arms of Bernoulli rewards."""
    environment = BanditEnvironment(means=np.array([0.5, 0.6]), reward_model=BernoulliReward())
    _run(environment, UCBPolicy(n_arms=2), rounds)


def linucb(rounds: int) -> None:
    """Simulate LinUCB with 10 arms and 5 features, which are new in every round."""
    environment = LinearContextualEnvironment(
        theta=np.full((10, 5), 1 / np.sqrt(5)),
        context_provider=GaussianContextProvider(n_arms=10, n_features=5),
    )
    _run(environment, LinUCBPolicy(n_arms=10, n_features=5), rounds)


TASKS = [
    Task("UCB", "UCB1 that waits", "no delays; keeps all rewards and actions", ucb, 100_000),
    Task(
        "LinUCB",
        "LinUCB that waits",
        "no delays; a parameter for each arm, Gaussian features and rewards",
        linucb,
        20_000,
    ),
]
