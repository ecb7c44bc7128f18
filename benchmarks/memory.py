"""Memory and time of each step with a million runs of a setting at 400 checkpoints.

A block is simulated with a round for each checkpoint. The steps that read curves get made-up run
files of three columns: two algorithms, each with two blocks of unequal sizes.
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
from delayed_bandits.experiments.simulation import parts_of
from delayed_bandits.experiments.specification import Specification
from delayed_bandits.files.sources import digest_of_sources
from delayed_bandits.files.tables import column, table_writer
from scale import ROOT, UNITS_OF_MEMORY, Cost, make_project

CHECKPOINTS = 400
ARMED = {
    "horizon": CHECKPOINTS,
    "means": [0.5, 0.6],
    "delay": {"distribution": "poisson", "mean": 50},
}
LOOKS = {
    "first_arm": {"label": "first", "colour": "blue", "line": "solid"},
    "second_arm": {"label": "second", "colour": "orange", "line": "solid"},
}


def specification(algorithm: str) -> Specification:
    """Specify a run that is cheap to simulate."""
    run = "delayed_ucb.qpmd"
    return Specification("tiny", "short", algorithm, 1, CHECKPOINTS, ARMED, run, {})


def make_up(path: Path, algorithm: str) -> None:
    """Write a run file of random curves, the same in each row group."""
    run = specification(algorithm)
    first, last = map(int, path.stem.split("-"))
    parts = parts_of(range(first, last + 1), CHECKPOINTS, CHECKPOINTS)
    steps = np.random.default_rng(first).integers(0, 9, (3, len(parts[0]), CHECKPOINTS)) / 8
    curves = steps.cumsum(axis=2)
    names = ["seed", "round", "regret", "reward", "spent"]
    inputs = run.inputs(range(first, last + 1), digest_of_sources(run.module), None)
    footer = {**inputs, "provenance": {}}
    with table_writer(path, footer) as write:
        for part in parts:
            seeds = np.repeat(np.array(part), CHECKPOINTS)
            rounds = np.tile(np.arange(1, CHECKPOINTS + 1), len(part))
            arrays = seeds, rounds, *curves[:, : len(part)]
            write(pa.table([column(array.ravel()) for array in arrays], names))


def measured(folder: Path, code: str) -> Cost:
    """Run code in the folder of a project; return its cost."""
    started = os.times()
    process = subprocess.Popen(
        [sys.executable, "-c", f"from pathlib import Path\n{code}"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder / "src")},
        stderr=subprocess.DEVNULL,
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"error: {code} failed")
    wall = os.times().elapsed - started.elapsed
    return Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / UNITS_OF_MEMORY)


def simulation(n_runs: int) -> str:
    """Return the code that simulates a block of `n_runs` runs."""
    run = specification("qpmd")
    runs = [{"specification": asdict(run), "seeds": f"0-{n_runs - 1}"}]
    runs[0]["sources"] = digest_of_sources(run.module)
    return (
        "from delayed_bandits.experiments.job import simulate_group\n"
        f"simulate_group(Path('results/runs/tiny/run group'), {runs!r})"
    )


def steps(folder: Path, n_runs: int) -> dict[str, str]:
    """Make up run files in a project; return the code of each step that reads them."""
    from_bundled(ROOT / "data/criteo_delay_quantiles.csv", folder / "delays.parquet")
    size = 2 * n_runs // 3
    for name in LOOKS:
        for block in (f"0-{size - 1}", f"{size}-{n_runs - 1}"):
            make_up(folder / "made_up/short" / name / f"{block}.parquet", name)
    files = (
        "from delayed_bandits.experiments.results import files_in\n"
        f"looks = {LOOKS!r}\nfiles = files_in(['made_up'], ['short'], looks)\n"
    )
    claims = "claims_of('tiny'), conclusions_of('tiny')"
    return {
        "aggregate": f"{files}from delayed_bandits.analysis.regret_files import aggregate_to\n"
        "aggregate_to(Path('t'), Path('c'), Path('l'), files)",
        "figure": f"{files}from delayed_bandits.papers.figures import draw_figure\n"
        "draw_figure([Path('f.png')], 'tiny', 'regret', looks, files)",
        "claims": f"{files}from delayed_bandits.analysis.judge import judge_claims\n"
        "from delayed_bandits.papers.claims import claims_of, conclusions_of\n"
        f"judge_claims(Path('j'), 'tiny', 'paper', {claims}, files, Path('delays.parquet'))",
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
        print("simulate ", measured(folder, simulation(options.seeds)), flush=True)
        for step, code in steps(folder, options.seeds).items():
            print(f"{step:9}", measured(folder, code), flush=True)


if __name__ == "__main__":
    main()
