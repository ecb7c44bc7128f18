"""Seconds and peak memory of each step from a Criteo file to fitted delay laws.

The file is made up, with the real file's schema and any number of rows. Each step is the command
that the workflow runs, in a process of its own; its messages go to standard error. The real file
has 16,468,027 rows.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MAXRSS_PER_MIB = 2**20 if sys.platform == "darwin" else 2**10
"""Unit of the kernel's peak memory: bytes on macOS, kibibytes elsewhere."""


def run(*arguments: str | Path) -> tuple[float, float, float]:
    """Run a step; seconds on the clock, seconds of CPU, and peak resident memory in MiB."""
    started = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "delayed_bandits", *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )
    _, status, usage = os.wait4(process.pid, 0)  # this child's usage, not the largest so far
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"error: {arguments[0]} failed")
    seconds = time.perf_counter() - started
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / MAXRSS_PER_MIB


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", type=int, nargs="?", default=1_000_000)
    rows = parser.parse_args().rows
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        file, delays, fits = (folder / n for n in ("criteo.tsv.gz", "delays.parquet", "fits.csv"))
        figures = [folder / f"fits.{kind}" for kind in ("png", "svg", "pdf")]
        quantiles = ROOT / "data/criteo_delay_quantiles.csv"
        make = ["generate", "--rows", rows, "--quantiles", quantiles, "--output", file]
        read = ["delays", "--source", "local", "--touch", "all", "--input", file]
        fit = ["fit", "--delays", delays, "--table", fits, "--figures", *figures]
        steps = {
            "make the file": make,
            "file to delays": [*read, "--output", delays],
            "fits, with their figure": fit,
        }
        print(f"{rows:,} rows\n")
        print("| | seconds | CPU seconds | peak MiB |\n| --- | ---: | ---: | ---: |")
        for step, arguments in steps.items():
            seconds, cpu, memory = run(*arguments)
            print(f"| {step} | {seconds:.1f} | {cpu:.1f} | {memory:.0f} |", flush=True)


if __name__ == "__main__":
    main()
