"""Resumable download of the Criteo file, moved into place after its SHA-256 is checked."""

import logging
import time
from collections.abc import Sequence
from pathlib import Path

import pooch
import requests

from delayed_bandits.checks.errors import InputError
from delayed_bandits.files.digests import other_digest

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

CHUNK = 1 << 14  # bytes per write; an unfinished chunk is lost when a connection breaks
ATTEMPTS = 5
"""Attempts at each mirror; the second a second after the first, the third two, and so on."""

FINAL = (400, 401, 403, 404, 410)  # HTTP statuses after which a mirror is not tried again


def fetch(
    destination: Path,
    mirrors: Sequence[str] = MIRRORS,
    sha256: str = SHA256,
    token: str | None = None,
    timeout: float = 30.0,
) -> None:
    """Download the Criteo file to `destination` from the first mirror that has it.

    `destination` appears only when its SHA-256 is right; until then the bytes are in
    `<destination>.part`, where a later attempt or run resumes. Another file is not replaced. The
    `token` is the user's; an attempt ends after `timeout` seconds without a byte.
    """
    part = destination.with_name(f"{destination.name}.part")
    faults = []
    try:
        if _is_there(destination, sha256):
            return
        destination.parent.mkdir(parents=True, exist_ok=True)
        for mirror in mirrors:
            fault = _download(mirror, part, sha256, token, timeout)
            if not fault:
                if not _is_there(destination, sha256):  # it may have been put there meanwhile
                    part.replace(destination)
                return
            faults.append(f"{mirror}: {fault}")
            logger.warning("%s", faults[-1])
    except OSError as error:
        fault = f"cannot be written; {error.strerror or error}"
        raise InputError(f"{destination}: {fault}") from error
    raise InputError(
        f"{destination}: not downloaded ({'; '.join(faults)}); get the file by hand from "
        f"{' or '.join(PAGES)} and write 'criteo: /path/to/file' in config.yaml"
    )


def _is_there(path: Path, sha256: str) -> bool:
    """Tell whether the file is there; refuse to replace another."""
    if not path.exists():
        return False
    if other := other_digest(path, sha256):
        raise InputError(
            f"{path}: its SHA-256 is {other}, that of the official file; move it away, or write "
            "its new path as criteo in config.yaml"
        )
    return True


def _download(url: str, part: Path, sha256: str, token: str | None, timeout: float) -> str:
    """Download a URL to `part`; return what is wrong after `ATTEMPTS` of them, or ""."""
    for attempt in range(ATTEMPTS):
        time.sleep(attempt)
        try:
            _go_on(url, part, token, timeout)
        except requests.RequestException as error:
            fault = _reason(error)
            if error.response is not None and error.response.status_code in FINAL:
                break
        else:
            if not other_digest(part, sha256):
                return ""
            part.unlink()
            fault = f"its file has the wrong SHA-256, expected {sha256}"
    return fault


def _go_on(url: str, part: Path, token: str | None, timeout: float) -> None:
    """Download a URL from the end of `part` on; whether the whole is right, its SHA-256 tells."""
    headers = {"Accept-Encoding": "identity"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    with part.open("ab") as file:
        if file.tell():
            headers["Range"] = f"bytes={file.tell()}-"
        try:
            pooch.HTTPDownloader(True, CHUNK, timeout=timeout, headers=headers)(url, file, None)
        except requests.HTTPError as error:
            if error.response.status_code != requests.codes.requested_range_not_satisfiable:
                raise  # or nothing is left: the part is whole, or too long


def _reason(error: requests.RequestException) -> str:
    if error.response is not None:
        status = f"HTTP status {error.response.status_code}"
        terms = ", so its conditions must be accepted on its page first, and HF_TOKEN be set to a "
        return status + (f"{terms}token" if error.response.status_code in (401, 403) else "")
    if isinstance(error, requests.Timeout):
        return "no answer in time"
    innermost = str(error).rpartition(": ")[2].strip("()'\"")
    return f"{type(error).__name__}, {innermost}"
