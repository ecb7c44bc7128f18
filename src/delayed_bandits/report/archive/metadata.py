"""The metadata of an archive: a Workflow Run RO-Crate, as JSON-LD.

Profile: Workflow Run Crate 0.5, https://w3id.org/ro/wfrun/workflow/0.5, on RO-Crate 1.1.
"""

import json
import mimetypes
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath
from typing import Any, NamedTuple
from urllib.parse import quote

NAME = "ro-crate-metadata.json"
CRATE = "https://w3id.org/ro/crate/1.1"
WORKFLOW_CRATE = "https://w3id.org/workflowhub/workflow-ro-crate/1.0"
PROFILES = {
    "https://w3id.org/ro/wfrun/process/0.5": "Process Run Crate",
    "https://w3id.org/ro/wfrun/workflow/0.5": "Workflow Run Crate",
    WORKFLOW_CRATE: "Workflow RO-Crate",
}
TERMS = "https://w3id.org/ro/terms/workflow-run/context"
LICENCE = "https://spdx.org/licenses/MIT"
DATA_LICENCE = "https://creativecommons.org/licenses/by-nc-sa/4.0/"
OF_CRITEO = ("data/criteo_delay_quantiles.csv", "results/criteo/delays.parquet")
"""Files under the licence of the Criteo data."""

SNAKEMAKE = "https://w3id.org/workflowhub/workflow-ro-crate#snakemake"
WORKFLOW, RUN = "Snakefile", "#run"
TYPES = {
    ".parquet": "application/vnd.apache.parquet",
    ".yaml": "application/yaml",
    ".md": "text/markdown",
    ".py": "text/x-python",
    ".tex": "application/x-tex",
}
KINDS = {bool: "Boolean", int: "Integer", float: "Float", str: "Text", type(None): "Text"}
"""Schema.org's names of the types of values; others are written as JSON."""

Entity = dict[str, Any]


class Member(NamedTuple):
    """A file of an archive: the step of the workflow that made it, "" for a source, and digests."""

    step: str
    sha256: str
    size: int


def metadata(
    members: Mapping[str, Member],
    manifest: Mapping[str, Any],
    citation: Mapping[str, Any],
    date: str,
) -> str:
    """Describe an archive as JSON-LD.

    Parameters
    ----------
    members : mapping
        Its files, by name.
    manifest : mapping
        The manifest of the run.
    citation : mapping
        The content of CITATION.cff.
    date : str
        When it is published, as ISO 8601.
    """
    about = {
        "@id": NAME,
        "@type": "CreativeWork",
        "about": _id("./"),
        "conformsTo": [_id(CRATE), _id(WORKFLOW_CRATE)],
    }
    settings = _settings(manifest["config"])
    graph = [
        about,
        _root(members, manifest, citation, date),
        *_files(members),
        *_workflow(manifest, citation, settings),
        _run(members, manifest, settings),
        *settings,
        *_context(citation),
    ]
    document = {"@context": [f"{CRATE}/context", TERMS], "@graph": _merged(graph)}
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _root(
    members: Mapping[str, Member],
    manifest: Mapping[str, Any],
    citation: Mapping[str, Any],
    date: str,
) -> Entity:
    papers = ", ".join(manifest["config"]["papers"])
    return {
        "@id": "./",
        "@type": "Dataset",
        "name": f"A run of delayed-bandits: {papers}",
        "description": "Run files, tables, judged claims, figures and page, with the sources and "
        "the locked environment that they were made with.",
        "datePublished": date,
        "license": _id(LICENCE),
        "author": _single(_authors(citation)),
        "conformsTo": list(map(_id, PROFILES)),
        "hasPart": list(map(_of_file, members)),
        "mainEntity": _id(WORKFLOW),
        "mentions": _id(RUN),
    }


def _files(members: Mapping[str, Member]) -> list[Entity]:
    found = []
    for name, member in members.items():
        suffix = PurePosixPath(name).suffix
        entity = {
            **_of_file(name),
            "@type": "File",
            "name": name,
            "contentSize": str(member.size),
            "sha256": member.sha256,
            "encodingFormat": TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "text/plain",
        }
        if member.step:
            entity["description"] = f"made by the step {member.step}"
        if name in OF_CRITEO:
            entity["license"] = _id(DATA_LICENCE)
        if name == "README.md":
            entity["about"] = _id("./")
        found.append(entity)
    return found


