"""Names of papers in the config."""

import re

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import foreign_letter

TAKEN = {"criteo", "log", "times"}  # folders beside those of papers, and a part of the report


def check_paper_name(name: str) -> None:
    """Check that a paper's name can be that of a rule, a folder and a Python package."""
    file = f"workflow/papers/{name}.yaml"
    if not re.fullmatch("[A-Za-z][A-Za-z0-9_]{0,99}", name):
        raise InputError(
            f"config.yaml: papers: {name!r} is no name of a paper; expected that {file} has a name "
            f"of at most 100 letters, digits and _, a letter first.{foreign_letter(name)}"
        )
    if name in TAKEN:
        raise InputError(
            f"config.yaml, papers: {name!r} is reserved by the workflow. Rename {file}."
        )
