"""Run times of the steps, as Snakemake measured them."""

import itertools
import math
from collections.abc import Iterable
from pathlib import Path

import pandas as pd

from delayed_bandits.files.layout import Layout
from delayed_bandits.plan.experiment import Paper


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
            frame = pd.concat(pd.read_csv(path, sep="\t", na_values="-") for path in paths)
            memory = frame["max_rss"].max() if "max_rss" in frame else math.nan
            times.append((step, len(paths), frame["s"].sum(), memory))
    return times


def _has_times(path: Path) -> bool:
    """Tell whether there is a benchmark file with content: a full disk leaves an empty one."""
    return path.is_file() and path.stat().st_size > 0
