"""Names in braces, such as {ucb}, in claims and in papers' YAML files."""

import re
from collections.abc import Mapping
from typing import Any

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import suggestion


def fill(text: str, names: Mapping[str, Any], where: str) -> str:
    """Return a text with each name in braces replaced by its value."""

    def value(name: re.Match[str]) -> str:
        try:
            return name[0].format_map(names)
        except InputError as error:
            raise InputError(f"{where}: {name[0]}: {error}") from error
        except (LookupError, ValueError, AttributeError) as error:
            hint = suggestion(str(error.args[0]), names)
            raise InputError(f"{where}: no value for {name[0]}. {hint}") from error

    return re.sub(r"\{[^}]*\}?", value, text)
