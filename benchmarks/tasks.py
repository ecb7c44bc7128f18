"""The tasks that are timed: algorithms, each on one setting, as the project plays them."""

from typing import Any

import numpy as np

from delayed_bandits.algorithms.registry import load
from delayed_bandits.experiments.specification import Specification
from delayed_bandits.traces.k_armed.runs import runs_in_step
from delayed_bandits.traces.streams import Streams

TWO_ARMS = {
    "horizon": 250_000,
    "means": [0.5, 0.6],
    "delay": {"distribution": "poisson", "mean": 20},
}
EIGHT_ARMS = {
    "horizon": 100_000,
    "arms": 8,
    "losses": {"distribution": "stochastically_constrained", "gap": 0.25},
    "delay": {"distribution": "geometric", "mean": 100},
}
LINEAR = {
    "horizon": 3000,
    "arms": 10,
    "dimension": 5,
    "action_distribution": "binary",
    "delay": {"distribution": "geometric", "mean": 100},
}
TEN_ARMS = {
    "horizon": 100_000,
    "means": [0.5, *[0.4] * 9],
    "delay": {"distribution": "poisson", "mean": 100},
}
CLICKS = {  # wang2022/high: failures are never announced
    "horizon": 10_000,
    "means": [0.5, 0.4, 0.3],
    "delay": [
        {
            "distribution": "by_reward",
            "success": {"distribution": "exponential", "mean": mean},
            "failure": {"distribution": "constant", "rounds": 10**9},
        }
        for mean in (1000, 750, 500)
    ],
}
KNOWN = {"model": {"model": "known"}}
WINDOWED = {"window": 500, "confidence": 0.1, "regularisation": 1.0, "stored_norms": True}


def specification(
    run: str, trace: dict[str, Any], parameters: dict[str, Any] | None = None
) -> Specification:
    """Make the specification of an algorithm on a setting."""
    return Specification(
        paper="benchmark",
        setting="benchmark",
        algorithm=run,
        master_seed=2026,
        checkpoints=400,
        trace=trace,
        run=run,
        parameters=parameters or {},
    )


TASKS = {
    "UCB1 that waits": specification("delayed_ucb.delayed_ucb1", TWO_ARMS),
    "QPM-D": specification("delayed_ucb.qpmd", TWO_ARMS),
    "ODAAF": specification("odaaf.odaaf", TWO_ARMS),
    "OTFLinUCB": specification("otflin.otflinucb", LINEAR, WINDOWED),
    "Banker-TINF": specification("banker.banker_tinf", EIGHT_ARMS),
    "Thompson sampling": specification("thompson.thompson", TEN_ARMS),
    "naive TS": specification("delay_corrected.dts", CLICKS, {"model": {"model": "plain"}}),
    "D-TS, distribution known": specification("delay_corrected.dts", CLICKS, KNOWN),
    "KL-UCB, corrected": specification("delay_corrected.kl_ucb", CLICKS, KNOWN | {"every": 50}),
}


class Kernel:
    """An algorithm as a simulation job plays it; programs in C and loops have the same methods."""

    def __init__(self, task: Specification, criteo: np.ndarray | None = None) -> None:
        self.task = task
        self.algorithm = load(task.run)
        self.streams = Streams(task.master_seed, task.paper)
        self.arguments = task.trace_arguments(criteo)
        self.in_step = runs_in_step(task.horizon) if self.algorithm.in_step else 1

    def draw(self, seed: int) -> Any:
        """Draw the trace of a seed."""
        return self.algorithm.trace.draw(self.streams, seed, **self.arguments)

    def play(self, trace: Any) -> Any:
        """Play all rounds; return the record of what was played."""
        return self.algorithm.play(trace, **self.task.parameters)

    def play_runs(self, traces: list[Any]) -> list[Any]:
        """Play all rounds of several traces; return their records."""
        return self.algorithm.play_runs(traces, **self.task.parameters)

    def regret(self, trace: Any, record: Any) -> np.ndarray:
        """Compute the cumulative regret of every round."""
        return trace.columns(record)["regret"]


def arms_of(record: Any) -> np.ndarray:
    """Return the arms played, shape (horizon,), from a record of a K-armed or linear trace."""
    return getattr(record, "arms", record)


def check_arms(name: str, expected: Any, record: Any) -> None:
    """Check that a rival plays the arms of the kernel.

    Raises
    ------
    RuntimeError
        If it plays another arm in some round.
    """
    differ = np.flatnonzero(arms_of(expected) != arms_of(record))
    if differ.size:
        raise RuntimeError(f"{name}: another arm than the kernel's in round {differ[0]}")
