"""Run times of the steps, as Snakemake measured them."""

import csv
import itertools
import math
from collections.abc import Iterable
from pathlib import Path

from delayed_bandits.experiments.experiment import Paper
from delayed_bandits.files.layout import Layout


def run_times(papers: Iterable[Paper], layout: Layout) -> list[tuple[str, int, float, float]]:
    """Sum up jobs or run files, seconds and the largest memory (MB) of each step."""
    steps = {step: [step] for step in ("delays", "fit")}
    for paper in papers:
        steps[f"jobs of {paper.name}"] = [f"batches/{paper.name}/{name}" for name in paper.batches]
        for run, block in itertools.chain(*paper.batches.values()):
            file = f"simulate/{paper.name}/{run.setting}/{run.algorithm}/{block}"
            steps.setdefault(f"simulate {paper.name} {run.algorithm}", []).append(file)
    times = []
    for step, names in steps.items():
        paths = [path for path in map(Path, map(layout.benchmark, names)) if _has_times(path)]
        if paths:
            rows = [row for path in paths for row in _rows(path)]
            seconds = sum(float(row["s"]) for row in rows)
            memory = [float(row["max_rss"]) for row in rows if row.get("max_rss", "-") != "-"]
            times.append((step, len(paths), seconds, max(memory, default=math.nan)))
    return times


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def _has_times(path: Path) -> bool:
    """Tell whether there is a benchmark file with content: a full disk leaves an empty one."""
    return path.is_file() and path.stat().st_size > 0
