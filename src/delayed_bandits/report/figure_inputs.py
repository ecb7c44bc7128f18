"""What a figure or table was made of: its files, and their digests, kept to be compared later."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from delayed_bandits.checks.errors import InputError
from delayed_bandits.experiments.experiment import Paper
from delayed_bandits.files.digests import sha256
from delayed_bandits.files.layout import Layout, remedy
from delayed_bandits.files.tables import read_digest, whole_file


class Shown(NamedTuple):
    """What a figure shows: runs, or the table of Criteo delays, or a table of its paper."""

    runs: list[Path]
    delays_file: Path | None = None
    table: Path | None = None

    @property
    def files(self) -> list[Path]:
        """List the files."""
        return [*self.runs, *filter(None, (self.delays_file, self.table))]


def shown_by(paper: Paper, name: str, layout: Layout, files: Iterable[Path]) -> Shown:
    """Tell what a figure of a paper shows, of the paper's run files."""
    about = paper.description["figures"][name]
    if "table" in about:
        return Shown([], table=Path(layout.table(paper.name, about["table"], "parquet")))
    runs = on_settings(files, about.get("settings", ()))
    return Shown(runs, delays_file=None if runs else Path(layout.delays))


def on_settings(files: Iterable[Path], settings: Iterable[str]) -> list[Path]:
    """List the run files on settings, in the order of the settings."""
    return [path for setting in settings for path in files if path.parent.parent.name == setting]


def digests_of(files: Iterable[Path]) -> dict[str, str]:
    """Give the digests of files by the ends of their paths, which are the same in any folder."""
    return {end_of_path(path): _digest(path) for path in files}


def end_of_path(path: Path) -> str:
    """Give the last two folders of a path, and its name."""
    return "/".join(path.parts[-3:])


def write_record(record: Path, svg: Path, files: Iterable[Path]) -> None:
    """Record what a figure was drawn from, and its own digest."""
    content = {"figure": sha256(svg), "files": digests_of(files)}
    with whole_file(record) as temporary:
        temporary.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def read_record(record: Path) -> Mapping[str, Any]:
    """Read the record of a figure.

    Raises
    ------
    InputError
        If it is not as it was written.
    """
    try:
        content = json.loads(record.read_text(encoding="utf-8"))
        return {"figure": str(content["figure"]), "files": dict(content["files"])}
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise InputError(f"{record}: found no record of a figure; {remedy(record)}") from error


def _digest(path: Path) -> str:
    if path.suffix == ".parquet":
        return read_digest(path)
    return sha256(path)
