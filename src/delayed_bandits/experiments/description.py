"""Read and check a paper's YAML file: settings, algorithms, tables, figures."""

import functools
from collections.abc import Collection, Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from delayed_bandits.algorithms.registry import load
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import character_name, check_schema, suggestion
from delayed_bandits.checks.yaml_files import read_yaml
from delayed_bandits.experiments.grid import with_grid
from delayed_bandits.files.sources import PACKAGE, functions_of

FONT = "mpl-data/fonts/ttf/DejaVuSans.ttf"  # the font of figures, which Matplotlib contains


def read_description(path: Path, schema_file: Path) -> dict[str, Any]:
    """Return the checked content of a paper's YAML file, with grids expanded."""
    schema = read_yaml(schema_file)
    description = with_grid(read_yaml(path), schema, path.name)
    check_schema(description, schema, path.name)
    looks, labels = {}, {}
    for key, entry in description["algorithms"].items():
        looks[key] = entry["colour"], entry["line"], entry.get("feedback_model", "")
        labels[f"{key}.label"] = entry["label"]
        check_label(entry["label"], f"{path.name}: algorithms.{key}.label")
    _check_apart(looks, f"{path.name}: algorithms", "colour and line")
    _check_apart(labels, f"{path.name}: algorithms", "label")
    for kind in ("settings", "algorithms", "figures", "tables"):
        names = {name: name.lower() for name in description.get(kind, {})}
        _check_apart(names, f"{path.name}: {kind}", "file name on some disks")
    _check_figures(description, path.stem, path.name)
    _check_algorithms(description, path.name)
    return description


def _check_apart(marks: Mapping[str, Any], where: str, what: str) -> None:
    owners: dict[Any, str] = {}
    for key, mark in marks.items():
        if (owner := owners.setdefault(mark, key)) != key:
            raise InputError(f"{where}.{key}: has the {what} of {owner!r}. Choose another.")


def _check_figures(description: Mapping[str, Any], paper: str, file: str) -> None:
    tables = description.get("tables", {})
    page = description.get("page", {})
    algorithms = {**description["algorithms"], **page.get("lines", {})}
    for key, known in (
        ("tables", tables),
        ("curves", tables),
        ("settings", page.get("settings") if "curves" in page else description["settings"]),
        *((key, algorithms) for key in ("algorithms", "standard", "hidden")),
    ):
        for name in page.get(key, ()):
            _check_known(name, known, key.removesuffix("s"), f"{file}: page.{key}")
    for kind, verb in (("figures", "draw"), ("tables", "make")):
        functions = functions_of(f"papers.{paper}.{kind}") if description.get(kind) else []
        folder = f"papers/{paper}"
        there = functions or (PACKAGE / folder).is_dir()
        if description.get(kind) and not there and Path("src", PACKAGE.name, folder).is_dir():
            fault = f"the installed package has no {folder}, unlike this checkout"
            raise InputError(f"{file}: {fault}. Type pip install --editable .")
        for key, entry in description.get(kind, {}).items():
            where = f"{file}: {kind}.{key}"
            for setting in entry.get("settings", []):
                _check_known(setting, description["settings"], "setting", where)
            if "table" in entry:
                _check_known(entry["table"], tables, "table", f"{where}.table")
            module = f"function of papers/{paper}/{kind}.py"
            _check_known(entry[verb], functions, module, f"{where}.{verb}")


def only_figures(
    description: Mapping[str, Any], names: Iterable[str], where: str
) -> dict[str, dict[str, Any]]:
    """Return the named figures, and the tables that they or the page show."""
    for name in names:
        _check_known(name, description["figures"], "figure", f"{where}.figures")
    figures = {name: description["figures"][name] for name in names}
    page = description.get("page", {})
    shown = {*page.get("tables", ()), *page.get("curves", ())}
    shown |= {about.get("table") for about in figures.values()}
    tables = {name: made for name, made in description.get("tables", {}).items() if name in shown}
    return {"figures": figures, "tables": tables}


def _check_known(name: str, known: Collection[str], kind: str, where: str) -> None:
    if name not in known:
        hint = suggestion(name, known) if known else "The file has none."
        raise InputError(f"{where}: unknown {kind} {name!r}. {hint}")


def _check_algorithms(description: Mapping[str, Any], file: str) -> None:
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
            _check_known(name, known, "parameter", f"{file}: settings.{key}.parameters")


def check_label(label: str, where: str) -> None:
    """Raise an InputError if Matplotlib cannot draw a label."""
    if not label.strip():
        raise InputError(f"{where}: is empty. Give a name to show in figures.")
    for letter in label:
        if not letter.isprintable() or not (letter.isascii() or ord(letter) in _glyphs()):
            fault = f"{letter!r}, {character_name(letter)}, is not in the font of figures"
            raise InputError(f"{where}: {fault} (DejaVu Sans). Choose another.")


@functools.cache
def _glyphs() -> Mapping[int, str]:
    from fontTools.ttLib import TTFont  # slow to import, and not needed for labels in ASCII

    matplotlib = find_spec("matplotlib").origin  # found without an import, which takes long
    return TTFont(Path(matplotlib).parent / FONT, lazy=True).getBestCmap()
