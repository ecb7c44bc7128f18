"""Every step of the workflow as a command: `delayed-bandits STEP --help`.

Commands for users: log, advise, try, list, new-learner, claim, verify, archive, cite. The
others are steps that Snakemake runs.
"""

import argparse
import functools
import logging
import os
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from delayed_bandits.checks.errors import InputError
from delayed_bandits.cli.data import add_steps_of_data
from delayed_bandits.cli.learners import add_steps_of_learners
from delayed_bandits.cli.publishing import add_steps_of_publishing
from delayed_bandits.cli.results import add_steps_of_results


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one step; an error that the user can mend is one line on standard error, status 1."""
    os.environ["MPLBACKEND"] = "agg"  # the user's may need what is not installed
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stderr)
    options = _parser().parse_args(arguments)
    try:
        options.step(options)
    except InputError as error:
        print(f"error: {error}", file=sys.stderr)  # noqa: T201
        if details := getattr(error, "details", ""):  # the traceback of a learner
            print(details, file=sys.stderr)  # noqa: T201
        return 1
    except BrokenPipeError:  # of `| head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        print("error: interrupted", file=sys.stderr)  # noqa: T201
        return 128 + signal.SIGINT
    except OSError as error:
        name = error.filename or getattr(options, "output", "")
        print(f"error: {name}: {error.strerror or error}", file=sys.stderr)  # noqa: T201
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="delayed-bandits", description=__doc__)
    steps = parser.add_subparsers(title="steps", required=True, metavar="STEP")

    add = functools.partial(_add, steps)
    add_steps_of_data(add)
    _add_steps_of_papers(steps)
    add_steps_of_results(add)
    add_steps_of_learners(add)
    add_steps_of_publishing(add)
    return parser


def _add_steps_of_papers(steps: Any) -> None:
    step = _add(steps, simulate, "make run files")
    step.add_argument("--plans", type=Path, nargs="+", required=True, help="of their settings")
    step.add_argument("--planned", required=True, help="digest of what the plans must say")
    step.add_argument("--output", type=Path, nargs="+", required=True, help="the run files")

    step = _add(steps, aggregate, "turn a paper's runs into a regret table")
    _add_runs(step)
    step.add_argument("--output", type=Path, required=True)
    step.add_argument("--csv", type=Path, required=True)
    step.add_argument("--latex", type=Path, required=True)

    step = _add(steps, table, "make one table of a paper, for its figures")
    step.add_argument("--paper", required=True)
    step.add_argument("--function", required=True)
    _add_styles(step)
    _add_runs(step)
    step.add_argument("--tables", type=Path, nargs="+", required=True)

    step = _add(steps, figure, "draw one figure of a paper")
    step.add_argument("--paper", required=True)
    step.add_argument("--function", required=True)
    _add_styles(step)
    _add_runs(step)
    step.add_argument("--criteo", type=Path, help="table of delays, for a figure of them")
    step.add_argument("--table", type=Path, help="the table that it shows, in place of runs")
    step.add_argument("--figures", type=Path, nargs="+", required=True)
    step.add_argument("--record", type=Path, help="file for what it was drawn from")

    step = _add(steps, claims, "judge a paper's claims")
    step.add_argument("--paper", required=True)
    step.add_argument("--scale", required=True, help="at another than paper all words are toy")
    step.add_argument("--only", metavar="ID", help="judge one claim")
    _add_runs(step)
    step.add_argument("--criteo", type=Path, required=True, help="table of delays")
    step.add_argument("--rows", type=Path, help="a CSV file for all rows")
    step.add_argument("--output", type=Path, required=True)


def _add(
    steps: Any, function: Callable, description: str, name: str = ""
) -> argparse.ArgumentParser:
    name = name or function.__name__
    parser = steps.add_parser(name, help=description, description=description)
    parser.set_defaults(step=function)
    return parser


def _add_runs(step: argparse.ArgumentParser) -> None:
    """Add what names run files in a few words, however many there are."""
    step.add_argument("--runs", type=Path, required=True, help="folder of a paper's runs")
    step.add_argument("--plans", type=Path, nargs="*", required=True, help="of the settings")
    step.add_argument("--words", type=Path, help="plan of the words on settings and algorithms")


def _add_styles(step: argparse.ArgumentParser) -> None:
    step.add_argument("--styles", type=Path, required=True, help="plan of the looks of algorithms")


def _words(options: argparse.Namespace) -> Any:
    from delayed_bandits.experiments.plan import read_plan

    return read_plan(options.words) if options.words else {}


def _expected(options: argparse.Namespace) -> Any:
    from delayed_bandits.experiments.plan import read_plans, with_origins

    return with_origins(options.runs.parents[1], read_plans(options.plans))


# Each step imports what it needs: a simulation job should not wait for the drawing libraries.


def simulate(options: argparse.Namespace) -> None:
    """Make run files."""
    from delayed_bandits.experiments.plan import read_plans, with_origins
    from delayed_bandits.files.layout import Layout
    from delayed_bandits.files.sources import keep_kernels

    results = options.plans[0].parents[2]
    planned = read_plans(options.plans)
    if planned.digest != options.planned:
        raise InputError(
            f"{options.plans[0]}: written by another command after the run was planned; run the "
            "same command again"
        )
    expected = with_origins(results, planned)
    keep_kernels(results, expected.learners)
    from delayed_bandits.experiments.job import simulate_batch

    # isort: split
    from delayed_bandits.experiments.delay_tables import read_delays

    layout = Layout(str(results), "")
    criteo = Path(layout.delays) if expected.criteo else None
    log = Path(layout.log_delays) if expected.log else None
    simulate_batch(options.output, expected, results, read_delays(criteo, log))


def aggregate(options: argparse.Namespace) -> None:
    """Write a paper's regret table, and the final regrets as CSV and LaTeX."""
    from delayed_bandits.analysis.regret_table import aggregate_to

    expected, words = _expected(options), _words(options)
    aggregate_to(
        options.output,
        options.csv,
        options.latex,
        expected.files(options.runs),
        expected,
        words.get("coordinates", {}),
        words.get("labels", {}),
    )


def table(options: argparse.Namespace) -> None:
    """Make one table of a paper, for its figures."""
    from delayed_bandits.experiments.plan import read_plan
    from delayed_bandits.report.make_table import make_table

    expected = _expected(options)
    make_table(
        options.tables,
        options.paper,
        options.function,
        read_plan(options.styles),
        expected.files(options.runs),
        expected,
        _words(options).get("coordinates", {}),
    )


def figure(options: argparse.Namespace) -> None:
    """Draw one figure of a paper."""
    from delayed_bandits.experiments.plan import read_plan
    from delayed_bandits.report.figure_inputs import Shown
    from delayed_bandits.report.make_figure import draw_figure

    expected = _expected(options)
    draw_figure(
        options.figures,
        options.paper,
        options.function,
        read_plan(options.styles),
        Shown(expected.files(options.runs), options.criteo, options.table),
        expected,
        options.record,
    )


def claims(options: argparse.Namespace) -> None:
    """Judge a paper's claims."""
    from delayed_bandits.analysis.judge import judge_claims

    expected = _expected(options)
    judge_claims(
        options.output,
        options.paper,
        options.scale,
        expected.files(options.runs),
        options.criteo,
        options.only,
        options.rows,
        expected,
        _words(options),
    )
