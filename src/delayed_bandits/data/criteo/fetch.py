"""Resumable download of the Criteo file, moved into place after its SHA-256 is checked."""

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pooch
import requests
from tqdm import tqdm

from delayed_bandits.checks.errors import InputError

logger = logging.getLogger(__name__)

MIRRORS = (
    "https://go.criteo.net/criteo-research-attribution-dataset.zip",
    "https://criteostorage.blob.core.windows.net/criteo-research-datasets/criteo_attribution_dataset.zip",
    "https://s3-eu-west-1.amazonaws.com/attribution-dataset/criteo_attribution_dataset.zip",
)
SHA256 = "242acae50d9eadda739da1dab7c5fec6f4aee3e4e17b315e2c42c2d42f339d09"
PAGES = (
    "https://ailab.criteo.com/criteo-attribution-modeling-bidding-dataset/",
    "https://huggingface.co/datasets/criteo/criteo-attribution-dataset",
)

HUGGING_FACE = (
    "https://huggingface.co/datasets/criteo/criteo-attribution-dataset/resolve/"
    "904188a63cbad78bee43cd26ff5ee4ac77903986/criteo_attribution_dataset.tsv.gz",
)
"""The .tsv.gz of Criteo's own dataset there, at a fixed revision."""

HUGGING_FACE_SHA256 = "94ac7a465564349bc7ba008602211d5990a3c53cc133abc0aadef61ea2391a98"

CHUNK = 1 << 14
"""Bytes per write; an unfinished chunk is lost when a connection breaks."""


def fetch(
    destination: Path,
    mirrors: Sequence[str] = MIRRORS,
    sha256: str = SHA256,
    *,
    token: str | None = None,
    timeout: float = 30.0,
    attempts: int = 4,
    backoff: float = 1.0,
) -> Path:
    """Download the Criteo file to `destination` from the first mirror that has it.

    `destination` appears only when its SHA-256 is right. The bytes received so far are in
    `<destination>.part`, and a later attempt or run resumes there. An existing file with the right
    SHA-256 is kept, and no other is replaced.

    Parameters
    ----------
    destination : Path
        The file to write; its folder is made.
    mirrors : sequence of str
        URLs of the same file, tried in this order.
    sha256 : str
        Hexadecimal digest that the file must have.
    token : str, optional
        The user's token, for mirrors with conditions of access.
    timeout : float
        Seconds without a connection or a byte that end an attempt.
    attempts : int
        Attempts in a row without a new byte that end the use of a mirror.
    backoff : float
        Seconds to wait before the second such attempt; each further wait is twice as long.

    Raises
    ------
    InputError
        If every mirror fails (with the reason of each), the file cannot be written, or there is
        another of its name.
    """
    destination = Path(destination)
    part = destination.with_name(f"{destination.name}.part")
    download = _Download(part, timeout, attempts, backoff, token)
    faults = []
    for mirror in mirrors:
        try:
            if _is_there(destination, sha256):
                return destination
            destination.parent.mkdir(parents=True, exist_ok=True)
            download(mirror)
            if pooch.file_hash(str(part)) == sha256:
                if not _is_there(destination, sha256):  # it may have been put there meanwhile
                    part.replace(destination)
                return destination
            part.unlink()
            faults.append(f"{mirror}: its file has the wrong SHA-256, expected {sha256}")
        except requests.RequestException as error:
            faults.append(f"{mirror}: {_reason(error)}")
        except OSError as error:
            fault = f"cannot be written; {error.strerror or error}"
            raise InputError(f"{destination}: {fault}") from error
        logger.warning("%s", faults[-1])
    raise InputError(
        f"{destination}: not downloaded ({'; '.join(faults)}); get the file by hand from "
        f"{' or '.join(PAGES)} and write 'criteo: /path/to/file' in config.yaml"
    )


def _is_there(path: Path, sha256: str) -> bool:
    """Tell whether the file is there; refuse to replace another."""
    if not path.exists():
        return False
    if (found := pooch.file_hash(str(path))) != sha256:
        raise InputError(
            f"{path}: its SHA-256 is {found[:16]}…; expected {sha256[:16]}…, that of the official "
            "file; move it away, or write its new path as criteo in config.yaml"
        )
    return True


class _Broken(requests.RequestException):
    """An attempt that ended before the whole file had arrived."""


def _reason(error: requests.RequestException) -> str:
    if error.response is not None and error.response.status_code in (401, 403):
        return (
            f"HTTP status {error.response.status_code}, so its conditions must be accepted on its "
            "page first, and HF_TOKEN be set to a token"
        )
    if error.response is not None:
        return f"HTTP status {error.response.status_code}"
    if isinstance(error, requests.Timeout):
        return "no answer in time"
    if isinstance(error, _Broken):
        return str(error)
    innermost = str(error).rpartition(": ")[2].strip("()'\"")
    return f"{type(error).__name__}, {innermost}"


@dataclass(frozen=True)
class _Download:
    """Downloads a URL to `part`, resuming an earlier attempt."""

    part: Path
    timeout: float
    attempts: int
    backoff: float
    token: str | None

    def __call__(self, url: str) -> None:
        most, failures = self._size(), 0
        while True:
            try:
                self._attempt(url)
                return
            except (requests.ConnectionError, requests.Timeout, _Broken) as error:
                if self._size() > most:
                    most, failures = self._size(), 0
                failures += 1
                if failures >= self.attempts:
                    raise
                logger.warning("%s: %s; %s bytes so far, trying again", url, _reason(error), most)
                time.sleep(self.backoff * 2 ** (failures - 1))

    def _size(self) -> int:
        return self.part.stat().st_size if self.part.exists() else 0

    def _attempt(self, url: str) -> None:
        have = self._size()
        headers = {"Accept-Encoding": "identity"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if have:
            headers["Range"] = f"bytes={have}-"
        with requests.get(url, headers=headers, stream=True, timeout=self.timeout) as response:
            if response.status_code == requests.codes.requested_range_not_satisfiable and have:
                if _total(response) != have:
                    self.part.unlink()
                    raise _Broken("the part does not fit the file; starting over")
                return
            if response.status_code == 429 or response.status_code >= 500:
                raise _Broken(f"HTTP status {response.status_code}")
            response.raise_for_status()
            resumed = response.status_code == requests.codes.partial_content
            span = response.headers.get("Content-Range", "")
            if resumed and not span.startswith(f"bytes {have}-"):
                self.part.unlink(missing_ok=True)
                raise _Broken(f"the mirror sent '{span}'; starting over")
            self._receive(response, have if resumed else 0)

    def _receive(self, response: requests.Response, have: int) -> None:
        total = _total(response)
        bar = tqdm(
            desc=self.part.name,
            initial=have,
            total=total,
            unit="B",
            unit_scale=True,
            mininterval=2,
        )
        with bar, self.part.open("ab" if have else "wb") as file:
            try:
                for chunk in response.iter_content(CHUNK):
                    file.write(chunk)
                    bar.update(len(chunk))
            except (requests.exceptions.ChunkedEncodingError, requests.ConnectionError) as error:
                raise _Broken("the connection broke off") from error
        if total is not None and self._size() != total:
            raise _Broken(f"{self._size()} bytes came of {total}")


def _total(response: requests.Response) -> int | None:
    """Read the size of the whole file from the headers; None if they do not state it."""
    if "Content-Range" in response.headers:
        size = response.headers["Content-Range"].rpartition("/")[2]
    else:
        size = response.headers.get("Content-Length", "")
    return int(size) if size.isdigit() else None
