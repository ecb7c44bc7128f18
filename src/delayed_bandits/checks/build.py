"""Descriptions in YAML turned into the dataclasses that they name."""

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields
from typing import Any

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import nearest


def described(
    spec: Mapping[str, Any],
    kinds: Mapping[str, type],
    key: str,
    what: str,
    without: Iterable[str] = (),
) -> tuple[type, dict[str, Any]]:
    """Find the dataclass that `spec` names, and what it gives of the fields.

    Parameters
    ----------
    spec : mapping
        The name, and values of fields, such as ``{"law": "geometric", "mean": 100}``.
    kinds : mapping
        The dataclasses by name.
    key : str
        Of the name in `spec`.
    what : str
        What it is that is described, for messages.
    without : iterable of str
        Fields that are not given here.

    Raises
    ------
    InputError
        If the name or a field is unknown or missing.
    """
    if key not in spec:
        raise InputError(f"{what}: key {key!r} is missing; expected one of {', '.join(kinds)}")
    name = spec[key]
    if not isinstance(name, str) or name not in kinds:
        raise InputError(f"{what} {name!r} is unknown; {nearest(str(name), kinds)}")
    given = {field: value for field, value in spec.items() if field != key}
    known = {
        field.name: field
        for field in fields(kinds[name])
        if field.init and field.name not in without
    }
    for field in given:
        if field not in known:
            raise InputError(
                f"{what} {name!r}: parameter {field!r} is unknown; {nearest(str(field), known)}"
            )
    for name_, field in known.items():
        if name_ not in given and field.default is MISSING:
            raise InputError(
                f"{what} {name!r}: parameter {name_!r} is missing; "
                f"expected {', '.join(map(repr, known))}"
            )
    return kinds[name], given
