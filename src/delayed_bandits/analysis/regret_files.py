"""Files of a paper's regret table: Parquet, CSV and LaTeX."""

from collections.abc import Iterable, Mapping
from pathlib import Path

import pandas as pd
import pyarrow as pa

from delayed_bandits.analysis.curves import Coordinates, CurvesOfFiles
from delayed_bandits.analysis.latex import escaped, longtable, with_error
from delayed_bandits.analysis.regret_table import final_regret, regret_table
from delayed_bandits.experiments.plan import PlannedRuns
from delayed_bandits.files.provenance import provenance
from delayed_bandits.files.tables import whole_file, write_table, write_text


def aggregate_to(
    output: Path,
    csv: Path,
    latex: Path,
    files: Iterable[Path],
    expected: PlannedRuns | None = None,
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
    write_text(latex, latex_of_final(final, labels or {}))


def latex_of_final(final: pd.DataFrame, labels: Mapping[str, str]) -> str:
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
