"""Files of a paper's regret table: Parquet, CSV and LaTeX."""

from collections.abc import Iterable, Mapping
from pathlib import Path

import pandas as pd
import pyarrow as pa

from delayed_bandits.analysis.curves import Coordinates, CurvesOfFiles
from delayed_bandits.analysis.latex import longtable
from delayed_bandits.analysis.numbers import with_ends
from delayed_bandits.analysis.regret_table import final_regret, regret_table
from delayed_bandits.files.provenance import provenance
from delayed_bandits.files.tables import whole_file, write_table, write_text


def aggregate_to(
    output: Path,
    csv: Path,
    latex: Path,
    files: Iterable[Path],
    coordinates: Coordinates | None = None,
    labels: Mapping[str, str] | None = None,
) -> None:
    """Write the regret table of runs as Parquet, and final regrets as CSV and LaTeX.

    `coordinates` are by setting, and `labels` by algorithm.
    """
    parts, digests, provenances, versions = [], {}, set(), {}
    curves = CurvesOfFiles(files, coordinates)
    for key, curve in curves.items():
        parts.append(regret_table({key: curve}))
        digests["/".join(key)] = curve.specification.digest
        provenances.add(curve.delays_provenance)
        for path in curves.paths(key):
            for name, version in curves.footer(path)["provenance"].items():
                versions.setdefault(name, {})[version] = None
    footer = {
        "digests": digests,
        "criteo": sorted(provenances - {None}),
        "runs": {name: list(found) for name, found in versions.items()},
        "provenance": provenance(("numpy", "numba", "pyarrow", "scipy")),
    }
    table = pa.concat_tables(parts, promote_options="default")
    write_table(output, table, footer)
    final = final_regret(table.to_pandas(use_threads=False))
    with whole_file(csv) as temporary:
        final.to_csv(temporary, index=False, float_format="%.6g", lineterminator="\n")
    write_text(latex, latex_of_final(final, labels or {}))


def latex_of_final(final: pd.DataFrame, labels: Mapping[str, str]) -> str:
    """Return final regrets as a LaTeX table, with the same digits as the report."""
    rows = []
    for row in final.itertuples():
        about = row.setting, labels.get(row.algorithm, row.algorithm), f"{row.round:,}"
        mean, *ends = with_ends(row.mean, row.ci_low, row.ci_high)
        rows.append((*about, str(row.runs), mean, " to ".join(ends) or "same in all runs"))
    columns = ["setting", "algorithm", "rounds", "runs", "mean", "95 % interval"]
    table = pd.DataFrame(rows, columns=columns)
    table["setting"] = table["setting"].mask(table["setting"].duplicated(), "")
    return longtable(table, "llrrrr")
