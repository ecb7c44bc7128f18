"""Copies of the project, and Snakemake run in them."""

import os
import shutil
import subprocess
import sys
from contextlib import contextmanager

from conftest import ROOT

TINY = ROOT / "tests" / "tiny"


def make_project(folder):
    """A copy of the project with the tiny paper as its only one to run."""
    hidden = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for name in ("src", "workflow"):
        shutil.copytree(ROOT / name, folder / name, ignore=hidden)
    shutil.copytree(ROOT / "data", folder / "data", ignore=shutil.ignore_patterns("raw"))
    for name in ("Snakefile", "environment.yml"):
        shutil.copy2(ROOT / name, folder)
    package = folder / "src" / "delayed_bandits"
    shutil.copy(TINY / "tiny.yaml", folder / "workflow" / "papers")
    shutil.copy(TINY / "tiny.py", package / "papers")
    shutil.copy(TINY / "fixed.py", package / "algorithms")
    config = (ROOT / "config.yaml").read_text(encoding="utf-8")
    for key, value in {"papers": "[tiny]", "seeds_per_job": 7}.items():
        config = "\n".join(
            f"{key}: {value}" if line.startswith(f"{key}:") else line for line in config.split("\n")
        )
    (folder / "config.yaml").write_text(config, encoding="utf-8")
    return folder


def environment(project):
    """Without the commit of the checkout around the copy, which may move on during the tests."""
    return {**os.environ, "GIT_CEILING_DIRECTORIES": str(project.parent)}


def command(*arguments):
    return [sys.executable, "-m", "snakemake", *arguments]


def snakemake(project, *arguments, status=0):
    """Run Snakemake and check its exit status."""
    answer = subprocess.run(
        command(*arguments),
        cwd=project,
        env=environment(project),
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
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
