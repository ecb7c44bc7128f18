"""Plan files in JSON; a changed plan is a newer input, so Snakemake remakes what it made."""

import functools
import json
import os
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from delayed_bandits.checks.errors import InputError
from delayed_bandits.experiments.delay_sources import log_origin_in, origin_in
from delayed_bandits.experiments.experiment import Paper
from delayed_bandits.experiments.plan import PlannedRuns, merged, read_plan
from delayed_bandits.experiments.records import digest_of_plan
from delayed_bandits.files.sources import PROJECT, digest_of_sources, source_digest
from delayed_bandits.files.tables import write_text


def plan_of(config: Mapping[str, Any], paper: Paper, setting: str) -> dict[str, Any]:
    """Plan the runs on a setting: what `PlannedRuns` has, as JSON has it."""
    runs = [run for run in paper.runs.values() if run.setting == setting]
    return {
        "criteo": origin_in(config) if any(run.uses_criteo for run in runs) else "",
        "log": log_origin_in(config) if any(run.uses_log for run in runs) else "",
        "runs": {
            f"{setting}/{run.algorithm}": {
                "specification": asdict(run),
                "seeds": paper.seeds[setting],
                "size": paper.sizes[setting, run.algorithm],
                "sources": digest_of_sources(run.module),
            }
            for run in runs
        },
    }


def plan_of_delays(config: Mapping[str, Any]) -> dict[str, Any]:
    """Plan what is made of the Criteo delays, but of no run."""
    return {"criteo": origin_in(config), "log": "", "runs": {}}


def plan_of_sources(*files: Path) -> dict[str, str]:
    """Plan what a step is made with: the digests of its sources, named as in the project."""
    return {os.path.relpath(path, PROJECT): source_digest([path]) for path in files}


def expected_of(config: Mapping[str, Any], paper: Paper) -> PlannedRuns:
    """Give what is expected of all runs of a paper, and of the Criteo delays."""
    plans = [plan_of(config, paper, setting) for setting in paper.seeds]
    return merged([plan_of_delays(config), *plans])


def settle(
    path: Path, plan: Any, steps: Mapping[str, int], check: Callable[[], None], *, write: bool
) -> Path:
    """Write a plan if its file says something else, or a result does; return the file.

    What is planned is checked first; what was written before was checked then.

    So what was made by another plan is older than the file, whatever Snakemake knows of it; `steps`
    are the digests of plans by which steps made something, and when, as `--touch` is later. The
    file says when it was written, as Snakemake takes an input for unchanged that has the checksum
    which it recorded, perhaps for results that others have replaced since. For views such as a dry
    run, which do not `write`, a plan that says something else is written elsewhere.
    """
    try:
        same = json.dumps(read_plan(path)) == json.dumps(plan)  # also in the order of its keys
        others = [steps[digest] for digest in steps if digest != digest_of_plan(plan)]
        if same and max(others, default=0) < path.stat().st_mtime_ns:
            return path
    except InputError:
        pass  # missing, or not as it was written
    check()
    if not write:
        path = Path(_elsewhere().name, path)
    document = {"plan": plan, "written": time.time_ns()}
    write_text(path, json.dumps(document, indent=1) + "\n")
    return path


@functools.cache
def _elsewhere() -> tempfile.TemporaryDirectory:
    return tempfile.TemporaryDirectory()
