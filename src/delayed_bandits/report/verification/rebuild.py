"""Tables, claims, figures and the page, made by the workflow in a second folder and compared."""

import contextlib
import filecmp
import itertools
import json
import logging
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from delayed_bandits.checks.errors import InputError
from delayed_bandits.experiments.plan import difference
from delayed_bandits.files.layout import Layout, results_of
from delayed_bandits.files.provenance import cache_commit, other_versions
from delayed_bandits.files.tables import open_table
from delayed_bandits.report.page import LIBRARIES, PLATFORM
from delayed_bandits.report.verification.manifest import Findings, Manifest
from delayed_bandits.report.verification.resimulate import difference_of_tables

LONGEST = 60  # characters of a line that are shown
OF_ITS_OWN = {"results", "figures", "config.yaml", "data", "workflow", "Snakefile", ".snakemake"}
"""What a second folder does not share with the first."""

SNAKEMAKE = (
    *(sys.executable, "-P", "-m", "snakemake", "--cores", "all", "--keep-going"),
    *("--workflow-profile", "none", "--scheduler", "greedy"),
    *("--rerun-triggers", "code", "--"),
)


def check_rebuilt(
    layout: Layout,
    planned: Mapping[Path, str],
    manifest: Manifest,
    project: Path,
    left: Collection[Path],
    findings: Findings,
) -> None:
    """Let the workflow make all planned files but runs in a second folder; compare what it made.

    Files of figures that are `left` are not drawn again: all would take most of the time. The page,
    which shows all, comes last.
    """
    config, results = manifest["config"], Path(layout.results)

    def made_by(*steps: str) -> set[Path]:
        return {path for path, step in planned.items() if step in steps}

    delays, page = made_by("delays"), made_by("report")
    given = made_by("simulate", "benchmark", "log_delays")
    if config["criteo"] != "bundled":
        delays, given = set(), given | delays
    versions = other_versions(manifest["provenance"], LIBRARIES)
    if manifest["platform"] != PLATFORM:
        versions += f"; {manifest['platform']}, here {PLATFORM}"
    second = project / results_of(config["scale"])
    (second / "criteo").mkdir(parents=True)
    (second / "criteo/downloaded").touch()  # what the Criteo file was is in the delays
    plans = Path(layout.plan("")).parent.rglob("*.json")
    _copy(filter(Path.is_file, plans), results, second)
    others = planned.keys() - given - delays - left - page
    # runs that are older than plans or delays would be made again
    for targets, then in ((delays, given), (others, left), (page, ())):
        for path, made in _make(targets, results, second, project, findings):
            if made.parent.name != "records":  # their digests are those of one commit
                _compare(path, made, versions, findings)
        if findings.failures:
            return
        _copy(then, results, second)


def _moved(path: Path, old: Path, new: Path) -> Path:
    """Give the path from `new` that a path has from `old`."""
    return Path(os.path.normpath(new / os.path.relpath(path, old)))


def _copy(paths: Iterable[Path], old: Path, new: Path) -> None:
    now = time.time()
    for path in paths:
        place = _moved(path, old, new)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, place)
        os.utime(place, (now, now))


def _make(
    targets: Collection[Path], results: Path, second: Path, project: Path, findings: Findings
) -> list[tuple[Path, Path]]:
    """Let the workflow make files of results in a second folder; list both of those it made."""
    if not targets:
        return []
    places = {path: _moved(path, results, second) for path in sorted(targets)}
    names = [os.path.relpath(place, project) for place in places.values()]
    for name, words in run_workflow(project, second, names):
        path = _moved(project / name, second, results)
        findings.fail(path, f"cannot be made again: {words}")
    return [(path, place) for path, place in places.items() if place.is_file()]


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
        shutil.rmtree(project / "workflow/papers")
        shutil.copytree(origin / "workflow/papers", project / "workflow/papers")
        (project / "data").symlink_to((origin / "data").resolve())
        (project / "config.yaml").write_text(json.dumps(config), encoding="utf-8")
        yield project


def run_workflow(project: Path, results: Path, targets: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Run Snakemake in a project; yield the errors of its steps, each with the file's name."""
    cache_commit()
    answer = subprocess.run(
        [*SNAKEMAKE, *targets], cwd=project, capture_output=True, text=True, check=False
    )
    if answer.returncode == 0:
        return
    logs = [path.read_text(encoding="utf-8") for path in sorted((results / "logs").rglob("*.log"))]
    errors = dict.fromkeys(re.findall(r"^error: (.*)$", "\n".join(logs), flags=re.MULTILINE))
    for error in errors or [f"{targets[0]}: {' '.join(answer.stderr.split())[-500:]}"]:
        place, _, words = error.partition(": ")
        yield place, words


def _compare(path: Path, made: Path, versions: str, findings: Findings) -> None:
    """Compare a file with what was made again; other versions may draw, and round, otherwise."""
    if filecmp.cmp(path, made, shallow=False):
        findings.add(path, "made again with the same bytes")
        return
    try:
        difference = _difference(path, made)
    except (InputError, OSError, ValueError) as error:
        difference = f"cannot be read: {error}"
    if not difference:
        findings.add(path, "made again with the same content under other versions")
    elif versions and made.suffix in (".png", ".svg", ".pdf", ".html"):
        findings.add(path, "not compared", versions, level=logging.INFO)
    else:
        findings.fail(path, f"{difference}{versions}")


def _difference(path: Path, made: Path) -> str:
    """Describe the first difference between two files, but for provenance; "" if none."""
    if path.suffix in (".png", ".pdf"):
        return "found other bytes than when it is drawn again; expected the same"
    if path.suffix == ".parquet":
        (old, before), (new, after) = map(open_table, (path, made))
        rows = difference_of_tables(old, new, "made again")
        return rows or _difference_of_entries(before, after)
    old, new = (file.read_text(encoding="utf-8") for file in (path, made))
    if path.suffix == ".json" and isinstance(entries := json.loads(old), dict):
        return _difference_of_entries(entries, json.loads(new))
    lines = itertools.zip_longest(old.splitlines(), new.splitlines(), fillvalue="")
    for number, (found, expected) in enumerate(lines, 1):
        if found != expected:
            pairs = enumerate(itertools.zip_longest(found, expected))
            start = max(0, next(i for i, (a, b) in pairs if a != b) - LONGEST // 2)
            shown = [repr(line[start : start + LONGEST]) for line in (found, expected)]
            return f"line {number}: found {shown[0]}; expected {shown[1]}, as made again"
    return "found other ends of lines; expected those of the file when it is made again"


def _difference_of_entries(found: Mapping[str, Any], expected: Mapping[str, Any]) -> str:
    old, new = ({**entries, "provenance": None} for entries in (found, expected))
    different = difference(old, new)
    if different is None:
        return ""
    name, *values = different
    shown = [str(value)[:LONGEST] for value in values]
    return f"{name} is {shown[0]}; expected {shown[1]}, as made again"
