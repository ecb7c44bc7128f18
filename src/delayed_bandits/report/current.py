"""Tables and claims of the page, checked against the run files, and these against the plan."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from delayed_bandits.analysis.curves import CurvesOfFiles
from delayed_bandits.analysis.regret_table import SCHEMA
from delayed_bandits.checks.errors import InputError
from delayed_bandits.experiments.experiment import Paper
from delayed_bandits.experiments.plan import Expected, check_same, refusal, with_origins
from delayed_bandits.experiments.plan_files import expected_of
from delayed_bandits.files import tables
from delayed_bandits.files.digests import sha256
from delayed_bandits.files.layout import Layout
from delayed_bandits.report import figures


def check_current(
    paper: Paper, config: Mapping[str, Any], layout: Layout, judged: Mapping[str, Any]
) -> None:
    """Check that a paper's runs are as configured, and that what is shown is of these runs."""
    expected = with_origins(Path(layout.results), expected_of(config, paper))
    curves = CurvesOfFiles(expected.files(Path(layout.runs(paper.name))), expected)
    curves.check()
    check_regret(Path(layout.regret(paper.name, "parquet")), expected, curves)
    check_claims(Path(layout.claims(paper.name)), judged, config["scale"], curves)
    check_figures(paper, layout, expected.files(Path(layout.runs(paper.name))))


def check_regret(path: Path, expected: Expected, curves: CurvesOfFiles) -> None:
    """Check that a regret table is of the runs, by its footer, and of all their seeds."""
    table, footer = tables.open_table(path)
    tables.check_footer(path, footer, digests=dict, criteo=list)
    found = {field.name: field.type for field in table.schema}  # with coordinates of settings
    if any(found.get(field.name) != field.type for field in SCHEMA):
        raise InputError(
            f"{path}: its columns are {table.column_names}; expected {tables.AS_WRITTEN}"
        )
    rows = zip(
        *(table[name].to_pylist() for name in ("setting", "algorithm", "seeds")), strict=True
    )
    runs = {"/".join(key): run.digest for key, run in curves.specifications.items()}
    found = {f"digest of {key}": digest for key, digest in footer["digests"].items()}
    found |= {f"seeds of {setting}/{algorithm}": n for setting, algorithm, n in rows}
    wanted = {f"digest of {key}": digest for key, digest in runs.items()}
    wanted |= {f"seeds of {key}": expected.runs[key]["seeds"] for key in runs}
    check_same(path, found, wanted, "aggregate")
    origins = tuple(filter(None, (expected.criteo, expected.log)))
    for origin in footer["criteo"]:
        if not str(origin).startswith(origins):
            raise refusal(path, "delays", origin, " or ".join(origins), "aggregate")


def check_claims(
    path: Path, document: Mapping[str, Any], scale: str, curves: CurvesOfFiles
) -> None:
    """Check that the claims of a file were judged on the run files."""
    check_same(path, {"scale": document["scale"]}, {"scale": scale}, "claims")
    digests = {"/".join(key): list(map(tables.read_digest, curves.paths(key))) for key in curves}
    for claim in document["claims"]:
        for key, found in claim["runs"].items():
            if found != digests.get(key):
                wanted = f"those of {key} that are there"
                raise refusal(path, f"{claim['id']}: runs", f"on files {found}", wanted, "claims")


def check_figures(paper: Paper, layout: Layout, files: list[Path]) -> None:
    """Check that figures, and the tables that they show, were made of the files that are there."""
    made = {}
    digests = figures.digests_of([*files, Path(layout.delays)])
    for name, about in paper.description.get("tables", {}).items():
        path = Path(layout.table(paper.name, name, "parquet"))
        runs = figures.on_settings(files, about.get("settings", paper.seeds))
        _check_made_of(path, tables.read_footer(path).get("files"), runs, digests, "table")
        made |= figures.digests_of([path])
    for name in paper.description["figures"]:
        record = figures.read_record(Path(layout.record(paper.name, name)))
        svg = Path(layout.figure(paper.name, name, "svg"))
        check_same(svg, {"SHA-256": sha256(svg)}, {"SHA-256": record["figure"]}, "figure")
        shown = figures.shown_by(paper, name, layout, files).files
        _check_made_of(svg, record["files"], shown, digests | made, "figure")


def _check_made_of(
    path: Path, found: Any, files: Iterable[Path], digests: Mapping[str, str], rule: str
) -> None:
    found = found if isinstance(found, Mapping) else {}
    wanted = {f"digest of {name}": digests[name] for name in map(figures.end_of_path, files)}
    check_same(path, {f"digest of {name}": digest for name, digest in found.items()}, wanted, rule)
