"""The download, against mirrors on this machine that misbehave in every way we know of."""

import hashlib
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import pytest

from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.criteo.fetch import (
    ATTEMPTS,
    CHUNK,
    HUGGING_FACE,
    HUGGING_FACE_SHA256,
    MIRRORS,
    PAGES,
    SHA256,
    fetch,
)
from delayed_bandits.data.criteo.unpacking import MEMBER

CONTENT = np.random.Generator(np.random.Philox(5)).bytes(20 * CHUNK)
PATIENCE = 60
HALF = len(CONTENT) // 2
DIGEST = hashlib.sha256(CONTENT).hexdigest()
FAST = {"sha256": DIGEST, "timeout": 5}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        wanted = self.headers.get("Range")
        start = int(wanted.removeprefix("bytes=").removesuffix("-")) if wanted else 0
        asked = self.server.asked.setdefault(self.path, [])
        asked.append(start)
        getattr(self, self.path.strip("/"))(start, len(asked))

    def log_message(self, *args):
        pass

    def answer(self, status, body, length=None, content_range=None):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        if content_range:
            self.send_header("Content-Range", content_range)
        self.end_headers()
        self.wfile.write(body)

    def ranged(self, start, body=None):
        whole = len(CONTENT)
        if start >= whole:
            self.answer(416, b"", content_range=f"bytes */{whole}")
        elif start:
            body = CONTENT[start:] if body is None else body
            span = f"bytes {start}-{whole - 1}/{whole}"
            self.answer(206, body, whole - start, span)
        else:
            self.answer(200, CONTENT if body is None else body, whole)

    def good(self, start, _time):
        self.ranged(start)

    def ignores_range(self, _start, _time):
        self.answer(200, CONTENT)

    def cut_once(self, start, time):
        self.ranged(start, CONTENT[:HALF] if time == 1 else None)

    def cut_every_time(self, start, _time):
        self.ranged(start, CONTENT[start : start + 4 * CHUNK])

    def stuck(self, start, time):
        self.ranged(start, CONTENT[:HALF] if time == 1 else b"")

    def wrong_offset(self, start, _time):
        if start:
            whole = len(CONTENT)
            self.answer(206, CONTENT[1:], content_range=f"bytes 1-{whole - 1}/{whole}")
        else:
            self.ranged(0)

    def wrong_bytes(self, _start, _time):
        self.answer(200, CONTENT[::-1])

    def conditions(self, start, _time):
        if self.headers.get("Authorization") == "Bearer mine":
            self.ranged(start)
        else:
            self.answer(401, b"accept first")

    def missing(self, _start, _time):
        self.answer(404, b"no such thing")

    def busy_once(self, start, time):
        if time == 1:
            self.answer(503, b"")
        else:
            self.ranged(start)

    def busy(self, _start, _time):
        self.answer(503, b"")

    def stalls(self, _start, _time):
        self.send_response(200)
        self.send_header("Content-Length", str(len(CONTENT)))
        self.end_headers()
        self.wfile.write(CONTENT[:1000])
        self.wfile.flush()
        self.silent(_start, _time)

    def silent(self, _start, _time):
        self.server.silences.append(self.server.over.wait(PATIENCE))


@pytest.fixture
def mirror():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.asked, server.over, server.silences = {}, threading.Event(), []
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    server.url = lambda name: f"http://127.0.0.1:{server.server_port}/{name}"
    yield server
    server.over.set()
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    monkeypatch.setattr("time.sleep", lambda _: None)


@pytest.fixture
def target(tmp_path):
    return tmp_path / "raw" / "criteo.zip"


def part_of(target, content):
    target.parent.mkdir(exist_ok=True)
    part = target.with_name("criteo.zip.part")
    part.write_bytes(content)
    return part


def test_whole_download_leaves_only_the_file_and_is_not_repeated(mirror, target):
    fetch(target, [mirror.url("good")], **FAST)
    assert target.read_bytes() == CONTENT
    assert [path.name for path in target.parent.iterdir()] == ["criteo.zip"]
    fetch(target, [mirror.url("good")], **FAST)
    assert mirror.asked["/good"] == [0]


@pytest.mark.parametrize(
    ("name", "part", "asked"),
    [
        ("good", CONTENT[:HALF], [HALF]),
        ("good", CONTENT, [len(CONTENT)]),
        ("good", CONTENT + b"more", [len(CONTENT) + 4, 0]),
        ("ignores_range", CONTENT[:HALF], [HALF, 0]),
        ("wrong_offset", CONTENT[:HALF], [HALF, 0]),
        ("cut_once", b"", [0, HALF]),
    ],
)
def test_goes_on_from_the_part_or_starts_over(mirror, target, name, part, asked):
    part_of(target, part)
    fetch(target, [mirror.url(name)], **FAST)
    assert target.read_bytes() == CONTENT
    assert mirror.asked[f"/{name}"] == asked


