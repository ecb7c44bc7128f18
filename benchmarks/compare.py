"""Times of kernels, C, authors' loops and peers, and slopes: the tables of performance.md.

Everything runs on one core, in turns. All times are CPU times.
"""

import argparse
import os
import platform
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "benchmarks/performance.md"
ENVIRONMENT = {
    "OPENBLAS_NUM_THREADS": "1",
    # as in workflow/rules/common.smk
    "MALLOC_TRIM_THRESHOLD_": "1000000000",
    "MALLOC_MMAP_THRESHOLD_": "1000000000",
}


def restart_with_environment() -> None:
    """Restart on one core with the variables of `ENVIRONMENT`, which libraries read when loaded."""
    if ENVIRONMENT.items() <= os.environ.items():
        return
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | ENVIRONMENT)


def machine(load_before: float) -> str:
    """Describe the processor, the versions and the load."""
    import llvmlite
    import numba
    import numpy as np

    from programs import compiler

    processor = platform.processor() or platform.machine()
    information = Path("/proc/cpuinfo")
    if information.exists():
        named = re.search(r"^model name\s*:\s*(.*)$", information.read_text(), re.MULTILINE)
        processor = named[1] if named else processor
    gcc = "no gcc"
    if compiler():
        shown = subprocess.run(["gcc", "-dumpfullversion"], capture_output=True, text=True)
        gcc = f"gcc {shown.stdout.strip()}"
    loads = f"{load_before:.1f} before, {os.getloadavg()[0]:.1f} after"
    return (
        f"{processor}, {os.cpu_count()} cores, of which one was used; Python "
        f"{platform.python_version()}, NumPy {np.__version__}, Numba {numba.__version__}, llvmlite "
        f"{llvmlite.__version__}, {gcc}. Load of the machine: {loads} (this command makes 1)."
    )


def measured(repetitions: int, peer_repetitions: int) -> dict[str, str]:
    """Measure everything; return the tables by their names on the page."""
    import paper_kernels
    import peers_table
    import rivals
    import slopes
    from timing import table

    load = os.getloadavg()[0]
    print("kernels, C and loops", file=sys.stderr)
    times = rivals.measure(repetitions)
    print("slopes", file=sys.stderr)
    tables = {"c": rivals.table_of_c(times), "loops": rivals.table_of_loops(times)}
    tables["slopes"] = slopes.table_of_slopes(peer_repetitions)
    print("every algorithm", file=sys.stderr)
    tables["algorithms"] = paper_kernels.table_of_algorithms(peer_repetitions)
    with tempfile.TemporaryDirectory() as folder:
        pythons, absent = peers_table.installed(Path(folder))
        rows = peers_table.measure(pythons, peer_repetitions)
    tables["peers"] = peers_table.table_of_peers(rows, absent)
    kept = [
        [limit.of, limit.limit, f"{limit.ratio:,.2f}", "yes" if limit.holds else "**no**"]
        for limit in rivals.limits(times) + peers_table.limits(rows)
    ]
    tables["limits"] = table(["ratio of medians", "limit", "measured", "holds"], kept)
    tables["machine"] = machine(load)
    return tables


def filled(page: str, tables: dict[str, str]) -> str:
    """Put the tables between their marks on the page."""
    for name, text in tables.items():
        block = f"<!-- {name} -->\n\n{text}\n\n<!-- end -->"
        pattern = rf"<!-- {name} -->.*?<!-- end -->"
        page, found = re.subn(pattern, lambda _, block=block: block, page, flags=re.DOTALL)
        if found != 1:
            sys.exit(f"{PAGE.name}: {found} marks <!-- {name} --> found; expected 1")
    return page


def main() -> None:
    """Write the page, and print its tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repetitions", type=int, default=15)
    parser.add_argument(
        "--peer-repetitions", type=int, default=5, help="also of slopes and every algorithm"
    )
    options = parser.parse_args()
    restart_with_environment()
    tables = measured(options.repetitions, options.peer_repetitions)
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8"), tables), encoding="utf-8")
    for text in tables.values():
        print(f"\n{text}")


if __name__ == "__main__":
    main()
