"""An archive of a finished run: a zip file, the same bytes each time, with an RO-Crate's metadata.

Profile: Workflow Run Crate 0.5, https://w3id.org/ro/wfrun/workflow/0.5, on RO-Crate 1.1.
"""

import contextlib
import itertools
import json
import logging
import mimetypes
import os
import posixpath
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

import yaml
from rocrate.model import Entity
from rocrate.rocrate import ROCrate

from delayed_bandits.algorithms.learners.files import is_file
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.yaml_files import read_yaml
from delayed_bandits.files.digests import other_digest, sha256
from delayed_bandits.files.provenance import commit, commit_date
from delayed_bandits.files.sources import sources_of
from delayed_bandits.files.tables import whole_file
from delayed_bandits.report.verification.manifest import Manifest, read_manifest

logger = logging.getLogger(__name__)

NAME = "ro-crate-metadata.json"
WORKFLOW = "Snakefile"
MIT = "https://spdx.org/licenses/MIT"
CC = "https://creativecommons.org/licenses/by-nc-sa/4.0/"
LICENCES = {
    MIT: ("MIT", "of the code"),
    CC: ("CC BY-NC-SA 4.0", "of the Criteo data and what is derived from them: data/README.md"),
}
PROFILES = {
    "https://w3id.org/ro/wfrun/process/0.5": "Process Run Crate",
    "https://w3id.org/ro/wfrun/workflow/0.5": "Workflow Run Crate",
    "https://w3id.org/workflowhub/workflow-ro-crate/1.0": "Workflow RO-Crate",
}
TERMS = "https://w3id.org/ro/terms/workflow-run/context"
DESCRIPTION = (
    "Run files, tables, judged claims, figures and page, with the sources and the locked "
    "environment that they were made with."
)
OF_CRITEO = ("data/criteo_delay_quantiles.csv", "results/criteo/delays.parquet")
"""Files under the licence of the Criteo data."""

TYPES = mimetypes.MimeTypes()  # without those of the machine
TYPES.add_type("application/vnd.apache.parquet", ".parquet")
TYPES.add_type("application/yaml", ".yaml")
TYPES.add_type("text/markdown", ".md")

SOURCES = (
    *("Snakefile", "config.yaml", "config/*", "environment.yml", "requirements.lock"),
    *("pyproject.toml", "CITATION.cff", "LICENSE", "README.md", "data/*.csv", "data/*.md"),
    *("workflow/**/*", "src/delayed_bandits/**/*"),
)
"""The files of the project that a run is made with."""

HIDDEN = {"__pycache__", ".snakemake"}


class Member(NamedTuple):
    """A file of an archive, and the step of the workflow that made it; "" for a source."""

    path: Path
    step: str = ""


def write_archive(output: Path, results: Path, project: Path) -> None:
    """Write a finished run, with the sources and the environment that made it, as a zip file."""
    if output.exists() and not _is_archive(output):
        raise InputError(f"{output}: would be replaced; expected a new file, or an archive")
    manifest = read_manifest(results / "manifest.json")
    made_with = manifest["provenance"].get("commit")
    if made_with != commit():
        logger.warning(
            "warning: %s: made with commit %s, but these sources are of %s; delayed-bandits verify "
            "tells whether they give the same",
            *(results, made_with, commit()),
        )
    members = dict(sorted(_members(results, project, manifest).items()))
    for name, (path, step) in members.items():
        if not path.is_file():
            raise InputError(f"{path}: no such file; expected it, made by the step {step}")
        listed = manifest["files"].get(posixpath.relpath(name, "results"))
        if listed and (other := other_digest(path, listed["sha256"])):
            raise InputError(f"{path}: its SHA-256 is {other}, by manifest")
    citation = yaml.safe_load((project / "CITATION.cff").read_text(encoding="utf-8"))
    text = metadata(members, manifest, citation, _date())
    with whole_file(output) as temporary, zipfile.ZipFile(temporary, "w") as file:
        file.writestr(_entry(NAME), text)
        for name, member in members.items():
            file.writestr(_entry(name), member.path.read_bytes())


def _is_archive(path: Path) -> bool:
    try:
        with zipfile.ZipFile(path) as file:
            return NAME in file.namelist()
    except (OSError, zipfile.BadZipFile):
        return False


def _members(results: Path, project: Path, manifest: Manifest) -> dict[str, Member]:
    """List the files of an archive by their names there."""
    found = {
        path.relative_to(project).as_posix(): Member(path)
        for path in itertools.chain.from_iterable(map(project.glob, SOURCES))
        if path.is_file() and not HIDDEN.intersection(path.parts)
    }
    for paper in manifest["config"]["papers"]:
        algorithms = read_yaml(project / f"workflow/papers/{paper}.yaml")["algorithms"]
        for reference in {entry["run"] for entry in algorithms.values() if is_file(entry["run"])}:
            for path in sources_of(str(project / reference.rpartition(":")[0])):
                inside = os.path.relpath(path.resolve(), project.resolve())
                if inside.startswith(os.pardir):
                    raise InputError(f"{path}: lies outside of {project}; expected it inside")
                found[Path(inside).as_posix()] = Member(path)
    found["results/manifest.json"] = Member(results / "manifest.json", "manifest")
    for name, entry in manifest["files"].items():
        path = Path(os.path.normpath(results / name))
        found[posixpath.normpath(f"results/{name}")] = Member(path, entry["step"])
    return found


