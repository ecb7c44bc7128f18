"""Nanoseconds per round of OTFLinUCB: this project's parts, a NumPy loop, and the kernel in C.

All parts take turns in one run; the table has the median process CPU time of the repetitions, and
its ratio to the Numba kernel with stored norms. The others must play the same arms as that kernel.
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

from delayed_bandits.files.sources import PACKAGE, source_digest

# Before NumPy and Numba are imported: one thread, and a compiler cache that no edit outdates.
os.environ["OPENBLAS_NUM_THREADS"] = "1"
os.environ["NUMBA_CACHE_DIR"] = str(
    Path(__file__).resolve().parents[1]
    / "results/numba"
    / source_digest(sorted(PACKAGE.rglob("*.py")))
)

import numpy as np

from delayed_bandits.algorithms.otflin import otflints, otflinucb, random_arm
from delayed_bandits.algorithms.otflin_code import otflinucb_code
from delayed_bandits.delays.laws import law_from
from delayed_bandits.kernels.linear_algebra import TIE
from delayed_bandits.plan.specification import Specification
from delayed_bandits.simulation import simulate
from delayed_bandits.traces.linear.trace import LinearTrace
from delayed_bandits.traces.streams import Streams

MASTER_SEED, PAPER = 2026, "benchmark"
HORIZON, ARMS, DIMENSION, MEAN_DELAY = 3000, 10, 5, 100
ACTION_LAWS = {"binary": "{0,1}^5", "uniform": "[0,1]^5"}
WINDOWS = (100, 500)
PUBLISHED = {"confidence": 0.1, "regularisation": 1.0}
TRACES, TRACES_OF_NUMPY, SEEDS_OF_A_JOB = 10, 2, 100
KERNEL = "kernel: OTFLinUCB, stored norms"
C = "the same in C, gcc -O3 -march=native"

Part = tuple[Callable[[], None], int]
"""What is timed, and how many replications one call does."""


def draw(streams: Streams, seed: int, setting: dict[str, Any]) -> LinearTrace:
    """Draw one trace of `setting`, whose delay law is as in YAML."""
    return LinearTrace.draw(streams, seed, **{**setting, "delay": law_from(setting["delay"])})


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

    Returns
    -------
    ndarray of int64, shape (horizon,)
        The arm played in each round.
    """
    horizon, n_arms, dimension = trace.action_sets.shape
    gram = regularisation * np.eye(dimension)
    inverse = np.eye(dimension) / regularisation
    conversions = np.zeros(dimension)
    due = [[] for _ in range(horizon)]
    norms = deque(maxlen=window)
    played = np.empty(horizon, np.int64)
    for t, arms in enumerate(trace.action_sets):
        if t == 0:
            played[t] = int(trace.randomness.uniforms(1)[0] * n_arms)
        else:
            growth = (dimension * regularisation + t + 1) / (dimension * regularisation)
            radius = np.sqrt(regularisation)
            radius += np.sqrt(2 * np.log(1 / confidence) + dimension * np.log(growth))
            widths = np.sqrt(((arms @ inverse) * arms).sum(axis=1))
            index = arms @ (inverse @ conversions) + (2 * radius + sum(norms)) * widths
            played[t] = np.argmax(index >= index.max() - TIE)
        action = arms[played[t]]
        arrival = t + trace.hidden_delays[0, t]
        converts = trace.hidden_uniforms[t] < trace.hidden_theta @ action
        if converts and arrival <= min(t + window, horizon - 1):
            due[arrival].append(action)
        norms.append(np.sqrt(action @ inverse @ action))
        if rank_one:
            towards = inverse @ action
            inverse -= np.outer(towards, towards) / (1 + action @ towards)
        else:
            gram += np.outer(action, action)
            inverse = np.linalg.inv(gram)
        for late in due[t]:
            conversions += late
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
    reals, delays, arms = (
        np.ctypeslib.ndpointer(kind, flags="C") for kind in (np.float64, np.int32, np.int64)
    )
    size, number = ctypes.c_int64, ctypes.c_double
    function.argtypes = [*[size] * 3, *[reals] * 3, delays, size, size, number, number, arms]
    function.restype = None

    def play(
        trace: LinearTrace, window: int, confidence: float, regularisation: float
    ) -> np.ndarray:
        view = trace.start()
        function(
            *trace.action_sets.shape,
            trace.action_sets,
            trace.hidden_theta,
            trace.hidden_uniforms,
            trace.hidden_delays,
            random_arm(view, trace.randomness),
            window,
            confidence,
            regularisation,
            view.played,
        )
        return view.played

    return play


