"""Grids: settings of an experiment that are crossed along named axes, and selections of them."""

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import check_schema, suggestion

Settings = Mapping[str, Mapping[str, Any]]
"""Settings by name, as in a paper's YAML file."""

JOINED = ("trace", "parameters", "coordinates")
"""Of the entries of a setting: what each axis gives a part of."""


def with_grid(
    description: Mapping[str, Any], schema: Mapping[str, Any], file: str
) -> dict[str, Any]:
    """Give a paper's YAML with the settings of its grids, and selections as lists of settings.

    A setting of a grid has one entry of each axis. Its name joins theirs by "-", as does its
    description; its trace, its parameters and its coordinates have what they give, and the name of
    the entry is the coordinate of the axis.

    Parameters
    ----------
    description : mapping
        The content of the file.
    schema : mapping
        That of such a file.
    file : str

    Raises
    ------
    InputError
        If a grid is not as the schema says, two entries give the same key, two settings have one
        name, or no setting is selected.
    """
    if not isinstance(description, Mapping):
        return description  # which the schema refuses
    expanded = dict(description)
    given = {name: schema["properties"][name] for name in ("grids", "settings") if name in expanded}
    check_schema({name: expanded[name] for name in given}, {"properties": given}, file)
    if "grids" in expanded:
        settings = dict(expanded.get("settings", {}))
        for i, grid in enumerate(expanded.pop("grids")):
            for name, setting in _crossed(grid, f"{file}: grids.{i}"):
                if name in settings:
                    fault = f"two settings have the name {name!r}; expected one"
                    raise InputError(f"{file}: grids.{i}: {fault}")
                settings[name] = setting
        expanded["settings"] = settings
    for kind in ("algorithms", "figures", "tables"):
        if isinstance(entries := expanded.get(kind), Mapping):
            expanded[kind] = {
                key: _with_names(
                    entry, expanded.get("settings", {}), f"{file}: {kind}.{key}.settings"
                )
                for key, entry in entries.items()
            }
    return expanded


def _crossed(grid: Mapping[str, Any], where: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Give name and content of each setting of a grid, the last axis running fastest."""
    axes = grid["axes"]
    for names in itertools.product(*axes.values()):
        chosen = [axes[axis][name] for axis, name in zip(axes, names, strict=True)]
        places = ["", *(f".axes.{axis}.{name}" for axis, name in zip(axes, names, strict=True))]
        setting: dict[str, Any] = {
            "description": ", ".join(entry["description"] for entry in chosen),
            "coordinates": dict(zip(axes, names, strict=True)),
        }
        for place, entry in zip(places, [grid, *chosen], strict=True):
            for part in JOINED:
                _join(setting, part, entry.get(part, {}), f"{where}{place}.{part}")
        yield "-".join(names), setting


def _join(setting: dict[str, Any], part: str, given: Mapping[str, Any], where: str) -> None:
    """Add keys to a part of a setting, which may not have them."""
    for key, value in given.items():
        if key in setting.get(part, {}):
            raise InputError(f"{where}.{key}: another axis gives {key!r}; expected it in one")
        setting.setdefault(part, {})[key] = value


def _with_names(entry: Any, settings: Any, where: str) -> Any:
    """Replace the selection of an entry by the names of its settings."""
    if isinstance(entry, Mapping) and isinstance(entry.get("settings"), Mapping):
        return {**entry, "settings": selected(settings, entry["settings"], where)}
    return entry


def selected(settings: Settings, wanted: Mapping[str, Any], where: str) -> list[str]:
    """Name the settings whose coordinates have one of the wanted values each.

    Parameters
    ----------
    settings : mapping
    wanted : mapping
        By coordinate a value, or a list of them; all settings for no coordinate.
    where : str
        Place of the selection, for errors.

    Raises
    ------
    InputError
        If no setting has the coordinate or the value, or none has all of them.
    """
    found = list(settings)
    for name, values in wanted.items():
        known = {
            setting: about["coordinates"][name]
            for setting, about in settings.items()
            if name in about.get("coordinates", {})
        }
        if not known:
            names = {key for about in settings.values() for key in about.get("coordinates", {})}
            raise InputError(f"{where}: unknown coordinate {name!r}; {_one_of(name, names)}")
        values = values if isinstance(values, list) else [values]
        for value in values:
            if value not in known.values():
                hint = _one_of(str(value), map(str, known.values()))
                raise InputError(f"{where}.{name}: no setting has {value!r}; {hint}")
        found = [setting for setting in found if setting in known and known[setting] in values]
    if not found:
        raise InputError(f"{where}: no setting has all of these coordinates; expected one or more")
    return found


def _one_of(name: str, valid: Any) -> str:
    names = set(valid)
    return suggestion(name, names) if names else "no setting has coordinates"


def coordinates_of(settings: Settings) -> dict[str, dict[str, Any]]:
    """Give the coordinates of those settings that have any."""
    return {
        name: dict(about["coordinates"])
        for name, about in settings.items()
        if about.get("coordinates")
    }
