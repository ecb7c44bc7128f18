"""Regret tables: mean regret with its confidence interval."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from delayed_bandits.analysis.curves import AllCurves, Coordinates, CurvesOfFiles
from delayed_bandits.analysis.intervals import half_width
from delayed_bandits.analysis.latex import escaped, longtable, with_error
from delayed_bandits.experiments.plan import Expected
from delayed_bandits.files.provenance import provenance
from delayed_bandits.files.tables import whole_file, write_table

if TYPE_CHECKING:
    import pandas as pd

SCHEMA = pa.schema(
    [("setting", pa.string()), ("algorithm", pa.string()), ("round", pa.int64())]
    + [(name, pa.float64()) for name in ("mean", "std", "sem", "ci_low", "ci_high")]
    + [("seeds", pa.int64())]
)
"""Columns of a regret table; the intervals are Student's, 95 %."""


def regret_table(curves: AllCurves) -> pa.Table:
    """Compute the mean regret of each algorithm at each checkpoint, with Student's 95 % interval.

    Columns setting, its coordinates, algorithm, round, mean, std, sem, ci_low, ci_high, seeds.
    """
    parts = []
    for (setting, algorithm), curve in curves.items():
        mean, std = curve.moments("regret")
        sem = std / np.sqrt(curve.n_seeds)
        half = half_width(sem, curve.n_seeds)
        columns = {
            "setting": [setting] * mean.size,
            **{name: [value] * mean.size for name, value in curve.coordinates.items()},
            "algorithm": [algorithm] * mean.size,
            "round": curve.rounds,
            "mean": mean,
            "std": std,
            "sem": sem,
            "ci_low": mean - half,
            "ci_high": mean + half,
            "seeds": np.full(mean.size, curve.n_seeds),
        }
        parts.append(pa.table(columns))
    return pa.concat_tables(parts, promote_options="default")


def aggregate_to(
    output: Path,
    csv: Path,
    latex: Path,
    files: Iterable[Path],
    expected: Expected | None = None,
    coordinates: Coordinates | None = None,
    labels: Mapping[str, str] | None = None,
) -> None:
    """Write the regret table of a paper's runs, and the final regrets as `csv` and `latex`.

    `expected` is what the run files should have been made of, `coordinates` are those of settings,
    `labels` those of algorithms.
    """
    parts, digests, origins = [], {}, set()
    for key, curve in CurvesOfFiles(files, expected, coordinates).items():
        parts.append(regret_table({key: curve}))
        digests["/".join(key)] = curve.specification.digest
        origins.add(curve.delays_origin)
    footer = {
        "digests": digests,
        "criteo": sorted(origins - {None}),
        "provenance": provenance(("numpy", "numba", "pyarrow", "scipy")),
    }
    table = pa.concat_tables(parts, promote_options="default")
    write_table(output, table, footer)
    final = final_regret(table.to_pandas(use_threads=False))
    with whole_file(csv) as temporary:
        final.to_csv(temporary, index=False, float_format="%.6g", lineterminator="\n")
    with whole_file(latex) as temporary:
        temporary.write_text(latex_of_final(final, labels or {}), encoding="utf-8")


def final_regret(regret: "pd.DataFrame") -> "pd.DataFrame":
    """Select the rows at the last checkpoint of each algorithm on each setting."""
    last = regret.groupby(["setting", "algorithm"], sort=False)["round"].transform("max")
    return regret[regret["round"] == last].reset_index(drop=True)


def latex_of_final(final: "pd.DataFrame", labels: Mapping[str, str]) -> str:
    """Write final regrets, with the half width of their 95 % intervals, as a LaTeX table."""
    groups = [
        (
            escaped(setting),
            [
                (
                    escaped(labels.get(row.algorithm, row.algorithm)),
                    str(row.round),
                    with_error(row.mean, row.ci_high - row.mean),
                    str(row.seeds),
                )
                for row in rows.itertuples()
            ],
        )
        for setting, rows in final.groupby("setting", sort=False)
    ]
    header = ("algorithm", "rounds", r"regret, mean $\pm$ 95\,\%", "seeds")
    return longtable("lrrr", header, groups)
