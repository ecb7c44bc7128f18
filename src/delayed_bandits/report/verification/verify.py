"""Verification of a folder of results: its files, its plan, and each step made again."""

from pathlib import Path

from delayed_bandits.checks.errors import InputError
from delayed_bandits.files.layout import Layout
from delayed_bandits.files.sources import PACKAGE
from delayed_bandits.report.verification.files import beside, check_files, read_footers, tables_in
from delayed_bandits.report.verification.findings import Findings
from delayed_bandits.report.verification.manifest import Manifest, read_manifest
from delayed_bandits.report.verification.plan import check_plan, learners_of, read_plan
from delayed_bandits.report.verification.rebuild import check_rebuilt, figures_of, second_project
from delayed_bandits.report.verification.simulations import (
    check_simulations,
    sample,
    tables_of_delays,
)

MADE_OF_RUNS = ("regret", "claims", "claims.csv", "report.html")


def verify(
    folder: Path,
    size: int = 10,
    seed: int = 0,
    delays_file: Path | None = None,
    log_file: Path | None = None,
    workflow: Path = Path("workflow"),
    *,
    trusted: bool = True,
) -> Findings:
    """Check a folder of results; each failure, and a summary, is logged as a line.

    Without a manifest only the Parquet files are checked.

    Parameters
    ----------
    folder : Path
        Where the results are.
    size : int
        How many run files to simulate again, each from its footer alone; half as many figures are
        drawn again.
    seed : int
        Which ones.
    delays_file : Path, optional
        Table of the Criteo delays that the runs used, if it is not below the folder.
    log_file : Path, optional
        The same of a log.
    workflow : Path
        The folder with the papers' YAML files and the schemas.
    trusted : bool
        Whether the learners in files that these papers name may be run; no other ever is.

    Raises
    ------
    InputError
        If there are no run files to check.
    """
    if size < 1:
        raise InputError(f"--sample: found {size}; expected at least 1")
    findings = Findings()
    learners = learners_of(workflow) if trusted else set()
    manifest = _manifest(folder, findings)
    footers = read_footers(folder, findings)
    runs = [
        path
        for path, footer in footers.items()
        if "specification" in footer and "failure" not in footer
    ]
    if not runs and not findings.all:
        raise InputError(f"{folder}: found no run file; expected a folder of results")
    checked, again = len(tables_in(folder)), ""
    if manifest:
        checked = len(manifest["files"])
        check_files(folder, manifest, findings)
        papers = read_plan(folder, manifest, workflow, learners, findings)
        if papers:
            layout = Layout(str(folder), str(beside(folder, manifest["figures"])))
            check_plan(layout, papers, manifest, footers, findings)
        if papers and not findings.failures:
            figures = figures_of(papers, layout)
            drawn = sample(figures, folder, (size + 1) // 2, seed)
            again = f"{len(drawn)} of {len(figures)} figures drawn again, "
            origin = workflow.resolve().parent
            code = origin if trusted else PACKAGE.parents[1]
            with second_project(code, origin, manifest["config"]) as project:
                check_rebuilt(layout, papers, manifest, project, drawn, findings)
    delays = tables_of_delays(footers, delays_file, log_file, findings)
    chosen = sample(runs, folder, size, seed)
    check_simulations(chosen, footers, delays, learners, findings)
    simulated = f"{len(chosen)} of {len(runs)} run files simulated again"
    done = f"{checked} files checked, {again}{simulated}"
    findings.conclude(f"{folder}: {done}")
    return findings


def _manifest(folder: Path, findings: Findings) -> Manifest | None:
    """Read the manifest; it is missing if there is anything that was made of run files."""
    path = folder / "manifest.json"
    try:
        return read_manifest(path)
    except InputError as error:
        below = sorted(folder.glob("*/manifest.json"))
        if path.exists() or any((folder / name).exists() for name in MADE_OF_RUNS):
            findings.fail(path, str(error))
        elif below:
            findings.fail(path, f"no such file; expected one, as in {below[0].parent}")
        return None
