import hashlib
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import pytest

from conftest import refused
from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.criteo.fetch import CHUNK, PAGES, ROUNDS, fetch

CONTENT = np.random.Generator(np.random.Philox(5)).bytes(20 * CHUNK)
PATIENCE = 60
HALF = len(CONTENT) // 2
DIGEST = hashlib.sha256(CONTENT).hexdigest()
FAST = {"sha256": DIGEST, "timeout": 5}
# what mirrors send of `whole`, their content, if asked for the n-th time for bytes from `start` on
ANSWERS = {
    "good": lambda whole, start, _: whole[start:],
    "ignores_range": lambda whole, *_: whole,
    "cut_once": lambda whole, start, n: whole[:HALF] if n == 1 else whole[start:],
    "stuck": lambda whole, _, n: whole[:HALF] if n == 1 else b"",
    "wrong_offset": lambda whole, start, _: whole[min(1, start) :],
    "wrong_bytes": lambda whole, *_: whole[::-1],
    "stalls": lambda whole, *_: whole[:1000],
}
ANSWERS |= dict.fromkeys(("conditions", "busy_once"), ANSWERS["good"])
REFUSALS = {"missing": 404, "busy": 503, "conditions": 401, "busy_once": 503}
WHOLE_LENGTH = ("cut_once", "stuck", "stalls")
"""Mirrors that announce the length of all that is left, but may send less."""


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        name, wanted = self.path.strip("/"), self.headers.get("Range")
        start = int(wanted.removeprefix("bytes=").removesuffix("-")) if wanted else 0
        asked = self.server.asked.setdefault(self.path, [])
        asked.append(start)
        status, body, whole = 200, b"", len(self.server.content)
        welcome = self.headers.get("Authorization") == "Bearer mine"
        if name in REFUSALS and not welcome and not (name == "busy_once" and len(asked) > 1):
            status = REFUSALS[name]
        elif start >= whole:
            status = 416
        elif name != "silent":
            body = ANSWERS[name](self.server.content, start, len(asked))
            status = 206 if start and name not in ("ignores_range", "wrong_bytes") else 200
        if name != "silent":
            self.send_response(status)
            length = whole - start if name in WHOLE_LENGTH else len(body)
            self.send_header("Content-Length", str(length))
            if status == 206:
                first = 1 if name == "wrong_offset" else start
                self.send_header("Content-Range", f"bytes {first}-{whole - 1}/{whole}")
            self.end_headers()
            self.wfile.write(body)
            self.wfile.flush()
        if name in ("stalls", "silent"):
            self.server.silences.append(self.server.over.wait(PATIENCE))

    def log_message(self, *args):
        pass


@pytest.fixture
def mirror():
    """A server on this machine. Setting `over` wakes handlers that wait."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.content, server.asked = CONTENT, {}
    server.over, server.silences = threading.Event(), []
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    server.url = lambda name: f"http://127.0.0.1:{server.server_port}/{name}"
    try:
        yield server
    finally:
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


def test_complete_download_is_not_repeated(mirror, target):
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
        ("ignores_range", CONTENT[:HALF], [HALF]),
        ("wrong_offset", CONTENT[:HALF], [HALF, 0]),
        ("cut_once", b"", [0, HALF]),
        ("busy_once", b"", [0, 0]),
    ],
)
def test_download_resumes_or_starts_over(mirror, target, name, part, asked):
    target.parent.mkdir()
    target.with_name("criteo.zip.part").write_bytes(part)
    fetch(target, [mirror.url(name)], **FAST)
    assert target.read_bytes() == CONTENT
    assert mirror.asked[f"/{name}"] == asked


def test_partial_download_is_reused_by_the_next_run(mirror, target):
    with pytest.raises(InputError, match="stuck: "):
        fetch(target, [mirror.url("stuck")], **FAST)
    assert len(mirror.asked["/stuck"]) == ROUNDS
    assert not target.exists()
    assert target.with_name("criteo.zip.part").read_bytes() == CONTENT[:HALF]
    fetch(target, [mirror.url("missing"), mirror.url("good")], **FAST)
    assert target.read_bytes() == CONTENT
    assert mirror.asked["/good"] == [HALF]


def test_wrong_checksum_tries_the_next_mirror(mirror, target):
    with pytest.raises(InputError, match=DIGEST):
        fetch(target, [mirror.url("wrong_bytes")], **FAST)
    assert list(target.parent.iterdir()) == []
    fetch(target, [mirror.url("wrong_bytes"), mirror.url("good")], **FAST)
    assert target.read_bytes() == CONTENT


def test_other_file_in_place_is_not_replaced(mirror, target):
    target.parent.mkdir()
    target.write_bytes(CONTENT[:-1])
    with pytest.raises(InputError, match=r"criteo\.zip: "):
        fetch(target, [mirror.url("good")], **FAST)
    assert target.read_bytes() == CONTENT[:-1]
    # the folder of the target is a file
    with pytest.raises(InputError, match=r"criteo\.zip: |cannot be written"):
        fetch(target / "criteo.zip", [mirror.url("good")], **FAST)
    assert not mirror.asked


@pytest.mark.parametrize("name", ["missing", "busy", "stalls", "silent"])
def test_failing_mirror_gives_way_to_the_next(mirror, target, name):
    fetch(target, [mirror.url(name), mirror.url("good")], **FAST | {"timeout": 0.5})
    assert mirror.silences == []  # `fetch` did not wait for the end of a silence
    assert target.read_bytes() == CONTENT
    assert len(mirror.asked[f"/{name}"]) == 1


def test_all_mirrors_down_names_each_and_the_way_out(mirror, target):
    nobody = "http://127.0.0.1:9/file.zip"
    mirrors = [mirror.url("missing"), mirror.url("busy"), nobody]
    with refused("", *mirrors, "404", "503", *PAGES, "criteo: "):
        fetch(target, mirrors, **FAST)
    assert not target.exists()


def test_mirror_with_conditions_asks_for_a_token(mirror, target, monkeypatch):
    with refused("", "401", "HF_TOKEN"):
        fetch(target, [mirror.url("conditions")], **FAST)
    monkeypatch.setattr("delayed_bandits.data.criteo.fetch.MIRRORS", [mirror.url("conditions")])
    with refused("", "401"):
        fetch(target, [mirror.url("conditions")], **FAST)
    fetch(target, [mirror.url("conditions")], **FAST, token="mine")
    assert target.read_bytes() == CONTENT
