"""Verification of results: remake a sample in another folder, and compare."""

import filecmp
import logging
import os
import random
import secrets
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from delayed_bandits.experiments.simulation import write_runs

# isort: split
from delayed_bandits.analysis.judge import judge_claims
from delayed_bandits.analysis.regret_files import aggregate_to
from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.criteo.conversions import from_bundled
from delayed_bandits.experiments import results
from delayed_bandits.experiments.delay_tables import read_delays
from delayed_bandits.experiments.experiment import Paper, load_papers
from delayed_bandits.files.layout import FORMATS, Layout, key_of_run, seeds_in
from delayed_bandits.files.provenance import commit, other_versions
from delayed_bandits.files.sources import digest_of_sources
from delayed_bandits.files.tables import open_table, read_footer
from delayed_bandits.papers.claims import claims_of, conclusions_of
from delayed_bandits.papers.figures import draw_figure
from delayed_bandits.papers.tables import make_tables

logger = logging.getLogger(__name__)


def verify(folder: Path, size: int, seed: int | None, project: Path) -> list[str]:
    """Remake a sample of results, and return a line for each file that differs.

    - remade: `size` run files and half as many figures, drawn with `seed`; all tables and claims
    - compared: bytes, or numbers if sources or versions differ
    """
    if size < 1:
        raise InputError(f"--sample {size}: too small. Give at least 1.")
    seed = secrets.randbelow(10**6) if seed is None else seed
    made, chosen = results.read_made_with(folder), random.Random(seed)
    config, given = made["config"], Layout.of(folder, made["config"]["scale"])
    papers = load_papers(config, project / "workflow", check=False)
    files = {}
    for name, paper in papers.items():
        groups = [given.run_group(name, group) for group in made["runs"][name]]
        files[name] = results.files_in(groups, paper.seeds, paper.labels)
    runs = [(papers[name], path) for name in papers for path in files[name]]
    figures = [(paper, name) for paper in papers.values() for name in paper.description["drawn"]]
    if not runs:
        raise InputError(f"{folder}: no run files. Make them with Snakemake.")
    runs = chosen.sample(runs, min(size, len(runs)))
    figures = chosen.sample(figures, min((size + 1) // 2, len(figures)))
    if others := _others(made, runs[0][1]):
        fault = f"made with other sources or libraries ({others}), so numbers are compared."
        logger.warning("warning: %s: %s", folder, fault)
    with tempfile.TemporaryDirectory() as name:
        again = Layout.of(Path(name, "results"), config["scale"])
        for paper, path in runs:
            _simulate(paper, path, given, Path(again.results, path.relative_to(folder)))
        if config["criteo"] == "bundled":
            from_bundled(project / "data/criteo_delay_quantiles.csv", Path(again.delays))
        for paper in papers.values():
            _tabulate(paper, files[paper.name], given, again, config["scale"])
        for paper, figure in figures:
            _draw(paper, figure, files[paper.name], given, again)
        made = {
            os.path.normpath(folder / os.path.relpath(path, again.results)): path
            for path in sorted(Path(name).rglob("*.*"))
            if path.is_file()
        }
        found = [_difference(Path(old), new, numbers=bool(others)) for old, new in made.items()]
    differ = list(filter(None, found))
    done = f"made {len(runs)} run files, {len(figures)} figures, tables and claims again"
    logger.info("%s: %s (--seed %d); %d of %d differ", folder, done, seed, len(differ), len(found))
    return differ


def _others(made: Mapping[str, Any], run: Path) -> str:
    """Return which source or libraries have changed since a run was made, or ""."""
    sources = results.made_with(made["config"], {}, {})["sources"]
    if found := results.difference(made["sources"], sources):
        return f"another {found[0]}"
    return other_versions(read_footer(run)["provenance"] | {"commit": commit()})


def _simulate(paper: Paper, path: Path, given: Layout, output: Path) -> None:
    run, seeds = paper.runs[key_of_run(path)], seeds_in(path.stem)
    criteo = Path(given.delays) if run.uses_criteo else None
    delays = read_delays(criteo, Path(given.log_delays) if run.uses_log else None)
    inputs = run.inputs(seeds, digest_of_sources(run.module), delays)
    write_runs([(output, run, inputs)], seeds, delays)


def _tabulate(paper: Paper, files: list[Path], given: Layout, again: Layout, scale: str) -> None:
    """Remake a paper's tables and claims. Drop the claims' JSON, whose paths differ."""
    name, claims = paper.name, Path(again.claims(paper.name))
    aggregate_to(*map(Path, again.regret_files(name)), files, paper.coordinates, paper.labels)
    stated, table = (claims_of(name), conclusions_of(name)), Path(again.measurements(name))
    delays = Path(given.delays) if paper.uses_criteo else None
    judge_claims(claims, name, scale, *stated, files, delays, table, paper.texts)
    claims.unlink()
    folder = Path(again.tables(name))
    make_tables(folder, name, paper.tables, paper.styles, files, paper.coordinates)


def _draw(paper: Paper, name: str, files: Sequence[Path], given: Layout, again: Layout) -> None:
    about, outputs = paper.description["figures"][name], again.figure_files(paper.name, name)
    settings, table = about.get("settings", ()), about.get("table")
    shown = [path for one in settings for path in files if key_of_run(path)[0] == one]
    delays = None if table or settings else Path(given.delays)
    tabulated = Path(given.table(paper.name, table)) if table else None
    made_by = paper.name, about["draw"], paper.styles, shown, delays, tabulated
    draw_figure([Path(file) for file in outputs], *made_by)


def _difference(path: Path, again: Path, *, numbers: bool) -> str:
    """Return the first difference between a file and its remake as text, or ""."""
    if not path.exists():
        return f"{path}: missing"
    if filecmp.cmp(path, again, shallow=False) or (numbers and path.suffix[1:] in FORMATS):
        return ""
    for line, (old, new) in enumerate(zip(_lines(path), _lines(again), strict=False), 1):
        if old != new:
            place = len(os.path.commonprefix([old, new]))  # noqa: RUF071  of letters
            shown = [text[max(0, place - 30) : place + 30] for text in (old, new)]
            return f"{path}, line {line}: {shown[0]!r}; made again: {shown[1]!r}"
    return "" if numbers else f"{path}: differs from the file made again"


def _lines(path: Path) -> list[str]:
    """Return the lines of a text file, or the rows of a table and their number."""
    if path.suffix == ".parquet":
        rows = open_table(path)[0].to_pylist()
        return [*map(str, rows), f"{len(rows)} rows"]
    return path.read_text(encoding="utf-8", errors="replace").splitlines()
