"""Plans in files, which are inputs of all that is made by them: another plan is a newer input."""

import functools
import json
import tempfile
import time
from pathlib import Path
from typing import Any

from delayed_bandits.files.tables import whole_file


def settle(path: Path, plan: Any, *, write: bool) -> Path:
    """Write a plan if its file says something else; return the file.

    So what was made by another plan is older than the file, whatever Snakemake knows of it. The
    file says when it was written, as Snakemake takes an input for unchanged that has the checksum
    which it recorded, perhaps for results that others have replaced since.

    Parameters
    ----------
    path : Path
    plan : list, mapping or text
        As JSON has it.
    write : bool
        False for views such as a dry run: a plan that says something else is written elsewhere.
    """
    try:
        if json.loads(path.read_text(encoding="utf-8"))["plan"] == plan:
            return path
    except (OSError, ValueError, LookupError, TypeError):
        pass  # missing, or not as it was written
    if not write:
        path = Path(_elsewhere().name, path)
    with whole_file(path) as temporary:
        document = {"plan": plan, "written": time.time_ns()}
        temporary.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    return path


@functools.cache
def _elsewhere() -> tempfile.TemporaryDirectory:
    return tempfile.TemporaryDirectory()
