"""Results made by the workflow in a second folder, and compared."""

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
from delayed_bandits.files.digests import read_json
from delayed_bandits.files.layout import Layout, results_of
from delayed_bandits.files.provenance import cache_commit, other_versions
from delayed_bandits.files.tables import open_table, read_footer
from delayed_bandits.report.page import LIBRARIES, PLATFORM
from delayed_bandits.report.verification.manifest import Findings, Manifest

LONGEST = 60  # characters of a line that are shown
DRAWN = (".png", ".svg", ".pdf", ".html")  # which other versions draw otherwise
OF_ITS_OWN = {"results", "figures", "config.yaml", "workflow", "Snakefile", ".snakemake"}
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
    """Let the workflow make planned files in a second folder, a project, and compare what it made.

    Files that are `left`, runs or figures, are not made again: all would take too long. The page,
    which shows all, comes last.
    """
    config, results = manifest["config"], Path(layout.results)

    def made_by(*steps: str) -> set[Path]:
        return {path for path, step in planned.items() if step in steps}

    delays, page = made_by("delays"), made_by("report")
    given = made_by("simulate") & left | made_by("benchmark", "log_delays")
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
    commits = ""  # of results that were kept through an edit; the page lists them
    # runs that are older than plans or delays would be made again
    for targets, then in ((delays, given), (others, left), (page, ())):
        places = {_moved(path, results, second): path for path in sorted(targets)}
        names = [os.path.relpath(place, project) for place in places]
        for name, words in run_workflow(project, second, names):
            path = _moved(project / name, second, results)
            findings.fail(path, f"cannot be made again: {words}")
        for made, path in places.items():
            # the digests of records are those of one commit
            if made.is_file() and made.parent.name != "records":
                _compare(path, made, versions or commits * (path in page), findings)
                commits = commits or _versions_between(path, made)
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


@contextlib.contextmanager
def second_project(first: Path, config: Mapping[str, Any]) -> Iterator[Path]:
    """Within the block the folder is a view of a checkout, without what was made in it."""
    with tempfile.TemporaryDirectory() as temporary:
        project = Path(temporary).resolve()
        for entry in first.iterdir():
            if entry.name not in OF_ITS_OWN:
                (project / entry.name).symlink_to(entry)
        shutil.copyfile(first / "Snakefile", project / "Snakefile")
        shutil.copytree(first / "workflow", project / "workflow")
        (project / "config.yaml").write_text(json.dumps(config), encoding="utf-8")
        yield project


def run_workflow(project: Path, results: Path, targets: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Run Snakemake in a project; yield the errors of its steps, each with the file's name."""
    if not targets:
        return
    cache_commit()
    command = [*SNAKEMAKE, *targets]
    answer = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    if answer.returncode:
        logs = sorted((results / "logs").rglob("*.log"))
        text = "\n".join(path.read_text(encoding="utf-8") for path in logs)
        errors = dict.fromkeys(re.findall(r"^error: (.*)$", text, flags=re.MULTILINE))
        for error in errors or [f"{targets[0]}: {answer.stderr[-500:]}"]:
            place, _, words = error.partition(": ")
            yield place, words


def _compare(path: Path, made: Path, versions: str, findings: Findings) -> None:
    versions = versions or _versions_between(path, made)
    found = difference(path, made, versions)
    if found and versions and path.suffix in DRAWN:
        findings.add(path, "not compared", versions, level=logging.INFO)
    elif found:
        findings.fail(path, f"{found}{versions}")
    else:
        findings.add(path, f"made again with the same {'content' if versions else 'bytes'}")


def _versions_between(path: Path, made: Path) -> str:
    """List the versions with which a file says that it was made, and not what was made again."""
    old, new = map(_made_with, (path, made))
    differ = {name: version for name, version in new.items() if old.get(name) != version}
    return "".join(f"; {name} {old.get(name)}, here {differ[name]}" for name in differ)


def _made_with(path: Path) -> Mapping[str, str]:
    found = None
    with contextlib.suppress(InputError, ValueError, AttributeError):  # compared in any case
        of_file = {".parquet": read_footer, ".json": read_json}.get(path.suffix, lambda _: {})
        found = of_file(path).get("provenance")
    return found if isinstance(found, Mapping) else {}


def difference(path: Path, made: Path, versions: str) -> str:
    """Describe the first difference of a file from what was made again; "" if there is none.

    Under other `versions` its content counts, without provenance, and else its bytes.
    """
    if filecmp.cmp(path, made, shallow=False):
        return ""
    both = (_lines(file, of_runs=not versions) for file in (path, made))
    lines = itertools.zip_longest(*both, fillvalue="")
    for number, (found, expected) in enumerate(lines, 1):
        if found != expected:
            pairs = enumerate(itertools.zip_longest(found, expected))
            start = max(0, next(i for i, (a, b) in pairs if a != b) - LONGEST // 2)
            shown = [repr(line[start : start + LONGEST]) for line in (found, expected)]
            return f"line {number}: found {shown[0]}; expected {shown[1]}, as made again"
    return "" if versions else "found other bytes; expected those of the file when it is made again"


def _lines(path: Path, *, of_runs: bool) -> list[str]:
    """List the lines of a text, or rows and footer of a table, without provenance.

    Digests `of_runs`, which have a provenance in their bytes, are left out of JSON if not wanted.
    """
    if path.suffix in (".png", ".pdf"):
        return [path.read_bytes().hex()]
    if path.suffix == ".parquet":
        table, footer = open_table(path)
        about = json.dumps({**footer, "provenance": None}, indent=1, sort_keys=True)
        return [*map(str, table.to_pylist()), *about.splitlines()]
    text = path.read_text(encoding="utf-8", errors="replace")
    text = re.sub(r'"provenance": \{.*?\}', "", text, flags=re.DOTALL)
    return (text if of_runs else re.sub('"[0-9a-f]{64}"', "", text)).splitlines()
