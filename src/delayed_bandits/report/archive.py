"""Archives of complete results: zip files with the metadata of an RO-Crate.

The metadata follow https://w3id.org/ro/wfrun/workflow/0.5. Equal results give equal bytes.
"""

import contextlib
import itertools
import json
import logging
import os
import posixpath
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from rocrate.rocrate import ROCrate

from delayed_bandits.algorithms.learners.files import is_file
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.yaml_files import read_yaml
from delayed_bandits.experiments.catalogue import config_file
from delayed_bandits.experiments.delay_sources import log_options
from delayed_bandits.experiments.experiment import load_papers
from delayed_bandits.experiments.results import difference, read_made_with
from delayed_bandits.files.digests import sha256
from delayed_bandits.files.layout import Layout
from delayed_bandits.files.provenance import commit, commit_date, provenance
from delayed_bandits.files.sources import PACKAGE, place, sources_of
from delayed_bandits.files.tables import whole_file

logger = logging.getLogger(__name__)

NAME = "ro-crate-metadata.json"
WORKFLOW = "Snakefile"
MIT = "https://spdx.org/licenses/MIT"
CC = "https://creativecommons.org/licenses/by-nc-sa/4.0/"
OF_CRITEO = ("data/criteo_delay_quantiles.csv", "results/criteo/delays.parquet")
"""Files under the licence of the Criteo data."""

LICENCES = {MIT: "MIT: the code", CC: "CC BY-NC-SA 4.0: Criteo data and what is derived from them"}
PROFILES = {
    "https://w3id.org/ro/wfrun/process/0.5": "Process Run Crate 0.5",
    "https://w3id.org/ro/wfrun/workflow/0.5": "Workflow Run Crate 0.5",
    "https://w3id.org/workflowhub/workflow-ro-crate/1.0": "Workflow RO-Crate 1.0",
}
TERMS = "https://w3id.org/ro/terms/workflow-run/context"
DESCRIPTION = "Run files, tables, claims, figures and page, with sources and locked environment."
SOURCES = (
    *("Snakefile", "config.yaml", "config/*", "environment.yml", "requirements.lock"),
    *("pyproject.toml", "CITATION.cff", "LICENSE", "README.md", "data/*.csv", "data/*.md"),
    *("workflow/**/*", "src/delayed_bandits/**/*"),
)
"""The files of the project that results depend on."""


def write_archive(output: Path, results: Path, project: Path) -> None:
    """Write a zip file with results, their sources and their environment."""
    if output.exists() and NAME.encode() not in output.read_bytes()[:100]:  # its first member
        fault = "exists and is not an archive of this project"
        raise InputError(f"{output}: {fault}. Choose another name.")
    about = read_made_with(results)
    if about["commit"] != commit():
        text = "warning: %s: made with commit %s, but the sources here are of %s."
        logger.warning(text, results, about["commit"], commit())
    sources, made = sources_in(project, about["runs"]), results_in(results, about, project)
    text = metadata(sources, made, about, read_yaml(project / "CITATION.cff"))
    with whole_file(output) as temporary, zipfile.ZipFile(temporary, "w") as file:
        file.writestr(_entry(NAME), text)
        for name, path in sorted((sources | made).items()):
            file.writestr(_entry(name), path.read_bytes())


def results_in(results: Path, about: Mapping[str, Any], project: Path) -> dict[str, Path]:
    """Return the files of results by name in an archive, or raise if one is missing."""
    config = about["config"]
    layout = Layout.of(results, config["scale"])
    papers = load_papers(config, project / "workflow", check=False)
    descriptions = {name: paper.description for name, paper in papers.items()}
    names = [layout.provenance, *layout.everything(descriptions, log=bool(log_options(config)))]
    names += [layout.run_group(paper, name) for paper in papers for name in about["runs"][paper]]
    found = []
    for path in map(Path, names):
        if not path.exists():
            raise InputError(f"{path}: missing. Finish the run with Snakemake, then archive it.")
        found += sorted(path.rglob("[!.]*")) if path.is_dir() else [path]
    return {
        posixpath.normpath(f"results/{os.path.relpath(file, results)}"): file
        for file in found
        if file.is_file()
    }


