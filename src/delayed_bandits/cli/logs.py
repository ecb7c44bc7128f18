"""Commands on logs of conversions: `log`, `fit`, `advise`."""

import argparse
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
        help="other names of columns, or their numbers; NAME= if there is no such column",
    ),
    argument(
        "--dates",
        nargs="+",
        action="extend",
        default=[],
        metavar="FORMAT",
        help="formats of dates, as for strptime, such as '%%d.%%m.%%Y %%H:%%M'",
    ),
    argument(
        "--never",
        nargs="+",
        action="extend",
        default=[],
        metavar="TEXT",
        help="values that mean no conversion, such as -1 or 1970-01-01; negative: all below 0",
    ),
    argument(
        "--converted-is", metavar="VALUE", help="value of `converted` that means yes (default: 1)"
    ),
    argument(
        "--tolerance", metavar="5s", help="how long a conversion may precede its click (default: 0)"
    ),
    argument(
        "--until", metavar="TIME", help="end of the log (default: its last click or conversion)"
    ),
    argument(
        "--clicks",
        metavar="SQL",
        help="SQL condition that picks the clicks from a table of events, such as type = 'view'",
    ),
    argument(
        "--conversions", metavar="SQL", help="SQL condition of the conversions: type = 'purchase'"
    ),
    argument("--by", metavar="COLUMN,...", help="columns equal in a click and its conversion"),
    argument("--arms", metavar="campaign", help="column of a Criteo file that names the arms"),
    argument("--largest", type=int, metavar="NUMBER", help="number of campaigns (default: 10)"),
)


def _reading(options: argparse.Namespace) -> dict[str, Any]:
    """Return the given options of `read_log` by name."""
    names = ("unit", "arms", "largest", "dates", "never", "converted_is", "tolerance", "until")
    given = {name: getattr(options, name) for name in (*names, "clicks", "conversions", "by")}
    given |= {"columns": dict(options.column)}
    return {name: value for name, value in given.items() if value not in (None, [], {})}


def _check_folder(output: Path, names: Sequence[str], log: Path) -> None:
    """Refuse an output folder that has the log, or that has only some of the files `names`."""
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
    """Check a log of conversions, and write its delays and a page about it."""
    from delayed_bandits.data.frames import read_log
    from delayed_bandits.data.log.findings import write_findings

    _check_folder(options.output, FINDINGS, options.log)
    print(write_findings(read_log(options.log, **_reading(options)), options.output))


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
    """Return the given conversion rates by arm, or as a list without arms, or None."""
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
        "--now", metavar="window=7d,every=1d", help="what you do now; also floor=0.01, wait=yes"
    ),
    argument(
        "--update-every", metavar="1h", help="shortest time between updates (default: 1h or 6h)"
    ),
    argument("--horizon", default="90d", metavar="90d", help="how long to play (default: 90d)"),
    argument(
        "--drift",
        default="0",
        help="change of rates a week, as 0.1; log takes the change in the log (default: 0)",
    ),
    argument(
        "--rates",
        nargs="*",
        default=[],
        metavar="RATE",
        help="conversion rates: ARM=RATE for each arm, or numbers that a run gives to the arms at "
        "random (default: those of the log)",
    ),
    argument(
        "--clicks-per-day",
        type=float,
        metavar="NUMBER",
        help="clicks a day on all arms (default: as in the log)",
    ),
    argument(
        "--learner", metavar="FILE.py:NAME", help="your learner, compared with the other algorithms"
    ),
    argument("--seeds", type=int, help="largest number of runs (default: 1,536, fewer if slow)"),
    argument("--json", action="store_true", help="JSON on standard output"),
    argument("--weights", type=Path, metavar="FILE", help="file for the shares to show now"),
    argument(
        "--output",
        type=Path,
        metavar="FOLDER",
        help="folder for a page with two figures (default: none)",
    ),
)
def advise(options: argparse.Namespace) -> None:
    """Advise which algorithm to play on a log, with its settings and what it saves."""
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


RULE = argument(
    "--rule",
    type=Path,
    required=True,
    metavar="FILE",
    help="advice.json, or an earlier weights.json",
)


@command(*LOG, RULE)
def weights(options: argparse.Namespace) -> None:
    """Print how often the advised algorithm shows each arm now, as JSON."""
    from delayed_bandits.data.frames import read_log
    from delayed_bandits.data.weights import rule_of, text_of, weights

    rule, arms, reading = rule_of(options.rule)
    print(text_of(weights(read_log(options.log, **{**reading, **_reading(options)}), rule, arms)))


@command(
    *LOG,
    argument("--rule", required=True, metavar="FILE", help="weights.json, or the name of an arm"),
)
def replay(options: argparse.Namespace) -> None:
    """Estimate what fixed shares of the arms would have earned on a log."""
    from delayed_bandits.data.replay import replay

    print(replay(options.log, options.rule, **_reading(options)))
