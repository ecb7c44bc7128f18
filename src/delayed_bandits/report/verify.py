"""Verification of results: a sample of them is made again in an empty folder, and compared."""

import contextlib
import filecmp
import json
import logging
import os
import random
import re
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from delayed_bandits.checks.errors import InputError
from delayed_bandits.experiments import delay_sources, results
from delayed_bandits.experiments.experiment import load_papers
from delayed_bandits.experiments.sweep import Sweep, batches_of
from delayed_bandits.files.layout import Layout, run_path
from delayed_bandits.files.provenance import other_versions
from delayed_bandits.files.sources import keep_kernels
from delayed_bandits.files.tables import open_table, read_footer

logger = logging.getLogger(__name__)

DRAWN = (".png", ".svg", ".pdf")
SNAKEMAKE = (sys.executable, "-m", "snakemake", "--workflow-profile", "none", "--cores", "all")


def verify(folder: Path, size: int, seed: int | None, project: Path) -> list[str]:
    """Make a sample of a folder of results again, and list the files that differ.

    The sample, by `seed`, is of `size` batches of runs and half as many figures; all regret tables
    and claims are made again, of these and of the other runs as they are. Bytes are compared, or,
    if the sources or versions are others, numbers.
    """
    if size < 1:
        raise InputError(f"--sample: found {size}; expected at least 1")
    seed = secrets.randbelow(10**6) if seed is None else seed
    made = results.read_made_with(folder)
    config = _resolved(made["config"])
    with _second_folder() as second:
        given = Layout.of(folder, config["scale"])
        sweep = _sweep(config, project)
        other = _other(made, sweep, given)
        if other:
            logger.warning("warning: %s: made with %s; numbers are compared, not bytes", *other)
        chosen = random.Random(seed)
        sample = chosen.sample(sorted(sweep.batches), min(size, len(sweep.batches)))
        figures = [(p, name) for p in sweep.papers for name in sweep.papers[p].description["drawn"]]
        figures = chosen.sample(figures, min((size + 1) // 2, len(figures)))
        here = sweep.layout
        if config["criteo"] == "bundled":
            _run(project, second, config, [here.delays])
        for path in (here.delays, *here.log_findings):
            if not (second / path).exists() and Path(_beside(path, here, given)).exists():
                _copy(Path(_beside(path, here, given)), second / path)
        for name, batch in sweep.batches.items():
            if name not in sample:
                for place, path in _runs_in(given, made, batch):
                    _copy(path, second / here.batch(batch.paper, name) / place)
        targets = [here.batch(sweep.batches[name].paper, name) for name in sample]
        products = [file for figure in figures for file in here.figure_files(*figure)]
        products += [f(paper) for paper in sweep.papers for f in (_regret(here), here.rows)]
        _run(project, second, config, targets + products)
        pairs = [(_beside(file, here, given), second / file) for file in [here.delays, *products]]
        for name in sample:
            folder_of = second / here.batch(sweep.batches[name].paper, name)
            found = dict(_runs_in(given, made, sweep.batches[name]))
            pairs += [(found[place], folder_of / place) for place in found]
        differ = [words for pair in pairs if (words := difference(*pair, numbers=bool(other)))]
    what = f"{len(sample)} of {len(sweep.batches)} batches of runs, {len(figures)} figures"
    logger.info("%s: %s made again (--seed %d), %d files differ", folder, what, seed, len(differ))
    return differ


def _regret(layout: Layout) -> Any:
    return lambda paper: layout.regret(paper, "parquet")


def _resolved(config: Mapping[str, Any]) -> dict[str, Any]:
    """Give the config with whole paths of data."""
    found, log = dict(config), config.get("log")
    if config["criteo"] not in delay_sources.CRITEO_SOURCES:
        found["criteo"] = str(Path(config["criteo"]).resolve())
    if isinstance(log, str):
        found["log"] = str(Path(log).resolve())
    elif log and log["file"] != delay_sources.CRITEO:
        found["log"] = {**log, "file": str(Path(log["file"]).resolve())}
    return found


def _sweep(config: Mapping[str, Any], project: Path) -> Sweep:
    papers = load_papers(config, project / "workflow", check=False)
    observed = delay_sources.observed(config, project)
    layout = Layout.at(config["scale"])
    return Sweep(config, papers, layout, observed, batches_of(papers.values(), observed))


def _other(made: Mapping[str, Any], sweep: Sweep, given: Layout) -> tuple[str, str] | None:
    """Say which source is other than when results were made, or which library."""
    if found := results.difference(made["sources"], sweep.made_with["sources"]):
        return given.results, f"another {found[0]}"
    table = Path(given.regret(next(iter(sweep.papers)), "parquet"))
    versions = other_versions(read_footer(table)["provenance"], ("numpy", "scipy", "pyarrow"))
    return (given.results, versions.removeprefix("; ")) if versions else None


def _beside(file: str, here: Layout, given: Layout) -> Path:
    """Find a file of a layout in another folder of results."""
    for old, new in ((here.figures, given.figures), (here.results, given.results)):
        if file.startswith(f"{old}/"):
            return Path(new, os.path.relpath(file, old))
    raise InputError(f"{file}: outside of {here.results}")


def _runs_in(given: Layout, made: Mapping[str, Any], batch: Any) -> Iterator[tuple[str, Path]]:
    """Find the run files of a batch in the folders of results that were made."""
    folders = [Path(given.batch(batch.paper, name)) for name in made["runs"][batch.paper]]
    for run, block in batch.blocks:
        place = run_path(run.setting, run.algorithm, block)
        for path in (folder / place for folder in folders):
            if path.exists():
                yield place, path


@contextlib.contextmanager
def _second_folder() -> Iterator[Path]:
    """Within the block there is a folder with what is in this one, but results."""
    with tempfile.TemporaryDirectory() as temporary:
        for entry in Path.cwd().iterdir():
            if entry.name not in ("results", "figures", ".snakemake"):
                Path(temporary, entry.name).symlink_to(entry)
        yield Path(temporary)


def _copy(path: Path, other: Path) -> None:
    other.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, other)


def _run(project: Path, second: Path, config: Mapping[str, Any], targets: Sequence[str]) -> None:
    """Let the workflow make files in the second folder."""
    keep_kernels()
    file = second / "verified.json"
    file.write_text(json.dumps(config), encoding="utf-8")
    where = ["--snakefile", str(project.resolve() / "Snakefile"), "--directory", str(second)]
    command = [*SNAKEMAKE, *where, "--configfile", str(file), "--show-failed-logs", "--", *targets]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if answer.returncode:
        printed = answer.stdout + answer.stderr
        lines = re.findall(r"^\s*(error: .*)$", printed, flags=re.MULTILINE)
        raise InputError(f"cannot be made again: {lines[0] if lines else printed[-500:]}")


def difference(path: Path, made: Path, *, numbers: bool = False) -> str:
    """Describe the first difference of a file from what was made again, or of its numbers."""
    if not path.exists():
        return f"{path}: no such file"
    if filecmp.cmp(path, made, shallow=False) or (numbers and path.suffix in DRAWN):
        return ""
    for line, (old, new) in enumerate(zip(_lines(path), _lines(made), strict=False), 1):
        if old != new:
            place = next(i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b)
            shown = [text[max(0, place - 30) : place + 30] for text in (old, new)]
            return f"{path}, line {line}: {shown[0]!r}; made again: {shown[1]!r}"
    return "" if numbers else f"{path}: other bytes than when it is made again"


def _lines(path: Path) -> Iterable[str]:
    """List the lines of a text, or the rows of a table."""
    if path.suffix == ".parquet":
        return [*map(str, open_table(path)[0].to_pylist()), ""]
    return path.read_text(encoding="utf-8", errors="replace").splitlines()
