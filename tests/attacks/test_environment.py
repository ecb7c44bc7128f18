"""The environment of a run, and folders in which nothing may be written."""

import os
import shutil

import pytest

from conftest import listed
from forks import errors, run_python
from projects import QUICKLY, blocks, command, log, read, remove, run_snakemake, snakemake
from test_disk_faults import read_only

pytestmark = pytest.mark.workflow

UNSET = ["HOME", "TMPDIR", "USER", "LOGNAME", "SHELL"]
MADE = {"results/regret/tiny.csv", "figures/tiny/regret.svg"}


def test_variables_that_change_no_byte(remade, undisturbed, monkeypatch):
    """All in one run, since each takes a start of Snakemake."""
    for name, value in listed("environment.yaml").items():
        monkeypatch.setenv(name, value)
    for name in UNSET:
        monkeypatch.delenv(name, raising=False)
    remove(remade, MADE | blocks("short/first_arm", of=["7-7"]))
    snakemake(remade, *QUICKLY, "--", *MADE)
    assert read(remade, MADE) == {name: undisturbed[name] for name in MADE}


def test_kernels_that_were_not_written_to_their_end(remade, undisturbed):
    for number, path in enumerate(sorted((remade / "results/numba").rglob("*.nb[ic]"))):
        path.write_bytes(bytes(100 * (number % 2)))  # nothing, or zeros, as after a power cut
    shutil.rmtree(remade / "results/kept")
    (run,) = blocks("criteo/otflinucb", of=["7-7"])
    remove(remade, [run])
    snakemake(remade, *QUICKLY, "--", run)
    assert (remade / run).read_bytes() == undisturbed[run]
    assert "damaged, and deleted; it is compiled again" in log(remade, "simulate/tiny/criteo-1.log")


def test_a_dry_run_of_a_checkout_that_is_read_only(finished, tmp_path):
    with read_only(finished):
        elsewhere = ("--snakefile", str(finished / "Snakefile"), "--directory", str(tmp_path))
        answer = snakemake(finished, "--dry-run", "--cores", "1", *elsewhere)
    assert "This was a dry-run" in answer.stdout + answer.stderr
    assert [path.name for path in tmp_path.iterdir()] == [".snakemake"]


def test_a_folder_whose_name_is_no_text(finished, tmp_path):
    folder = tmp_path / os.fsdecode(b"\xff")
    folder.symlink_to(finished)
    snakemake_there = command("--snakefile", folder / "Snakefile", "--dry-run")[1:]
    answer = run_python(*snakemake_there, folder=tmp_path)
    (line,) = errors(answer)
    assert line.endswith("\\udcff': expected a folder with a name in UTF-8")


@pytest.mark.parametrize(
    "link", ["", "nowhere", "results"], ids=["a file", "a dead link", "a loop"]
)
def test_results_that_are_no_folder(link, finished, tmp_path):
    results = tmp_path / "results"
    if link:
        results.symlink_to(link)
    else:
        results.write_text("in the way", encoding="utf-8")
    where = ("--snakefile", str(finished / "Snakefile"), "--cores", "1")
    for how in ([], ["--dry-run"]):
        answer = run_snakemake(tmp_path, *where, *how)
        assert answer.returncode == 1
        (line,) = errors(answer)
        assert line.startswith("error: results: cannot be written; expected a writable folder")
