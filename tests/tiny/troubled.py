"""Algorithms that get into trouble on a cluster; they play the first arm."""

import os
import time
from pathlib import Path

import numpy as np

from delayed_bandits.algorithms.fixed import fixed_arm
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.traces.linear.trace import LinearTrace, LinearView


@algorithm(LinearTrace)
def held(view: LinearView) -> None:
    """Wait as long as there is a folder `hold`, and name the process in it."""
    hold = Path("hold")
    if hold.is_dir():
        (hold / str(os.getpid())).touch()
    while hold.is_dir():
        time.sleep(0.1)
    fixed_arm.function(view, arm=1)


@algorithm(LinearTrace)
def hungry(view: LinearView) -> None:
    """Take 900 MB, more than a job's first attempt may, for longer than SLURM looks away."""
    memory = np.ones(900 * 10**6 // 8)
    time.sleep(3)
    fixed_arm.function(view, arm=int(memory[-1]))
