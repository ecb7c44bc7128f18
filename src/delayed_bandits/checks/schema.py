"""JSON Schemas of annotated parameters, and checks of input against them."""

import difflib
import functools
import inspect
import math
import re
import typing
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from numbers import Integral, Real
from typing import Annotated, Any

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.types import FROM_ENVIRONMENT

if typing.TYPE_CHECKING:
    from jsonschema import ValidationError
    from jsonschema.protocols import Validator

VALID = {
    "minimum": "at least {}",
    "exclusiveMinimum": "more than {}",
    "maximum": "at most {}",
    "exclusiveMaximum": "less than {}",
    "minItems": "{} or more entries",
    "minProperties": "{} or more entries",
    "uniqueItems": "each entry once",
}
TYPES = {"integer": "a whole number", "number": "a number", "string": "text", "array": "a list"}
TYPES |= {"boolean": "true or false", "object": "a mapping"}
MOST_LISTED = 30
"""Number of names that an error lists at most. If there are more, it lists five."""

NUMBER = r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?"


def suggestion(name: str, valid: Iterable[str], command: str = "") -> str:
    """Return a sentence that suggests the valid name most similar to `name`.

    If no name is similar, the sentence refers to `command` or, without one, lists valid names.
    """
    names = sorted(valid)
    match = difflib.get_close_matches(name, names, n=1)
    if match:
        hint = f"Did you mean {match[0]!r}?"
    elif command:
        hint = f"List them with: {command}"
    else:
        shown = names if len(names) <= MOST_LISTED else [*names[:5], f"... ({len(names)} names)"]
        hint = f"Give one of: {', '.join(shown)}."
    return hint + foreign_letter(name, match)


def foreign_letter(name: str, valid: Iterable[str] = ()) -> str:
    """Return a sentence on the first non-ASCII letter of `name`, or "" without one."""
    for letter in name:
        if letter.isalpha() and not letter.isascii() and not any(letter in v for v in valid):
            return f" Your {letter!r} is {character_name(letter)}."
    return ""


def character_name(character: str) -> str:
    """Return a character's Unicode name or, if it has none, its number."""
    return unicodedata.name(character, f"U+{ord(character):04X}")


_valid: set[str] = set()  # what was checked before, as runs of a sweep repeat most values


def check_schema(given: Any, schema: Mapping[str, Any], where: str) -> None:
    """Raise an InputError about the first value that violates the schema."""
    case = repr((schema, given))
    if case in _valid:
        return
    errors = _validator()(schema).iter_errors(given)
    if errors := sorted(errors, key=lambda error: [str(part) for part in error.path]):
        raise InputError(f"{where}: {_explain(errors[0])}")
    _valid.add(case)


def check_values(function: Callable, given: Mapping[str, Any], where: str) -> None:
    """Raise an InputError about the first argument that violates its annotation."""
    check_schema(given, {"properties": schema_of(function)["properties"]}, where)


@functools.cache
def _validator() -> "type[Validator]":
    from jsonschema import Draft202012Validator, validators  # simulation jobs need not wait

    types = Draft202012Validator.TYPE_CHECKER
    types = types.redefine("integer", lambda _, value: is_integer(value))
    types = types.redefine("number", lambda _, value: is_number(value))
    return validators.extend(Draft202012Validator, type_checker=types)


def is_integer(value: Any) -> bool:
    """Return whether a value is a whole number. JSON Schema itself would accept 3.0."""
    return isinstance(value, Integral) and not isinstance(value, bool)


def is_number(value: Any) -> bool:
    """Return whether a value is a finite number. JSON Schema itself would accept NaN."""
    if isinstance(value, Integral):
        return not isinstance(value, bool)
    return isinstance(value, Real) and math.isfinite(value)


def _explain(error: "ValidationError") -> str:
    key = ".".join(str(part) for part in error.absolute_path)
    if error.validator == "additionalProperties":
        valid = error.schema.get("properties", {})
        unknown = next(name for name in error.instance if name not in valid)
        place = f"{key}.{unknown}" if key else str(unknown)
        return f"unknown key {place!r}. {suggestion(str(unknown), valid)}"
    if error.validator == "required":
        missing = next(name for name in error.validator_value if name not in error.instance)
        return f"key '{key + '.' if key else ''}{missing}' is missing. Add it."
    is_name = "propertyNames" in error.schema_path
    subject = f"{key} has the name" if is_name else f"{key or 'the content'} is"
    found = "empty" if error.instance is None else repr(error.instance)
    shown = found if len(found) <= 100 else f"{found[:97]}..."
    return f"{subject} {shown}. {_remedy(error)}"


def _remedy(error: "ValidationError") -> str:
    limit = error.validator_value
    if error.validator == "enum":
        return suggestion(str(error.instance), map(str, limit))
    if error.validator == "pattern":
        found = error.instance if isinstance(error.instance, str) else ""
        letter = foreign_letter(found) if "propertyNames" in error.schema_path else ""
        return f"Give {error.schema.get('description', f'the form {limit}')}.{letter}"
    if error.validator == "type":
        types = limit if isinstance(limit, list) else [limit]
        valid = f"Give {' or '.join(TYPES.get(kind, kind) for kind in types)}"
        if isinstance(error.instance, str) and re.fullmatch(NUMBER, error.instance):
            return f"{valid}. YAML takes this for text: write 12, 0.5 or 1.0e+5."
        if error.instance == "null" and "null" in limit:
            return f"{valid}. On the command line, give null as an empty value."
        if isinstance(error.instance, float) and not math.isfinite(error.instance):
            return f"{valid} that is finite."
        return f"{valid}."
    return f"Give {VALID.get(error.validator, f'{error.validator} {{}}').format(limit)}."


@functools.cache
def schema_of(function: Callable) -> dict[str, Any]:
    """Return the JSON Schema of keyword-only arguments, or of dataclass fields."""
    properties, required = {}, []
    hints = typing.get_type_hints(function, include_extras=True)
    for name, argument in inspect.signature(function).parameters.items():
        if not inspect.isclass(function) and argument.kind is not inspect.Parameter.KEYWORD_ONLY:
            continue
        hint = hints.get(name, Any)
        if getattr(hint, "__metadata__", None) == (FROM_ENVIRONMENT,):
            continue  # no user gives it
        properties[name] = schema_of_type(hint)
        if argument.default is inspect.Parameter.empty:
            required.append(name)
    return {
        "type": "object",
        "additionalProperties": False,  # before `required`: a misspelt key is not a missing one
        "properties": properties,
        "required": required,
    }


def schema_of_type(hint: Any) -> dict[str, Any]:
    """Return the JSON Schema of a type of `checks.types`, or {} for another type."""
    if typing.get_origin(hint) is Annotated:
        return hint.__metadata__[0]
    if typing.get_origin(hint) is typing.Literal:
        return {"enum": list(typing.get_args(hint))}
    return {}
