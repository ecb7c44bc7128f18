"""Whatever breaks on the way, the run says so in one line and goes on to the same bytes."""

# ruff: noqa: F401, F811 (fixtures are imported)

import contextlib
import datetime
import errno
import hashlib
import os
import random
import re
import select
import shutil
import signal
import subprocess
import sys
import threading
import time
import zipfile
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from conftest import ROOT
from delayed_bandits.criteo.conversions import from_file
from delayed_bandits.criteo.fetch import CHUNK, MIRRORS, SHA256
from delayed_bandits.criteo.generate import generate
from delayed_bandits.criteo.reader import MEMBER
from projects import (
    CLAIMS,
    FIGURE,
    REPORT,
    TABLES,
    clear,
    command,
    contents,
    copy_kernels,
    edited,
    environment,
    files,
    finished,
    remade,
    set_aside,
    snakemake,
    undisturbed,
    unstarted,
)

pytestmark = pytest.mark.workflow

QUICKLY = ("--cores", "2", "--scheduler", "greedy")
RESUME = "--rerun-incomplete"
NOTHING = "Nothing to be done"
FITS = {"results/criteo/fits.csv"} | {f"figures/criteo/fits.{k}" for k in ("png", "svg", "pdf")}
BLOCK = "results/runs/tiny/short/first_arm/0-6.parquet"


def remove(project, names):
    for name in names:
        (project / name).unlink()


def errors(text):
    return [line for line in text.splitlines() if line.startswith("error: ")]


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


@contextmanager
def mounted(folder, *options):
    """Mount on the folder within the block."""
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


# Snakemake takes longer to import than a tiny run takes, so it is imported once and then forked:
# of each line's arguments a run is started, and its process id and its exit status are printed
FORKS = """
import os, sys
from snakemake.cli import main
for line in sys.stdin:
    if not (pid := os.fork()):
        os.dup2(os.open("snakemake.out", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
        os.dup2(1, 2)
        main(line.split())
    os.setpgid(pid, pid)
    print(pid, flush=True)
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
"""


class Forks:
    """Runs of Snakemake in a project, one at a time."""

    def __init__(self, project):
        self.process = subprocess.Popen(
            [sys.executable, "-c", FORKS],
            cwd=project,
            env=environment(project),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def run(self, *arguments, most=600):
        """Run Snakemake, kill it and its jobs after `most` seconds, and give its exit status."""
        self.process.stdin.write(" ".join(arguments) + "\n")
        group = int(self.process.stdout.readline())
        try:
            select.select([self.process.stdout], [], [], most)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(group, signal.SIGKILL)
        return int(self.process.stdout.readline())

    def close(self):
        self.process.communicate(timeout=60)


def read(project, names):
    return {name: (project / name).read_bytes() for name in names}


def written(project, names):
    return {name: (project / name).stat().st_mtime_ns for name in names}


def test_killed_at_twenty_moments_and_resumed_gives_the_same_bytes(finished, undisturbed):
    """A run is killed and resumed until it is done, then the next, until there were 20 kills."""
    targets = ("--config", "seeds_per_job=8", "--", *TABLES)
    luck, kills = random.Random(2026), 0
    with set_aside(finished) as aside, contextlib.closing(Forks(finished)) as forks:
        copy_kernels(aside, finished)
        began = time.monotonic()
        assert forks.run(*QUICKLY, *targets) == 0
        length = time.monotonic() - began
        expected = read(finished, files(finished))
        assert read(finished, TABLES).items() <= undisturbed.items()
        while kills < 20:
            clear(finished)
            copy_kernels(aside, finished)
            before = {}
            while status := forks.run(
                *QUICKLY, RESUME, *targets, most=luck.uniform(0, length) if kills < 20 else 600
            ):
                assert status == -signal.SIGKILL
                kills += 1
                before = check_what_a_kill_left(finished, expected, before)
                assert forks.run("--unlock") == 0
            assert read(finished, files(finished)) == expected


def check_what_a_kill_left(project, expected, before):
    """Whole files only, and those that there were `before`; gives the times of the blocks."""
    done = {name for name in files(project) if not name.endswith(".tmp")}
    assert read(project, done).items() <= expected.items()
    for name in set(expected) - done:  # as a job leaves it that is killed while it writes
        path = project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.with_name(f".{path.name}.tmp").write_bytes(b"half a fi")
    times = written(project, {name for name in done if name.startswith("results/runs/")})
    redone = [name for name in before if times.get(name) != before[name]]
    assert len(redone) <= 2  # written, but their jobs were not over
    return times


@contextmanager
def small_disk(folder, kept):
    """Within the block the folder is a disk of its own with `kept`; gives what sets its room."""

    def leave_room(size):
        disk = os.statvfs(folder)
        used = (disk.f_blocks - disk.f_bfree) * disk.f_frsize
        remount = ["mount", "-o", f"remount,size={used + size}", folder]
        subprocess.run(remount, check=True, timeout=60)

    with mounted(folder, "-t", "tmpfs", "-o", "size=64m", "tmpfs"):
        shutil.copytree(kept, folder / kept.name)
        yield leave_room


@pytest.mark.parametrize(
    ("target", "room", "name", "step"),
    [
        ("tiny", 100_000, "results/criteo/delays.parquet", "delays"),
        ("results/report.html", 16_000, "results/report.html", "report"),
    ],
)
def test_a_full_disk_is_named_and_with_room_made_the_run_goes_on(
    target, room, name, step, unstarted, undisturbed, tmp_path
):
    results = unstarted / "results"
    shutil.copytree(results / "numba", tmp_path / "numba")
    with small_disk(results, tmp_path / "numba") as leave_room:
        if step == "report":
            snakemake(unstarted, *QUICKLY, "tiny", "results/criteo/fits.csv")
        leave_room(room)
        answer = snakemake(unstarted, *QUICKLY, target, status=1)
        line = f"error: {name}: {os.strerror(errno.ENOSPC)}"
        assert log(unstarted, f"{step}.log").splitlines() == [line]
        assert "Traceback" not in answer.stderr
        left = read(unstarted, files(unstarted))
        assert name not in left
        assert left.items() <= undisturbed.items()
        leave_room(64_000_000)
        snakemake(unstarted, *QUICKLY, RESUME)
        assert contents(unstarted) == undisturbed


def flip(data):
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 4]) + data[middle + 1 :]


