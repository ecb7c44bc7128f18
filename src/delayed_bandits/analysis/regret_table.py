"""Regret tables: mean regret with its confidence interval."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from delayed_bandits.analysis.curves import AllCurves, CurvesOfFiles
from delayed_bandits.analysis.intervals import half_width
from delayed_bandits.files.provenance import provenance
from delayed_bandits.files.tables import whole_file, write_table
from delayed_bandits.plan.specification import Specification

if TYPE_CHECKING:
    import pandas as pd


def regret_table(curves: AllCurves) -> pa.Table:
    """Mean regret of each algorithm at each checkpoint.

    Returns
    -------
    pyarrow.Table
        Columns setting, algorithm, round, mean, std, sem, ci_low, ci_high (Student, 95 %), seeds.
    """
    parts = []
    for (setting, algorithm), curve in curves.items():
        seeds = len(curve.regret)
        mean = curve.regret.mean(axis=0)
        std = curve.regret.std(axis=0, ddof=1)
        sem = std / np.sqrt(seeds)
        half = half_width(sem, seeds)
        columns = {
            "setting": [setting] * mean.size,
            "algorithm": [algorithm] * mean.size,
            "round": curve.rounds,
            "mean": mean,
            "std": std,
            "sem": sem,
            "ci_low": mean - half,
            "ci_high": mean + half,
            "seeds": np.full(mean.size, seeds),
        }
        parts.append(pa.table(columns))
    return pa.concat_tables(parts)


def aggregate_to(output: Path, csv: Path, latex: Path, files: Sequence[Path], seeds: int) -> None:
    """Write the regret table of a paper's runs, and the final regrets as `csv` and `latex`."""
    curves = CurvesOfFiles(files, seeds)
    runs = [Specification(**footer["specification"]) for footer in curves.footers]
    footer = {
        "digests": {f"{run.setting}/{run.algorithm}": run.digest for run in runs},
        "criteo": sorted({footer["criteo"] for footer in curves.footers if footer["criteo"]}),
        "provenance": provenance(("numpy", "numba", "pyarrow", "scipy")),
    }
    table = regret_table(curves)
    write_table(output, table, footer)
    final = final_regret(table.to_pandas(use_threads=False))
    with whole_file(csv) as temporary:
        final.to_csv(temporary, index=False, float_format="%.6g", lineterminator="\n")
    with whole_file(latex) as temporary:
        final.to_latex(temporary, index=False, float_format="%.1f", escape=True)


def final_regret(regret: "pd.DataFrame") -> "pd.DataFrame":
    """Rows of a regret table at the last checkpoint of each algorithm on each setting."""
    last = regret.groupby(["setting", "algorithm"], sort=False)["round"].transform("max")
    return regret[regret["round"] == last].reset_index(drop=True)
