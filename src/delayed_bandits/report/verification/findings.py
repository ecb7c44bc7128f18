"""Findings of a verification."""

import json
import logging
from collections import Counter
from pathlib import Path
from typing import NamedTuple

logger = logging.getLogger(__name__)

FAILED = "failed"


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
        """Add a failure; words of an error may start with the path."""
        words = str(error).removeprefix(f"{path}: ")
        self.all.append(Finding(str(path), FAILED, words))
        logger.error("error: %s: %s", path, words)

    def remark(self, path: Path, verdict: str, words: str = "") -> None:
        """Add what is no failure."""
        self.all.append(Finding(str(path), verdict, words))
        logger.info("%s: %s%s", path, verdict, words)

    def passed(self, path: Path, verdict: str) -> None:
        """Add what is as it should be."""
        self.all.append(Finding(str(path), verdict, ""))

    @property
    def failures(self) -> list[Finding]:
        """List the failures."""
        return [finding for finding in self.all if finding.verdict == FAILED]

    def conclude(self, done: str) -> None:
        """Say what was done, and count the verdicts."""
        counted = Counter(finding.verdict for finding in self.all)
        counts = ", ".join(f"{count} {verdict}" for verdict, count in counted.items())
        self.summary = f"{done}: {counts}"
        if not self.failures:
            logger.info(self.summary)

    def json(self) -> str:
        """Give all findings and the summary as JSON."""
        found = [finding._asdict() for finding in self.all]
        document = {"failed": len(self.failures), "summary": self.summary, "findings": found}
        return json.dumps(document, indent=1, ensure_ascii=False)
