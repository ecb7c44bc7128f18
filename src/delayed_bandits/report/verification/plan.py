"""The plan of a run: the files that it should have, and what they should have been made of."""

import contextlib
from collections.abc import Container, Mapping
from pathlib import Path

from delayed_bandits.algorithms.learners.files import is_file
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.yaml_files import read_yaml
from delayed_bandits.experiments.experiment import Paper, load_papers
from delayed_bandits.experiments.plan import with_origins
from delayed_bandits.experiments.plan_files import expected_of
from delayed_bandits.files.layout import Layout
from delayed_bandits.report.verification.files import beside
from delayed_bandits.report.verification.findings import Findings
from delayed_bandits.report.verification.manifest import Manifest, files_of_runs, planned_files
from delayed_bandits.report.verification.resimulate import check_learner
from delayed_bandits.report.verification.simulations import Footers

Papers = Mapping[str, Paper]


def learners_of(workflow: Path) -> set[str]:
    """List the learners in files that the papers of a workflow name."""
    found = set()
    for path in (workflow / "papers").glob("*.yaml"):
        with contextlib.suppress(InputError):
            found |= _learners_in(path)
    return found


def _learners_in(path: Path) -> set[str]:
    try:
        runs = {entry["run"] for entry in read_yaml(path)["algorithms"].values()}
        return set(filter(is_file, runs))
    except (LookupError, TypeError, AttributeError) as error:
        raise InputError(f"{path}: found no algorithms; expected a paper") from error


def read_plan(
    folder: Path,
    manifest: Manifest,
    workflow: Path,
    learners: Container[str],
    findings: Findings,
) -> Papers:
    """Read the papers of a manifest; none, and a failure, if they cannot be read today.

    Nor are they read if they name a learner in a file that is not one of `learners`: this would
    import the file.
    """
    try:
        for path in (workflow / "papers").glob("*.yaml"):
            if path.stem in manifest["config"]["papers"]:
                for reference in sorted(_learners_in(path)):
                    check_learner(reference, learners)
        return load_papers(manifest["config"], workflow)
    except InputError as error:
        words = f"its configuration cannot be planned with {workflow}: {error}"
        findings.fail(folder / "manifest.json", words)
        return {}


def check_plan(
    layout: Layout, papers: Papers, manifest: Manifest, footers: Footers, findings: Findings
) -> None:
    """Check that the manifest has all that is planned, and that the run files are of the plan."""
    folder, config = Path(layout.results), manifest["config"]
    listed = {beside(folder, name): entry["step"] for name, entry in manifest["files"].items()}
    for path, step in planned_files(papers, layout, config).items():
        if listed.get(path) != step:
            missing = "" if path.is_file() else ", and there is no such file"
            found = f"made by {listed[path]}" if path in listed else "not named"
            findings.fail(path, f"{found} in the manifest{missing}; expected it, made by {step}")
    for paper in papers.values():
        try:
            expected = with_origins(folder, expected_of(config, paper))
        except (InputError, OSError) as error:
            findings.fail(Path(layout.delays), str(error))
            continue
        for path in files_of_runs(paper, layout):
            if path in footers:
                try:
                    expected.check(path, footers[path])
                except InputError as error:
                    findings.fail(path, str(error))
                else:
                    findings.passed(path, "of the plan")
