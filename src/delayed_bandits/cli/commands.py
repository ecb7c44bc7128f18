"""Every step of the workflow as a command: `delayed-bandits STEP --help`.

Commands for users: log, advise, try, list, new-learner, claim, verify, archive. The
others are steps that Snakemake runs.
"""

import argparse
import io
import logging
import os
import signal
import sys
from collections.abc import Sequence

from delayed_bandits.checks.errors import InputError
from delayed_bandits.cli import steps, users  # noqa: F401  which enter theirs into the table
from delayed_bandits.cli.table import COMMANDS


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one step; an error that the user can mend is one line on standard error, status 1."""
    os.environ["MPLBACKEND"] = "agg"  # the user's may need what is not installed
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stderr)
    options = _parser().parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):  # a letter that it does not have is no failure
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        options.step(options)
    except InputError as error:
        print(f"error: {error}", file=sys.stderr)
        if details := getattr(error, "details", ""):  # the traceback of a learner
            print(details, file=sys.stderr)
        return 1
    except BrokenPipeError:  # of `| head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        print("error: interrupted", file=sys.stderr)
        return 128 + signal.SIGINT
    except OSError as error:
        name = error.filename or getattr(options, "output", "")
        print(f"error: {name}: {error.strerror or error}", file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="delayed-bandits", description=__doc__)
    commands = parser.add_subparsers(title="steps", required=True, metavar="STEP")
    for name, (function, given) in COMMANDS.items():
        step = commands.add_parser(name, help=function.__doc__, description=function.__doc__)
        for names, about in given:
            step.add_argument(*names, **about)
        step.set_defaults(step=function)
    return parser
