"""Nanoseconds per round of OTFLinUCB: this project's parts, a NumPy loop, and the kernel in C.

All parts take turns in one run; the table has the median process CPU time of the repetitions, and
its ratio to the Numba kernel with stored norms.
"""

import argparse
import ctypes
import os
import shutil
import statistics
import subprocess
import tempfile
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]

from delayed_bandits.sources import PACKAGE, source_digest

os.environ["OPENBLAS_NUM_THREADS"] = "1"
os.environ["NUMBA_CACHE_DIR"] = str(
    ROOT / "results" / "numba" / source_digest(sorted(PACKAGE.rglob("*.py")))
)

import numpy as np

from delayed_bandits.algorithms.otflin import otflints, otflinucb
from delayed_bandits.algorithms.otflin_code import otflinucb_code
from delayed_bandits.linear_algebra import TIE
from delayed_bandits.simulation import simulate
from delayed_bandits.traces.linear import LinearTrace
from delayed_bandits.traces.streams import Streams

MASTER_SEED, PAPER = 2026, "benchmark"
HORIZON, ARMS, DIMENSION, MEAN_DELAY = 3000, 10, 5, 100
ACTION_LAWS = {"binary": "{0,1}^5", "uniform": "[0,1]^5"}
WINDOWS = (100, 500)
PUBLISHED = {"confidence": 0.1, "regularisation": 1.0}
KERNEL = "kernel: OTFLinUCB, stored norms"


def numpy_loop(
    trace: LinearTrace,
    window: int,
    confidence: float,
    regularisation: float,
    rank_one: bool,
) -> np.ndarray:
    """Play OTFLinUCB with stored norms as one would first write it in NumPy.

    Parameters
    ----------
    trace, window, confidence, regularisation
        As in `delayed_bandits.algorithms.otflin.otflinucb`.
    rank_one : bool
        Update the inverse by Sherman-Morrison instead of `numpy.linalg.inv` in every round.
    """
    horizon, number, dimension = trace.arms.shape
    gram = regularisation * np.eye(dimension)
    inverse = np.eye(dimension) / regularisation
    conversions = np.zeros(dimension)
    due = [[] for _ in range(horizon)]
    norms = deque(maxlen=window)
    played = np.empty(horizon, np.int64)
    for t in range(horizon):
        for action in due[t]:
            conversions += action
        arms = trace.arms[t]
        if t == 0:
            played[t] = int(trace.learner_uniforms[t] * number)
        else:
            growth = (dimension * regularisation + t + 1) / (dimension * regularisation)
            radius = np.sqrt(regularisation)
            radius += np.sqrt(2 * np.log(1 / confidence) + dimension * np.log(growth))
            widths = np.sqrt(((arms @ inverse) * arms).sum(axis=1))
            index = arms @ (inverse @ conversions) + (2 * radius + sum(norms)) * widths
            played[t] = np.argmax(index >= index.max() - TIE)
        action = arms[played[t]]
        usable = t + trace.delays[t] + 1
        if (
            trace.reward_uniforms[t] < trace.theta @ action
            and trace.delays[t] <= window
            and usable < horizon
        ):
            due[usable].append(action)
        norms.append(np.sqrt(action @ inverse @ action))
        if rank_one:
            towards = inverse @ action
            inverse -= np.outer(towards, towards) / (1 + action @ towards)
        else:
            gram += np.outer(action, action)
            inverse = np.linalg.inv(gram)
    return played


def compile_c(folder: Path) -> Callable[..., np.ndarray] | None:
    """Compile `otflinucb.c` into `folder`; None if there is no gcc."""
    compiler = shutil.which("gcc")
    if compiler is None:
        return None
    library = folder / "otflinucb.so"
    source = Path(__file__).with_suffix(".c")
    options = ["-O3", "-march=native", "-shared", "-fPIC"]
    subprocess.run([compiler, *options, "-o", library, source, "-lm"], check=True)
    function = ctypes.CDLL(str(library)).otflinucb
    real, whole = (np.ctypeslib.ndpointer(kind, flags="C") for kind in (np.float64, np.int64))
    sizes, size, number = [ctypes.c_int64] * 3, ctypes.c_int64, ctypes.c_double
    function.argtypes = [*sizes, real, real, real, whole, real, size, number, number, whole]
    function.restype = None

    def play(
        trace: LinearTrace, window: int, confidence: float, regularisation: float
    ) -> np.ndarray:
        played = np.empty(trace.delays.size, np.int64)
        function(
            *trace.arms.shape,
            trace.theta,
            trace.arms,
            trace.reward_uniforms,
            trace.delays,
            trace.learner_uniforms,
            window,
            confidence,
            regularisation,
            played,
        )
        return played

    return play