def parts_of(
    action_law: str, window: int, c_kernel: Callable[..., np.ndarray] | None
) -> dict[str, Part]:
    """Give what is timed, by its name in the table.

    Raises
    ------
    RuntimeError
        If the NumPy loop or the kernel in C plays another arm than the Numba kernel.
    """
    streams = Streams(MASTER_SEED, PAPER)
    setting = {
        "horizon": HORIZON,
        "arms": ARMS,
        "dimension": DIMENSION,
        "action_law": action_law,
        "delay": {"law": "geometric", "mean": MEAN_DELAY},
    }
    parameters = {"window": window, **PUBLISHED}
    specification = Specification(
        paper=PAPER,
        setting="benchmark",
        algorithm="otflinucb",
        master_seed=MASTER_SEED,
        checkpoints=200,
        trace=setting,
        run="otflin.otflinucb",
        parameters={**parameters, "stored_norms": True},
    )
    traces = [draw(streams, seed, setting) for seed in range(TRACES)]
    expected = [otflinucb.play(trace, **parameters, stored_norms=True) for trace in traces]

    def playing(play: Callable[..., np.ndarray], count: int = TRACES, **options: Any) -> Part:
        def play_all() -> None:
            for trace in traces[:count]:
                play(trace, **parameters, **options)

        return play_all, count

    def rival(name: str, play: Callable[..., np.ndarray], count: int, **options: Any) -> Part:
        for trace, played in zip(traces[:count], expected, strict=False):
            if not np.array_equal(play(trace, **parameters, **options), played):
                raise RuntimeError(f"{name} plays other arms than the Numba kernel")
        return playing(play, count, **options)

    def draw_all() -> None:
        for seed in range(TRACES):
            draw(streams, seed, setting)

    def judge_all() -> None:
        for trace, played in zip(traces, expected, strict=True):
            trace.regret(played)

    def simulate_all() -> None:
        simulate(specification, range(SEEDS_OF_A_JOB))

    c_rows = {} if c_kernel is None else {C: rival(C, c_kernel, TRACES)}
    loops = {"the same in NumPy, linalg.inv": False, "the same in NumPy, rank one": True}
    return {
        "trace": (draw_all, TRACES),
        KERNEL: playing(otflinucb.play, stored_norms=True),
        **c_rows,
        "kernel: OTFLinUCB, exact norms": playing(otflinucb.play),
        "kernel: OTFLinUCB, authors' code": playing(otflinucb_code.play),
        "kernel: OTFLinTS, stored norms": playing(otflints.play, stored_norms=True),
        "kernel: OTFLinTS, exact norms": playing(otflints.play),
        "regret": (judge_all, TRACES),
        "replication (trace, kernel, regret)": (simulate_all, SEEDS_OF_A_JOB),
        **{
            name: rival(name, numpy_loop, TRACES_OF_NUMPY, rank_one=rank_one)
            for name, rank_one in loops.items()
        },
    }


def measure(parts: dict[str, Part], repetitions: int) -> dict[str, float]:
    """Time the parts in turn; the median of each, in nanoseconds of CPU per round."""
    times: dict[str, list[float]] = {name: [] for name in parts}
    for part, _ in parts.values():
        part()
    for _ in range(repetitions):
        for name, (part, replications) in parts.items():
            start = time.process_time_ns()
            part()
            times[name].append((time.process_time_ns() - start) / (replications * HORIZON))
    return {name: statistics.median(values) for name, values in times.items()}


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repetitions", type=int, default=11)
    repetitions = parser.parse_args().repetitions
    with tempfile.TemporaryDirectory() as folder:
        c_kernel = compile_c(Path(folder))
        columns = {
            (law, window): measure(parts_of(law, window, c_kernel), repetitions)
            for law in ACTION_LAWS
            for window in WINDOWS
        }
    print(f"Nanoseconds of CPU per round; d={DIMENSION}, K={ARMS}, T={HORIZON}")
    print("(in brackets: ratio to the kernel with stored norms)\n")
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
