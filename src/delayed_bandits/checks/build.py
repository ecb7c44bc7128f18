"""Checks of parameters by their types, and dataclasses built from descriptions in YAML."""

from collections.abc import Mapping
from dataclasses import fields
from inspect import isclass
from typing import Any, ClassVar, NoReturn, TypeVar

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import check_schema, check_values, schema_of, suggestion


class Described:
    """A frozen dataclass described in YAML by its name and its fields."""

    what: ClassVar[str]
    """The noun for it in messages."""

    key: ClassVar[str] = "distribution"
    """The key of the name in a description."""

    name: ClassVar[str]

    def __post_init__(self) -> None:
        """Check each field; classes that compare two fields extend this."""
        check_values(type(self), vars(self), f"{self.what} {self.name!r}")

    def refuse(self, field: str, expected: str) -> NoReturn:
        """Raise the InputError of a field with a wrong value."""
        found = f"{field} is {getattr(self, field)!r}"
        raise InputError(f"{self.what} {self.name!r}: {found}; expected {expected}")


Kind = TypeVar("Kind", bound=Described)


def build(spec: Mapping[str, Any], kinds: Mapping[str, type[Kind]], **supplied: Any) -> Kind:
    """Build the dataclass, of `kinds` by name, that `spec` describes; an InputError refuses it.

    It has the name and the fields, such as ``{"distribution": "geometric", "mean": 100}``; a field
    of the same kinds is a description, too. Fields that are `supplied` it may not give; they are
    passed to dataclasses that have them.
    """
    first = next(iter(kinds.values()))
    what, key = first.what, first.key
    if not isinstance(spec, Mapping):
        raise InputError(f"{what}: {spec!r} found; expected a mapping with the key {key!r}")
    if key not in spec:
        known = ", ".join(sorted(kinds))
        raise InputError(f"{what}: key {key!r} is missing; expected one of {known}")
    name = spec[key]
    if not isinstance(name, str) or name not in kinds:
        raise InputError(f"{what} {name!r} is unknown; {suggestion(str(name), kinds)}")
    given = {field: value for field, value in spec.items() if field != key}
    schema, where = schema_of(kinds[name]), f"{what} {name!r}"
    known = {field: {} for field in schema["properties"] if field not in supplied}
    required = [field for field in schema["required"] if field in known]
    check_schema(given, {**schema, "properties": known, "required": required}, where)
    for field in fields(kinds[name]):
        if field.name in given and isclass(field.type) and issubclass(field.type, Described):
            try:
                given[field.name] = build(given[field.name], kinds, **supplied)
            except InputError as error:
                raise InputError(f"{where}, {field.name}: {error}") from error
    more = {field: value for field, value in supplied.items() if field in schema["properties"]}
    return kinds[name](**given, **more)
