"""Tables, claims, figures and the page, made by the workflow in a second folder and compared."""

import contextlib
import filecmp
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from delayed_bandits.checks.errors import InputError
from delayed_bandits.experiments.expected import first_difference
from delayed_bandits.files.layout import Layout
from delayed_bandits.files.provenance import other_versions, settle_commit
from delayed_bandits.files.tables import open_table
from delayed_bandits.report.page import LIBRARIES, PLATFORM
from delayed_bandits.report.verification.findings import Findings
from delayed_bandits.report.verification.manifest import Manifest, planned_files
from delayed_bandits.report.verification.plan import Papers
from delayed_bandits.report.verification.resimulate import difference_of_tables

LONGEST = 60
"""Characters of a line that are shown."""

OF_ITS_OWN = {"results", "figures", "config.yaml", "data", "workflow", "Snakefile", ".snakemake"}
"""What a second folder does not share with the first."""

RAW = shutil.ignore_patterns("raw")

SNAKEMAKE = (
    *(sys.executable, "-P", "-m", "snakemake", "--cores", "all", "--keep-going"),
    *("--workflow-profile", "none", "--scheduler", "greedy"),
    # plans are newer than the lists of run files, which stay
    *("--rerun-triggers", "code", "--"),
)


def figures_of(papers: Papers, layout: Layout) -> list[Path]:
    """List the figures of papers, as SVG."""
    return [
        Path(layout.figure(paper.name, figure, "svg"))
        for paper in papers.values()
        for figure in paper.description["figures"]
    ]


def check_rebuilt(
    layout: Layout,
    papers: Papers,
    manifest: Manifest,
    project: Path,
    chosen: Collection[Path],
    findings: Findings,
) -> None:
    """Let the workflow make all but run files in a second folder, and compare what it made.

    Only the chosen figures, given by their SVG, are drawn again: all would take most of the time.
    The page, which shows all, comes last.
    """
    planned, config = planned_files(papers, layout, manifest["config"]), manifest["config"]
    kept = {"batch", "benchmark", "log_delays"}
    if config["criteo"] != "bundled":
        kept.add("delays")
    drawn = {(path.parent.name, path.stem) for path in chosen}
    given = {path for path, step in planned.items() if step in kept}
    figures = {
        path
        for path, step in planned.items()
        if step == "figure" and (path.parent.name, path.stem) not in drawn
    }
    page = {Path(layout.report)}
    versions = other_versions(manifest["provenance"], LIBRARIES)
    if manifest["platform"] != PLATFORM:
        versions += f"; {manifest['platform']}, here {PLATFORM}"
    second = project / ("results/quick" if config["scale"] == "quick" else "results")
    for targets, copied in (
        (planned.keys() - given - figures - page, given),
        (page, figures | given),  # with the times of the steps
    ):
        places = {path: _moved(path, Path(layout.results), second) for path in targets | copied}
        for path in copied:
            places[path].parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, places[path])
        for place, words in run_workflow(project, second, map(places.get, targets)):
            path = _moved(project / place, second, Path(layout.results))
            findings.fail(path, f"cannot be made again: {words}")
        for path in sorted(targets):
            if places[path].is_file():
                _compare(path, places[path], versions, findings)
        if findings.failures:
            return


def _moved(path: Path, old: Path, new: Path) -> Path:
    return Path(os.path.normpath(new / os.path.relpath(path, old)))


@contextlib.contextmanager
def second_project(code: Path, origin: Path, config: Mapping[str, Any]) -> Iterator[Path]:
    """Within the block the folder is a view of a checkout, without what was made in it.

    Papers and data are those of `origin`, which may be an archive.
    """
    with tempfile.TemporaryDirectory() as temporary:
        project = Path(temporary).resolve()
        for entry in code.resolve().iterdir():
            if entry.name not in OF_ITS_OWN:
                (project / entry.name).symlink_to(entry)
        shutil.copyfile(code / "Snakefile", project / "Snakefile")
        shutil.copytree(code / "workflow", project / "workflow")
        for name in ("workflow/papers", "data"):
            shutil.copytree(origin / name, project / name, dirs_exist_ok=True, ignore=RAW)
        (project / "config.yaml").write_text(json.dumps(config), encoding="utf-8")
        yield project


def run_workflow(
    project: Path, results: Path, targets: Iterable[Path]
) -> Iterator[tuple[str, str]]:
    """Run Snakemake in a project; yield the errors of its steps, each with the file's name."""
    settle_commit()
    names = sorted(os.path.relpath(target, project) for target in targets)
    answer = subprocess.run(
        [*SNAKEMAKE, *names], cwd=project, capture_output=True, text=True, check=False
    )
    if answer.returncode == 0:
        return
    logs = [path.read_text(encoding="utf-8") for path in sorted((results / "logs").rglob("*.log"))]
    errors = dict.fromkeys(re.findall(r"^error: (.*)$", "\n".join(logs), flags=re.MULTILINE))
    for error in errors or [f"{names[0]}: {' '.join(answer.stderr.split())[-500:]}"]:
        place, _, words = error.partition(": ")
        yield place, words


def _compare(path: Path, made: Path, versions: str, findings: Findings) -> None:
    """Compare a file with what was made again; other versions may draw, and round, otherwise."""
    if filecmp.cmp(path, made, shallow=False):
        findings.passed(path, "made again with the same bytes")
        return
    try:
        difference = _difference(path, made)
    except (InputError, OSError, ValueError) as error:
        difference = f"cannot be read: {error}"
    if not difference:
        findings.passed(path, "made again with the same content under other versions")
    elif versions and made.suffix in (".png", ".svg", ".pdf", ".html"):
        findings.remark(path, "not compared", versions)
    else:
        findings.fail(path, f"{difference}{versions}")


def _difference(path: Path, made: Path) -> str:
    """Describe the first difference between two files, but for provenance; "" if none."""
    if path.suffix == ".parquet":
        (old, before), (new, after) = map(open_table, (path, made))
        rows = difference_of_tables(old, new, "made again")
        return rows or _difference_of_entries(before, after)
    if path.suffix == ".json":
        old, new = (json.loads(file.read_text(encoding="utf-8")) for file in (path, made))
        if isinstance(old, dict):
            return _difference_of_entries(old, new)
    if path.suffix in (".png", ".pdf"):
        return "found other bytes than when it is drawn again; expected the same"
    old, new = (file.read_text(encoding="utf-8").splitlines() for file in (path, made))
    for number, (found, expected) in enumerate(itertools.zip_longest(old, new), 1):
        if found != expected:
            return _difference_of_lines(number, found or "", expected or "")
    return "found other ends of lines; expected those of the file when it is made again"


def _difference_of_lines(number: int, found: str, expected: str) -> str:
    pairs = itertools.zip_longest(found, expected)
    same = sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))
    start = max(0, same - LONGEST // 2)
    shown = [repr(line[start : start + LONGEST]) for line in (found, expected)]
    return f"line {number}: found {shown[0]}; expected {shown[1]}, as made again"


def _difference_of_entries(found: Mapping[str, Any], expected: Mapping[str, Any]) -> str:
    old, new = ({**entries, "provenance": None} for entries in (found, expected))
    difference = first_difference(old, new)
    if difference is None:
        return ""
    name, *values = difference
    shown = [str(value)[:LONGEST] for value in values]
    return f"{name} is {shown[0]}; expected {shown[1]}, as made again"
