"""The manifest of a finished run, every file with its SHA-256 and step, and what is found of it."""

import itertools
import json
import logging
import os
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from delayed_bandits.checks.errors import InputError
from delayed_bandits.experiments.delay_sources import log_options
from delayed_bandits.experiments.experiment import Paper, load_papers
from delayed_bandits.experiments.records import checked_record
from delayed_bandits.files.digests import read_json, sha256
from delayed_bandits.files.layout import Layout, Step
from delayed_bandits.files.provenance import provenance
from delayed_bandits.files.tables import write_text
from delayed_bandits.report.page import LIBRARIES, PLATFORM

logger = logging.getLogger(__name__)

Manifest = Mapping[str, Any]

FAILED = "failed"

KEYS = "step", "sha256"  # of a file


def write_manifest(output: Path, config: Mapping[str, Any], workflow: Path, figures: Path) -> None:
    """Write the manifest of a finished run of a checked config."""
    results = output.parent
    layout = Layout(str(results), str(figures))
    papers = load_papers(config, workflow)
    planned = planned_files(papers, layout, config)
    for path in planned:
        if not path.is_file():
            raise InputError(
                f"{path}: no such file; expected it of a finished run; run snakemake --cores 1 "
                f"--forcerun {planned[path]}, with the --config that made the others"
            )
    for step in steps_of(papers, layout, config):
        checked_record(step)
    document = {
        "config": dict(config),
        "figures": os.path.relpath(figures, results),
        "platform": PLATFORM,
        "provenance": provenance(LIBRARIES),
        "files": {
            os.path.relpath(path, results): {"step": step, "sha256": sha256(path)}
            for path, step in planned.items()
        },
    }
    write_text(output, json.dumps(document, indent=1, ensure_ascii=False) + "\n")


def read_manifest(path: Path) -> Manifest:
    """Read a manifest; an InputError says that it is missing, or not as it was written."""
    last = "what a finished run writes last; run snakemake --cores 1 with the --config that made "
    last += str(path.parent)
    try:
        document = read_json(path)
        if not all(isinstance(document[key], dict) for key in ("config", "provenance", "files")):
            raise ValueError("found other entries than it should have")
        listed = document["files"].values()
        if not all(isinstance(entry.get(key), str) for entry in listed for key in KEYS):
            raise ValueError("found a file without step or SHA-256")
        if not isinstance(document["config"].get("papers"), list):
            raise ValueError("found a configuration without papers")
        if not all(map(str.isprintable, document["files"])):
            raise ValueError("found the name of a file that cannot be printed")
        Path(document["figures"], document["platform"])
    except FileNotFoundError as error:
        raise InputError(f"{path}: no such file; expected {last}") from error
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        what = f"no {error}" if isinstance(error, KeyError) else error
        raise InputError(f"{path}: not a manifest: {what}; expected {last}") from error
    return document


def steps_of(papers: Mapping[str, Paper], layout: Layout, config: Mapping[str, Any]) -> list[Step]:
    """List the steps of a finished run that keep records: all but simulations."""
    of_papers = [layout.steps_of_paper(name, paper.description) for name, paper in papers.items()]
    delays = layout.steps_of_delays(log=bool(log_options(config)))
    return list(itertools.chain(delays, *of_papers, layout.steps_of_report(papers)))


def planned_files(
    papers: Mapping[str, Paper], layout: Layout, config: Mapping[str, Any]
) -> dict[Path, str]:
    """List the files of a finished run, each with the step that makes it."""
    found = {
        Path(layout.run(run, block)): "simulate"
        for paper in papers.values()
        for run in paper.runs.values()
        for block in paper.blocks(run)
    }
    for step in steps_of(papers, layout, config):
        found |= dict.fromkeys(map(Path, [*step.files, step.record]), step.rule)
    benchmarks = sorted(Path(layout.results, "benchmarks").rglob("*.tsv"))
    return found | dict.fromkeys(benchmarks, "benchmark")


class Finding(NamedTuple):
    """What was found of a file: a verdict, and words."""

    file: str
    verdict: str
    words: str


class Findings:
    """All findings; failures and remarks are logged as they come."""

    def __init__(self) -> None:
        self.all: list[Finding] = []
        self.summary = ""

    def fail(self, path: Path, error: str | Exception) -> None:
        """Add a failure; the words of an error may start with the path."""
        words = str(error).removeprefix(f"{path}: ")
        self.all.append(Finding(str(path), FAILED, words))
        logger.error("error: %s: %s", path, words)

    def add(self, path: Path, verdict: str, words: str = "", level: int = logging.DEBUG) -> None:
        """Add what is no failure; a remark is of level INFO."""
        self.all.append(Finding(str(path), verdict, words))
        logger.log(level, "%s: %s%s", path, verdict, words)

    @property
    def failures(self) -> list[Finding]:
        """List the failures."""
        return [finding for finding in self.all if finding.verdict == FAILED]

    def conclude(self, done: str) -> None:
        """Say what was done, and count the verdicts."""
        counted = Counter(finding.verdict for finding in self.all)
        counts = ", ".join(f"{count} {verdict}" for verdict, count in sorted(counted.items()))
        self.summary = f"{done}: {counts}"
        if not self.failures:
            logger.info(self.summary)

    def json(self) -> str:
        """Give all findings and the summary as JSON."""
        found = [finding._asdict() for finding in self.all]
        document = {"failed": len(self.failures), "summary": self.summary, "findings": found}
        return json.dumps(document, indent=1, ensure_ascii=False)
