"""What many seeds cost Snakemake, with algorithms that do next to nothing.

The paper of `tests/tiny` is run in a new folder, with fifty settings of two rounds and two
algorithms that play a fixed arm: `snakemake -n`, then the workflow. Numbers of seeds and of blocks
vary.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[1]
TINY = ROOT / "tests" / "tiny"
UNITS_OF_MEMORY = 1024**2 if sys.platform == "darwin" else 1024
SETTINGS, ALGORITHMS = 50, ("first_arm", "second_arm")


@dataclass(frozen=True)
class Cost:
    """Seconds on the clock, CPU seconds with all children, MB of the largest process."""

    wall: float
    cpu: float
    memory: float

    def __str__(self) -> str:
        return f"{self.wall:6.1f} s {self.cpu:7.1f} CPU s {self.memory:6.0f} MB"


def make_project(folder: Path) -> None:
    """Copy the project, with the paper of fifty settings as its only paper."""
    for name in ("src", "workflow"):
        shutil.copytree(ROOT / name, folder / name)
    shutil.copytree(ROOT / "data", folder / "data", ignore=shutil.ignore_patterns("raw"))
    for name in ("Snakefile", "config.yaml", "environment.yml"):
        shutil.copy(ROOT / name, folder)
    package = folder / "src" / "delayed_bandits"
    shutil.copytree(TINY / "paper", package / "papers" / "tiny")
    shutil.copy(TINY / "fixed.py", package / "algorithms")
    paper = yaml.safe_load((TINY / "tiny.yaml").read_text(encoding="utf-8"))
    setting = paper["settings"]["short"]
    setting["trace"]["horizon"] = 2
    del setting["parameters"]
    names = ["short", *(f"short-{i}" for i in range(1, SETTINGS))]
    paper["settings"] = dict.fromkeys(names, setting)
    paper["algorithms"] = {name: paper["algorithms"][name] for name in ALGORITHMS}
    for entry in paper["algorithms"].values():
        del entry["settings"]
    del paper["figures"]["regret"]
    (folder / "workflow" / "papers" / "tiny.yaml").write_text(yaml.dump(paper), encoding="utf-8")


def snakemake(folder: Path, *arguments: str) -> Cost:
    """Run Snakemake to its end; return the cost."""
    command = [sys.executable, "-m", "snakemake", "--scheduler", "greedy", *arguments]
    with (folder / "printed.log").open("w") as printed:
        process = subprocess.Popen(command, cwd=folder, stdout=printed, stderr=printed)
        started = os.times()
        _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit((folder / "printed.log").read_text()[-2000:])
    wall = os.times().elapsed - started.elapsed
    return Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / UNITS_OF_MEMORY)


def made(folder: Path) -> str:
    """Return number and bytes of the files in a folder, as text."""
    sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    return f"{len(sizes)} files, {sum(sizes) / 1e6:.1f} MB"


def main() -> None:
    """Print the costs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1_000, 10_000])
    parser.add_argument(
        "--blocks", nargs="+", default=["auto", "10"], help="blocks in a run, or auto"
    )
    parser.add_argument("--only-plan", action="store_true", help="snakemake -n alone")
    options = parser.parse_args()
    for seeds in options.seeds:
        for blocks in options.blocks:
            size = blocks if blocks == "auto" else str(seeds // int(blocks))
            units = seeds * SETTINGS * len(ALGORITHMS)
            print(f"{units} units, {seeds} seeds, seeds_per_job {size}", flush=True)
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                make_project(folder)
                config = ["papers=[tiny]", f"seeds={seeds}", f"seeds_per_job={size}"]
                config = ["--config", *config]
                print("  snakemake -n   ", snakemake(folder, "-n", "--quiet", *config), flush=True)
                if options.only_plan:
                    continue
                print("  the run        ", snakemake(folder, "--cores", "2", *config), flush=True)
                print(
                    "  snakemake -n   ", snakemake(folder, "-n", "--quiet", *config), "  when done"
                )
                print("  run files      ", made(folder / "results" / "runs"))
                print("  all results    ", made(folder / "results"))
                print("  .snakemake     ", made(folder / ".snakemake"))


if __name__ == "__main__":
    main()
