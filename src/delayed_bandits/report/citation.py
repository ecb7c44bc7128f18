"""BibTeX of the papers whose experiments are made again, and of this software."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import suggestion
from delayed_bandits.checks.yaml_files import read_yaml

FIELDS = ("series", "volume", "pages", "year")


def bibtex(project: Path, papers: Sequence[str] = ()) -> str:
    """Write the BibTeX entries of papers and of this software.

    Parameters
    ----------
    project : Path
        The folder with config.yaml, workflow/ and CITATION.cff.
    papers : sequence of str
        Their names; those of config.yaml if none is given. Experiments of this package have no
        entry.

    Raises
    ------
    InputError
        If there is no such paper.
    """
    folder = project / "workflow/papers"
    known = [path.stem for path in sorted(folder.glob("*.yaml"))]
    names = papers or read_yaml(project / "config.yaml")["papers"]
    for name in names:
        if name not in known:
            raise InputError(f"cite: unknown paper {name!r}; {suggestion(name, known)}")
    found = {name: read_yaml(folder / f"{name}.yaml") for name in names}
    entries = [_paper(name, about) for name, about in found.items() if "bibtex" in about]
    citation = (project / "CITATION.cff").read_text(encoding="utf-8")
    return "\n\n".join([*entries, _software(yaml.safe_load(citation))])


def _paper(name: str, about: Mapping[str, Any]) -> str:
    facts = about["bibtex"]
    fields = {"author": " and ".join(facts["authors"]), "title": f"{{{about['title']}}}"}
    if "venue" in facts:
        fields["booktitle"] = facts["venue"]
    fields |= {name: facts[name] for name in FIELDS if name in facts}
    if "arxiv" in facts:
        fields |= {"eprint": facts["arxiv"], "eprinttype": "arxiv", "archiveprefix": "arXiv"}
        fields["url"] = f"https://arxiv.org/abs/{facts['arxiv']}"
    return _entry("inproceedings" if "venue" in facts else "misc", name, fields)


def _software(citation: Mapping[str, Any]) -> str:
    authors = [
        f"{about['family-names']}, {about['given-names']}"
        if "family-names" in about
        else f"{{{about['name']}}}"
        for about in citation["authors"]
    ]
    fields = {
        "author": " and ".join(authors),
        "title": f"{{{citation['title']}}}",
        "note": f"Version {citation['version']}",
    }
    if "date-released" in citation:
        fields["year"] = str(citation["date-released"])[:4]
    for key, name in (("doi", "doi"), ("repository-code", "url")):
        if key in citation:
            fields[name] = citation[key]
    return _entry("misc", "delayed-bandits", fields)


def _entry(kind: str, key: str, fields: Mapping[str, object]) -> str:
    lines = [f"  {name} = {{{_escaped(str(value), name)}}}" for name, value in fields.items()]
    return f"@{kind}{{{key},\n" + ",\n".join(lines) + "\n}"


def _escaped(text: str, name: str) -> str:
    """Escape what LaTeX would take for a command; addresses are read as they are."""
    return text if name in ("url", "doi") else re.sub(r"([&%#_$])", r"\\\1", text)
