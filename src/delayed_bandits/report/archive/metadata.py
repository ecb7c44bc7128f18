"""The metadata of an archive: a Workflow Run RO-Crate, as JSON-LD.

Profile: Workflow Run Crate 0.5, https://w3id.org/ro/wfrun/workflow/0.5, on RO-Crate 1.1.
"""

import json
import mimetypes
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from rocrate.model import ContextEntity, Entity
from rocrate.rocrate import ROCrate

NAME = "ro-crate-metadata.json"
WORKFLOW = "Snakefile"
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

TYPES = {
    ".parquet": "application/vnd.apache.parquet",
    ".yaml": "application/yaml",
    ".md": "text/markdown",
    ".py": "text/x-python",
    ".tex": "application/x-tex",
}
KINDS = {bool: "Boolean", int: "Integer", float: "Float", str: "Text", type(None): "Text"}
"""Schema.org's names of the types of values; others are written as JSON."""


class Member(NamedTuple):
    """A file of an archive: its step of the workflow, "" for a source, and digest."""

    path: Path
    step: str
    sha256: str


def metadata(
    members: Mapping[str, Member],
    manifest: Mapping[str, Any],
    citation: Mapping[str, Any],
    date: str,
) -> str:
    """Describe an archive: its files by name, the content of CITATION.cff, its date in ISO 8601."""
    crate = ROCrate(version="1.1")
    crate.metadata.extra_contexts.append(TERMS)
    licence = _work(crate, "https://spdx.org/licenses/MIT", "MIT", description="of the code")
    of_criteo = _work(
        crate,
        "https://creativecommons.org/licenses/by-nc-sa/4.0/",
        "CC BY-NC-SA 4.0",
        description="of the Criteo data and what is derived from them: data/README.md",
    )
    authors = [_author(crate, number, about) for number, about in enumerate(citation["authors"], 1)]
    files = {}
    for name, member in members.items():
        more = {"license": of_criteo} if name in OF_CRITEO else {}
        files[name] = crate.add_file(member.path, name, properties=_file(name, member) | more)
    workflow = crate.add_workflow(
        members[WORKFLOW].path,
        WORKFLOW,
        main=True,
        lang="snakemake",
        lang_version=manifest["provenance"]["snakemake"],
        properties=_file(WORKFLOW, members[WORKFLOW]) | {"name": citation["title"]},
    )
    workflow["version"] = manifest["provenance"]["commit"]
    workflow["author"], workflow["license"] = authors, licence
    workflow["softwareRequirements"] = [files["requirements.lock"], files["environment.yml"]]
    values = [_setting(crate, workflow, *setting) for setting in manifest["config"].items()]
    run = crate.add_action(
        workflow,
        "#run",
        object=[*values, *(files[name] for name in members if not members[name].step)],
        result=[files[name] for name in members if members[name].step],
        properties={"name": "Run of the workflow", "description": _versions(manifest)},
    )
    papers = ", ".join(manifest["config"]["papers"])
    root = crate.root_dataset
    root["name"] = f"A run of delayed-bandits: {papers}"
    root["description"] = DESCRIPTION
    root["datePublished"] = date
    root["license"], root["author"], root["mentions"] = licence, authors, run
    root["conformsTo"] = [
        _work(crate, url, name, version=url.rpartition("/")[2]) for url, name in PROFILES.items()
    ]
    return json.dumps(crate.metadata.generate(), indent=1, ensure_ascii=False) + "\n"


def _work(crate: ROCrate, url: str, name: str, **more: str) -> Entity:
    properties = {"@type": "CreativeWork", "name": name, **more}
    return crate.add(ContextEntity(crate, url, properties))


def _author(crate: ROCrate, number: int, about: Mapping[str, str]) -> Entity:
    kind = "Person" if "family-names" in about else "Organization"
    name = about.get("name", f"{about.get('given-names', '')} {about.get('family-names')}".strip())
    identifier = about.get("orcid", f"#author-{number}")
    return crate.add(ContextEntity(crate, identifier, {"@type": kind, "name": name}))


def _file(name: str, member: Member) -> dict[str, Any]:
    kind = TYPES.get(member.path.suffix) or mimetypes.guess_type(name)[0] or "text/plain"
    return {
        "name": name,
        "contentSize": str(member.path.stat().st_size),
        "sha256": member.sha256,
        "encodingFormat": kind,
        **({"description": f"made by the step {member.step}"} if member.step else {}),
    }


def _setting(crate: ROCrate, workflow: Entity, name: str, value: object) -> Entity:
    """Add a value of config.yaml, or of the command line, and the parameter that it is of."""
    kind = KINDS.get(type(value), "PropertyValue")
    parameter = crate.add_formal_parameter(name, kind, f"#parameter-{name}")
    workflow.append_to("input", parameter)
    properties = {
        "@type": "PropertyValue",
        "name": name,
        "value": value if isinstance(value, str) else json.dumps(value),
        "exampleOfWork": parameter,
    }
    return crate.add(ContextEntity(crate, f"#value-{name}", properties))


def _versions(manifest: Mapping[str, Any]) -> str:
    versions = {**manifest["provenance"], "platform": manifest["platform"]}
    return ", ".join(f"{name} {version}" for name, version in versions.items())
