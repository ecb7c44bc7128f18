"""Names that a user types: of papers in the config, and of targets on the command line."""

import difflib
import os
import re
from collections.abc import Collection
from pathlib import Path

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import foreign_letter
from delayed_bandits.files.layout import SCALES

TAKEN = {"criteo", "log", "times"}  # folders beside those of papers, and a part of the report


def check_paper_name(name: str) -> None:
    """Check that a paper's name can be that of a rule, a folder and a Python package."""
    file = f"workflow/papers/{name}.yaml"
    if not re.fullmatch("[A-Za-z][A-Za-z0-9_]{0,99}", name):
        raise InputError(
            f"config.yaml: papers: {name!r} is no name of a paper; expected that {file} has a name "
            f"of at most 100 letters, digits and _, a letter first.{foreign_letter(name)}"
        )
    check_untaken(name, TAKEN)


def check_untaken(name: str, taken: Collection[str]) -> None:
    """Check that a paper has no name that the workflow uses, such as that of a rule."""
    if name in taken:
        raise InputError(
            f"config.yaml: papers: {name!r} is a name that the workflow itself uses; expected that "
            f"workflow/papers/{name}.yaml has another"
        )


def check_target(
    target: str, known: Collection[str], selected: Collection[str], papers: Path
) -> None:
    """Check that something makes a target of the command line."""
    if target in known:
        return
    path = os.path.relpath(target or ".")
    shown = target if target and target.isprintable() else repr(target)
    others = {file.stem for file in papers.glob("*.yaml")} - set(selected)
    for paper in sorted(others.intersection(re.split("[/.]", path))):
        raise InputError(
            f"{shown}: the paper {paper} is not selected; expected it among the papers of the "
            f"config: --config 'papers=[{paper}]' -- {shown}"
        )
    scale = next((name for name in SCALES if path.startswith(f"results/{name}/")), "")
    if scale and f"results/{scale}/report.html" not in known:
        raise InputError(
            f"{shown}: made at the {scale} scale only; expected --config scale={scale} -- {shown}"
        )
    match = difflib.get_close_matches(path, known, n=1)
    hint = f"did you mean {match[0]}?" if match else "snakemake --list names the rules."
    raise InputError(f"{shown}: nothing makes this; {hint}{foreign_letter(path, match)}")
