"""Copies of the project, Snakemake run in them, and what it made there."""

import csv
import fcntl
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from numba.core.caching import _CacheLocator

from conftest import ROOT
from delayed_bandits.files.tables import FOOTER
from delayed_bandits.report.archive import write_archive
from forks import run_forked

TINY = ROOT / "tests" / "tiny"
RUNS = {f"short/{name}" for name in ("otflinucb", "first_arm", "second_arm")}
RUNS |= {"criteo/otflinucb", "criteo/uniform_random"}
WORKING = re.compile("results/(quick/)?(logs|benchmarks|numba|plan|kept)/")
PICTURE = {f"figures/tiny/regret.{kind}" for kind in ("png", "svg", "pdf")}


def record(name):
    return f"results/records/{name}.json"


FIGURE = PICTURE | {record("figure.tiny.regret")}
TABLES = {f"results/regret/tiny.{kind}" for kind in ("parquet", "csv", "tex")}
TABLES |= {record("aggregate.tiny")}
ALL_CLAIMS = {f"results/claims{end}" for end in (".csv", "/tiny.csv", "/tiny.tex")}
ALL_CLAIMS |= {"results/evidence.csv", record("claims_table")}
CLAIMS = {"results/claims/tiny.json", "figures/tiny/claims.csv", record("claims.tiny")} | ALL_CLAIMS
DELAYS = {"results/criteo/delays.parquet", record("delays")}
FITS = DELAYS | {f"figures/criteo/fits.{kind}" for kind in ("png", "svg", "pdf")}
FITS |= {"results/criteo/fits.csv", record("fit")}
PAGE = "results/report.html"
REPORT = {PAGE, record("report"), "results/manifest.json"}


def make_project(folder, **changes):
    """A copy of the project with the tiny paper alone to run, and changes of its config."""
    hidden = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for name in ("src", "workflow"):
        shutil.copytree(ROOT / name, folder / name, ignore=hidden)
    shutil.copytree(ROOT / "data", folder / "data", ignore=shutil.ignore_patterns("raw"))
    for name in ("Snakefile", "environment.yml"):
        shutil.copy2(ROOT / name, folder)
    package = folder / "src" / "delayed_bandits"
    shutil.copy(TINY / "tiny.yaml", folder / "workflow" / "papers")
    shutil.copytree(TINY / "paper", package / "papers" / "tiny")
    shutil.copy(TINY / "fixed.py", package / "algorithms")
    config = (ROOT / "config.yaml").read_text(encoding="utf-8")
    for key, value in {"papers": "[tiny]", "seeds_per_job": 7, **changes}.items():
        config = re.sub(f"^{key}:.*", f"{key}: {value}", config, flags=re.MULTILINE)
    (folder / "config.yaml").write_text(config, encoding="utf-8")
    return folder


def environment(project):
    """Without the commit of the checkout around the copy, which may move on during the tests."""
    return {**os.environ, "GIT_CEILING_DIRECTORIES": str(project.parent)}


def command(*arguments):
    return [sys.executable, "-P", "-m", "snakemake", *arguments]


SNAKEMAKE = """
from snakemake import cli

cli.get_argument_parser()

def main(arguments):
    sys.argv = ["snakemake", *arguments]
    cli.main(arguments)
"""


def run_snakemake(project, *arguments, most=600):
    return run_forked(SNAKEMAKE, project, arguments, environment(project), most)


def snakemake(project, *arguments, status=0):
    answer = run_snakemake(project, *arguments)
    assert answer.returncode == status, answer.stdout + answer.stderr
    return answer


@contextmanager
def edited(path, old, new):
    """Within the block `old` in the file reads `new`."""
    text, times = path.read_text(encoding="utf-8"), path.stat()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    try:
        yield
    finally:
        path.write_text(text, encoding="utf-8")
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def files(project):
    """Every file that a run has made but logs, benchmarks, plans, kept runs and kernels."""
    found = [*(project / "results").rglob("*"), *(project / "figures").rglob("*")]
    names = {path.relative_to(project).as_posix() for path in found if path.is_file()}
    return {name for name in names if not WORKING.match(name)}


def contents(project):
    """The bytes of `files`, the manifest without the run times."""
    return {name: _without_times(project / name) for name in files(project)}


def _without_times(path):
    data = path.read_bytes()
    if path.name == "manifest.json":
        manifest = json.loads(data)
        entries = manifest["files"].items()
        kept = {name: entry for name, entry in entries if not name.startswith("benchmarks/")}
        return json.dumps({**manifest, "files": kept}).encode()
    return data


