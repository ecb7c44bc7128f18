"""Commands on logs of conversions: `log`, `fit`, `advise`."""

import argparse
import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from delayed_bandits.checks.errors import InputError
from delayed_bandits.cli.table import argument, command
from delayed_bandits.files.layout import FINDINGS

LOG = (
    argument("log", type=Path, help="CSV, JSON or Parquet file with the columns in docs/delays.md"),
    argument(
        "--unit",
        help="unit of all times: milliseconds, seconds, minutes, hours, days (default: seconds)",
    ),
    argument(
        "--column",
        nargs="*",
        default=[],
        type=lambda text: text.partition("=")[::2],
        metavar="NAME=COLUMN",
        help="other names, or numbers, of columns; NAME= if there is no such column",
    ),
    argument(
        "--dates",
        nargs="+",
        action="extend",
        default=[],
        metavar="FORMAT",
        help="formats of dates, as for strptime: '%%d.%%m.%%Y %%H:%%M'",
    ),
    argument(
        "--never",
        metavar="TEXT",
        help="value that means no conversion: -1, 1970-01-01, or negative for all below 0",
    ),
    argument("--converted-is", metavar="VALUE", help="value of `converted` if true (default: 1)"),
    argument(
        "--tolerance", metavar="5s", help="how long a conversion may precede its click (default: 0)"
    ),
    argument("--clicks", metavar="SQL", help="clicks in a table of events: type = 'view'"),
    argument("--conversions", metavar="SQL", help="conversions in this table: type = 'purchase'"),
    argument("--by", metavar="COLUMN,...", help="columns that a click and its conversion share"),
    argument("--arms", metavar="campaign", help="column of a Criteo file that names the arms"),
    argument("--largest", type=int, metavar="NUMBER", help="number of campaigns (default: 10)"),
)
FEWEST_RUNS = 8


def _open_log(options: argparse.Namespace) -> Any:
    from delayed_bandits.data.log.reader import read_log

    names = ("unit", "arms", "largest", "dates", "never", "converted_is", "tolerance")
    given, columns = {name: getattr(options, name) for name in names}, dict(options.column)
    events = options.clicks, options.conversions, options.by
    if not any(events):
        return read_log(options.log, renamed=columns, **given)
    if not all(events):
        raise InputError("--clicks, --conversions and --by belong together. Give all three.")
    from delayed_bandits.data.tables.events import log_of_events

    made = log_of_events(*events, columns, options.dates)
    log = read_log(options.log, renamed=columns, events=made, **given)
    how = "clicks are {}, conversions {}, by {}".format(*events)
    return dataclasses.replace(log, reading=f"{log.reading}, {how}")


def _check_folder(output: Path, names: Sequence[str], log: Path) -> None:
    """Refuse an output folder that has the log itself, or only some of the files `names`."""
    there = [output / name for name in names if (output / name).exists()]
    if log.exists() and any(path.samefile(log) for path in there):
        fault = "--output would replace the log itself. Choose another folder."
        raise InputError(f"{log}: {fault}")
    if 0 < len(there) < len(names):
        fault = "exists, without the other files of a run. Choose a new folder as --output."
        raise InputError(f"{there[0]}: {fault}")


@command(
    *LOG,
    argument(
        "--output", type=Path, required=True, metavar="FOLDER", help="folder for delays and page"
    ),
)
def log(options: argparse.Namespace) -> None:
    """Check a log of conversions; write its delays, and a page on what the log shows."""
    from delayed_bandits.data.log.findings import write_findings

    _check_folder(options.output, FINDINGS, options.log)
    print(write_findings(_open_log(options), options.output))


@command(
    argument("--delays", type=Path, required=True, metavar="FILE", help="table of delays"),
    argument("--table", type=Path, required=True, metavar="FILE", help="table of fits to write"),
    argument(
        "--figures",
        type=Path,
        nargs="+",
        required=True,
        metavar="FILE",
        help="files to draw: .png, .svg or .pdf",
    ),
)
def fit(options: argparse.Namespace) -> None:
    """Fit delay distributions to the delays of a log and draw them with the data."""
    from delayed_bandits.data.fits import compare

    compare(options.delays, options.table, options.figures)


def _rates(texts: list[str]) -> Any:
    """Return the given conversion rates by arm, as a list if no arms are named, or None."""
    try:
        pairs = [(arm, float(rate)) for arm, _, rate in (t.rpartition("=") for t in texts)]
    except ValueError as error:
        fault = "not numbers. Give RATE ..., or ARM=RATE ..."
        raise InputError(f"--rates {' '.join(texts)}: {fault}") from error
    if any(arm for arm, _ in pairs):
        return dict(pairs)
    return [rate for _, rate in pairs] or None


def _question(options: argparse.Namespace) -> Any:
    from delayed_bandits.data.log.algorithms import Question, now_of, share_of, time_of

    seeds, per_day, every = options.seeds, options.clicks_per_day, options.update_every
    if seeds is not None and seeds < FEWEST_RUNS:
        raise InputError(f"--seeds {seeds}: too few. Give at least {FEWEST_RUNS}.")
    if per_day is not None and not 0 < per_day < 1e12:
        raise InputError(f"--clicks-per-day {per_day}: out of range. Give a number above 0.")
    return Question(
        _rates(options.rates),
        per_day,
        time_of(options.horizon, "--horizon"),
        every and time_of(every, "--update-every"),
        None if options.drift == "log" else share_of(options.drift, 2, "--drift"),
        options.now and now_of(options.now),
        options.learner,
        seeds,
    )


@command(
    *LOG,
    argument(
        "--now", metavar="window=7d,every=1d", help="your present policy; also floor=0.01, wait=yes"
    ),
    argument("--update-every", metavar="1h", help="least time between updates (default: 1h or 6h)"),
    argument("--horizon", default="90d", metavar="90d", help="how long to play (default: 90d)"),
    argument(
        "--drift",
        default="0",
        help="change of the rates in a week: 0.1 for a tenth, log for the log's (default: 0)",
    ),
    argument(
        "--rates",
        nargs="*",
        default=[],
        metavar="RATE",
        help="conversion rates: ARM=RATE of each arm, or numbers that each run gives to arms at "
        "random (default: those of the log)",
    ),
    argument(
        "--clicks-per-day",
        type=float,
        metavar="NUMBER",
        help="clicks a day on all arms (default: as in the log)",
    ),
    argument("--learner", metavar="FILE.py:NAME", help="learner of yours that is compared, too"),
    argument("--seeds", type=int, help="largest number of runs (default: 1,536, fewer if slow)"),
    argument("--json", action="store_true", help="JSON on standard output"),
    argument(
        "--output",
        type=Path,
        metavar="FOLDER",
        help="folder for a page with two figures (default: none)",
    ),
)
def advise(options: argparse.Namespace) -> None:
    """Advise which algorithm to play on a log, with its settings and what it saves."""
    from delayed_bandits.data.log.advise import advise
    from delayed_bandits.data.log.answer import FILES, json_of, text_of, write_answer

    question = _question(options)
    if options.output:
        _check_folder(options.output, FILES, options.log)
    answer = advise(_open_log(options), question)
    if options.output:
        write_answer(answer, options.output)
    print(json_of(answer) if options.json else text_of(answer))
