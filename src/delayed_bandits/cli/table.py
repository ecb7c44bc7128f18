"""The table of commands, into which functions enter themselves with their arguments."""

import argparse
from collections.abc import Callable
from typing import Any

Step = Callable[[argparse.Namespace], None]
Argument = tuple[tuple[str, ...], dict[str, Any]]

COMMANDS: dict[str, tuple[Step, tuple[Argument, ...]]] = {}


def argument(*names: str, **about: Any) -> Argument:
    """Describe an argument of a command, as argparse does."""
    return names, about


def command(*arguments: Argument, name: str = "") -> Callable[[Step], Step]:
    """Enter a function into the table, by its name if no other is given."""

    def enter(function: Step) -> Step:
        COMMANDS[name or function.__name__] = function, arguments
        return function

    return enter
