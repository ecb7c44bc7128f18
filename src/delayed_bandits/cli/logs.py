"""Commands on logs of conversions: `log`, `fit`, `advise`, `weights`, `replay`."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from delayed_bandits.checks.errors import InputError
from delayed_bandits.cli.table import argument, command
from delayed_bandits.files.layout import FINDINGS

FILE, FOLDER = {"type": Path, "metavar": "FILE"}, {"type": Path, "metavar": "FOLDER"}
SEVERAL = {"nargs": "+", "action": "extend", "default": []}
LOG = (
    argument("log", "CSV, JSON or Parquet file with columns as docs/delays.md says", type=Path),
    argument(
        "--unit",
        "unit of all times: milliseconds, seconds, minutes, hours, days (default: seconds)",
    ),
    argument(
        "--column",
        "name or number of the column to read as NAME; NAME= if there is none",
        nargs="*",
        default=[],
        type=lambda text: text.partition("=")[::2],
        metavar="NAME=COLUMN",
    ),
    argument(
        "--dates",
        "formats of dates, as for strptime, such as '%%d.%%m.%%Y %%H:%%M'",
        **SEVERAL,
        metavar="FORMAT",
    ),
    argument(
        "--never",
        "values that mean no conversion, such as -1 or 1970-01-01; negative for all below 0",
        **SEVERAL,
        metavar="TEXT",
    ),
    argument("--converted-is", "value of `converted` that means yes (default: 1)", metavar="VALUE"),
    argument(
        "--tolerance", "how long a conversion may precede its click (default: 0)", metavar="5s"
    ),
    argument("--until", "end of the log (default: its last click or conversion)", metavar="TIME"),
    argument(
        "--clicks",
        "SQL condition that picks the clicks from a table of events, such as type = 'view'",
        metavar="SQL",
    ),
    argument(
        "--conversions",
        "SQL condition that picks the conversions, such as type = 'purchase'",
        metavar="SQL",
    ),
    argument("--by", "columns that a click and its conversion share", metavar="COLUMN,..."),
    argument("--arms", "column of a Criteo file that names the arms", metavar="campaign"),
    argument(
        "--largest",
        "number of campaigns, those with the most clicks (default: 10)",
        type=int,
        metavar="NUMBER",
    ),
)


def _reading(options: argparse.Namespace) -> dict[str, Any]:
    """Return the options of `read_log` that the user gave, by name."""
    names = ("unit", "arms", "largest", "dates", "never", "converted_is", "tolerance", "until")
    given = {name: getattr(options, name) for name in (*names, "clicks", "conversions", "by")}
    given |= {"columns": dict(options.column)}
    return {name: value for name, value in given.items() if value not in (None, [], {})}


def _check_folder(output: Path, names: Sequence[str], log: Path) -> None:
    """Raise InputError if output would replace the log, or if only some files exist."""
    there = [output / name for name in names if (output / name).exists()]
    if log.exists() and any(path.samefile(log) for path in there):
        fault = "--output would replace the log itself. Choose another folder."
        raise InputError(f"{log}: {fault}")
    if 0 < len(there) < len(names):
        fault = "exists, without the other files of a run. Choose a new folder as --output."
        raise InputError(f"{there[0]}: {fault}")


@command(
    *LOG,
    argument("--output", "folder for delays and page", **FOLDER, required=True),
)
def log(options: argparse.Namespace) -> None:
    """Check a log of conversions, and write its delays and a page about it."""
    from delayed_bandits.data.frames import read_log
    from delayed_bandits.data.log.findings import write_findings

    _check_folder(options.output, FINDINGS, options.log)
    print(write_findings(read_log(options.log, **_reading(options)), options.output))


@command(
    argument("--delays", "table of delays", **FILE, required=True),
    argument("--table", "table of fits to write", **FILE, required=True),
    argument("--figures", "files to draw: .png, .svg or .pdf", **FILE, nargs="+", required=True),
)
def fit(options: argparse.Namespace) -> None:
    """Fit delay distributions to the delays of a log and draw them with the data."""
    from delayed_bandits.data.fits import compare

    compare(options.delays, options.table, options.figures)


def _rates(texts: list[str]) -> Any:
    """Return --rates by arm, or as a list if no arm is named, or None if empty."""
    try:
        pairs = [(arm, float(rate)) for arm, _, rate in (t.rpartition("=") for t in texts)]
    except ValueError as error:
        fault = "not numbers. Give RATE ..., or ARM=RATE ..."
        raise InputError(f"--rates {' '.join(texts)}: {fault}") from error
    if any(arm for arm, _ in pairs):
        return dict(pairs)
    return [rate for _, rate in pairs] or None


@command(
    *LOG,
    argument(
        "--now",
        "what you do now; you can add floor=0.01 and wait=yes",
        metavar="window=7d,every=1d",
    ),
    argument("--update-every", "shortest time between updates (default: 1h or 6h)", metavar="1h"),
    argument("--horizon", "how long to play (default: 90d)", default="90d", metavar="90d"),
    argument(
        "--drift",
        "weekly change of the rates, such as 0.1; log: estimated from the log (default: 0)",
        default="0",
    ),
    argument(
        "--rates",
        "conversion rates: ARM=RATE for each arm, or numbers that each run assigns to the arms at "
        "random (default: those of the log)",
        nargs="*",
        default=[],
        metavar="RATE",
    ),
    argument(
        "--clicks-per-day",
        "clicks a day on all arms (default: as in the log)",
        type=float,
        metavar="NUMBER",
    ),
    argument("--learner", "your learner, to compare with the algorithms", metavar="FILE.py:NAME"),
    argument("--seeds", "largest number of runs (default: 1,536, fewer if slow)", type=int),
    argument("--json", "the advice as JSON on standard output", action="store_true"),
    argument("--weights", "file to write: the share of clicks for each arm now", **FILE),
    argument("--output", "folder for a page with two figures (default: none)", **FOLDER),
)
def advise(options: argparse.Namespace) -> None:
    """Advise from a log which algorithm to play, how to set it, and what it saves."""
    from delayed_bandits.data.advice.answer import FILES
    from delayed_bandits.data.frames import advise

    if options.output:
        _check_folder(options.output, FILES, options.log)
    names = ("now", "update_every", "horizon", "drift", "clicks_per_day", "learner", "seeds")
    given = {name: getattr(options, name) for name in names} | _reading(options)
    found = advise(options.log, rates=_rates(options.rates), **given)
    if options.output:
        found.write(options.output)
    if options.weights:
        from delayed_bandits.data.weights import text_of
        from delayed_bandits.files.tables import write_text

        write_text(options.weights, text_of(found.weights()) + "\n")
    print(found.json if options.json else found)


@command(*LOG, argument("--rule", "advice.json, or an earlier weights.json", **FILE, required=True))
def weights(options: argparse.Namespace) -> None:
    """Print the share of clicks that the advised algorithm now gives each arm (JSON)."""
    from delayed_bandits.data.frames import read_log
    from delayed_bandits.data.weights import rule_of, text_of, weights

    rule, arms, reading = rule_of(options.rule)
    print(text_of(weights(read_log(options.log, **{**reading, **_reading(options)}), rule, arms)))


@command(
    *LOG,
    argument("--rule", "weights.json, or the name of an arm", required=True, metavar="FILE"),
)
def replay(options: argparse.Namespace) -> None:
    """Estimate what fixed shares of the arms would have earned on a log."""
    from delayed_bandits.data.replay import replay

    print(replay(options.log, options.rule, **_reading(options)))
