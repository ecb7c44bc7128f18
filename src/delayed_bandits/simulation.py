"""Simulation: an algorithm replayed on the traces of a block of seeds, for a run file."""

import logging
import time
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from delayed_bandits.kernels import compiling  # noqa: F401  (imports Numba, so it is the first)

# isort: split
import numpy as np
import pyarrow as pa

from delayed_bandits.algorithms.registry import load
from delayed_bandits.checks.errors import InputError
from delayed_bandits.delays.tabulated import Poisson
from delayed_bandits.files.provenance import provenance
from delayed_bandits.files.tables import column, open_table, values, write_table
from delayed_bandits.plan.specification import Specification
from delayed_bandits.traces.streams import Streams

logger = logging.getLogger(__name__)


def checkpoints(horizon: int, count: int) -> np.ndarray:
    """Choose the rounds, from 1, at which regret is recorded: evenly spaced, with the last."""
    count = min(count, horizon)
    return np.arange(1, count + 1) * horizon // count


def simulate(
    specification: Specification, seeds: range, delays: np.ndarray | None = None
) -> pa.Table:
    """Replay an algorithm on the traces of `seeds`.

    Parameters
    ----------
    specification : Specification
    seeds : range
        Numbers of the replications.
    delays : ndarray of int64, optional
        Sorted Criteo delays in seconds, for settings that use them.

    Returns
    -------
    pyarrow.Table
        Columns seed and round, and those of `trace.columns`; a row per seed and checkpoint, in that
        order.
    """
    algorithm = load(specification.run)
    streams = Streams(specification.master_seed, specification.paper)
    rounds = checkpoints(specification.horizon, specification.checkpoints)
    arguments = specification.trace_arguments(delays)
    curves: dict[str, list[np.ndarray]] = {}
    started = time.perf_counter()
    for i, seed in enumerate(seeds):
        trace = algorithm.trace.draw(streams, seed, **arguments)
        for remark in algorithm.remarks(trace, specification.parameters) if i == 0 else ():
            logger.warning("warning: %s", remark)
        record = algorithm.play(trace, **specification.parameters)
        for name, column_ in trace.columns(record).items():
            kept = column_[rounds - 1]
            curves.setdefault(name, []).append(kept.astype(float) if name == "regret" else kept)
        if (i + 1) % max(1, len(seeds) // 10) == 0:
            logger.info("%d of %d seeds, %.1f s", i + 1, len(seeds), time.perf_counter() - started)
    return pa.table(
        {
            "seed": column(np.repeat(np.array(seeds), rounds.size)),
            "round": column(np.tile(rounds, len(seeds))),
            **{name: column(np.concatenate(parts)) for name, parts in curves.items()},
        }
    )


def compile_kernels(specifications: Iterable[Specification]) -> None:
    """Compile the kernels that runs need, by running each on two rounds."""
    Poisson(1).quantile(0.5)  # jobs may search tables of delays; the constant ones here do not
    for specification in specifications:
        constant = {"law": "constant", "rounds": 0}
        simulate(specification.shrunk(horizon=2, delay=constant), range(1))


def simulate_to(
    output: Path, specification: Specification, seeds: range, delays_file: Path | None
) -> None:
    """Simulate and write a run file, whose footer has all that is needed to do so again.

    Raises
    ------
    InputError
        If the run needs Criteo delays and there are none.
    """
    delays, delays_origin = None, None
    if specification.uses_criteo:
        if delays_file is None:
            raise InputError(f"{output}: the setting needs Criteo delays; expected --criteo FILE")
        delays_table, about = open_table(delays_file)
        delays_origin = origin_of_delays(delays_file, about)
        delays = values(delays_table["delay"])
    table = simulate(specification, seeds, delays)
    footer = {
        "specification": asdict(specification),
        "digest": specification.digest,
        "seeds": [seeds.start, seeds.stop - 1],
        "criteo": delays_origin,
        "provenance": provenance(),
    }
    write_table(output, table, footer)


def origin_of_delays(delays_file: Path, footer: Mapping[str, Any]) -> str:
    """Describe what a table of Criteo delays was made of: source, touch rule, digest of the file.

    Raises
    ------
    InputError
        If the footer is not of such a table.
    """
    names = ("source", "touch", "sha256")
    if not footer.keys() >= set(names):
        raise InputError(f"{delays_file}: no Criteo delays found; expected criteo/delays.parquet")
    source, touch, sha256 = (footer[name] for name in names)
    return f"{source}, touch {touch}, sha256 {sha256}"