def test_half_a_download_is_kept_as_part_for_the_next_run_and_mirror(mirror, target):
    with pytest.raises(InputError, match=r"stuck: \w+Error"):
        fetch(target, [mirror.url("stuck")], **FAST)
    assert len(mirror.asked["/stuck"]) == ATTEMPTS
    assert not target.exists()
    assert target.with_name("criteo.zip.part").read_bytes() == CONTENT[:HALF]
    fetch(target, [mirror.url("missing"), mirror.url("good")], **FAST)
    assert target.read_bytes() == CONTENT
    assert mirror.asked["/good"] == [HALF]


def test_wrong_checksum_deletes_everything_and_tries_the_next(mirror, target):
    with pytest.raises(InputError, match=f"wrong SHA-256, expected {DIGEST}"):
        fetch(target, [mirror.url("wrong_bytes")], **FAST)
    assert list(target.parent.iterdir()) == []
    fetch(target, [mirror.url("wrong_bytes"), mirror.url("good")], **FAST)
    assert target.read_bytes() == CONTENT


def test_another_file_in_place_is_kept(mirror, target):
    target.parent.mkdir()
    target.write_bytes(CONTENT[:-1])
    with pytest.raises(InputError, match=r"criteo\.zip: its SHA-256 is .*; expected .* move it"):
        fetch(target, [mirror.url("good")], **FAST)
    assert target.read_bytes() == CONTENT[:-1]
    assert not mirror.asked


def test_a_file_that_is_put_there_during_the_download_is_kept(mirror, target, monkeypatch):
    def download(_self, _url, file, _pooch):
        file.write(CONTENT)
        target.write_bytes(b"mine")

    monkeypatch.setattr("pooch.HTTPDownloader.__call__", download)
    with pytest.raises(InputError, match="move it away"):
        fetch(target, [mirror.url("good")], **FAST)
    assert target.read_bytes() == b"mine"


@pytest.mark.parametrize(("name", "asked"), [("missing", 1), ("busy", ATTEMPTS), ("busy_once", 2)])
def test_refusals_are_final_and_trouble_is_not(mirror, target, name, asked):
    fetch(target, [mirror.url(name), mirror.url("good")], **FAST)
    assert target.read_bytes() == CONTENT
    assert len(mirror.asked[f"/{name}"]) == asked
    assert ("/good" in mirror.asked) == (name != "busy_once")


@pytest.mark.parametrize("name", ["stalls", "silent"])
def test_a_stalled_mirror_is_left_for_the_next(mirror, target, name):
    fetch(target, [mirror.url(name), mirror.url("good")], **FAST | {"timeout": 0.2})
    assert mirror.silences == []  # none is over: it was not waited for
    assert target.read_bytes() == CONTENT


def test_all_mirrors_down_is_one_line_with_the_way_out(mirror, target):
    nobody = "http://127.0.0.1:9/file.zip"
    with pytest.raises(InputError) as caught:
        fetch(target, [mirror.url("missing"), mirror.url("busy"), nobody], **FAST)
    message = str(caught.value)
    assert "\n" not in message
    assert f"{mirror.url('missing')}: HTTP status 404" in message
    assert f"{mirror.url('busy')}: HTTP status 503" in message
    assert f"{nobody}: ConnectionError" in message
    assert all(page in message for page in PAGES)
    assert "criteo: /path/to/file" in message
    assert not target.exists()


def test_a_folder_that_cannot_be_made_is_one_line(mirror, tmp_path):
    (tmp_path / "raw").write_text("a file, not a folder")
    with pytest.raises(InputError, match="cannot be written"):
        fetch(tmp_path / "raw" / "criteo.zip", [mirror.url("good")], **FAST)


def test_a_mirror_with_conditions_wants_a_token(mirror, target):
    with pytest.raises(InputError, match=r"401, so its conditions must be accepted .* HF_TOKEN"):
        fetch(target, [mirror.url("conditions")], **FAST)
    fetch(target, [mirror.url("conditions")], **FAST, token="mine")
    assert target.read_bytes() == CONTENT


def test_official_addresses():
    assert all(url.startswith("https://") and url.endswith(".zip") for url in MIRRORS)
    (address,) = HUGGING_FACE
    page, _, file = address.partition("/resolve/")
    assert page in PAGES
    revision, name = file.split("/")
    assert len(revision) == 40
    assert name == MEMBER
    assert len(SHA256) == len(HUGGING_FACE_SHA256) == 64
