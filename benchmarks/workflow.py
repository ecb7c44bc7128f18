"""What starting a simulation job costs beside its work.

A job of the paper's scale and the same job cut to one seed and two rounds take turns, with a warm
compiler cache. If a finished run has left `results/benchmarks/simulate`, also the share of its
time that went into starting jobs.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

from delayed_bandits.checks.yaml_files import read_yaml
from delayed_bandits.plan.experiment import Paper, load_papers
from delayed_bandits.plan.specification import Specification

ROOT = Path(__file__).resolve().parents[1]
PAPER, SETTING, ALGORITHM = "vernade2020", "fig1b", "otflinucb_stored"


def cpu_seconds(step: str, *arguments: str, folder: Path) -> float:
    """Run a step of the workflow with its files in `folder`; CPU seconds, its children's too."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    paths = {"PYTHONPATH": str(ROOT / "src"), "NUMBA_CACHE_DIR": str(folder)}
    finished = subprocess.run(
        [sys.executable, "-m", "delayed_bandits", step, *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, **paths},
    )
    if finished.returncode:
        sys.exit(finished.stderr)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def simulate(specification: Specification, seeds: int, folder: Path) -> float:
    """Run one simulation job; CPU seconds."""
    block = ["--seeds", "0", str(seeds - 1), "--output", str(folder / "run.parquet")]
    run = json.dumps(asdict(specification))
    return cpu_seconds("simulate", "--specification", run, *block, folder=folder)


def finished_jobs(paper: Paper) -> list[float]:
    """Seconds of every simulation job of `paper` that Snakemake has run and timed.

    Seconds on the clock: Snakemake samples CPU time and misses the end of short jobs.
    """
    folder = ROOT / "results/benchmarks/simulate" / paper.name
    found = []
    for setting, algorithm in paper.runs:
        for path in sorted((folder / setting / algorithm).glob("*.tsv")):
            head, values = (line.split("\t") for line in path.read_text().splitlines()[:2])
            found.append(float(dict(zip(head, values, strict=True))["s"]))
    return found


def main() -> None:
    """Print the times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repetitions", type=int, default=5)
    repetitions = parser.parse_args().repetitions
    config = {**read_yaml(ROOT / "config.yaml"), "papers": [PAPER], "scale": "paper"}
    paper = load_papers(config, ROOT / "workflow")[PAPER]
    job = paper.runs[SETTING, ALGORITHM]
    empty = job.shrunk(horizon=2)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        cold = cpu_seconds("compile", "--specifications", json.dumps([asdict(job)]), folder=folder)
        start_ups, jobs = [], []
        for _ in range(repetitions):
            start_ups.append(simulate(empty, 1, folder))
            jobs.append(simulate(job, paper.seeds, folder))
    start_up, whole = statistics.median(start_ups), statistics.median(jobs)
    print(f"{PAPER}/{SETTING}/{ALGORITHM}, {paper.seeds} seeds, CPU seconds")
    print(f"compile, cold cache  {cold:.2f}")
    print(f"start-up of a job    {start_up:.2f}")
    print(f"whole job            {whole:.2f}")
    finished = finished_jobs(paper)
    if finished:
        share = len(finished) * start_up / sum(finished)
        total = f"{sum(finished):.0f} s in {len(finished)} simulation jobs"
        print(f"finished run         {total}, {share:.0%} of it start-up")
    else:
        print("no finished run in results/benchmarks/simulate")


if __name__ == "__main__":
    main()
