"""Memory and time of each step with a million seeds of a setting at 400 checkpoints.

A block is simulated, of as many rounds as there are checkpoints. The steps that read curves get
made-up run files, of three columns: two runs, each of two blocks of unequal sizes.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pyarrow as pa

from delayed_bandits.data.criteo.conversions import from_bundled
from delayed_bandits.experiments.plan import read_plans
from delayed_bandits.experiments.plan_files import settle
from delayed_bandits.experiments.simulation import parts_of
from delayed_bandits.experiments.specification import Specification
from delayed_bandits.files.layout import Layout
from delayed_bandits.files.sources import digest_of_sources
from delayed_bandits.files.tables import column, table_writer
from scale import ROOT, UNITS_OF_MEMORY, Cost, make_project

CHECKPOINTS = 400
ARMED = {"horizon": CHECKPOINTS, "means": [0.5, 0.6], "delay": {"law": "poisson", "mean": 50}}
LOOKS = {
    "first_arm": {"label": "first", "colour": "blue", "line": "solid"},
    "second_arm": {"label": "second", "colour": "orange", "line": "solid"},
}


def specification(algorithm: str) -> Specification:
    """Specify a run that is cheap to simulate."""
    run = "delayed_ucb.qpmd"
    return Specification("tiny", "short", algorithm, 1, CHECKPOINTS, ARMED, run, {})


def make_up(path: Path, algorithm: str) -> None:
    """Write a run file of random curves, those of all row groups alike."""
    run = specification(algorithm)
    first, last = map(int, path.stem.split("-"))
    parts = parts_of(range(first, last + 1), CHECKPOINTS, CHECKPOINTS)
    steps = np.random.default_rng(first).integers(0, 9, (3, len(parts[0]), CHECKPOINTS)) / 8
    curves = steps.cumsum(axis=2)
    names = ["seed", "round", "regret", "reward", "spent"]
    footer = run.made_of(range(first, last + 1), digest_of_sources(run.module), None, None)
    with table_writer(path, footer) as write:
        for part in parts:
            seeds = np.repeat(np.array(part), CHECKPOINTS)
            rounds = np.tile(np.arange(1, CHECKPOINTS + 1), len(part))
            arrays = seeds, rounds, *curves[:, : len(part)]
            write(pa.table([column(array.ravel()) for array in arrays], names))


def measured(folder: Path, *arguments: str | Path) -> Cost:
    """Run a command of the package in the folder of a project."""
    command = [sys.executable, "-m", "delayed_bandits", *map(str, arguments)]
    started = os.times()
    process = subprocess.Popen(
        command,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder / "src")},
        stderr=subprocess.DEVNULL,
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"error: {arguments} failed")
    wall = os.times().elapsed - started.elapsed
    return Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / UNITS_OF_MEMORY)


def write_plan(folder: Path, runs: list[Specification], seeds: int, size: int) -> Path:
    """Write the plan of runs of so many seeds in files of a size."""
    planned = {
        f"{run.setting}/{run.algorithm}": {
            "specification": asdict(run),
            "seeds": seeds,
            "size": size,
            "sources": digest_of_sources(run.module),
        }
        for run in runs
    }
    path = Path(Layout(str(folder / "results"), "").plan(f"tiny/{runs[0].setting}"))
    return settle(path, {"criteo": "", "log": "", "runs": planned}, {}, write=True)


def steps(folder: Path, n_seeds: int) -> dict[str, list[str | Path]]:
    """Make up run files in a project; give the command of each step that reads them."""
    layout = Layout(str(folder / "results"), str(folder))
    from_bundled(ROOT / "data/criteo_delay_quantiles.csv", Path(layout.delays))
    sizes = n_seeds, 2 * n_seeds // 3
    runs = [specification(name) for name in LOOKS]
    plan = write_plan(folder, runs, *sizes)
    for path in read_plans([plan]).files(Path(layout.runs("tiny"))):
        make_up(path, path.parent.name)
    styles = settle(Path(layout.plan("tiny.styles")), LOOKS, {}, write=True)
    given = ["--runs", layout.runs("tiny"), "--plans", plan]
    tables = ["--output", folder / "t", "--csv", folder / "c", "--latex", folder / "l"]
    drawn = ["--paper", "tiny", "--function", "regret", "--figures", folder / "f.png"]
    judged = ["--paper", "tiny", "--scale", "paper", "--criteo", layout.delays]
    return {
        "aggregate": ["aggregate", *given, *tables],
        "figure": ["figure", *given, *drawn, "--styles", styles],
        "claims": ["claims", *given, *judged, "--rows", folder / "r", "--output", folder / "j"],
    }


def main() -> None:
    """Print the costs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=1_000_000)
    parser.add_argument("--folder", type=Path, help="for some GB of temporary files")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as name:
        folder = Path(name)
        make_project(folder)
        plan = write_plan(folder, [specification("qpmd")], options.seeds, options.seeds)
        expected = read_plans([plan])
        made = expected.files(Path(Layout(str(folder / "results"), "").runs("tiny")))
        block = ["simulate", "--plans", plan, "--planned", expected.digest, "--output", *made]
        print("simulate ", measured(folder, *block), flush=True)
        for step, command in steps(folder, options.seeds).items():
            print(f"{step:9}", measured(folder, *command), flush=True)


if __name__ == "__main__":
    main()
