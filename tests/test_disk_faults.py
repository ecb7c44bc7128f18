"""Disks that are full, read-only or lie: one line says so, and a run goes on to the same bytes."""

import contextlib
import errno
import os
import shutil
import subprocess
from contextlib import contextmanager

import pytest

import projects as p
from forks import errors

pytestmark = pytest.mark.workflow
DELAYS = "results/criteo/delays.parquet"
CRITEO_RUNS = p.blocks("criteo/otflinucb", "criteo/uniform_random")
BLOCK = "results/runs/tiny/short/first_arm/0-6.parquet"


@contextmanager
def mounted(folder, *options):
    mount = ["mount", *options, folder]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("mounting is not permitted")
    try:
        yield
    finally:
        subprocess.run(["umount", folder], check=True, timeout=60)


@contextmanager
def read_only(folder):
    if os.geteuid() == 0:  # who may write whatever the permissions say
        with mounted(folder, "--bind", folder):
            subprocess.run(["mount", "-o", "remount,bind,ro", folder], check=True, timeout=60)
            yield
    else:
        mode = folder.stat().st_mode
        folder.chmod(0o555)
        try:
            yield
        finally:
            with contextlib.suppress(FileNotFoundError):  # Snakemake removes empty folders
                folder.chmod(mode)


@contextmanager
def small_disk(folder, kept):
    """Within the block the folder is a disk of its own with `kept`; gives what sets its room."""

    def leave_room(size):
        disk = os.statvfs(folder)
        used = (disk.f_blocks - disk.f_bfree) * disk.f_frsize
        remount = ["mount", "-o", f"remount,size={used + size}", folder]
        subprocess.run(remount, check=True, timeout=60)

    with mounted(folder, "-t", "tmpfs", "-o", "size=64m", "tmpfs"):
        shutil.copytree(kept, folder, dirs_exist_ok=True)
        yield leave_room


@pytest.mark.parametrize(
    ("target", "room", "name", "missing", "step"),
    [
        ("tiny", 100_000, DELAYS, CRITEO_RUNS | p.TABLES | p.CLAIMS | p.REPORT, "delays"),
        ("results/report.html", 16_000, "results/report.html", set(), "report"),
    ],
)
def test_a_full_disk_is_named_and_with_room_made_the_run_goes_on(
    target, room, name, missing, step, remade, undisturbed, tmp_path
):
    before = p.read(remade, p.files(remade))
    p.remove(remade, {name} | missing)
    results = remade / "results"
    shutil.copytree(results, tmp_path / "results")
    with small_disk(results, tmp_path / "results") as leave_room:
        leave_room(room)
        answer = p.snakemake(remade, *p.QUICKLY, target, status=1)
        line = f"error: {name}: {os.strerror(errno.ENOSPC)}"
        assert p.log(remade, f"{step}.log").splitlines() == [line]
        assert "Traceback" not in answer.stderr
        left = p.read(remade, p.files(remade))
        assert name not in left
        assert left.items() <= before.items()
        leave_room(64_000_000)
        p.snakemake(remade, *p.QUICKLY, p.RESUME, target)
        p.snakemake(remade, *p.QUICKLY)
        assert p.contents(remade) == undisturbed


def flip(data):
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 4]) + data[middle + 1 :]


def truncate(data):
    return data[: len(data) // 2]


@pytest.mark.parametrize(
    ("name", "damage", "missing", "step"),
    [
        (BLOCK, flip, p.FIGURE | p.REPORT, "figures/tiny/regret"),
        (DELAYS, truncate, p.CLAIMS | p.REPORT, "claims/tiny"),
        ("results/regret/tiny.parquet", flip, p.REPORT, "report"),
        ("results/claims/tiny.json", truncate, p.ALL_CLAIMS | p.REPORT, "claims_table"),
    ],
)
def test_a_damaged_result_is_refused_and_made_anew(
    name, damage, missing, step, remade, undisturbed
):
    path = remade / name
    times = path.stat()
    path.write_bytes(damage(path.read_bytes()))
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    p.remove(remade, missing)
    p.snakemake(remade, *p.QUICKLY, status=1)
    (line,) = p.log(remade, f"{step}.log").splitlines()
    assert line.startswith(f"error: {name}: ")
    assert f"delete it and run snakemake --cores 1 -- {name}" in line
    assert not missing & p.files(remade)
    path.unlink()
    p.snakemake(remade, "--cores", "1", "--", name)
    p.snakemake(remade, *p.QUICKLY)
    assert p.contents(remade) == undisturbed


def test_read_only_figures_are_refused_before_any_job(remade, undisturbed):
    p.remove(remade, p.FIGURE | p.REPORT)
    with read_only(remade / "figures"):
        answer = p.snakemake(remade, *p.QUICKLY, status=1)
    printed = answer.stdout + answer.stderr
    (line,) = errors(answer)
    assert line.startswith("error: figures: cannot be written; expected a writable folder, or ")
    assert "Traceback" not in printed
    assert "rule " not in printed
    assert p.files(remade) == set(undisturbed) - p.FIGURE - p.REPORT
