"""Download the Criteo file, resume after a break, and check its SHA-256."""

import logging
import time
from collections.abc import Sequence
from pathlib import Path

import requests
from tqdm import tqdm

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
"""The .tsv.gz that Criteo publishes on Hugging Face, at a fixed revision."""

HUGGING_FACE_SHA256 = "94ac7a465564349bc7ba008602211d5990a3c53cc133abc0aadef61ea2391a98"

CHUNK = 1 << 14  # bytes per write; a broken connection loses an unfinished chunk
ROUNDS = 5
"""Number of rounds over all mirrors. In round n, each attempt follows a wait of n - 1 seconds."""


def fetch(
    destination: Path,
    mirrors: Sequence[str] = MIRRORS,
    sha256: str = SHA256,
    token: str | None = None,
    timeout: float = 30.0,
) -> None:
    """Download the Criteo file to `destination`, from the first mirror that works.

    - An unfinished download is `<destination>.part`, which the next mirror or call continues.
    - A file at `destination` is kept. If its SHA-256 is not `sha256`, an InputError is raised.
    - `token` is the user's token for Hugging Face.
    - A mirror fails after `timeout` seconds without a byte.
    """
    part = destination.with_name(f"{destination.name}.part")
    faults = {}
    try:
        if _is_there(destination, sha256):
            return
        destination.parent.mkdir(parents=True, exist_ok=True)
        for attempt, mirror in enumerate([*mirrors] * ROUNDS):
            time.sleep(attempt // len(mirrors))
            try:
                _go_on(mirror, part, token, timeout)
                if not other_digest(part, sha256):
                    if not _is_there(destination, sha256):  # it may have been put there meanwhile
                        part.replace(destination)
                    return
                part.unlink()
                faults[mirror] = f"its file has another SHA-256 than {sha256}"
            except requests.RequestException as error:
                faults[mirror] = _reason(mirror, error)
            logger.warning("%s: %s", mirror, faults[mirror])
    except OSError as error:
        fault = f"cannot be written ({error.strerror or error})"
        raise InputError(f"{destination}: {fault}. Choose another place.") from error
    found = "; ".join(f"{mirror}: {fault}" for mirror, fault in faults.items())
    raise InputError(
        f"{destination}: not downloaded ({found}). Get the file by hand from "
        f"{' or '.join(PAGES)} and write criteo: /path/to/file in config.yaml."
    )


def _is_there(path: Path, sha256: str) -> bool:
    """Return whether the Criteo file is at `path`. Raise InputError for another file."""
    if not path.exists():
        return False
    if other := other_digest(path, sha256):
        raise InputError(
            f"{path}: is not the official file (SHA-256 {other}). Move it away, or write "
            "its path as criteo in config.yaml."
        )
    return True


def _go_on(url: str, part: Path, token: str | None, timeout: float) -> None:
    """Append the rest of the file at `url` to `part`. The caller checks the SHA-256."""
    size = part.stat().st_size if part.exists() else 0
    headers = {"Accept-Encoding": "identity", "Range": f"bytes={size}-"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    with requests.get(url, headers=headers, stream=True, timeout=timeout) as answer:
        if answer.status_code == requests.codes.requested_range_not_satisfiable:
            part.touch()
            return  # nothing is left: the part is complete, or too long
        answer.raise_for_status()
        mode = "ab" if answer.status_code == requests.codes.partial_content else "wb"
        left = int(answer.headers.get("Content-Length", 0)) or None
        with part.open(mode) as file, tqdm(total=left, unit="B", unit_scale=True) as bar:
            for chunk in answer.iter_content(CHUNK):
                bar.update(file.write(chunk))


def _reason(mirror: str, error: requests.RequestException) -> str:
    if error.response is None:
        return "no answer in time" if isinstance(error, requests.Timeout) else type(error).__name__
    status = error.response.status_code
    terms = ". Accept the conditions on its page and set HF_TOKEN"  # only for Hugging Face
    return f"HTTP status {status}{terms if status in (401, 403) and mirror not in MIRRORS else ''}"
