"""Verification of a folder of results: its files, its plan, and steps made again."""

import itertools
import logging
import os
import random
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from delayed_bandits.checks.errors import InputError
from delayed_bandits.experiments.experiment import Paper, load_papers
from delayed_bandits.experiments.plan import with_origins
from delayed_bandits.experiments.plan_files import expected_of
from delayed_bandits.files.digests import other_digest, sha256
from delayed_bandits.files.layout import Layout
from delayed_bandits.files.tables import read_footer
from delayed_bandits.report.verification.manifest import (
    Findings,
    other_file,
    planned_files,
    read_manifest,
    steps_of,
)
from delayed_bandits.report.verification.rebuild import check_rebuilt, second_project


def verify(
    folder: Path, size: int = 10, seed: int | None = None, workflow: Path = Path("workflow")
) -> Findings:
    """Check a folder of results against a workflow; each failure is logged as a line.

    If all files are as the manifest and the workflow have them, the workflow makes again `size`
    jobs of run files and half as many figures, which `seed` chooses, and all else; a seed that
    nobody can foresee, if none is given.
    """
    if size < 1:
        raise InputError(f"--sample: found {size}; expected at least 1")
    findings = Findings()
    seed = secrets.randbelow(10**6) if seed is None else seed
    try:
        manifest = read_manifest(folder / "manifest.json")
        papers = load_papers(manifest["config"], workflow)
    except InputError as error:
        findings.fail(folder / "manifest.json", error)
        findings.conclude(f"{folder}: no file checked")
        return findings
    layout = Layout(str(folder), os.path.normpath(folder / manifest["figures"]))
    planned = planned_files(papers, layout, manifest["config"])
    listed = {
        Path(os.path.normpath(folder / name)): entry for name, entry in manifest["files"].items()
    }
    check_files(folder, planned, listed, findings)
    for paper in papers.values() if not findings.failures else ():
        check_paper(paper, manifest["config"], layout, workflow, findings)
    done = f"{folder}: {len(listed)} files checked"
    if not findings.failures:
        jobs = itertools.chain(*(paper.batches.values() for paper in papers.values()))
        jobs = [[layout.run(*block) for block in job] for job in jobs]
        steps = steps_of(papers, layout, manifest["config"])
        figures = [[*step.files, step.record] for step in steps if step.rule == "figure"]
        left = set()
        for what, made, most in (("jobs", jobs, size), ("figures", figures, (size + 1) // 2)):
            others = random.Random(seed).sample(made, max(0, len(made) - most))
            left |= set(map(Path, itertools.chain(*others)))
            done += f", {len(made) - len(others)} of {len(made)} {what}"
        done += f" made again (--seed {seed})"
        with second_project(workflow.resolve().parent, manifest["config"]) as project:
            check_rebuilt(layout, planned, manifest, project, left, findings)
    findings.conclude(done)
    return findings


def check_files(
    folder: Path,
    planned: Mapping[Path, str],
    listed: Mapping[Path, Mapping[str, str]],
    findings: Findings,
) -> None:
    """Check that all files planned, or listed by the manifest, are there, and as it says."""
    for path in {**listed, **planned}:
        entry = listed.get(path, {})
        step = planned.get(path) or entry["step"]
        if path.is_file() and entry.get("step") != step:
            made_by = f"made by {entry['step']}" if entry else "not named"
            findings.fail(path, f"{made_by} in the manifest; expected it, made by {step}")
        elif other := other_file(path, {**entry, "step": step}):
            findings.fail(path, other)
        else:
            findings.add(path, "as in the manifest")
    known = {*listed, *planned, folder / "manifest.json"}
    there = {path for place in {path.parent for path in known} for path in place.glob("*")}
    for path in sorted(filter(Path.is_file, there - known)):
        if path.suffix != ".tmp":  # which is being written
            findings.add(path, "not of this run", level=logging.INFO)


def check_paper(
    paper: Paper, config: Mapping[str, Any], layout: Layout, workflow: Path, findings: Findings
) -> None:
    """Check a YAML file of a paper that lies beside the results, and the footers of its runs."""
    mine, beside = (
        at / f"papers/{paper.name}.yaml" for at in (workflow, Path(layout.results, "../workflow"))
    )
    if beside.is_file() and (other := other_digest(beside, sha256(mine))):
        findings.fail(beside, f"its SHA-256 is {other}, by {mine}")
    try:
        expected = with_origins(Path(layout.results), expected_of(config, paper))
    except InputError as error:
        findings.fail(Path(layout.delays), error)
        return
    for path in expected.files(Path(layout.runs(paper.name))):
        try:
            expected.check(path, read_footer(path))
        except (InputError, OSError, ValueError) as error:
            findings.fail(path, error)