def rows(found):
    """The rows of all blocks of each run, joined, and what their footers have in common."""
    blocks = {}
    for name, data in found.items():
        if name.startswith("results/runs/"):
            blocks.setdefault(name.rpartition("/")[0], []).append(pq.read_table(io.BytesIO(data)))
    order = [("seed", "ascending"), ("round", "ascending")]
    joined = {}
    for run, parts in blocks.items():
        footers = [json.loads(part.schema.metadata[FOOTER]) for part in parts]
        for footer in footers:
            del footer["seeds"]
        assert footers == footers[:1] * len(footers)
        joined[run] = pa.concat_tables(parts).sort_by(order), footers[0]
    return joined


def blocks(*runs, of=("0-6", "7-7")):
    return {f"results/runs/tiny/{run}/{block}.parquet" for run in runs for block in of}


OF_SHORT = blocks(*(run for run in RUNS if run.startswith("short/")))
OF_CRITEO = blocks(*(run for run in RUNS if run.startswith("criteo/")))
ALL_RUNS = OF_SHORT | OF_CRITEO
QUICKLY = ("--cores", "2", "--scheduler", "greedy")
RESUME = "--rerun-incomplete"
MADE = ("results", "figures", ".snakemake")


@contextmanager
def set_aside(project):
    """Within the block the project is as before its first run; what was made is in the folder."""
    aside = project.parent / "aside"
    aside.mkdir()
    for name in MADE:
        (project / name).rename(aside / name)
    try:
        yield aside
    finally:
        clear(project)
        for name in MADE:
            (aside / name).rename(project / name)
        aside.rmdir()


def clear(project):
    for name in MADE:
        shutil.rmtree(project / name, ignore_errors=True)


def copy_kernels(aside, project):
    shutil.copytree(aside / "results" / "numba", project / "results" / "numba")


def remove(project, names):
    for name in names:
        (project / name).unlink()


def log(project, name):
    return (project / "results" / "logs" / name).read_text(encoding="utf-8")


@contextmanager
def running(project, *arguments):
    """Snakemake in a process group of its own, which is ended with the block."""
    process = subprocess.Popen(
        command(*QUICKLY, *arguments),
        cwd=project,
        env=environment(project),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def wait_until(condition, process):
    while not condition():
        assert process.poll() is None
        time.sleep(0.01)


@contextmanager
def stopped_when(condition, process):
    """Within the block the run stands still, as it was when the condition was first met."""
    wait_until(condition, process)
    os.killpg(process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.killpg(process.pid, signal.SIGCONT)


def read(project, names):
    return {name: (project / name).read_bytes() for name in names}


def written(project, names):
    return {name: (project / name).stat().st_mtime_ns for name in names}


def copy_project(project, folder):
    """Copy a project with all that it made, and with the compiled kernels of its main process.

    Numba finds kernels by the name of their source's folder.
    """
    shutil.copytree(project, folder)
    caches = [Path(os.environ["NUMBA_CACHE_DIR"]), *folder.glob("results/numba/*/")]
    for package in {path.parent for path in (project / "src").rglob("*.py")}:
        places = package, folder / package.relative_to(project)
        old, new = (_CacheLocator.get_suitable_cache_subpath(place / "x.py") for place in places)
        for cache in caches:
            if (cache / old).is_dir():
                shutil.copytree(cache / old, cache / new, dirs_exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def finished(tmp_path_factory):
    """A finished project; the first worker makes it, and each has a copy."""
    common = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        common = common.parent
    project = common / "first" / "project"
    with (common / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (project / "results" / "report.html").exists():
            snakemake(make_project(project), *QUICKLY)
    return copy_project(project, tmp_path_factory.mktemp("finished") / "project")


@pytest.fixture(scope="session")
def undisturbed(finished):
    return contents(finished)


@pytest.fixture
def unstarted(finished, undisturbed):  # noqa: ARG001
    """The project before its first run, but with its kernels compiled."""
    with set_aside(finished) as aside:
        copy_kernels(aside, finished)
        yield finished


@pytest.fixture
def remade(finished, undisturbed):  # noqa: ARG001
    """The finished project, of which a test may break what was made."""
    with set_aside(finished) as aside:
        for name in MADE:
            shutil.copytree(aside / name, finished / name)
        yield finished


@pytest.fixture(scope="session")
def archive(finished, tmp_path_factory):
    """An archive of the finished project, which has what is beside it in a checkout."""
    for name in ("CITATION.cff", "requirements.lock", "pyproject.toml", "LICENSE", "README.md"):
        shutil.copy2(ROOT / name, finished)
    path = tmp_path_factory.mktemp("archive") / "out.zip"
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(finished)
        write_archive(path, finished / "results", finished)
    return path


def read_csv(path: Path) -> list[dict[str, str]]:
    """Read the rows of a CSV file with a header."""
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))