def sources_in(project: Path, papers: Iterable[str]) -> dict[str, Path]:
    """Return the source files of papers and users' learners, by name in an archive."""
    files = {
        path.relative_to(project).as_posix(): path
        for path in itertools.chain.from_iterable(map(project.glob, SOURCES))
    } | {"config.yaml": config_file()}
    if project == PACKAGE / "project":
        files |= {place(path): path for path in PACKAGE.rglob("*") if project not in path.parents}
    found = {
        name: path
        for name, path in files.items()
        if path.is_file() and not {"__pycache__", ".snakemake"}.intersection(path.parts)
    }
    descriptions = (read_yaml(project / f"workflow/papers/{paper}.yaml") for paper in papers)
    runs = {entry["run"] for about in descriptions for entry in about["algorithms"].values()}
    for run in filter(is_file, runs):
        for path in sources_of(str(project / run.rpartition(":")[0])):
            name = Path(os.path.relpath(path.resolve(), project.resolve())).as_posix()
            if name.startswith(os.pardir):
                raise InputError(f"{path}: is outside {project}. Move it inside.")
            found[name] = path
    return found


def _entry(name: str) -> zipfile.ZipInfo:
    """Return a file's zip entry, not compressed because zlib's bytes vary by version."""
    entry = zipfile.ZipInfo(name)  # the earliest date of zip files
    entry.create_system = 3  # as on Unix, on any system
    entry.external_attr = 0o644 << 16
    return entry


@contextlib.contextmanager
def unpacked(path: Path) -> Iterator[Path]:
    """Yield a folder of results: `path` itself, or an archive unpacked and checked."""
    if path.is_dir():
        yield path
        return
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        try:
            with zipfile.ZipFile(path) as file:
                file.extractall(folder)
            document = json.loads((folder / NAME).read_text(encoding="utf-8"))
            described = {
                unquote(entity["@id"]): entity["sha256"]
                for entity in document["@graph"]
                if "File" in entity["@type"]  # a text, or a list of texts
            }
        except (zipfile.BadZipFile, OSError, ValueError, KeyError, TypeError) as error:
            remedy = "Give a file of delayed-bandits archive."
            raise InputError(f"{path}: is not an archive ({error}). {remedy}") from error
        files = (file for file in folder.rglob("*") if file.is_file())
        there = {file.relative_to(folder).as_posix(): sha256(file) for file in files}
        if found := difference(there, {**described, NAME: there[NAME]}):
            text = (
                "{}: {} is changed or damaged. Its SHA-256 is {}, by the metadata {}. Get it again."
            )
            raise InputError(text.format(path, *found))
        yield folder / "results"


def metadata(
    sources: Mapping[str, Path],
    made: Mapping[str, Path],
    about: Mapping[str, Any],
    citation: Mapping[str, Any],
) -> str:
    """Return the RO-Crate metadata of an archive: files, workflow, and the run."""
    crate = ROCrate(version="1.1")
    crate.metadata.extra_contexts.append(TERMS)
    works = {
        url: crate.add_jsonld({"@id": url, "@type": "CreativeWork", "name": name})
        for url, name in (LICENCES | PROFILES).items()
    }
    names = ", ".join(" ".join(about.values()) for about in citation["authors"])
    authors = crate.add_jsonld({"@id": "#authors", "@type": "Organization", "name": names})
    files = {
        name: crate.add_file(path, name, properties={"name": name, "sha256": sha256(path)})
        for name, path in sorted((sources | made).items())
    }
    for name in OF_CRITEO:
        files[name]["license"] = works[CC]
    named = {"name": citation["title"], "version": about["commit"]}
    named["sha256"] = files[WORKFLOW]["sha256"]
    snakemake = {"lang": "snakemake", "lang_version": provenance(("snakemake",))["snakemake"]}
    workflow = files[WORKFLOW] = crate.add_workflow(
        sources[WORKFLOW], WORKFLOW, main=True, properties=named, **snakemake
    )
    given, result = ([files[name] for name in names] for names in (sources, made))
    root = crate.root_dataset
    root["name"] = f"A run of delayed-bandits: {', '.join(about['runs'])}"
    root["description"] = DESCRIPTION
    root["datePublished"] = commit_date() or "1980-01-01"
    root["license"] = workflow["license"] = works[MIT]
    root["author"] = workflow["author"] = authors
    root["mentions"] = crate.add_action(workflow, "#run", object=given, result=result)
    root["conformsTo"] = [works[url] for url in PROFILES]
    return json.dumps(crate.metadata.generate(), indent=1, ensure_ascii=False) + "\n"
