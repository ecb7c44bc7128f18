"""The table of commands, filled by a decorator."""

import argparse
from collections.abc import Callable
from typing import Any

Step = Callable[[argparse.Namespace], None]
Argument = tuple[str, dict[str, Any]]

COMMANDS: dict[str, tuple[Step, tuple[Argument, ...]]] = {}


def argument(name: str, text: str, **about: Any) -> Argument:
    """Return a command's argument: its name, and keywords for `add_argument`."""
    return name, {"help": text, **about}


def command(*arguments: Argument, name: str = "") -> Callable[[Step], Step]:
    """Return a decorator that adds a function to `COMMANDS`, by default by its name."""

    def enter(function: Step) -> Step:
        COMMANDS[name or function.__name__] = function, arguments
        return function

    return enter