def _workflow(
    manifest: Mapping[str, Any], citation: Mapping[str, Any], settings: Iterable[Entity]
) -> list[Entity]:
    """Describe the workflow, its language, and the parameters that a user sets."""
    workflow = {
        "@id": WORKFLOW,
        "@type": ["File", "SoftwareSourceCode", "ComputationalWorkflow"],
        "name": citation["title"],
        "version": manifest["provenance"]["commit"],
        "author": _single(_authors(citation)),
        "license": _id(LICENCE),
        "programmingLanguage": _id(SNAKEMAKE),
        "softwareRequirements": [_id("requirements.lock"), _id("environment.yml")],
        "input": [entity["exampleOfWork"] for entity in settings],
    }
    if "repository-code" in citation:
        workflow["url"] = citation["repository-code"]
    language = {
        "@id": SNAKEMAKE,
        "@type": "ComputerLanguage",
        "name": "Snakemake",
        "identifier": _id("https://snakemake.github.io"),
        "url": _id("https://snakemake.github.io"),
        "version": manifest["provenance"]["snakemake"],
    }
    parameters = [
        {
            **entity["exampleOfWork"],
            "@type": "FormalParameter",
            "additionalType": KINDS.get(type(manifest["config"][entity["name"]]), "PropertyValue"),
            "name": entity["name"],
            "conformsTo": _id("https://bioschemas.org/profiles/FormalParameter/1.0-RELEASE"),
        }
        for entity in settings
    ]
    return [workflow, language, *parameters]


def _settings(config: Mapping[str, Any]) -> list[Entity]:
    """List the values of config.yaml, with what the command line changed."""
    return [
        {
            "@id": f"#value-{name}",
            "@type": "PropertyValue",
            "name": name,
            "value": value if isinstance(value, str) else json.dumps(value),
            "exampleOfWork": _id(f"#parameter-{name}"),
        }
        for name, value in config.items()
    ]


def _run(
    members: Mapping[str, Member], manifest: Mapping[str, Any], settings: Iterable[Entity]
) -> Entity:
    versions = {**manifest["provenance"], "platform": manifest["platform"]}
    return {
        "@id": RUN,
        "@type": "CreateAction",
        "name": "Run of the workflow",
        "description": ", ".join(f"{name} {version}" for name, version in versions.items()),
        "instrument": _id(WORKFLOW),
        "object": [
            *({"@id": entity["@id"]} for entity in settings),
            *(_of_file(name) for name, member in members.items() if not member.step),
        ],
        "result": [_of_file(name) for name, member in members.items() if member.step],
    }


def _context(citation: Mapping[str, Any]) -> list[Entity]:
    """Describe profiles, licences and authors."""
    profiles = [
        {"@id": url, "@type": "CreativeWork", "name": name, "version": url.rpartition("/")[2]}
        for url, name in PROFILES.items()
    ]
    licences = [
        {"@id": LICENCE, "@type": "CreativeWork", "name": "MIT", "description": "of the code"},
        {
            "@id": DATA_LICENCE,
            "@type": "CreativeWork",
            "name": "CC BY-NC-SA 4.0",
            "description": "of the Criteo data and what is derived from them: data/README.md",
        },
    ]
    authors = [
        {**reference, "@type": kind, "name": name}
        for reference, (kind, name) in zip(_authors(citation), _named(citation), strict=True)
    ]
    return [*profiles, *licences, *authors]


def _named(citation: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [
        ("Person", f"{author.get('given-names', '')} {author['family-names']}".strip())
        if "family-names" in author
        else ("Organization", author["name"])
        for author in citation["authors"]
    ]


def _authors(citation: Mapping[str, Any]) -> list[Entity]:
    return [
        _id(author.get("orcid", f"#author-{number}"))
        for number, author in enumerate(citation["authors"], 1)
    ]


def _single(values: list[Entity]) -> Entity | list[Entity]:
    """Give the only value, as RO-Crate writes it, or all."""
    return values[0] if len(values) == 1 else values


def _merged(graph: Iterable[Entity]) -> list[Entity]:
    """Join entities of one identifier, of which the later says more."""
    found: dict[str, Entity] = {}
    for entity in graph:
        found[entity["@id"]] = {**found.get(entity["@id"], {}), **entity}
    return list(found.values())


def _of_file(name: str) -> Entity:
    return _id(quote(name))


def _id(name: str) -> Entity:
    return {"@id": name}
