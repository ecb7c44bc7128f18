"""A run that is killed, doubled, cut off or out of time goes on to the same bytes."""

import datetime
import hashlib
import os
import random
import re
import shutil
import signal
import time
import zipfile

import pytest

import projects as p
from criteo_file import generate
from delayed_bandits.data.criteo.conversions import from_file
from delayed_bandits.data.criteo.fetch import CHUNK, SHA256
from delayed_bandits.data.criteo.unpacking import MEMBER
from test_criteo_fetch import serving

pytestmark = pytest.mark.workflow
NOTHING = "Nothing to be done"


@pytest.mark.parametrize("least", [2, pytest.param(20, marks=pytest.mark.long)])
def test_killed_at_many_moments_and_resumed_gives_the_same_bytes(least, finished, undisturbed):
    """A run is killed and resumed until it is done, then the next, until there were `least`."""
    targets = ("--config", "seeds_per_job=8", "--", *p.TABLES)
    times, kills = random.Random(2026), 0
    with p.set_aside(finished) as aside:
        p.copy_kernels(aside, finished)
        began = time.monotonic()
        p.snakemake(finished, *p.QUICKLY, *targets)
        length = time.monotonic() - began
        expected = p.read(finished, p.files(finished))
        tables = p.TABLES - {p.record("aggregate.tiny")}  # it names blocks of another size
        assert p.read(finished, tables).items() <= undisturbed.items()
        while kills < least:
            p.clear(finished)
            p.copy_kernels(aside, finished)
            before = {}
            while status := p.run_snakemake(
                finished,
                *(*p.QUICKLY, p.RESUME, *targets),
                most=times.uniform(0, length) if kills < least else 600,
            ).returncode:
                assert status == -signal.SIGKILL
                kills += 1
                before = check_what_a_kill_left(finished, expected, before)
                p.snakemake(finished, "--unlock")
            assert p.read(finished, p.files(finished)) == expected


def check_what_a_kill_left(project, expected, before):
    """Whole files only, and all that was simulated `before`; gives the inodes of what is kept."""
    done = {name for name in p.files(project) if not name.endswith(".tmp")}
    assert p.read(project, done).items() <= expected.items()
    for name in set(expected) - done:  # as a job leaves it that is killed while it writes
        path = project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.with_name(f".{path.name}.tmp").write_bytes(b"half a fi")
    kept = {path: path.stat().st_ino for path in (project / "results/kept").glob("*.parquet")}
    assert before.items() <= kept.items()
    return kept


def test_a_second_snakemake_refuses_and_the_first_finishes(remade, undisturbed):
    p.remove(remade, p.FIGURE | p.REPORT)
    locks = remade / ".snakemake" / "locks"
    with p.running(remade) as first:
        with p.stopped_when(lambda: locks.is_dir() and any(locks.iterdir()), first):
            refused = p.snakemake(remade, *p.QUICKLY, status=1).stderr
            assert "cannot be locked" in refused
            assert "--unlock" in refused
        assert first.wait(timeout=600) == 0
    assert p.contents(remade) == undisturbed


def test_no_result_has_a_date(undisturbed):
    now = datetime.datetime.now()
    for day in (now, now - datetime.timedelta(days=1)):
        for form in ("%Y-%m-%d", "%Y%m%d", "%d %b %Y", "%b %d"):
            date = day.strftime(form).encode()
            assert [name for name, data in undisturbed.items() if date in data] == []


def shift(project, folders, hours):
    for path in [path for folder in folders for path in (project / folder).rglob("*")]:
        if path.is_file():
            moved = path.stat().st_mtime_ns + round(hours * 3600e9)
            os.utime(path, ns=(moved, moved))


MADE_BY_RUNS = ["results", "figures"]


@pytest.mark.parametrize(
    ("folders", "hours"), [(MADE_BY_RUNS, -1), (MADE_BY_RUNS, 1), (["src", "workflow", "data"], 1)]
)
def test_a_clock_that_jumps(folders, hours, remade, undisturbed, monkeypatch):
    monkeypatch.setenv("TZ", "Pacific/Kiritimati")
    shift(remade, folders, hours)
    try:
        assert NOTHING in p.snakemake(remade, *p.QUICKLY).stderr
        p.remove(remade, p.FIGURE | p.CLAIMS | p.REPORT)
        if hours > 0 and "results" in folders:  # Snakemake takes no input from the future
            said = p.snakemake(remade, *p.QUICKLY, status=1).stderr
            assert re.search(rf"older modification time .* than input ({'|'.join(folders)})/", said)
            made = p.read(remade, p.files(remade))
            assert made.items() <= undisturbed.items()
    finally:
        shift(remade, folders, -hours)
    p.snakemake(remade, *p.QUICKLY)
    assert p.contents(remade) == undisturbed
    assert NOTHING in p.snakemake(remade, *p.QUICKLY).stderr


def test_a_killed_download_goes_on_from_its_part(unstarted, tmp_path):
    name = "criteo_attribution_dataset.zip"
    generate(tmp_path / MEMBER, 20_000, 0)
    with zipfile.ZipFile(tmp_path / name, "w") as packed:
        packed.write(tmp_path / MEMBER, MEMBER)
    content = (tmp_path / name).read_bytes()
    assert len(content) > 10 * CHUNK
    from_file(tmp_path / name, "all", tmp_path / "delays.parquet", "download")

    raw, delays = unstarted / "data" / "raw", "results/criteo/delays.parquet"
    part = raw / f"{name}.part"
    target = ("--config", "criteo=download", "--", delays)
    fetch = unstarted / "src" / "delayed_bandits" / "data" / "criteo" / "fetch.py"
    with (
        serving(content) as server,
        p.edited(fetch, "= MIRRORS", f"= [{server.url('stalls_and_is_cut')!r}]"),
        p.edited(fetch, SHA256, hashlib.sha256(content).hexdigest()),
    ):
        try:
            with p.running(unstarted, *target) as process:
                p.wait_until(lambda: part.exists() and part.stat().st_size >= 4 * CHUNK, process)
            assert [path.name for path in raw.iterdir()] == [part.name]
            p.snakemake(unstarted, "--unlock", *target[:2])
            p.snakemake(unstarted, *p.QUICKLY, p.RESUME, *target)
            asked = server.asked["/stalls_and_is_cut"]
            assert asked == [0, 4 * CHUNK, 8 * CHUNK]
            assert [path.name for path in raw.iterdir()] == [name]
            assert (raw / name).read_bytes() == content
            assert (unstarted / delays).read_bytes() == (tmp_path / "delays.parquet").read_bytes()
            assert "HTTP" not in p.log(unstarted, "download.log")

            kept = (raw / name).stat()
            assert NOTHING in p.snakemake(unstarted, *p.QUICKLY, *target).stderr
            for again in (("-F",), ("--delete-all-output",), ()):
                p.snakemake(unstarted, *p.QUICKLY, *again, *target)
                assert (raw / name).stat() == kept
            assert len(asked) == 3
        finally:
            shutil.rmtree(raw, ignore_errors=True)
