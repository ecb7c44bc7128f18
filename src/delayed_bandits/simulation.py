"""A block of seeds of one algorithm on one setting, turned into a table of regrets."""

import logging
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from delayed_bandits.algorithms.registry import load
from delayed_bandits.checks.errors import InputError
from delayed_bandits.delays.laws import laws_from
from delayed_bandits.files.provenance import provenance
from delayed_bandits.files.tables import column, read_footer, read_table, values, write_table
from delayed_bandits.plan.specification import digest, uses_criteo
from delayed_bandits.traces.streams import Streams

logger = logging.getLogger(__name__)


def checkpoints(horizon: int, count: int) -> np.ndarray:
    """Rounds, from 1, at which regret is recorded: at most `count`, evenly spaced, the last too."""
    count = min(count, horizon)
    return np.arange(1, count + 1) * horizon // count


def simulate(
    specification: Mapping[str, Any], seeds: range, criteo: np.ndarray | None = None
) -> pa.Table:
    """Replay an algorithm on the traces of `seeds`.

    Parameters
    ----------
    specification : mapping
        One run of `delayed_bandits.plan.experiment.Paper.runs`.
    seeds : range
        Numbers of the replications.
    criteo : ndarray of int64, optional
        Sorted Criteo delays in seconds, for settings that use them.

    Returns
    -------
    pyarrow.Table
        Columns seed and round, and those of `trace.columns`; a row per seed and checkpoint, in that
        order.
    """
    algorithm = load(specification["run"])
    streams = Streams(specification["master_seed"], specification["paper"])
    rounds = checkpoints(specification["trace"]["horizon"], specification["checkpoints"])
    curves: dict[str, list[np.ndarray]] = {}
    world = dict(specification["trace"])
    if "delay" in world:
        world["delay"] = laws_from(world["delay"], criteo)
    started = time.perf_counter()
    for i, seed in enumerate(seeds):
        trace = algorithm.trace.draw(streams, seed, **world)
        for remark in algorithm.remarks(trace, specification["parameters"]) if i == 0 else ():
            logger.warning("warning: %s", remark)
        record = algorithm.play(trace, **specification["parameters"])
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
    output: Path, specification: Mapping[str, Any], seeds: range, criteo: Path | None
) -> None:
    """Simulate and write `output`; its footer has all that is needed to do so again.

    Raises
    ------
    InputError
        If the run needs Criteo delays and there are none.
    """
    delays, source = None, None
    if uses_criteo(specification):
        if criteo is None:
            raise InputError(f"{output}: the setting needs Criteo delays; expected --criteo FILE")
        delays = values(read_table(criteo)["delay"])
        source = criteo_source(criteo)
    table = simulate(specification, seeds, delays)
    footer = {
        "specification": dict(specification),
        "digest": digest(specification),
        "seeds": [seeds.start, seeds.stop - 1],
        "criteo": source,
        "provenance": provenance(),
    }
    write_table(output, table, footer)


def criteo_source(table: Path) -> str:
    """Source, touch rule and digest of the file that a table of Criteo delays was made of.

    Raises
    ------
    InputError
        If it is no such table.
    """
    footer = read_footer(table)
    names = ("source", "touch", "sha256")
    if not footer.keys() >= set(names):
        raise InputError(f"{table}: no Criteo delays found; expected criteo/delays.parquet")
    source, touch, sha256 = (footer[name] for name in names)
    return f"{source}, touch {touch}, sha256 {sha256}"
