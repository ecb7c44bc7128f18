"""Commands on the results of all papers: tables, single claims, report, manifest and `verify`."""

import argparse
import contextlib
import logging
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from delayed_bandits.checks.errors import InputError


def add_steps_of_results(add: Callable[[Callable, str], argparse.ArgumentParser]) -> None:
    """Add the commands; `add(function, description)` gives the parser of one."""
    step = add(claims_table, "write a table of all papers' claims")
    step.add_argument("--claims", type=Path, nargs="+", required=True)
    step.add_argument("--schema", type=Path, required=True)
    step.add_argument("--table", type=Path, required=True)
    step.add_argument("--evidence", type=Path, required=True)

    step = add(claim, "measure one claim, on the results or on runs simulated for it")
    step.add_argument("claim", metavar="PAPER/ID", help="such as vernade2020/c09")
    step.add_argument("--seeds", type=int, help="simulate this number instead")
    step.add_argument("--config", type=Path, default=Path("config.yaml"))
    step.add_argument("--scale", choices=["paper", "quick"], help="instead of the config's")

    step = add(learners, "check that no learner of a user's file failed")
    step.add_argument("--runs", type=Path, nargs="+", required=True, help="their run files")
    step.add_argument("--output", type=Path, required=True)

    step = add(report, "write the report")
    step.add_argument("--plan", type=Path, required=True, help="of the page: the config")
    step.add_argument("--workflow", type=Path, required=True)
    step.add_argument("--figures", type=Path, required=True)
    step.add_argument("--output", type=Path, required=True)

    step = add(manifest, "write the manifest of a finished run")
    step.add_argument("--plan", type=Path, required=True, help="of the page: the config")
    step.add_argument("--workflow", type=Path, required=True)
    step.add_argument("--figures", type=Path, required=True)
    step.add_argument("--output", type=Path, required=True)

    step = add(verify, "check results: files, plan, and what is made again from the runs")
    step.add_argument("folder", type=Path, metavar="FOLDER", help="such as results/, or an archive")
    step.add_argument(
        "--sample", type=int, default=10, help="run files to simulate; of figures half as many"
    )
    step.add_argument("--seed", type=int, default=0, help="chooses them")
    step.add_argument("--criteo", type=Path, help="table of delays, if not below the folder")
    step.add_argument("--log", type=Path, help="table of a log's delays, if not below the folder")
    step.add_argument("--workflow", type=Path, default=Path("workflow"))
    step.add_argument("--json", action="store_true", help="print all findings as JSON")


def claims_table(options: argparse.Namespace) -> None:
    """Write the table of all papers' claims."""
    from delayed_bandits.report.claims_tables import export_claims

    export_claims(options.table, options.evidence, options.claims, options.schema)


def claim(options: argparse.Namespace) -> None:
    """Measure one claim and print criterion, evidence, controls and verdict."""
    from delayed_bandits.files.sources import keep_kernels

    keep_kernels(options.config.parent / "results")
    from delayed_bandits.comparison.measurement import measure_claim

    logging.getLogger("delayed_bandits.experiments.simulation").setLevel(logging.WARNING)
    print(measure_claim(options.claim, options.config, options.scale, options.seeds))  # noqa: T201


def learners(options: argparse.Namespace) -> None:
    """Check that no learner of a user's file failed."""
    from delayed_bandits.experiments.outcome import check_learners

    check_learners(options.output, options.runs)


def report(options: argparse.Namespace) -> None:
    """Write the report."""
    from delayed_bandits.experiments.plan import read_plan
    from delayed_bandits.report.page import write_page

    write_page(options.output, read_plan(options.plan), options.workflow, options.figures)


def manifest(options: argparse.Namespace) -> None:
    """Write the manifest of a finished run."""
    from delayed_bandits.experiments.plan import read_plan
    from delayed_bandits.report.verification.manifest import write_manifest

    write_manifest(options.output, read_plan(options.plan), options.workflow, options.figures)


def verify(options: argparse.Namespace) -> None:
    """Check results; nothing that lies in their folder or in an archive is run."""
    with tempfile.TemporaryDirectory() as cache, contextlib.ExitStack() as stack:
        os.environ |= {"NUMBA_CACHE_DIR": cache, "OPENBLAS_NUM_THREADS": "1"}
        from delayed_bandits.report.archive.crate import unpacked
        from delayed_bandits.report.verification.verify import verify

        given = [path and path.absolute() for path in (options.criteo, options.log)]
        folder, workflow = options.folder, options.workflow
        archived = folder.is_file()
        if archived:
            stack.enter_context(contextlib.chdir(stack.enter_context(unpacked(folder))))
            folder, workflow = Path("results"), Path("workflow")
        size, seed = options.sample, options.seed
        findings = verify(folder, size, seed, *given, workflow, trusted=not archived)
    if options.json:
        print(findings.json())  # noqa: T201
    if findings.failures:
        raise InputError(f"{findings.summary}; expected none to fail")
