"""A block of seeds of one algorithm on one setting, turned into a table of regrets."""

import logging
import time
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pyarrow as pa

from delayed_bandits.algorithms.registry import load
from delayed_bandits.checks.errors import InputError
from delayed_bandits.files.provenance import provenance
from delayed_bandits.files.tables import column, read_footer, read_table, values, write_table
from delayed_bandits.plan.specification import Specification
from delayed_bandits.traces.streams import Streams

logger = logging.getLogger(__name__)


def checkpoints(horizon: int, count: int) -> np.ndarray:
    """Rounds, from 1, at which regret is recorded: at most `count`, evenly spaced, the last too."""
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


def simulate_to(
    output: Path, specification: Specification, seeds: range, delays_file: Path | None
) -> None:
    """Simulate and write `output`; its footer has all that is needed to do so again.

    Raises
    ------
    InputError
        If the run needs Criteo delays and there are none.
    """
    delays, delays_origin = None, None
    if specification.uses_criteo:
        if delays_file is None:
            raise InputError(f"{output}: the setting needs Criteo delays; expected --criteo FILE")
        delays = values(read_table(delays_file)["delay"])
        delays_origin = origin_of_delays(delays_file)
    table = simulate(specification, seeds, delays)
    footer = {
        "specification": asdict(specification),
        "digest": specification.digest,
        "seeds": [seeds.start, seeds.stop - 1],
        "criteo": delays_origin,
        "provenance": provenance(),
    }
    write_table(output, table, footer)


def origin_of_delays(delays_file: Path) -> str:
    """Describe what a table of Criteo delays was made of: source, touch rule, digest of the file.

    Raises
    ------
    InputError
        If it is no such table.
    """
    footer = read_footer(delays_file)
    names = ("source", "touch", "sha256")
    if not footer.keys() >= set(names):
        raise InputError(f"{delays_file}: no Criteo delays found; expected criteo/delays.parquet")
    source, touch, sha256 = (footer[name] for name in names)
    return f"{source}, touch {touch}, sha256 {sha256}"
