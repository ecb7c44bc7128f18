"""An archive of a finished run: a zip file with the same bytes each time."""

import contextlib
import json
import logging
import os
import posixpath
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import yaml

from delayed_bandits.algorithms.learners.files import is_file
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.yaml_files import read_yaml
from delayed_bandits.files.digests import sha256
from delayed_bandits.files.provenance import commit, commit_date
from delayed_bandits.files.sources import sources_of
from delayed_bandits.files.tables import whole_file
from delayed_bandits.report.archive.metadata import NAME, Member, metadata
from delayed_bandits.report.verification.manifest import Manifest, read_manifest

logger = logging.getLogger(__name__)

SOURCES = (
    *("Snakefile", "config.yaml", "config/*", "environment.yml", "requirements.lock"),
    *("pyproject.toml", "CITATION.cff", "LICENSE", "README.md", "data/*.csv", "data/*.md"),
    *("workflow/**/*", "src/delayed_bandits/**/*"),
)
"""The files of the project that a run is made with."""

HIDDEN = {"__pycache__", ".snakemake"}
FIRST_DAY = "1980-01-01"
"""The date of each member, the first one that a zip file can have."""


def write_archive(output: Path, results: Path, project: Path) -> None:
    """Write a finished run, with the sources and the environment that made it, as a zip file.

    Raises
    ------
    InputError
        If a file of its manifest is missing or has changed, or if it was made with files outside of
        the project.
    """
    manifest = read_manifest(results / "manifest.json")
    made_with = manifest["provenance"].get("commit")
    if made_with != commit():
        logger.warning(
            "warning: %s: made with commit %s, but these sources are of %s; delayed-bandits verify "
            "tells whether they give the same",
            *(results, made_with, commit()),
        )
    members = {}
    for name, (path, step) in sorted(_contents(results, project, manifest).items()):
        if not path.is_file():
            raise InputError(f"{path}: no such file; expected it, made by the step {step}")
        members[name] = Member(path, step, sha256(path))
        listed = manifest["files"].get(posixpath.relpath(name, "results"))
        if listed and listed["sha256"] != members[name].sha256:
            raise InputError(
                f"{path}: its SHA-256 is {members[name].sha256[:16]}…; expected "
                f"{listed['sha256'][:16]}…, by manifest"
            )
    citation = yaml.safe_load((project / "CITATION.cff").read_text(encoding="utf-8"))
    text = metadata(members, manifest, citation, _date())
    with whole_file(output) as temporary, zipfile.ZipFile(temporary, "w") as file:
        file.writestr(_entry(NAME), text)
        for name, member in members.items():
            file.writestr(_entry(name), member.path.read_bytes())


def _contents(results: Path, project: Path, manifest: Manifest) -> dict[str, tuple[Path, str]]:
    """List the files of an archive by their names there, each with its step, "" for a source."""
    found = {}
    for pattern in SOURCES:
        for path in project.glob(pattern):
            if path.is_file() and not HIDDEN.intersection(path.parts):
                found[path.relative_to(project).as_posix()] = path, ""
    for paper in manifest["config"]["papers"]:
        algorithms = read_yaml(project / f"workflow/papers/{paper}.yaml")["algorithms"]
        for reference in {entry["run"] for entry in algorithms.values() if is_file(entry["run"])}:
            for path in sources_of(str(project / reference.rpartition(":")[0])):
                found[_inside(path, project)] = path, ""
    found["results/manifest.json"] = results / "manifest.json", "manifest"
    for name, entry in manifest["files"].items():
        path = Path(os.path.normpath(results / name))
        found[posixpath.normpath(f"results/{name}")] = path, entry["step"]
    return found


def _inside(path: Path, project: Path) -> str:
    try:
        return path.resolve().relative_to(project.resolve()).as_posix()
    except ValueError as error:
        raise InputError(f"{path}: lies outside of {project}; expected it inside") from error


def _date() -> str:
    """Give the day of SOURCE_DATE_EPOCH, or of the commit: the same run gives the same archive."""
    if epoch := os.environ.get("SOURCE_DATE_EPOCH"):
        return datetime.fromtimestamp(int(epoch), UTC).date().isoformat()
    return commit_date() or FIRST_DAY


def _entry(name: str) -> zipfile.ZipInfo:
    """Describe a member; none is compressed, as versions of zlib give other bytes."""
    entry = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
    entry.create_system = 3  # Unix, whatever this is
    entry.external_attr = 0o644 << 16
    return entry


@contextlib.contextmanager
def unpacked(path: Path) -> Iterator[Path]:
    """Within the block an archive's files are in the folder that is given.

    Raises
    ------
    InputError
        If it is not an archive, or a file that it describes is missing, changed or not described.
    """
    with tempfile.TemporaryDirectory() as folder:
        try:
            with zipfile.ZipFile(path) as file:
                file.extractall(folder)
            text = Path(folder, NAME).read_text(encoding="utf-8")
            files = _described(json.loads(text))
        except (zipfile.BadZipFile, OSError, ValueError, KeyError, TypeError) as error:
            raise InputError(
                f"{path}: not an archive: {error}; expected what delayed-bandits archive writes"
            ) from error
        _check_members(path, Path(folder), files)
        yield Path(folder)


def _described(document: Mapping[str, Any]) -> dict[str, str]:
    """Read the digest of each file off the metadata."""
    return {
        unquote(entity["@id"]): entity["sha256"]
        for entity in document["@graph"]
        if "File" in ([entity["@type"]] if isinstance(entity["@type"], str) else entity["@type"])
    }


def _check_members(archive: Path, folder: Path, described: Mapping[str, str]) -> None:
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    for name in sorted(there ^ (described.keys() | {NAME})):
        what = "is not described" if name in there else "is missing"
        raise InputError(f"{archive}: {name} {what}; expected the files of {NAME}")
    for name, digest in described.items():
        if (found := sha256(folder / name)) != digest:
            raise InputError(
                f"{archive}: the SHA-256 of {name} is {found[:16]}…; expected {digest[:16]}…, by "
                f"{NAME}"
            )