def truncate(data):
    return data[: len(data) // 2]


@pytest.mark.parametrize(
    ("name", "damage", "missing", "step"),
    [
        (BLOCK, flip, FIGURE | REPORT, "figures/tiny/regret"),
        ("results/criteo/delays.parquet", truncate, FITS | REPORT, "fit"),
        ("results/regret/tiny.parquet", flip, REPORT, "report"),
        ("results/claims/tiny.json", truncate, REPORT, "report"),
    ],
)
def test_a_damaged_result_is_refused_and_made_anew(
    name, damage, missing, step, remade, undisturbed
):
    path = remade / name
    times = path.stat()
    path.write_bytes(damage(path.read_bytes()))
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    remove(remade, missing)
    snakemake(remade, *QUICKLY, status=1)
    (line,) = log(remade, f"{step}.log").splitlines()
    assert line.startswith(f"error: {name}: ")
    assert "delete it, and `snakemake --cores 1 -- " in line
    assert not missing & files(remade) & (FIGURE | REPORT)
    path.unlink()
    snakemake(remade, *QUICKLY)
    assert contents(remade) == undisturbed


def test_a_second_snakemake_refuses_and_the_first_finishes(remade, undisturbed):
    remove(remade, FIGURE | REPORT)
    locks = remade / ".snakemake" / "locks"
    with running(remade) as first:
        with stopped_when(lambda: locks.is_dir() and any(locks.iterdir()), first):
            refused = snakemake(remade, *QUICKLY, status=1).stderr
            assert "cannot be locked" in refused
            assert "--unlock" in refused
        assert first.wait(timeout=600) == 0
    assert contents(remade) == undisturbed


def test_no_result_has_a_date(undisturbed):
    now = datetime.datetime.now()
    for day in (now, now - datetime.timedelta(days=1)):
        for form in ("%Y-%m-%d", "%Y%m%d", "%d %b %Y", "%b %d"):
            date = day.strftime(form).encode()
            assert [name for name, data in undisturbed.items() if date in data] == []


def shift(project, folders, hours):
    """Move the times of all files."""
    for path in [path for folder in folders for path in (project / folder).rglob("*")]:
        if path.is_file():
            path_times = path.stat()
            moved = path_times.st_mtime_ns + round(hours * 3600e9)
            os.utime(path, ns=(moved, moved))


@pytest.mark.parametrize(
    ("folders", "hours"),
    [
        (["results", "figures"], -1),
        (["results", "figures"], 1),
        (["src", "workflow", "data"], 1),
    ],
)
def test_a_clock_that_jumps(folders, hours, remade, undisturbed, monkeypatch):
    monkeypatch.setenv("TZ", "Pacific/Kiritimati")
    shift(remade, folders, hours)
    try:
        assert NOTHING in snakemake(remade, *QUICKLY).stderr
        remove(remade, FIGURE | CLAIMS | REPORT)
        if hours > 0:  # Snakemake takes no file from the future, and says which it is
            refused = snakemake(remade, *QUICKLY, status=1).stderr
            assert re.search(
                rf"older modification time .* than input ({'|'.join(folders)})/", refused
            )
            made = read(remade, files(remade))
            assert made.items() <= undisturbed.items()
    finally:
        shift(remade, folders, -hours)
    snakemake(remade, *QUICKLY)
    assert contents(remade) == undisturbed
    assert NOTHING in snakemake(remade, *QUICKLY).stderr


def test_read_only_figures_are_refused_before_any_job(remade, undisturbed):
    remove(remade, FIGURE | REPORT)
    with read_only(remade / "figures"):
        answer = snakemake(remade, *QUICKLY, status=1)
    printed = answer.stdout + answer.stderr
    assert errors(printed) == ["error: figures: cannot be written; expected a writable folder"]
    assert "Traceback" not in printed
    assert "rule " not in printed
    assert files(remade) == set(undisturbed) - FIGURE - REPORT


def test_figures_that_become_read_only_cost_only_the_figures(remade, undisturbed):
    begun = "results/logs/figures/tiny/regret.log"
    remove(remade, FIGURE | CLAIMS | REPORT | {begun})
    with running(remade, "--keep-going") as process, contextlib.ExitStack() as until_it_ends:
        with stopped_when((remade / begun).exists, process):
            until_it_ends.enter_context(read_only(remade / "figures" / "tiny"))
        assert process.wait(timeout=600) == 1
    (line,) = log(remade, "figures/tiny/regret.log").splitlines()
    assert re.fullmatch(r"error: figures/tiny/\S+: (Read-only file system|Permission denied)", line)
    assert files(remade) == set(undisturbed) - FIGURE - REPORT
    kept = written(remade, files(remade))
    snakemake(remade, *QUICKLY)
    assert contents(remade) == undisturbed
    assert written(remade, kept) == kept


class Mirror(BaseHTTPRequestHandler):
    """Has the server's `content`; stops after a part of it, or breaks off, as `ends` says."""

    def do_GET(self):
        content, ends = self.server.content, self.server.ends
        asked = self.headers.get("Range")
        self.server.asked.append(asked)
        start = int(asked.removeprefix("bytes=").removesuffix("-")) if asked else 0
        self.send_response(206 if asked else 200)
        self.send_header("Content-Length", str(len(content) - start))
        if asked:
            self.send_header("Content-Range", f"bytes {start}-{len(content) - 1}/{len(content)}")
        self.end_headers()
        how, end = ends.pop(0)
        self.wfile.write(content[start:end])
        if how == "stop":
            self.server.over.wait(60)

    def log_message(self, *args):
        pass


@contextmanager
def mirror(content):
    server = ThreadingHTTPServer(("127.0.0.1", 0), Mirror)
    server.content, server.asked, server.over = content, [], threading.Event()
    server.ends = [("stop", 4 * CHUNK), ("break off", 8 * CHUNK), ("finish", None)]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.over.set()
        server.shutdown()
        thread.join()
        server.server_close()


def test_a_killed_download_goes_on_from_its_part(unstarted, tmp_path):
    name = "criteo_attribution_dataset.zip"
    generate(tmp_path / MEMBER, 20_000, 0, ROOT / "data" / "criteo_delay_quantiles.csv")
    with zipfile.ZipFile(tmp_path / name, "w") as packed:
        packed.write(tmp_path / MEMBER, MEMBER)
    content = (tmp_path / name).read_bytes()
    assert len(content) > 10 * CHUNK
    from_file(tmp_path / name, "all", tmp_path / "delays.parquet", "download")

    raw, delays = unstarted / "data" / "raw", "results/criteo/delays.parquet"
    part = raw / f"{name}.part"
    target = ("--config", "criteo=download", "--", delays)
    fetch = unstarted / "src" / "delayed_bandits" / "criteo" / "fetch.py"
    with (
        mirror(content) as server,
        edited(fetch, MIRRORS[0], f"http://127.0.0.1:{server.server_port}/{name}"),
        edited(fetch, SHA256, hashlib.sha256(content).hexdigest()),
    ):
        try:
            with running(unstarted, *target) as process:
                wait_until(lambda: part.exists() and part.stat().st_size >= 4 * CHUNK, process)
            assert [path.name for path in raw.iterdir()] == [part.name]
            snakemake(unstarted, "--unlock", *target[:2])
            snakemake(unstarted, *QUICKLY, RESUME, *target)
            assert server.asked == [None, f"bytes={4 * CHUNK}-", f"bytes={8 * CHUNK}-"]
            assert [path.name for path in raw.iterdir()] == [name]
            assert (raw / name).read_bytes() == content
            assert (unstarted / delays).read_bytes() == (tmp_path / "delays.parquet").read_bytes()
            assert "HTTP" not in log(unstarted, "download.log")
        finally:
            shutil.rmtree(raw, ignore_errors=True)
