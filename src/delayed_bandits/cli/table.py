"""The table of commands, which decorated functions fill."""

import argparse
from collections.abc import Callable
from typing import Any

Step = Callable[[argparse.Namespace], None]
Argument = tuple[tuple[str, ...], dict[str, Any]]

COMMANDS: dict[str, tuple[Step, tuple[Argument, ...]]] = {}


def argument(*names: str, **about: Any) -> Argument:
    """Return an argument of a command, in the words of argparse."""
    return names, about


def command(*arguments: Argument, name: str = "") -> Callable[[Step], Step]:
    """Enter the decorated function into the table, by default under its own name."""

    def enter(function: Step) -> Step:
        COMMANDS[name or function.__name__] = function, arguments
        return function

    return enter
