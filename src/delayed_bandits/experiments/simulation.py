"""Simulate algorithms on the same traces, one trace for each seed."""

import contextlib
import logging
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from delayed_bandits.kernels import compiling  # noqa: F401  first, as it imports Numba

# isort: split
import numpy as np
import pyarrow as pa

from delayed_bandits.algorithms.learners.files import is_file
from delayed_bandits.algorithms.learners.guard import TIMEOUT_FACTOR, LearnerError, fault, watched
from delayed_bandits.algorithms.registry import Algorithm, load
from delayed_bandits.checks.errors import InputError
from delayed_bandits.delays.base import LogDelays
from delayed_bandits.experiments.delay_tables import ObservedDelays
from delayed_bandits.experiments.specification import Specification
from delayed_bandits.files.provenance import provenance
from delayed_bandits.files.tables import PART_ROWS, column, table_writer
from delayed_bandits.traces.k_armed.runs import can_be_in_step, runs_in_step
from delayed_bandits.traces.protocol import Trace
from delayed_bandits.traces.streams import Streams

logger = logging.getLogger(__name__)

Curves = dict[str, list[np.ndarray]]  # the checkpoints of each run, by column


def checkpoints(horizon: int, count: int) -> np.ndarray:
    """Return the rounds at which regret is recorded: evenly spaced, at most `count`."""
    count = min(count, horizon)
    return np.arange(1, count + 1) * horizon // count


def replay(
    specifications: Sequence[Specification],
    seeds: range,
    delays: np.ndarray | None = None,
    log: LogDelays | None = None,
    find: Callable[[str], Algorithm] = load,
) -> list[pa.Table]:
    """Play each algorithm on the traces of `seeds`, and return a table of its runs.

    All specifications have the same environment, and each trace is drawn once.

    - `delays`: sorted Criteo delays in seconds
    - `find`: a function that returns the `Algorithm` or `Learner` with a given name
    - a table: rows by seed, then checkpoint; columns seed, round, and those of the trace
    """
    first = specifications[0]
    learners = [find(specification.run) for specification in specifications]
    environment = learners[0].environment(first.trace)
    streams = Streams(first.master_seed, first.paper)
    arguments = first.trace_arguments(delays, log)
    records: dict[int, Any] = {}  # of the first run
    curves: list[Curves] = [{} for _ in specifications]
    started = time.perf_counter()
    traces: list[Trace] = []
    for i, seed in enumerate(seeds):
        traces.append(environment.draw(streams, seed, **arguments))
        if i == 0:
            in_step = any(one.in_step for one in learners) and can_be_in_step(traces)
            size = runs_in_step(first.horizon) if in_step else 1
        if len(traces) < size and i + 1 < len(seeds):
            continue
        for j, specification in enumerate(specifications):
            for group in [traces] if learners[j].in_step else [[trace] for trace in traces]:
                record, *_ = _replay_on(group, specification, learners[j], curves[j])
                if is_file(specification.run) or not isinstance(learners[j], Algorithm):
                    records.setdefault(j, record)
        tenth = max(1, len(seeds) // 10)
        if (i + 1) // tenth > (i + 1 - len(traces)) // tenth:
            seconds = time.perf_counter() - started
            logger.info("%d of %d seeds, %.1f s", i + 1, len(seeds), seconds)
        traces.clear()  # before the next ones, as they may be large
    if records:
        trace = environment.draw(streams, seeds[0], **arguments)
        for j, record in records.items():
            _check_repeats(learners[j], trace, record, specifications[j])
    return [
        _table(seeds, specification, its_curves)
        for specification, its_curves in zip(specifications, curves, strict=True)
    ]


def _replay_on(
    traces: Sequence[Trace], specification: Specification, algorithm: Algorithm, curves: Curves
) -> list[Any]:
    """Play an algorithm on traces: return its records, and append runs to `curves`."""
    if not curves:
        for remark in algorithm.remarks(traces[0], specification.parameters):
            logger.warning("warning: %s", remark)
    where = f"{specification.run}, seed {traces[0].randomness.hidden_seed}:"
    try:
        with _guarded(specification, algorithm):
            records = algorithm.play_runs(traces, **specification.parameters)
        runs = [trace.columns(record) for trace, record in zip(traces, records, strict=True)]
    except (KeyboardInterrupt, LearnerError):
        raise
    except InputError as error:
        raise LearnerError(f"{where} {error}") from error
    except BaseException as error:
        if isinstance(error, OSError) and not is_file(specification.run):
            raise  # of the compiler
        raise fault(where, error, "Play each round once, with what the view allows.") from error
    rounds = checkpoints(specification.horizon, specification.checkpoints)
    for columns in runs:
        for name, column_ in columns.items():
            kept = column_[rounds - 1]
            curves.setdefault(name, []).append(kept.astype(float) if name == "regret" else kept)
    return records


def _guarded(
    specification: Specification, algorithm: Algorithm
) -> contextlib.AbstractContextManager[None]:
    """Return a context that limits the time of a user's function."""
    if not is_file(specification.run) or not isinstance(algorithm, Algorithm):
        return contextlib.nullcontext()
    return watched((), TIMEOUT_FACTOR * specification.horizon * algorithm.nanoseconds / 1e9)


def _check_repeats(
    learner: Algorithm, trace: Trace, record: Any, specification: Specification
) -> None:
    if not isinstance(learner, Algorithm):
        learner.check_repeats(trace, record, specification.parameters)
        return
    again = trace.columns(learner.play(trace, **specification.parameters))["regret"]
    for t in np.flatnonzero(again != trace.columns(record)["regret"])[:1]:
        where = f"{specification.run}, seed {trace.randomness.hidden_seed}, round {t}"
        remedy = "Keep no state between runs, and use only the random numbers of the trace."
        raise LearnerError(f"{where}: had another regret when replayed. {remedy}")


def _table(seeds: range, specification: Specification, curves: Curves) -> pa.Table:
    rounds = checkpoints(specification.horizon, specification.checkpoints)
    return pa.table(
        {
            "seed": column(np.repeat(np.array(seeds), rounds.size)),
            "round": column(np.tile(rounds, len(seeds))),
            **{name: column(np.concatenate(parts)) for name, parts in curves.items()},
        }
    )


def write_runs(
    files: Sequence[tuple[Path, Specification, dict[str, Any]]],
    seeds: range,
    delays: ObservedDelays | None,
) -> None:
    """Simulate and write run files of one environment: (path, specification, inputs)."""
    runs = [specification for _, specification, _ in files]
    given = (delays.seconds, delays.log) if delays else ()
    here = {"provenance": provenance()}
    with contextlib.ExitStack() as stack:
        writers = [
            stack.enter_context(table_writer(path, inputs | here)) for path, _, inputs in files
        ]
        for part in parts_of(seeds, runs[0].horizon, runs[0].checkpoints):
            for write, table in zip(writers, replay(runs, part, *given), strict=True):
                write(table)


def parts_of(seeds: range, horizon: int, count: int) -> list[range]:
    """Return the seeds of each row group of a run file, given `count` checkpoints."""
    size = max(1, PART_ROWS // min(horizon, count))
    return [seeds[first : first + size] for first in range(0, len(seeds), size)]
