"""Checks of parameters by their types, and dataclasses built from descriptions in YAML."""

import operator
from collections.abc import Callable, Mapping
from dataclasses import fields
from inspect import isclass
from typing import Any, ClassVar, NoReturn, TypeVar

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import is_integer, is_number, schema_of, suggestion

TYPES = {
    "null": ("None", lambda value: value is None),
    "boolean": ("True or False", lambda value: isinstance(value, bool)),
    "integer": ("a whole number", is_integer),
    "number": ("a number", is_number),
}

LIMITS = {
    "minimum": (", at least", operator.ge),
    "exclusiveMinimum": (" above", operator.gt),
    "maximum": (", at most", operator.le),
    "exclusiveMaximum": (", below", operator.lt),
}


def check_values(function: Callable, given: Mapping[str, Any], where: str) -> None:
    """Check values against the types of a function's parameters, or of a dataclass's fields.

    This takes microseconds and does not import the library of JSON Schema. Only single values are
    checked, not names, nor the contents of lists and mappings.

    Parameters
    ----------
    function : callable
        A function whose keyword-only arguments, or a dataclass whose fields, have types of
        `delayed_bandits.checks.types`.
    given : mapping
        Values by name.
    where : str
        The beginning of the message.

    Raises
    ------
    InputError
        For the first value outside its type.
    """
    for name, schema in schema_of(function)["properties"].items():
        expected = _expected(given[name], schema) if name in given else ""
        if expected:
            raise InputError(f"{where}: {name} is {given[name]!r}; expected {expected}")


def _expected(value: Any, schema: Mapping[str, Any]) -> str:
    """Describe the values allowed instead of `value`, with the limits it breaks; "" if allowed."""
    if "enum" in schema:
        return "" if value in schema["enum"] else " or ".join(map(repr, schema["enum"]))
    names = schema.get("type", [])
    names = {names} if isinstance(names, str) else set(names)
    if not names or not names <= TYPES.keys():
        return ""
    types = [TYPES[name] for name in TYPES if name in names]
    fits = any(test(value) for _, test in types)
    broken = [
        f"{words} {schema[key]}"
        for key, (words, holds) in LIMITS.items()
        if key in schema and not (fits and (value is None or holds(value, schema[key])))
    ]
    if fits and not broken:
        return ""
    return " or ".join(words for words, _ in types) + "".join(broken)


class Described:
    """A frozen dataclass described in YAML by its name and its fields."""

    what: ClassVar[str]
    """The noun for it in messages."""

    key: ClassVar[str] = "law"
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
    """Build the dataclass that `spec` describes.

    Parameters
    ----------
    spec : mapping
        The name and the fields, such as ``{"law": "geometric", "mean": 100}``; a field of the same
        kinds is a description, too.
    kinds : mapping
        The dataclasses by name.
    **supplied
        Fields that `spec` may not give, passed to dataclasses that have them.

    Raises
    ------
    InputError
        If the name or a field is unknown, missing or out of range.
    """
    first = next(iter(kinds.values()))
    what, key = first.what, first.key
    if not isinstance(spec, Mapping):
        raise InputError(f"{what}: {spec!r} found; expected a mapping with the key {key!r}")
    if key not in spec:
        raise InputError(f"{what}: key {key!r} is missing; expected one of {', '.join(kinds)}")
    name = spec[key]
    if not isinstance(name, str) or name not in kinds:
        raise InputError(f"{what} {name!r} is unknown; {suggestion(str(name), kinds)}")
    given = {field: value for field, value in spec.items() if field != key}
    schema = schema_of(kinds[name])
    where = f"{what} {name!r}"
    _check_names(given, schema, supplied, where)
    for field in fields(kinds[name]):
        if field.name in given and isclass(field.type) and issubclass(field.type, Described):
            try:
                given[field.name] = build(given[field.name], kinds, **supplied)
            except InputError as error:
                raise InputError(f"{where}, {field.name}: {error}") from error
    more = {field: value for field, value in supplied.items() if field in schema["properties"]}
    return kinds[name](**given, **more)


def _check_names(
    given: Mapping[str, Any], schema: Mapping[str, Any], supplied: Mapping[str, Any], where: str
) -> None:
    known = [field for field in schema["properties"] if field not in supplied]
    for field in given:
        if field not in known:
            raise InputError(
                f"{where}: parameter {field!r} is unknown; {suggestion(str(field), known)}"
            )
    for field in schema["required"]:
        if field in known and field not in given:
            raise InputError(
                f"{where}: parameter {field!r} is missing; expected {', '.join(map(repr, known))}"
            )
