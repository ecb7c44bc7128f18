"""The YAML file of a paper: its settings, algorithms, tables and figures, checked."""

import functools
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from delayed_bandits.algorithms.registry import load
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import character_name, check_schema, suggestion
from delayed_bandits.checks.yaml_files import read_yaml
from delayed_bandits.experiments.grid import with_grid
from delayed_bandits.files.sources import functions_of

FONT = "mpl-data/fonts/ttf/DejaVuSans.ttf"  # the font of figures, which comes with Matplotlib


def read_description(path: Path, schema_file: Path) -> dict[str, Any]:
    """Read the YAML file of a paper, with its grids as settings."""
    schema = read_yaml(schema_file)
    description = with_grid(read_yaml(path), schema, path.name)
    check_schema(description, schema, path.name)
    _check_looks(description["algorithms"], path.name)
    labels: dict[str, str] = {}
    for key, entry in description["algorithms"].items():
        label, where = entry["label"], f"{path.name}: algorithms.{key}.label"
        check_label(label, where)
        if labels.setdefault(label, key) != key:
            raise InputError(f"{where} is {label!r}, as that of {labels[label]}; expected another")
    for kind in ("settings", "algorithms", "figures", "tables"):
        _check_case(description.get(kind, {}), f"{path.name}: {kind}")
    _check_figures(description, path.stem, path.name)
    _check_algorithms(description, path.name)
    return description


def _check_case(names: Iterable[str], where: str) -> None:
    """Check that no two names are one on a disk that does not tell capitals from others."""
    known: dict[str, str] = {}
    for name in names:
        if known.setdefault(name.lower(), name) != name:
            other = known[name.lower()]
            raise InputError(f"{where}.{name}: is {other!r} on some disks; expected another name")


def _check_figures(description: Mapping[str, Any], paper: str, file: str) -> None:
    """Check that the settings, the tables and the functions of figures and tables exist."""
    tables, figures = description.get("tables", {}), description["figures"]
    for key, name in description.get("highlight", {}).items():
        known, kind = (figures, "figure") if key == "figure" else (tables, "table")
        _check_known(name, known, kind, f"{file}: highlight.{key}")
    for kind, verb in (("figures", "draw"), ("tables", "make")):
        functions = functions_of(f"papers.{paper}.{kind}") if description.get(kind) else []
        for key, entry in description.get(kind, {}).items():
            where = f"{file}: {kind}.{key}"
            for setting in entry.get("settings", []):
                _check_known(setting, description["settings"], "setting", where)
            if "table" in entry:
                _check_known(entry["table"], tables, "table", f"{where}.table")
            if entry[verb] not in functions:
                hint = suggestion(entry[verb], functions) if functions else "there is no such file"
                raise InputError(
                    f"{where}.{verb}: papers/{paper}/{kind}.py has no {entry[verb]!r}; {hint}"
                )


def only_figures(
    description: Mapping[str, Any], names: Iterable[str], where: str
) -> dict[str, dict[str, Any]]:
    """Give figures by their names, and the tables that these and the first screen show."""
    for name in names:
        _check_known(name, description["figures"], "figure", f"{where}.figures")
    figures = {name: description["figures"][name] for name in names}
    shown = {*description.get("highlight", {}).values()}
    shown |= {about.get("table") for about in figures.values()}
    tables = {name: made for name, made in description.get("tables", {}).items() if name in shown}
    return {"figures": figures, "tables": tables}


def _check_known(name: str, known: Mapping[str, Any], kind: str, where: str) -> None:
    if name not in known:
        hint = suggestion(name, known) if known else "the file has none"
        raise InputError(f"{where}: unknown {kind} {name!r}; {hint}")


def _check_looks(algorithms: Mapping[str, Any], file: str) -> None:
    """Check that no two algorithms of a game have the same colour and line."""
    owners: dict[tuple[str, str, str], str] = {}
    for key, entry in algorithms.items():
        look = entry["colour"], entry["line"], entry.get("game", "")
        if look in owners:
            raise InputError(
                f"{file}: algorithms.{key}: {look[0]} and {look[1]} are the colour and line of "
                f"{owners[look]!r}; expected another of them"
            )
        owners[look] = key


def _check_algorithms(description: Mapping[str, Any], file: str) -> None:
    """Check that what the algorithms and the settings name exists."""
    settings = description["settings"]
    known: set[str] = set()
    for key, entry in description["algorithms"].items():
        for setting in entry.get("settings", []):
            _check_known(setting, settings, "setting", f"{file}: algorithms.{key}")
        try:
            known |= set(load(entry["run"]).parameters["properties"])
        except InputError as error:
            raise InputError(f"{file}: algorithms.{key}.run: {error}") from error
    for key, setting in settings.items():
        for name in setting.get("parameters", {}):
            if name not in known:
                raise InputError(
                    f"{file}: settings.{key}.parameters: no algorithm has {name!r}; "
                    f"{suggestion(name, known)}"
                )


def check_label(label: str, where: str) -> None:
    """Check that a label can be drawn."""
    if not label.strip():
        raise InputError(f"{where} is {label!r}; expected a name to show in figures")
    if label.isascii() and label.isprintable():
        return
    for character in label:
        if not character.isprintable() or ord(character) not in _glyphs():
            raise InputError(
                f"{where} has the character {character!r}, {character_name(character)}, which the "
                "font of figures (DejaVu Sans) cannot show; expected others"
            )


@functools.cache
def _glyphs() -> Mapping[int, str]:
    """Give the glyphs of the font by their characters' numbers."""
    from fontTools.ttLib import TTFont  # only papers with other letters than ASCII pay for it

    matplotlib = find_spec("matplotlib").origin  # its import takes long
    return TTFont(Path(matplotlib).parent / FONT, lazy=True).getBestCmap()
