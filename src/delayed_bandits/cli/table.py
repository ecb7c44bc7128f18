"""The table of commands, into which functions enter themselves with their arguments."""

import argparse
import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

Step = Callable[[argparse.Namespace], None]
Made = Callable[[argparse.Namespace], tuple[list[Path], list[Path]]]
Argument = tuple[tuple[str, ...], dict[str, Any]]

COMMANDS: dict[str, tuple[Step, tuple[Argument, ...]]] = {}


def argument(*names: str, **about: Any) -> Argument:
    """Describe an argument of a command, as argparse does."""
    return names, about


def path(*names: str, **about: Any) -> Argument:
    """Describe a path that must be given, or several."""
    return names, {"type": Path, "required": True, **about}


def command(*arguments: Argument, name: str = "") -> Callable[[Step], Step]:
    """Enter a function into the table, by its name if no other is given."""

    def enter(function: Step) -> Step:
        COMMANDS[name or function.__name__] = function, arguments
        return function

    return enter


def _plans_in(options: argparse.Namespace) -> list[Path]:
    """List the plans that a step read."""
    given = (getattr(options, name, None) for name in ("plan", "styles", "words", "sources"))
    return [*filter(None, given), *(getattr(options, "plans", None) or [])]


def step(*arguments: Argument) -> Callable[[Made], Made]:
    """Enter a function that returns what it made and of what; both are recorded at its end.

    First it is checked that no source was edited since the step was planned.
    """
    recorded = (
        argument("--sources", type=Path, help="plan of the sources of the step"),
        argument("--record", type=Path, help="file for the digests of what is made and read"),
    )

    def enter(function: Made) -> Made:
        @functools.wraps(function)
        def run(options: argparse.Namespace) -> None:
            made, of = function(options)
            from delayed_bandits.experiments.records import check_sources, write_record

            if options.sources:
                check_sources(options.sources)
            if options.record:
                write_record(options.record, made, of, _plans_in(options))

        command(*arguments, *recorded)(run)
        return function

    return enter
