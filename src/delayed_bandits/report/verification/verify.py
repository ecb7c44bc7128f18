"""Verification of a folder of results: its files, its plan, and each step made again."""

import contextlib
import logging
import os
import secrets
from collections.abc import Container, Iterable, Mapping
from pathlib import Path

from delayed_bandits.algorithms.learners.files import is_file
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.yaml_files import read_yaml
from delayed_bandits.experiments.experiment import Paper, load_papers
from delayed_bandits.files.digests import other_digest
from delayed_bandits.files.layout import SCALES, Layout
from delayed_bandits.files.sources import PACKAGE
from delayed_bandits.files.tables import read_footer
from delayed_bandits.report.verification import resimulate
from delayed_bandits.report.verification.manifest import (
    Findings,
    Manifest,
    planned_files,
    read_manifest,
    steps_of,
)
from delayed_bandits.report.verification.rebuild import check_rebuilt, second_project

MADE_OF_RUNS = ("regret", "claims", "claims.csv", "report.html")
BESIDE = ("logs", "benchmarks", "numba", "learners", "plan", "kept", "manifest.json", *SCALES)
"""What is beside the results of a run in its folder."""


def verify(
    folder: Path,
    size: int = 10,
    seed: int | None = None,
    delays_file: Path | None = None,
    log_file: Path | None = None,
    workflow: Path = Path("workflow"),
    *,
    trusted: bool = True,
) -> Findings:
    """Check a folder of results; each failure is logged as a line.

    `size` run files, which `seed` chooses, are simulated again, each from its footer alone, and
    half as many figures are drawn again; a seed that nobody can foresee, if none is given. Without
    a manifest only the Parquet files are checked.
    Learners in files are run only if papers of the workflow name them and these are trusted.
    """
    if size < 1:
        raise InputError(f"--sample: found {size}; expected at least 1")
    findings = Findings()
    seed = secrets.randbelow(10**6) if seed is None else seed
    learners = learners_in((workflow / "papers").glob("*.yaml")) if trusted else set()
    manifest = _manifest(folder, findings)
    footers = read_footers(folder, findings)
    runs = [
        path
        for path, footer in footers.items()
        if "specification" in footer and "failure" not in footer
    ]
    if not runs and not findings.all:
        raise InputError(f"{folder}: found no run file; expected a folder of results")
    checked, again = len(footers), ""
    if manifest:
        checked = len(manifest["files"])
        layout = Layout(str(folder), str(beside(folder, manifest["figures"])))
        check_files(folder, manifest, findings)
        papers = read_plan(folder, manifest, workflow, learners, findings)
        planned = planned_files(papers, layout, manifest["config"]) if papers else {}
        check_plan(layout, planned, manifest, findings)
        if papers and not findings.failures:
            steps = steps_of(papers, layout, manifest["config"])
            figures = {Path(step.record): step for step in steps if step.rule == "figure"}
            drawn = resimulate.sample(list(figures), folder, (size + 1) // 2, seed)
            again = f"{len(drawn)} of {len(figures)} figures drawn again, "
            steps = [figures[record] for record in figures.keys() - set(drawn)]
            left = {Path(name) for step in steps for name in (*step.files, step.record)}
            origin = workflow.resolve().parent
            code = origin if trusted else PACKAGE.parents[1]
            with second_project(code, origin, manifest["config"]) as project:
                check_rebuilt(layout, planned, manifest, project, left, findings)
    delays = resimulate.tables_of_delays(footers, delays_file, log_file, findings)
    chosen = resimulate.sample(runs, folder, size, seed)
    resimulate.check_simulations(chosen, footers, delays, learners, findings)
    simulated = f"{len(chosen)} of {len(runs)} run files simulated again (--seed {seed})"
    findings.conclude(f"{folder}: {checked} files checked, {again}{simulated}")
    return findings


def learners_in(papers: Iterable[Path]) -> set[str]:
    """List the learners in files that papers name, as far as these can be read."""
    found = set()
    for path in papers:
        with contextlib.suppress(InputError, LookupError, TypeError, AttributeError):
            runs = [entry["run"] for entry in read_yaml(path)["algorithms"].values()]
            found |= set(filter(is_file, runs))
    return found


def _manifest(folder: Path, findings: Findings) -> Manifest | None:
    """Read the manifest; it is missing if there is anything that was made of run files."""
    path = folder / "manifest.json"
    try:
        return read_manifest(path)
    except InputError as error:
        below = sorted(folder.glob("*/manifest.json"))
        if path.exists() or any((folder / name).exists() for name in MADE_OF_RUNS):
            findings.fail(path, error)
        elif below:
            findings.fail(path, f"no such file; expected one, as in {below[0].parent}")
        return None


def read_footers(folder: Path, findings: Findings) -> resimulate.Footers:
    """Read the footers of the Parquet files; one that is not whole has none, and fails."""
    footers = {}
    # in kept/ are the same runs under other names
    for path in sorted(path for path in folder.rglob("*.parquet") if path.parent.name != "kept"):
        footers[path] = {}
        try:
            footers[path] = read_footer(path)
        except (InputError, OSError, ValueError) as error:
            findings.fail(path, " ".join(str(error).split()))
    return footers


def beside(folder: Path, name: str) -> Path:
    """Give the path of a file by its name relative to the folder of results."""
    return Path(os.path.normpath(folder / name))


def check_files(folder: Path, manifest: Manifest, findings: Findings) -> None:
    """Check that each file of the manifest is there, with its bytes; name files of no manifest."""
    known = {beside(folder, name): entry for name, entry in manifest["files"].items()}
    for path, entry in known.items():
        if not path.is_file():
            findings.fail(path, f"no such file; expected it, made by the step {entry['step']}")
        elif other := other_digest(path, entry["sha256"]):
            findings.fail(path, f"its SHA-256 is {other}, by manifest")
        else:
            findings.add(path, "as in the manifest")
    figures = beside(folder, manifest["figures"])
    shown = [figures / str(name) for name in ("criteo", *manifest["config"]["papers"])]
    there = {path for place in (folder, *shown) for path in place.rglob("*") if path.is_file()}
    for path in sorted(there - known.keys()):
        inside = path.is_relative_to(folder) and path.relative_to(folder).parts[0] in BESIDE
        if not inside and path.suffix != ".tmp":  # which is being written
            findings.add(path, "not of this run", level=logging.INFO)


def read_plan(
    folder: Path, manifest: Manifest, workflow: Path, learners: Container[str], findings: Findings
) -> Mapping[str, Paper]:
    """Read the papers of a manifest; none, and a failure, if they cannot be planned.

    Nor are they read if they name a learner that is none of `learners`: its file would be imported.
    """
    config = manifest["config"]
    try:
        known = (workflow / "papers").glob("*.yaml")
        named = [path for path in known if path.stem in config.get("papers", [])]
        for reference in sorted(learners_in(named)):
            resimulate.check_learner(reference, learners)
        return load_papers(config, workflow)
    except InputError as error:
        words = f"its configuration cannot be planned with {workflow}: {error}"
        findings.fail(folder / "manifest.json", words)
        return {}


def check_plan(
    layout: Layout, planned: Mapping[Path, str], manifest: Manifest, findings: Findings
) -> None:
    """Check that the manifest has all that is planned."""
    folder = Path(layout.results)
    listed = {beside(folder, name): entry["step"] for name, entry in manifest["files"].items()}
    for path, step in planned.items():
        if listed.get(path) != step:
            missing = "" if path.is_file() else ", and there is no such file"
            found = f"made by {listed[path]}" if path in listed else "not named"
            findings.fail(path, f"{found} in the manifest{missing}; expected it, made by {step}")
