"""The manifest of a finished run: every file with its SHA-256 and the step that made it."""

import itertools
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from delayed_bandits.checks.errors import InputError
from delayed_bandits.experiments.blocks import run_files
from delayed_bandits.experiments.delay_sources import log_options
from delayed_bandits.experiments.experiment import Paper, load_papers
from delayed_bandits.files.digests import sha256
from delayed_bandits.files.layout import Layout
from delayed_bandits.files.provenance import provenance
from delayed_bandits.files.tables import whole_file
from delayed_bandits.report.page import LIBRARIES, PLATFORM

FORMATS = ("png", "svg", "pdf")
TABLES = ("parquet", "csv", "tex")

Manifest = Mapping[str, Any]


def write_manifest(output: Path, config: Mapping[str, Any], workflow: Path, figures: Path) -> None:
    """Write the manifest of a finished run.

    Parameters
    ----------
    output : Path
        The JSON file, in the folder of the results.
    config : mapping
        The checked content of config.yaml.
    workflow, figures : Path
        The folders.

    Raises
    ------
    InputError
        If a file of the run is missing.
    """
    results = output.parent
    layout = Layout(str(results), str(figures))
    planned = planned_files(load_papers(config, workflow), layout, config)
    for path in planned:
        if not path.is_file():
            raise InputError(
                f"{path}: no such file; expected it of a finished run; run snakemake --cores 1 "
                f"--forcerun {planned[path]}, with the --config that made the others"
            )
    document = {
        "config": dict(config),
        "figures": os.path.relpath(figures, results),
        "platform": PLATFORM,
        "provenance": provenance(LIBRARIES),
        "files": {
            os.path.relpath(path, results): {"step": step, "sha256": sha256(path)}
            for path, step in planned.items()
        },
    }
    with whole_file(output) as temporary:
        text = json.dumps(document, indent=1, ensure_ascii=False)
        temporary.write_text(text + "\n", encoding="utf-8")


def read_manifest(path: Path) -> Manifest:
    """Read a manifest.

    Raises
    ------
    InputError
        If it is missing, or not as it was written.
    """
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        if not all(isinstance(document[key], dict) for key in ("config", "provenance", "files")):
            raise ValueError("found other entries than it should have")
        if not all({"step", "sha256"} <= entry.keys() for entry in document["files"].values()):
            raise ValueError("found a file without step or SHA-256")
        Path(document["figures"], document["platform"])
    except FileNotFoundError as error:
        raise InputError(f"{path}: no such file; expected {_last(path)}") from error
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        what = f"no {error}" if isinstance(error, KeyError) else error
        raise InputError(f"{path}: not a manifest: {what}; expected {_last(path)}") from error
    return document


def _last(path: Path) -> str:
    return (
        "what a finished run writes last; run snakemake --cores 1 with the --config that made "
        f"{path.parent}"
    )


def planned_files(
    papers: Mapping[str, Paper], layout: Layout, config: Mapping[str, Any]
) -> dict[Path, str]:
    """List the files of a finished run, each with the step that makes it."""
    named = dict(
        [
            (layout.delays, "delays"),
            (layout.fits, "fit"),
            *((layout.figure("criteo", "fits", kind), "fit") for kind in FORMATS),
            *(pair for paper in papers.values() for pair in _of_paper(paper, layout)),
            (layout.claims_table, "claims_table"),
            (layout.evidence, "claims_table"),
            *((layout.claims(name, k), "claims_table") for name in papers for k in ("csv", "tex")),
            (layout.report, "report"),
        ]
    )
    found = {Path(name): step for name, step in named.items()}
    if log_options(config):
        folder = Path(layout.log)
        found |= {path: "log_delays" for path in sorted(folder.rglob("*")) if path.is_file()}
    benchmarks = sorted(Path(layout.results, "benchmarks").rglob("*.tsv"))
    return found | dict.fromkeys(benchmarks, "benchmark")


def _of_paper(paper: Paper, layout: Layout) -> Iterator[tuple[str, str]]:
    for path in files_of_runs(paper, layout):
        yield str(path), "simulate"
    for kind in TABLES:
        yield layout.regret(paper.name, kind), "aggregate"
    yield layout.claims(paper.name), "claims"
    yield layout.rows(paper.name), "claims"
    for name, kind in itertools.product(paper.description.get("tables", ()), ("csv", "parquet")):
        yield layout.table(paper.name, name, kind), "table"
    for name in paper.description["figures"]:
        yield layout.record(paper.name, name), "figure"
        for kind in FORMATS:
            yield layout.figure(paper.name, name, kind), "figure"


def files_of_runs(paper: Paper, layout: Layout) -> list[Path]:
    """List the run files of a paper, in the order in which the steps read them."""
    plan = {
        "/".join(key): (paper.seeds[run.setting], paper.sizes[key])
        for key, run in paper.runs.items()
    }
    return run_files(Path(layout.runs(paper.name)), plan)
