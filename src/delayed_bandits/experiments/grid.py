"""Settings made by grids of coordinates, and selections of settings."""

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.placeholders import fill
from delayed_bandits.checks.schema import check_schema, suggestion

Settings = Mapping[str, Mapping[str, Any]]  # settings by name, as in the YAML file of a paper

Grids = dict[str, list[str]]  # the names of a grid's settings, by its key
JOINED = ("trace", "parameters", "coordinates")
"""The entries that `_joined` merges key by key. It replaces other entries."""


def with_grid(
    description: Mapping[str, Any], schema: Mapping[str, Any], file: str
) -> dict[str, Any]:
    """Return the content of a YAML file, with grids and selections expanded.

    - A grid is an entry of `settings` with axes. Each combination of their entries is a setting.
    - A later entry with the name of such a setting overrides keys of the setting.
    - In a list of settings, the key of a grid means all of its settings.
    - In place of a list, coordinates select settings, as in `selected`.
    """
    if not isinstance(description, Mapping) or "settings" not in description:
        return description  # the schema refuses it later
    whole = schema["properties"]["settings"]
    partial = {**whole, "additionalProperties": {**whole["additionalProperties"], "required": []}}
    given = {"settings": description["settings"]}
    check_schema(given, {"properties": {"settings": partial}}, file)
    settings: dict[str, Any] = {}
    grids: Grids = {}
    for key, about in given["settings"].items():
        if "axes" not in about:
            settings[key] = _joined(settings.get(key, {}), about)
            continue
        grids[key] = []
        for name, setting in _crossed(key, about, f"{file}: settings.{key}"):
            if name in settings:
                raise InputError(f"{file}: settings.{key}: {name!r} names another setting, too.")
            settings[name] = setting
            grids[key].append(name)
    expanded = {**description, "settings": settings}
    for kind in ("algorithms", "figures", "tables"):
        if isinstance(entries := description.get(kind), Mapping):
            expanded[kind] = dict(entries)
            for key, entry in entries.items():
                wanted = entry.get("settings") if isinstance(entry, Mapping) else None
                if isinstance(wanted, Mapping | list):
                    names = _names(wanted, settings, grids, f"{file}: {kind}.{key}.settings")
                    expanded[kind][key] = {**entry, "settings": names}
    return expanded


def _crossed(key: str, grid: Mapping[str, Any], where: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield (name, setting) for each setting of a grid. The last axis varies fastest."""
    own = {part: value for part, value in grid.items() if part not in ("name", "axes")}
    axes = {axis: _entries(axis, given) for axis, given in grid["axes"].items()}
    marks = [f"{{{axis}}}" for axis in axes]
    for names in itertools.product(*axes.values()):
        chosen = dict(zip(axes, names, strict=True))
        entries = {axis: axes[axis][name] for axis, name in chosen.items()}
        _check_apart(entries.values(), f"{where}.axes")
        setting = _joined({"coordinates": chosen}, own, *entries.values())
        values = setting["coordinates"]
        parts = [part for part in JOINED if part in setting]
        setting |= {part: _filled(setting[part], values, f"{where}.{part}") for part in parts}
        words = {
            axis: fill(entry["description"], values, f"{where}.axes.{axis}")
            for axis, entry in entries.items()
            if "description" in entry
        }
        about = grid.get("description", ", ".join(marks))
        setting["description"] = fill(about, values | words, f"{where}.description")
        yield fill(grid.get("name", "-".join([key, *marks])), chosen, f"{where}.name"), setting


def _entries(axis: str, given: Mapping[str, Any] | list[Any]) -> dict[str, dict[str, Any]]:
    """Return the entries of an axis by name, each with its coordinate on the axis."""
    if not isinstance(given, Mapping):
        return {str(value): {"coordinates": {axis: value}} for value in given}
    return {
        name: {**entry, "coordinates": {axis: name, **entry.get("coordinates", {})}}
        for name, entry in given.items()
    }


def _check_apart(entries: Iterable[Mapping[str, Any]], where: str) -> None:
    given = Counter(
        f"{part}.{key}" for entry in entries for part in JOINED for key in entry.get(part, {})
    )
    for key, count in sorted(given.items()):
        if count > 1:
            raise InputError(f"{where}: two axes give {key}. Give it in one.")


def _joined(*settings: Mapping[str, Any]) -> dict[str, Any]:
    joined: dict[str, Any] = {}
    for part in settings:
        for key, value in part.items():
            joined[key] = {**joined.get(key, {}), **value} if key in JOINED else value
    return joined


def _filled(part: Any, values: Mapping[str, Any], where: str) -> Any:
    """Return a part of a setting, with the value of coordinate NAME for each {NAME}."""
    if isinstance(part, Mapping):
        return {key: _filled(value, values, where) for key, value in part.items()}
    if isinstance(part, list):
        return [_filled(value, values, where) for value in part]
    if not isinstance(part, str) or not part.startswith("{"):
        return part
    return values[part[1:-1]] if part[1:-1] in values else fill(part, values, where)


def _names(wanted: Any, settings: Settings, grids: Grids, where: str) -> list[str]:
    """Return the names of the settings given by coordinates, by a name, or by a list."""
    if isinstance(wanted, Mapping):
        return selected(settings, wanted, where)
    if isinstance(wanted, list):
        return [name for one in wanted for name in _names(one, settings, grids, where)]
    return grids.get(wanted, [wanted])


def selected(settings: Settings, wanted: Mapping[str, Any], where: str) -> list[str]:
    """Return the names of the settings with the wanted coordinates.

    `wanted` has a value or a list of values by coordinate. If no setting has them, an InputError
    starts with `where`.
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
            hint = suggestion(name, names) if names else "No setting has coordinates."
            raise InputError(f"{where}: unknown coordinate {name!r}. {hint}")
        values = values if isinstance(values, list) else [values]
        for value in values:
            if value not in known.values():
                hint = suggestion(str(value), set(map(str, known.values())))
                raise InputError(f"{where}.{name}: no setting has {value!r}. {hint}")
        found = [setting for setting in found if setting in known and known[setting] in values]
    if not found:
        raise InputError(f"{where}: no setting has all of these coordinates. Remove one.")
    return found
