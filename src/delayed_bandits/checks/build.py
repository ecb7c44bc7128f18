"""Dataclasses built from descriptions in YAML, with their fields checked by type."""

from collections.abc import Mapping
from dataclasses import fields
from inspect import isclass
from typing import Any, ClassVar, NoReturn, TypeVar

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import check_schema, check_values, schema_of, suggestion


class Described:
    """A frozen dataclass that YAML describes by its name and fields."""

    what: ClassVar[str]
    """What error messages call an instance, for example "delay distribution"."""

    key: ClassVar[str] = "distribution"
    """The key of the name in a description."""

    name: ClassVar[str]

    def __post_init__(self) -> None:
        """Check each field by its type. Subclasses add conditions on several fields."""
        check_values(type(self), vars(self), f"{self.what} {self.name!r}")

    def refuse(self, field: str, valid: str) -> NoReturn:
        """Raise an InputError that asks for a valid value of a field."""
        fault = f"{field} is {getattr(self, field)!r}. Give {valid}."
        raise InputError(f"{self.what} {self.name!r}: {fault}")


Kind = TypeVar("Kind", bound=Described)


def build(spec: Mapping[str, Any], kinds: Mapping[str, type[Kind]], **supplied: Any) -> Kind:
    """Return an instance of the class in `kinds` that `spec` names.

    `spec` has the class's name and fields, such as ``{"distribution": "geometric", "mean": 100}``.
    A field may itself be a description of this form. `supplied` has values of the fields that
    `spec` cannot set. A wrong `spec` raises an InputError.
    """
    first = next(iter(kinds.values()))
    what, key = first.what, first.key
    if not isinstance(spec, Mapping):
        raise InputError(f"{what}: {spec!r} is not a mapping. Write {{{key}: NAME, ...}}.")
    if key not in spec:
        known = ", ".join(sorted(kinds))
        raise InputError(f"{what}: key {key!r} is missing. Give one of: {known}.")
    name = spec[key]
    if not isinstance(name, str) or name not in kinds:
        raise InputError(f"{what} {name!r} is unknown. {suggestion(str(name), kinds)}")
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
