import errno
import os
import shutil
import subprocess
from contextlib import contextmanager

import pytest

import projects as p

pytestmark = pytest.mark.workflow


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
def small_disk(folder, kept):
    """Mount a disk on `folder`, with a copy of `kept`; yield a function to set its free space."""

    def leave_room(size):
        disk = os.statvfs(folder)
        used = (disk.f_blocks - disk.f_bfree) * disk.f_frsize
        remount = ["mount", "-o", f"remount,size={used + size}", folder]
        subprocess.run(remount, check=True, timeout=60)

    with mounted(folder, "-t", "tmpfs", "-o", "size=64m", "tmpfs"):
        shutil.copytree(kept, folder, dirs_exist_ok=True)
        yield leave_room


@pytest.mark.parametrize(
    ("name", "room", "missing", "step"),
    [
        (p.DELAYS, 100_000, p.TABLES | p.CLAIMS | {p.PAGE}, "delays"),
        (p.PAGE, 40_000, set(), "page"),  # all but the page has room
    ],
)
def test_full_disk_is_named_and_the_run_resumes(name, room, missing, step, remade, tmp_path):
    expected = p.products(remade)
    p.remove(remade, {name} | missing)
    results = remade / "results"
    shutil.copytree(results, tmp_path / "results")
    with small_disk(results, tmp_path / "results") as leave_room:
        leave_room(room)
        printed = p.snakemake(remade, *p.QUICKLY, status=1)
        line = f"error: {name}: {os.strerror(errno.ENOSPC)}"
        assert line in p.errors(printed)
        assert "Traceback" not in p.log(remade, f"{step}.log")
        assert name not in p.products(remade)
        leave_room(64_000_000)
        p.snakemake(remade, *p.QUICKLY)
        assert p.products(remade) == expected
