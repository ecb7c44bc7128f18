"""BibTeX of the papers whose experiments are made again, and of this software."""

import re
from collections.abc import Sequence
from pathlib import Path

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import suggestion
from delayed_bandits.checks.yaml_files import read_yaml

ENTRY = re.compile(r"^@\w+\{([\w-]+),\n.*?^\}", flags=re.DOTALL | re.MULTILINE)


def bibtex(project: Path, papers: Sequence[str] = ()) -> str:
    """Give the entries of papers, by default those of config.yaml, and of this software."""
    known = [path.stem for path in sorted((project / "workflow/papers").glob("*.yaml"))]
    names = papers or read_yaml(project / "config.yaml")["papers"]
    for name in names:
        if name not in known:
            raise InputError(f"cite: unknown paper {name!r}; {suggestion(name, known)}")
    text = (project / "workflow/papers.bib").read_text(encoding="utf-8")
    entries = {entry[1]: entry[0] for entry in ENTRY.finditer(text)}
    return "\n\n".join(entries[key] for key in (*names, "delayed-bandits") if key in entries)
