"""The Python functions `read_log` and `advise`, for files and data frames."""

import contextlib
import os
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.log.arms import Log
from delayed_bandits.data.log.reader import read_file

if TYPE_CHECKING:
    from delayed_bandits.data.advice.answer import Advice

NAME = "data frame"  # the name of a log that is not a file
FEWEST_RUNS = 8


@contextlib.contextmanager
def _file_of(log: Any) -> Iterator[Path]:
    """Yield the path of a log. A data frame is first written to a temporary file."""
    if isinstance(log, str | os.PathLike):
        yield Path(log)
        return
    try:
        is_pandas = hasattr(log, "iloc")  # `pa.table` would keep its index as a column
        table = pa.Table.from_pandas(log, preserve_index=False) if is_pandas else pa.table(log)
    except (TypeError, ValueError) as error:  # ArrowInvalid is a ValueError
        cure = "Give a path, a data frame or an Arrow table"
        raise InputError(f"log: {type(log).__name__} cannot be read ({error}). {cure}.") from error
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, NAME)
        pq.write_table(table, path)
        try:
            yield path
        except InputError as error:
            raise InputError(_in_python(str(error).replace(f"{folder}/", ""))) from None


def _in_python(text: str) -> str:
    """Return an error message with command-line options written as Python arguments."""
    for options in re.findall(r"--column(?: \w+=\w*)+", text):
        pairs = (f'"{role}": "{name}"' for role, name in re.findall(r"(\w+)=(\w*)", options))
        text = text.replace(options, f"columns={{{', '.join(pairs)}}}")
    option = re.compile(r"--([a-z-]*[a-z])([= ](?=['\d-]|VALUE|negative|seconds|days))?")
    text = option.sub(lambda found: found[1].replace("-", "_") + ("=" if found[2] else ""), text)
    return re.sub(r"=(-?\d\w*|negative|seconds|days)\b", r'="\1"', text)


def read_log(
    log: Any,
    *,
    columns: Mapping[str, str] | None = None,
    clicks: str | None = None,
    conversions: str | None = None,
    by: str | None = None,
    dates: Sequence[str] = (),
    **reading: Any,
) -> Log:
    """Read a log of conversions from a file, a folder or a data frame.

    Parameters
    ----------
    log : path, pandas or Polars data frame, or Arrow table
        The columns are those of docs/delays.md.
    columns : mapping, optional
        The log's own names of these columns, such as {"arm": "campaign"}; "" for a missing column.
    clicks, conversions, by : str, optional
        For a table with one event a row: the SQL conditions of clicks and of conversions, and the
        columns that are equal in a click and its conversion.
    dates : str or sequence of str
        Formats of dates, as for `strptime`.
    **reading
        `unit`, `never`, `converted_is`, `tolerance`, `until`, `arms` and `largest`, as on the
        command line.

    Returns
    -------
    Log
        Its arrays `arm`, `delay` (in s) and `observed` (in s) have an entry for each click.
        `frame` has a row for each arm. `plot()` draws when clicks convert.

    Raises
    ------
    InputError
        If the log cannot be read. The message says where, and what to do.
    """
    events, how = (clicks, conversions, by), ""
    if any(events):
        how = f", clicks are {clicks}, conversions {conversions}, by {by}"
        if not all(events):
            raise InputError("clicks, conversions and by belong together. Give all three.")
    dates = [dates] if isinstance(dates, str) else list(dates)
    reading = {"columns": dict(columns or {}), "dates": dates, **reading}
    with _file_of(log) as path:
        shown = path if isinstance(log, str | os.PathLike) else Path(NAME)
        found = read_file(path, shown, events if how else (), **reading)
    given = reading | {"clicks": clicks, "conversions": conversions, "by": by}
    given = {name: value for name, value in given.items() if value not in (None, [], {})}
    return replace(found, reading=found.reading + how, options=given)


def advise(
    log: Any,
    *,
    now: str | None = None,
    update_every: str | None = None,
    horizon: str = "90d",
    drift: float | str = 0.0,
    rates: Mapping[str, float] | Sequence[float] | None = None,
    clicks_per_day: float | None = None,
    learner: str | None = None,
    seeds: int | None = None,
    **reading: Any,
) -> "Advice":
    """Simulate algorithms on a log, and advise the one that loses least.

    Parameters
    ----------
    log : path, data frame, Arrow table or Log
        The clicks and when they converted; see `read_log`.
    now : str, optional
        The settings that you use now, such as "window=7d,every=1d".
    update_every, horizon : str
        The shortest time between updates, and how long to play.
    drift : float or "log"
        Weekly change of the rates; "log" estimates it from the log.
    rates : mapping or sequence, optional
        Conversion rates by arm; default: those of the log.
    clicks_per_day : float, optional
        Clicks a day on all arms; default: those of the log.
    learner : str, optional
        Your learner, to compare with the algorithms, as FILE.py:NAME.
    seeds : int, optional
        The largest number of runs (default: 1,536, or fewer if they are slow).
    **reading
        Options of `read_log`.

    Returns
    -------
    Advice
        Printed, it shows five lines, the assumptions and a table. It has `frame`, `plot()`,
        `weights()` and `write(folder)`.
    """
    from delayed_bandits.data.advice import advise as advising
    from delayed_bandits.data.advice.algorithms import Question, now_of, share_of, time_of
    from delayed_bandits.data.advice.answer import Advice

    if seeds is not None and seeds < FEWEST_RUNS:
        raise InputError(f"seeds is {seeds}: too few. Give at least {FEWEST_RUNS}.")
    if clicks_per_day is not None and not 0 < clicks_per_day < 1e12:
        fault = f"{clicks_per_day}: out of range. Give a number above 0."
        raise InputError(f"--clicks-per-day {fault}")
    question = Question(
        rates,
        clicks_per_day,
        time_of(horizon, "--horizon"),
        update_every and time_of(update_every, "--update-every"),
        None if drift == "log" else share_of(str(drift), 2, "--drift"),
        now and now_of(now),
        learner,
        seeds,
    )
    found = log if isinstance(log, Log) else read_log(log, **reading)
    return Advice(advising.advise(found, question))
