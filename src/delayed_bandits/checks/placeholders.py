"""Names in braces, such as {ucb}, in claims and in papers' YAML files."""

from collections.abc import Mapping
from typing import Any

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import suggestion


def fill(text: str, names: Mapping[str, Any], where: str) -> str:
    """Return a text with the value of each name in braces; InputError if there is none."""
    try:
        return text.format_map(names)
    except (LookupError, ValueError, AttributeError) as error:
        hint = suggestion(str(error.args[0]), names)
        raise InputError(f"{where}: cannot fill {text!r}: {error}; {hint}") from error
