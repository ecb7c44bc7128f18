"""A run that is doubled or cut off goes on to the same bytes."""

import datetime
import hashlib
import os
import shutil
import signal
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


def test_a_second_snakemake_refuses_and_the_first_finishes(remade):
    before = p.products(remade)
    p.remove(remade, p.PICTURE | {p.PAGE})
    locks = remade / ".snakemake" / "locks"
    with p.running(remade) as first:
        p.wait_until(lambda: locks.is_dir() and any(locks.iterdir()), first)
        os.killpg(first.pid, signal.SIGSTOP)
        try:
            refused = p.snakemake(remade, *p.QUICKLY, status=1)
        finally:
            os.killpg(first.pid, signal.SIGCONT)
        assert "cannot be locked" in refused
        assert "--unlock" in refused
        assert first.wait(timeout=600) == 0
    assert p.products(remade) == before


def test_no_result_has_a_date(finished):
    now = datetime.datetime.now()
    for day in (now, now - datetime.timedelta(days=1)):
        for form in ("%Y-%m-%d", "%Y%m%d", "%d %b %Y", "%b %d"):
            date = day.strftime(form).encode()
            found = p.products(finished).items()
            assert [name for name, data in found if date in data] == []


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
            assert NOTHING in p.snakemake(unstarted, *p.QUICKLY, *target)
            for again in (("-F",), ("--delete-all-output",), ()):
                p.snakemake(unstarted, *p.QUICKLY, *again, *target)
                assert (raw / name).stat() == kept
            assert len(asked) == 3
        finally:
            shutil.rmtree(raw, ignore_errors=True)
