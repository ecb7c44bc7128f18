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
from delayed_bandits.files.digests import other_digest, read_json, sha256
from delayed_bandits.files.layout import Layout, Step
from delayed_bandits.files.provenance import provenance
from delayed_bandits.files.tables import write_text
from delayed_bandits.report.page import LIBRARIES, PLATFORM

logger = logging.getLogger(__name__)

Manifest = Mapping[str, Any]

FAILED = "failed"


def write_manifest(output: Path, config: Mapping[str, Any], workflow: Path, figures: Path) -> None:
    """Write the manifest of a finished run of a checked config."""
    results = output.parent
    layout = Layout(str(results), str(figures))
    papers = load_papers(config, workflow)
    for step in steps_of(papers, layout, config):
        checked_record(step)
    document = {
        "config": dict(config),
        "figures": os.path.relpath(figures, results),
        "platform": PLATFORM,
        "provenance": provenance(LIBRARIES),
        "files": {
            os.path.relpath(path, results): {"step": step, "sha256": sha256(path)}
            for path, step in planned_files(papers, layout, config).items()
        },
    }
    write_text(output, json.dumps(document, indent=1, ensure_ascii=False) + "\n")


def read_manifest(path: Path) -> Manifest:
    """Read a manifest; an InputError says that it is missing, or not as it was written."""
    try:
        document = read_json(path)
        files = document["files"].values()
        texts = [document["figures"], document["platform"], *document["files"]]
        texts += [entry[key] for entry in files for key in ("step", "sha256")]
        if not "".join(texts).isprintable():
            raise ValueError("found a name that cannot be printed")
        dict(document["provenance"]), list(document["config"]["papers"])
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        known = {FileNotFoundError: "no such file", KeyError: f"no {error}"}
        raise InputError(
            f"{path}: {known.get(type(error), error)}; expected the manifest that a finished run "
            f"writes last; run snakemake --cores 1 with the --config that made {path.parent}"
        ) from error
    return document


def other_file(path: Path, entry: Mapping[str, str]) -> str:
    """Say how a file is other than a manifest has it; "" if it is not."""
    if not path.is_file():
        return f"no such file; expected it, made by the step {entry['step']}"
    other = other_digest(path, entry["sha256"])
    return other and f"its SHA-256 is {other}, by manifest"


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


class Findings(list[Finding]):
    """All findings; failures and remarks are logged as they come."""

    summary = ""

    def fail(self, path: Path, error: str | Exception) -> None:
        """Add a failure; the words of an error may start with the path."""
        words = " ".join(str(error).removeprefix(f"{path}: ").split())
        self.append(Finding(str(path), FAILED, words))
        logger.error("error: %s: %s", path, words)

    def add(self, path: Path, verdict: str, words: str = "", level: int = logging.DEBUG) -> None:
        """Add what is no failure; a remark is of level INFO."""
        self.append(Finding(str(path), verdict, words))
        logger.log(level, "%s: %s%s", path, verdict, words)

    @property
    def failures(self) -> list[Finding]:
        """List the failures."""
        return [finding for finding in self if finding.verdict == FAILED]

    def conclude(self, done: str) -> None:
        """Say what was done, and count the verdicts."""
        counted = Counter(finding.verdict for finding in self)
        counts = ", ".join(f"{count} {verdict}" for verdict, count in sorted(counted.items()))
        self.summary = f"{done}: {counts}"
        if not self.failures:
            logger.info(self.summary)

    def json(self) -> str:
        """Give all findings and the summary as JSON."""
        found = [finding._asdict() for finding in self]
        document = {"failed": len(self.failures), "summary": self.summary, "findings": found}
        return json.dumps(document, indent=1)
