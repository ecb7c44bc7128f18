"""Verification of results: a sample of them is made again in an empty folder, and compared."""

import filecmp
import logging
import random
import secrets
import tempfile
from collections.abc import Iterator, Mapping, Sequence
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
from delayed_bandits.files.layout import Layout, key_of_run
from delayed_bandits.files.provenance import commit, other_versions
from delayed_bandits.files.sources import digest_of_sources
from delayed_bandits.files.tables import open_table, read_footer
from delayed_bandits.papers.claims import claims_of, conclusions_of
from delayed_bandits.report.figures import draw_figure, make_tables

logger = logging.getLogger(__name__)

DRAWN = (".png", ".svg", ".pdf")
REGRET = ("parquet", "csv", "tex")


def verify(folder: Path, size: int, seed: int | None, project: Path) -> list[str]:
    """Make a sample of a folder of results again, and describe each file that differs.

    The sample, chosen by `seed`, is of `size` run files and half as many figures; all tables and
    claims are made again. Bytes are compared, or, if sources or versions are others, numbers.
    """
    if size < 1:
        raise InputError(f"--sample {size}: too small. Give at least 1.")
    seed = secrets.randbelow(10**6) if seed is None else seed
    made, chosen = results.read_made_with(folder), random.Random(seed)
    config, given = made["config"], Layout.of(folder, made["config"]["scale"])
    papers = load_papers(config, project / "workflow", check=False)
    files = {name: _run_files(paper, given, made) for name, paper in papers.items()}
    runs = [(papers[name], path) for name in papers for path in files[name]]
    figures = [(paper, name) for paper in papers.values() for name in paper.description["drawn"]]
    runs, figures = _some(runs, size, chosen), _some(figures, (size + 1) // 2, chosen)
    others = _others(made, config, runs[0][1])
    if others:
        fault = f"made with other sources or libraries ({others}); numbers are compared, not bytes."
        logger.warning("warning: %s: %s", folder, fault)
    with tempfile.TemporaryDirectory() as name:
        again = Layout.of(Path(name, "results"), config["scale"])
        pairs = list(_runs(runs, given, Path(name)))
        if config["criteo"] == "bundled":
            from_bundled(project / "data/criteo_delay_quantiles.csv", Path(again.delays))
            pairs.append((given.delays, again.delays))
        for paper in papers.values():
            pairs += _of_paper(paper, files[paper.name], given, again, config["scale"])
        for paper, figure in figures:
            pairs += _figure(paper, figure, files[paper.name], given, again)
        found = [difference(Path(a), Path(b), numbers=bool(others)) for a, b in pairs]
    differ = [words for words in found if words]
    done = f"{len(runs)} run files, {len(figures)} figures, tables and claims made again"
    logger.info("%s: %s (--seed %d); %d of %d differ", folder, done, seed, len(differ), len(found))
    return differ


def _some(all_of_them: Sequence[Any], size: int, chosen: random.Random) -> list[Any]:
    return chosen.sample(all_of_them, min(size, len(all_of_them)))


def _run_files(paper: Paper, given: Layout, made: Mapping[str, Any]) -> list[Path]:
    folders = [given.batch(paper.name, name) for name in made["runs"][paper.name]]
    return results.files_in(folders, paper.seeds, paper.labels)


def _others(made: Mapping[str, Any], config: Mapping[str, Any], run: Path) -> str:
    """Name a source that is other than when results were made, or libraries; "" if none is."""
    if found := results.difference(made["sources"], results.made_with(config, {}, {})["sources"]):
        return f"another {found[0]}"
    return other_versions({**read_footer(run)["provenance"], "commit": commit()}).removeprefix("; ")


def _runs(
    runs: Sequence[tuple[Paper, Path]], given: Layout, folder: Path
) -> Iterator[tuple[Path, Path]]:
    """Simulate run files, by the papers of this checkout."""
    for number, (paper, path) in enumerate(runs):
        run, footer = paper.runs[key_of_run(path)], read_footer(path)
        criteo = Path(given.delays) if run.uses_criteo else None
        delays = read_delays(criteo, Path(given.log_delays) if run.uses_log else None)
        seeds = range(footer["seeds"][0], footer["seeds"][1] + 1)
        origins = (delays.origin, delays.log_origin) if delays else (None, None)
        made_of = run.made_of(seeds, digest_of_sources(run.module), *origins)
        output = folder / f"{number}.parquet"
        write_runs([(output, run, made_of)], seeds, delays)
        yield path, output


def _of_paper(
    paper: Paper, files: Sequence[Path], given: Layout, again: Layout, scale: str
) -> Iterator[tuple[str | Path, str | Path]]:
    """Make the tables and claims of a paper from its run files."""
    name, about = paper.name, paper.description.get("tables", {})
    regret = [Path(again.regret(name, kind)) for kind in REGRET]
    aggregate_to(*regret, files, paper.coordinates, paper.labels)
    stated, rows = (claims_of(name), conclusions_of(name)), Path(again.rows(name))
    read = files, Path(given.delays), rows, paper.words
    judge_claims(Path(again.claims(name)), name, scale, *stated, *read)
    yield from zip((given.regret(name, kind) for kind in REGRET), regret, strict=True)
    yield given.rows(name), rows
    if about:
        tables = Path(again.tables(name))
        make_tables(tables, name, about, paper.styles, files, paper.coordinates)
        for path in tables.iterdir():
            yield Path(given.tables(name), path.name), path


def _figure(
    paper: Paper, name: str, files: Sequence[Path], given: Layout, again: Layout
) -> Iterator[tuple[str, str]]:
    """Draw a figure of run files, of a table or of the Criteo delays."""
    about, outputs = paper.description["figures"][name], again.figure_files(paper.name, name)
    settings = about.get("settings", ())
    shown = [path for one in settings for path in files if key_of_run(path)[0] == one]
    table = Path(given.table(paper.name, about["table"])) if "table" in about else None
    delays = None if table or settings else Path(given.delays)
    made_by = paper.name, about["draw"], paper.styles, shown, delays, table
    draw_figure([Path(file) for file in outputs], *made_by)
    yield from zip(given.figure_files(paper.name, name), outputs, strict=True)


def difference(path: Path, again: Path, *, numbers: bool = False) -> str:
    """Describe the first difference of a file from what was made again, or of its numbers."""
    if not path.exists():
        return f"{path}: missing"
    if filecmp.cmp(path, again, shallow=False) or (numbers and path.suffix in DRAWN):
        return ""
    for line, (old, new) in enumerate(zip(_lines(path), _lines(again), strict=False), 1):
        if old != new:
            place = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), 0)
            shown = [text[max(0, place - 30) : place + 30] for text in (old, new)]
            return f"{path}, line {line}: {shown[0]!r}; made again: {shown[1]!r}"
    return "" if numbers else f"{path}: differs from the file made again"


def _lines(path: Path) -> list[str]:
    """List the lines of a text, or the rows of a table, and how many there are."""
    if path.suffix == ".parquet":
        rows = open_table(path)[0].to_pylist()
        return [*map(str, rows), f"{len(rows)} rows"]
    return path.read_text(encoding="utf-8", errors="replace").splitlines()