def _date() -> str:
    """Give the day of SOURCE_DATE_EPOCH, or of the commit: the same run gives the same archive."""
    if epoch := os.environ.get("SOURCE_DATE_EPOCH"):
        return datetime.fromtimestamp(int(epoch), UTC).date().isoformat()
    return commit_date() or "1980-01-01"


def _entry(name: str) -> zipfile.ZipInfo:
    """Describe a member; none is compressed, as versions of zlib give other bytes."""
    entry = zipfile.ZipInfo(name)  # of the first day that a zip file can have
    entry.create_system = 3  # Unix, whatever this is
    entry.external_attr = 0o644 << 16
    return entry


@contextlib.contextmanager
def unpacked(path: Path) -> Iterator[Path]:
    """Within the block an archive's files are in the folder that is given."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            with zipfile.ZipFile(path) as file:
                file.extractall(folder)
            document = json.loads(Path(folder, NAME).read_text(encoding="utf-8"))
            described = {
                unquote(entity["@id"]): entity["sha256"]
                for entity in document["@graph"]
                if "File" in entity["@type"]  # a name or a list of names
            }
        except (zipfile.BadZipFile, OSError, ValueError, KeyError, TypeError) as error:
            raise InputError(
                f"{path}: not an archive: {error}; expected what delayed-bandits archive writes"
            ) from error
        _check_members(path, Path(folder), described)
        yield Path(folder)


def _check_members(archive: Path, folder: Path, described: Mapping[str, str]) -> None:
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    for name in sorted(there ^ (described.keys() | {NAME})):
        what = "is not described" if name in there else "is missing"
        raise InputError(f"{archive}: {name} {what}; expected the files of {NAME}")
    for name, digest in described.items():
        if other := other_digest(folder / name, digest):
            raise InputError(f"{archive}: the SHA-256 of {name} is {other}, by {NAME}")


def metadata(
    members: Mapping[str, Member],
    manifest: Mapping[str, Any],
    citation: Mapping[str, Any],
    date: str,
) -> str:
    """Describe an archive: its files by name, the content of CITATION.cff, its date in ISO 8601."""
    crate = ROCrate(version="1.1")
    crate.metadata.extra_contexts.append(TERMS)
    for url, (name, description) in LICENCES.items():
        _work(crate, url, name, description=description)
    authors = [_author(crate, *numbered) for numbered in enumerate(citation["authors"], 1)]
    files = {
        name: crate.add_file(member.path, name, properties=_file(name, member))
        for name, member in members.items()
    }
    for name in OF_CRITEO:
        files[name]["license"] = {"@id": CC}
    versions = {**manifest["provenance"], "platform": manifest["platform"]}
    workflow = crate.add_workflow(
        members[WORKFLOW].path,
        WORKFLOW,
        main=True,
        lang="snakemake",
        lang_version=versions["snakemake"],
        properties=_file(WORKFLOW, members[WORKFLOW])
        | {"name": citation["title"], "version": versions["commit"], "license": {"@id": MIT}},
    )
    workflow["author"] = authors
    workflow["softwareRequirements"] = [files["requirements.lock"], files["environment.yml"]]
    run = crate.add_action(
        workflow,
        "#run",
        object=[
            *(_setting(crate, workflow, *setting) for setting in manifest["config"].items()),
            *(files[name] for name in members if not members[name].step),
        ],
        result=[files[name] for name in members if members[name].step],
        properties={
            "name": "Run of the workflow",
            "description": ", ".join(f"{name} {version}" for name, version in versions.items()),
        },
    )
    root = crate.root_dataset
    root["name"] = f"A run of delayed-bandits: {', '.join(manifest['config']['papers'])}"
    root["description"] = DESCRIPTION
    root["datePublished"] = date
    root["license"], root["author"], root["mentions"] = {"@id": MIT}, authors, run
    root["conformsTo"] = [
        _work(crate, url, name, version=url.rpartition("/")[2]) for url, name in PROFILES.items()
    ]
    return json.dumps(crate.metadata.generate(), indent=1, ensure_ascii=False) + "\n"


def _file(name: str, member: Member) -> dict[str, Any]:
    return {
        "name": name,
        "contentSize": str(member.path.stat().st_size),
        "sha256": sha256(member.path),
        "encodingFormat": TYPES.guess_type(name)[0] or "text/plain",
        **({"description": f"made by the step {member.step}"} if member.step else {}),
    }


def _work(crate: ROCrate, url: str, name: str, **more: str) -> Entity:
    return crate.add_jsonld({"@id": url, "@type": "CreativeWork", "name": name, **more})


def _author(crate: ROCrate, number: int, about: Mapping[str, str]) -> Entity:
    kind = "Organization" if "name" in about else "Person"
    parts = [about[key] for key in ("name", "given-names", "family-names") if key in about]
    return crate.add_jsonld({"@id": f"#author-{number}", "@type": kind, "name": " ".join(parts)})


def _setting(crate: ROCrate, workflow: Entity, name: str, value: object) -> Entity:
    """Add a value of config.yaml, or of the command line, and the parameter that it is of."""
    parameter = crate.add_formal_parameter(name, "PropertyValue", f"#parameter-{name}")
    workflow.append_to("input", parameter)
    text = value if isinstance(value, str) else json.dumps(value)
    about = {"@id": f"#value-{name}", "@type": "PropertyValue", "name": name, "value": text}
    setting = crate.add_jsonld(about)
    setting["exampleOfWork"] = parameter
    return setting
