"""Copies of the project, Snakemake run in them, and what it made there."""

import fcntl
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import pandas as pd
import pytest

from conftest import ROOT

TINY = ROOT / "tests" / "tiny"
MADE = ("results", "figures", ".snakemake")
QUICKLY = ("--cores", "2", "--scheduler", "greedy")
PICTURE = {f"figures/tiny/regret.{kind}" for kind in ("png", "svg", "pdf")}
TABLES = {f"results/regret/tiny.{kind}" for kind in ("parquet", "csv", "tex")}
CLAIMS = {"results/claims/tiny.json", "figures/tiny/claims.csv"}
ALL_CLAIMS = {f"results/{name}.csv" for name in ("claims", "evidence", "claims/tiny")}
ALL_CLAIMS |= {"results/claims/tiny.tex"}
DELAYS = "results/criteo/delays.parquet"
FITS = {f"figures/criteo/fits.{kind}" for kind in ("png", "svg", "pdf")}
FITS |= {"results/criteo/fits.csv"}
PAGE = "results/report.html"
PRODUCTS = {DELAYS, PAGE} | PICTURE | TABLES | CLAIMS | ALL_CLAIMS | FITS
RUNS = {f"short/{name}" for name in ("otflinucb", "first_arm", "second_arm")}
RUNS |= {f"criteo/{name}" for name in ("otflinucb", "random_play")}


def make_project(folder, **changes):
    """Copy the project, with the tiny paper as its only paper to run, and change its config."""
    hidden = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for name in ("src", "workflow", "profiles"):
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
    """Hide the checkout around the copy from Git, as its commit may change during the tests."""
    return {**os.environ, "GIT_CEILING_DIRECTORIES": str(project.parent)}


def command(*arguments):
    return [sys.executable, "-P", "-m", "snakemake", *map(str, arguments)]


def run_snakemake(project, *arguments, most=600):
    how = {"cwd": project, "env": environment(project), "stdin": subprocess.DEVNULL, "text": True}
    how |= {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "start_new_session": True}
    with subprocess.Popen(command(*arguments), **how) as process:
        try:
            printed, _ = process.communicate(timeout=most)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            printed, _ = process.communicate()
    return subprocess.CompletedProcess(arguments, process.returncode, printed)


def snakemake(project, *arguments, status=0):
    answer = run_snakemake(project, *arguments)
    assert answer.returncode == status, answer.stdout
    return answer.stdout


def run_python(*arguments, folder=None, variables=(), most=600):
    """Run Python in a new process, with captured output."""
    how = {"env": {**os.environ, **dict(variables)}, "stdin": subprocess.DEVNULL, "timeout": most}
    how |= {"cwd": folder, "capture_output": True, "encoding": "utf-8", "check": False}
    return subprocess.run([sys.executable, *map(str, arguments)], **how)


def errors(printed):
    """The lines that say what a user can correct."""
    lines = (line.strip() for line in printed.splitlines())
    return list(dict.fromkeys(line for line in lines if line.startswith("error: ")))


@contextmanager
def edited(path, old, new):
    """Replace `old` by `new` in the file within the block."""
    text, times = path.read_text(encoding="utf-8"), path.stat()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    try:
        yield
    finally:
        path.write_text(text, encoding="utf-8")
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def products(project):
    """The bytes of all products, without runs, logs and benchmarks."""
    found = [*(project / "results").rglob("*"), *(project / "figures").rglob("*")]
    hidden = re.compile("results/(runs|logs|benchmarks|provenance)")
    names = {path.relative_to(project).as_posix(): path for path in found if path.is_file()}
    return {name: path.read_bytes() for name, path in names.items() if not hidden.match(name)}


def run_files(project):
    """The inode of each run file, by folder, setting, algorithm and seeds."""
    found = (project / "results/runs/tiny").glob("*/*/*/*.parquet")
    return {"/".join(path.parts[-4:]): path.stat().st_ino for path in found}


def groups(project):
    return {path.name for path in (project / "results/runs/tiny").iterdir()}


@contextmanager
def set_aside(project):
    """Move what runs made to a folder, and back after the block; yield the folder."""
    aside = project.parent / "aside"
    aside.mkdir()
    for name in MADE:
        (project / name).rename(aside / name)
    try:
        yield aside
    finally:
        for name in MADE:
            shutil.rmtree(project / name, ignore_errors=True)
            (aside / name).rename(project / name)
        aside.rmdir()


def remove(project, names):
    for name in names:
        (project / name).unlink()


def log(project, name):
    return (project / "results" / "logs" / name).read_text(encoding="utf-8")


def wait_until(condition, process):
    while not condition():
        assert process.poll() is None
        time.sleep(0.01)


def read(project, names):
    return {name: (project / name).read_bytes() for name in names}


def copy_project(project, folder):
    """Copy a project with its products."""
    return shutil.copytree(project, folder, symlinks=True)


@pytest.fixture(scope="session")
def finished(tmp_path_factory):
    """A finished project. The first worker makes it, and each worker has a copy."""
    common = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        common = common.parent
    project = common / "first" / "project"
    with (common / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (project / PAGE).exists():
            snakemake(make_project(project), *QUICKLY)
    project = copy_project(project, tmp_path_factory.mktemp("finished") / "project")
    for name in ("CITATION.cff", "requirements.lock", "pyproject.toml", "LICENSE", "README.md"):
        shutil.copy2(ROOT / name, project)
    return project


@pytest.fixture
def unstarted(finished):
    """The project before its first run."""
    with set_aside(finished):
        yield finished


@pytest.fixture
def remade(finished):
    """A copy of the finished project whose files a test may break."""
    with set_aside(finished) as aside:
        for name in MADE:
            shutil.copytree(aside / name, finished / name)
        yield finished


def read_csv(path):
    return pd.read_csv(path, dtype=str, keep_default_na=False).to_dict("records")
