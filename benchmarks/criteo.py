"""Seconds and peak memory of each step from a Criteo file to fitted delay distributions.

The file is made up, with the real file's schema and any number of rows. Each step is the command
that the workflow runs, in a separate process; its messages go to standard error. The real file has
16,468,027 rows. For comparison, the table has `zcat FILE | wc -l`, and Arrow's read of the unpacked
file: of the columns that delays and counts need, and of all, since the project checks all.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from delayed_bandits.data.criteo.reader import USED
from delayed_bandits.data.criteo.schema import COLUMNS

ROOT = Path(__file__).resolve().parents[1]
DELAYS = """from pathlib import Path
from delayed_bandits.data.criteo.conversions import from_file
from_file(Path({!r}), "all", Path({!r}))"""
FITS = """from pathlib import Path
from delayed_bandits.data.fits import compare
compare(Path({!r}), Path({!r}), map(Path, {!r}))"""
ARROW = """
import sys
from pyarrow import csv
csv.read_csv(
    sys.argv[1],
    csv.ReadOptions(use_threads=False, block_size=1 << 22),
    csv.ParseOptions(delimiter="\\t", quote_char=False),
    csv.ConvertOptions(include_columns=sys.argv[2:]),
)
"""
MAXRSS_PER_MIB = 2**20 if sys.platform == "darwin" else 2**10
"""Unit of the kernel's peak memory: bytes on macOS, kibibytes elsewhere."""


def run(*arguments: str | Path) -> tuple[float, float, float]:
    """Run a command; return clock seconds, CPU seconds, and peak resident memory in MiB."""
    started = time.perf_counter()
    process = subprocess.Popen(
        list(map(str, arguments)), env={**os.environ, "PYTHONPATH": str(ROOT / "src")}
    )
    _, status, usage = os.wait4(process.pid, 0)  # this child's usage, not the largest so far
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"error: {arguments} failed")
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
        text = folder / "criteo.tsv"
        figures = [folder / f"fits.{kind}" for kind in ("png", "svg", "pdf")]
        make = [sys.executable, ROOT / "benchmarks/criteo_file.py", rows, file]
        start = [sys.executable, "-c"]
        read = DELAYS.format(str(file), str(delays))
        fit = FITS.format(str(delays), str(fits), [*map(str, figures)])
        arrow = [sys.executable, "-c", ARROW, text]
        steps = {
            "make the file": make,
            "file to delays": [*start, read],
            "zcat FILE, wc -l": ["sh", "-c", f"zcat {file} | wc -l >&2"],
            "unpack it": ["sh", "-c", f"zcat {file} > {text}"],
            f"Arrow's read of {len(USED)} columns": [*arrow, *USED],
            f"Arrow's read of {len(COLUMNS)} columns": [*arrow, *COLUMNS],
            "fits, with their figure": [*start, fit],
        }
        print(f"{rows:,} rows\n")
        print("| | seconds | CPU seconds | peak MiB |\n| --- | ---: | ---: | ---: |")
        for step, command in steps.items():
            seconds, cpu, memory = run(*command)
            print(f"| {step} | {seconds:.1f} | {cpu:.1f} | {memory:.0f} |", flush=True)


if __name__ == "__main__":
    main()
