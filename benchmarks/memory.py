"""Memory and time of each step with a million seeds of a setting at 400 checkpoints.

A block is simulated, of as many rounds as there are checkpoints. The steps that read curves get
made-up run files, of three columns: two runs, each of two blocks of unequal sizes.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pyarrow as pa
import yaml

from delayed_bandits.criteo.conversions import from_bundled
from delayed_bandits.files.layout import Layout
from delayed_bandits.files.tables import column, table_writer
from delayed_bandits.plan.blocks import run_files
from delayed_bandits.plan.specification import Specification
from delayed_bandits.simulation import parts_of
from scale import ROOT, UNITS_OF_MEMORY, Cost, make_project

CHECKPOINTS = 400
ARMED = {"horizon": CHECKPOINTS, "means": [0.5, 0.6], "delay": {"law": "poisson", "mean": 50}}
BUDGETED = {"horizon": CHECKPOINTS, "budget": CHECKPOINTS / 2}


def specification(setting: str, algorithm: str, trace: dict) -> Specification:
    """Specify a run that is cheap to simulate."""
    return Specification("paper", setting, algorithm, 1, CHECKPOINTS, trace, "delayed_ucb.qpmd", {})


def make_up(path: Path, run: Specification, seeds: range) -> None:
    """Write a run file of random curves."""
    rng = np.random.default_rng(seeds[0])
    rounds = np.arange(1, CHECKPOINTS + 1)
    with table_writer(path, {"specification": asdict(run), "criteo": None}) as write:
        for part in parts_of(seeds, CHECKPOINTS, CHECKPOINTS):
            steps = rng.integers(0, 9, (3, len(part), CHECKPOINTS)) / 8
            curves = zip(("regret", "reward", "spent"), steps.cumsum(axis=2), strict=True)
            columns = {name: column(curve.ravel()) for name, curve in curves}
            order = {
                "seed": column(np.repeat(np.array(part), CHECKPOINTS)),
                "round": column(np.tile(rounds, len(part))),
            }
            write(pa.table(order | columns))


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


def steps(folder: Path, n_seeds: int) -> dict[str, list[str | Path]]:
    """Make up run files in a project; give the command of each step that reads them."""
    layout = Layout(str(folder / "results"), str(folder))
    delays = Path(layout.delays)
    from_bundled(ROOT / "data/criteo_delay_quantiles.csv", delays)
    liu = yaml.safe_load((ROOT / "workflow/papers/liu2024.yaml").read_text(encoding="utf-8"))
    size = 2 * n_seeds // 3
    given = {}
    for paper, setting, names, trace in (
        ("tiny", "short", ("first_arm", "second_arm"), ARMED),
        ("liu2024", "fig1a", ("doral", "dalp"), BUDGETED),
    ):
        plan = {f"{setting}/{name}": (n_seeds, size) for name in names}
        for path in run_files(Path(layout.runs(paper)), plan):
            first, last = map(int, path.stem.split("-"))
            make_up(path, specification(setting, path.parent.name, trace), range(first, last + 1))
        given[paper] = ["--runs", layout.runs(paper), "--blocks", json.dumps(plan)]
    tables = ["--output", folder / "t", "--csv", folder / "c", "--latex", folder / "l"]
    drawn = ["--paper", "liu2024", "--function", "reward_panels", "--figures", folder / "f.png"]
    looks = ["--algorithms", json.dumps(liu["algorithms"])]
    judged = ["--paper", "tiny", "--scale", "paper", "--criteo", delays, "--output", folder / "j"]
    return {
        "aggregate": ["aggregate", *given["tiny"], *tables],
        "figure": ["figure", *given["liu2024"], *drawn, *looks],
        "claims": ["claims", *given["tiny"], *judged],
    }


def main() -> None:
    """Print the costs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=1_000_000)
    parser.add_argument("--folder", type=Path, help="for 4 GB of temporary files")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as name:
        folder = Path(name)
        make_project(folder)
        run = json.dumps(asdict(specification("armed", "qpmd", ARMED)))
        seeds = ["--seeds", "0", str(options.seeds - 1)]
        block = ["simulate", "--specification", run, *seeds, "--output", folder / "0.parquet"]
        print("simulate ", measured(folder, *block), flush=True)
        for step, command in steps(folder, options.seeds).items():
            print(f"{step:9}", measured(folder, *command), flush=True)


if __name__ == "__main__":
    main()
