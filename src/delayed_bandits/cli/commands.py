"""Commands on logs, learners, claims and results. `snakemake` runs the workflow."""

import argparse
import logging
import os
import signal
import sys
from collections.abc import Sequence

from delayed_bandits.checks.errors import InputError
from delayed_bandits.cli import logs, users  # noqa: F401  they fill COMMANDS
from delayed_bandits.cli.reporting import line_of
from delayed_bandits.cli.table import COMMANDS
from delayed_bandits.files.version import __version__


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status. Print a user's error as one line."""
    os.environ["MPLBACKEND"] = "agg"  # the backend of the user may not be installed
    if reconfigure := getattr(sys.stdout, "reconfigure", None):
        reconfigure(errors="backslashreplace")  # the terminal may lack letters of the arms' names
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stderr)
    logging.getLogger("delayed_bandits.experiments.simulation").setLevel(logging.WARNING)
    options, more = _parser().parse_known_args(arguments)
    try:
        if more:
            raise InputError(_unknown(options, more))
        options.step(options)
    except BrokenPipeError:  # such as after `| head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        print("error: interrupted", file=sys.stderr)
        return 128 + signal.SIGINT
    except (InputError, OSError) as error:
        print(line_of(error), file=sys.stderr)
        return 1
    return 0


def _unknown(options: argparse.Namespace, more: Sequence[str]) -> str:
    if getattr(options, "json", False) and not more[0].startswith("-"):
        return f"{more[0]}: --json takes no file. Type --json > {more[0]}"
    return f"{' '.join(more)}: unknown arguments. See delayed-bandits {options.command} --help"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="delayed-bandits", description=__doc__)
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(
        title="commands", required=True, metavar="COMMAND", dest="command"
    )
    for name, (function, given) in COMMANDS.items():
        step = commands.add_parser(name, help=function.__doc__, description=function.__doc__)
        for argument, about in given:
            step.add_argument(argument, **about)
        step.set_defaults(step=function)
    return parser