def candidates(
    action_law: str, window: int, seeds: int, c_kernel: Callable[..., np.ndarray] | None
) -> dict[str, Callable[[], Any]]:
    """Give what is timed: each plays, draws or judges `seeds` replications when called."""
    streams = Streams(MASTER_SEED, PAPER)
    setting = {
        "horizon": HORIZON,
        "arms": ARMS,
        "dimension": DIMENSION,
        "action_law": action_law,
        "delay": {"law": "geometric", "mean": MEAN_DELAY},
    }
    parameters = {"window": window, **PUBLISHED}
    specification = {
        "run": "otflin.otflinucb",
        "master_seed": MASTER_SEED,
        "paper": PAPER,
        "trace": setting,
        "checkpoints": 200,
        "parameters": {**parameters, "stored_norms": True},
    }
    traces = [LinearTrace.draw(streams, seed, **setting) for seed in range(seeds)]

    def every(play: Callable[..., np.ndarray], **options: Any) -> Callable[[], list[np.ndarray]]:
        return lambda: [play(trace, **options) for trace in traces]

    kernel = every(otflinucb.play, **parameters, stored_norms=True)
    expected = kernel()
    found = {
        KERNEL: kernel,
        "kernel: OTFLinUCB, exact norms": every(otflinucb.play, **parameters),
        "kernel: OTFLinUCB, authors' code": every(otflinucb_code.play, **parameters),
        "kernel: OTFLinTS, exact norms": every(otflints.play, **parameters),
        "kernel: OTFLinTS, stored norms": every(otflints.play, **parameters, stored_norms=True),
        "trace": lambda: [LinearTrace.draw(streams, seed, **setting) for seed in range(seeds)],
        "regret": lambda: [
            trace.regret(played) for trace, played in zip(traces, expected, strict=True)
        ],
        "replication: trace, kernel, regret": lambda: simulate(specification, range(seeds)),
    }
    rivals = {
        "NumPy loop, numpy.linalg.inv": every(numpy_loop, **parameters, rank_one=False),
        "NumPy loop, Sherman-Morrison": every(numpy_loop, **parameters, rank_one=True),
    }
    if c_kernel is not None:
        rivals["C, gcc -O3 -march=native"] = every(c_kernel, **parameters)
    for name, rival in rivals.items():
        same = all(map(np.array_equal, rival(), expected))
        assert same, f"{name} plays other arms than the Numba kernel"
    return found | rivals


def measure(parts: dict[str, Callable[[], Any]], seeds: int, repetitions: int) -> dict[str, float]:
    """Time the parts in turn; the median of each, in nanoseconds of CPU per round."""
    times: dict[str, list[float]] = {name: [] for name in parts}
    for part in parts.values():
        part()
    for _ in range(repetitions):
        for name, part in parts.items():
            start = time.process_time_ns()
            part()
            times[name].append((time.process_time_ns() - start) / (seeds * HORIZON))
    return {name: statistics.median(values) for name, values in times.items()}


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repetitions", type=int, default=9)
    parser.add_argument("--seeds", type=int, default=10, help="replications in one repetition")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        c_kernel = compile_c(Path(folder))
        columns = {
            (law, window): measure(
                candidates(law, window, options.seeds, c_kernel), options.seeds, options.repetitions
            )
            for law in ACTION_LAWS
            for window in WINDOWS
        }
    print(f"d={DIMENSION}, K={ARMS}, T={HORIZON}: ns per round (ratio to the first row)\n")
    heads = [f"{ACTION_LAWS[law]}, m={window}" for law, window in columns]
    print("| | " + " | ".join(heads) + " |")
    print("| --- |" + " ---: |" * len(heads))
    for name in next(iter(columns.values())):
        cells = [
            f"{column[name]:,.0f} ({column[name] / column[KERNEL]:.2f})"
            for column in columns.values()
        ]
        print(f"| {name} | " + " | ".join(cells) + " |")
    if c_kernel is None:
        print("\nNo gcc was found: the row of the kernel in C is left out.")


if __name__ == "__main__":
    main()
