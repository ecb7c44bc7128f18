"""Algorithms that get into trouble on a cluster; they play the first arm."""

import os
import time
from pathlib import Path

import numpy as np

from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.traces.linear.trace import LinearTrace


@algorithm(protocol=LinearTrace)
def held(trace: LinearTrace) -> np.ndarray:
    """Wait as long as there is a folder `hold`, and name the process in it."""
    hold = Path("hold")
    if hold.is_dir():
        (hold / str(os.getpid())).touch()
    while hold.is_dir():
        time.sleep(0.1)
    return np.zeros(trace.delays.size, int)


@algorithm(protocol=LinearTrace)
def hungry(trace: LinearTrace) -> np.ndarray:
    """Take 900 MB, more than a job's first attempt may, for longer than SLURM looks away."""
    memory = np.ones(900 * 10**6 // 8)
    time.sleep(3)
    return np.zeros(trace.delays.size, int) * int(memory[-1])
