"""What starting a simulation job costs beside its work.

A batch of the paper's scale and the same batch cut to one seed and two rounds take turns, with a
warm compiler cache. If a finished run has left `results/benchmarks/batches`, also the share of its
time that went into starting jobs.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

from delayed_bandits.checks.yaml_files import read_yaml
from delayed_bandits.experiments.blocks import Block
from delayed_bandits.experiments.experiment import Paper, load_papers
from delayed_bandits.experiments.plan import read_plans
from delayed_bandits.experiments.plan_files import settle
from delayed_bandits.files.layout import Layout
from delayed_bandits.files.sources import digest_of_sources

ROOT = Path(__file__).resolve().parents[1]
PAPER, BATCH = "vernade2020", "fig1b-1"


def cpu_seconds(blocks: list[Block], cache: Path) -> float:
    """Run the job that makes the run files of a batch; CPU seconds."""
    paths = {"PYTHONPATH": str(ROOT / "src"), "NUMBA_CACHE_DIR": str(cache)}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory() as results:
        plan, made = write_plan(Layout(results, ""), blocks)
        planned = read_plans([plan]).digest
        step = ["simulate", "--plans", plan, "--planned", planned, "--output", *made]
        finished = subprocess.run(
            [sys.executable, "-m", "delayed_bandits", *step],
            capture_output=True,
            text=True,
            env={**os.environ, **paths},
        )
    if finished.returncode:
        sys.exit(finished.stderr)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def write_plan(layout: Layout, blocks: list[Block]) -> tuple[Path, list[str]]:
    """Write the plan of blocks of seeds; give its file, and the run files."""
    runs = {
        f"{run.setting}/{run.algorithm}": {
            "specification": asdict(run),
            "seeds": 0,
            "size": 0,
            "sources": digest_of_sources(run.module),
        }
        for run, _ in blocks
    }
    plan = {"criteo": "", "log": "", "runs": runs}
    path = settle(Path(layout.plan(f"{PAPER}/{BATCH}")), plan, write=True)
    return path, [layout.run(PAPER, run.setting, run.algorithm, name) for run, name in blocks]


def finished_jobs(paper: Paper) -> list[float]:
    """Seconds of every batch of `paper` that Snakemake has run and timed.

    Seconds on the clock: Snakemake samples CPU time and misses the end of short jobs.
    """
    found = []
    for path in sorted((ROOT / "results/benchmarks/batches" / paper.name).glob("*.tsv")):
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
    batch = paper.batches[BATCH]
    empty = [Block(block.specification.shrunk(horizon=2), "0-0") for block in batch]
    with tempfile.TemporaryDirectory() as name:
        cold = cpu_seconds(empty, Path(name))
        start_ups, jobs = [], []
        for _ in range(repetitions):
            start_ups.append(cpu_seconds(empty, Path(name)))
            jobs.append(cpu_seconds(batch, Path(name)))
    start_up, whole = statistics.median(start_ups), statistics.median(jobs)
    print(f"{PAPER}/{BATCH}, {len(batch)} run files, CPU seconds")
    print(f"start-up, cold cache  {cold:.2f}")
    print(f"start-up              {start_up:.2f}")
    print(f"whole job             {whole:.2f}")
    finished = finished_jobs(paper)
    if finished:
        share = len(finished) * start_up / sum(finished)
        total = f"{sum(finished):.0f} s in {len(finished)} simulation jobs"
        print(f"finished run          {total}, {share:.0%} of it start-up")
    else:
        print("no finished run in results/benchmarks/batches")


if __name__ == "__main__":
    main()
