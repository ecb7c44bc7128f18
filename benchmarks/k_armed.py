"""Nanoseconds per round of the K-armed algorithms: a whole replication, and its trace alone.

All parts take turns in one run; the table has the median process CPU time of the repetitions, and
its ratio to that of QPM-D.
"""

import argparse
import os
import statistics
import time
from pathlib import Path

from delayed_bandits.sources import PACKAGE, source_digest

# Before Numba is imported: a compiler cache that no edit outdates.
os.environ["NUMBA_CACHE_DIR"] = str(
    Path(__file__).resolve().parents[1]
    / "results/numba"
    / source_digest(sorted(PACKAGE.rglob("*.py")))
)

from delayed_bandits.algorithms.registry import load
from delayed_bandits.delays.laws import law_from
from delayed_bandits.traces.streams import Streams

SETTING = {"horizon": 250_000, "means": [0.5, 0.6]}
DELAYS = {
    "Poisson 20": {"law": "poisson", "mean": 20},
    "uniform 0 to 40": {"law": "uniform", "low": 0, "high": 40},
}
REFERENCE = "delayed_ucb.qpmd"
RUNS = {
    REFERENCE: {},
    "odaaf.odaaf": {},
    "odaaf.odaaf_v": {},
    "odaaf.odaaf_b": {"delay_bound": 100},
    "anonymous_baselines.ucb1_on_sums": {},
    "anonymous_baselines.ars_ucb": {},
    "anonymous_baselines.clw_exp3": {"delay_bound": 100},
    "delayed_ucb.delayed_ucb1": {},
    "successive_elimination.successive_elimination": {},
    "delayed_ucb.patient_bandits": {"tail_exponent": 1.0},
    "delayed_ucb.ucb1": {},
}


def replicate(run: str, delay: dict, seed: int) -> tuple[float, float]:
    """Time one replication: nanoseconds of CPU per round of its trace, and of all of it."""
    algorithm = load(run)
    started = time.process_time_ns()
    trace = algorithm.protocol.draw(
        Streams(2026, "benchmark"), seed, **SETTING, delay=law_from(delay)
    )
    drawn = time.process_time_ns()
    trace.regret(algorithm.play(trace, **RUNS[run]))
    ended = time.process_time_ns()
    return (drawn - started) / SETTING["horizon"], (ended - started) / SETTING["horizon"]


def main() -> None:
    """Print a table for each delay law."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repetitions", type=int, default=31)
    repetitions = parser.parse_args().repetitions
    for name, delay in DELAYS.items():
        times = {run: [] for run in RUNS}
        for seed in range(repetitions + 1):
            for run in RUNS:
                times[run].append(replicate(run, delay, seed))
        medians = {
            run: [statistics.median(part) for part in zip(*pairs[1:], strict=True)]
            for run, pairs in times.items()  # the first compiles
        }
        print(f"\n| K=2, T=250,000, {name} | trace | replication |\n| --- | ---: | ---: |")
        for run, (trace, whole) in medians.items():
            ratio = whole / medians[REFERENCE][1]
            print(f"| {run} | {trace:.0f} | {whole:.0f} ({ratio:.2f}) |")


if __name__ == "__main__":
    main()
