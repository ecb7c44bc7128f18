"""SMPyBandits: UCB without delays, by its Evaluator."""

from SMPyBandits.Arms import Bernoulli
from SMPyBandits.Environment import Evaluator
from SMPyBandits.Policies import UCB
from worker import Task


def ucb(rounds: int) -> None:
    """Simulate UCB on two arms of Bernoulli rewards."""
    evaluator = Evaluator(
        {
            "horizon": rounds,
            "repetitions": 1,
            "n_jobs": 1,
            "verbosity": 0,
            "environment": [{"arm_type": Bernoulli, "params": [0.5, 0.6]}],
            "policies": [{"archtype": UCB, "params": {}}],
        }
    )
    evaluator.startAllEnv()


TASKS = [Task("UCB", "UCB1 that waits", "no delays", ucb, 10_000)]
