"""Commands for delays: the Criteo file, a log of conversions, laws fitted to them."""

import argparse
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any


def add_steps_of_data(add: Callable[[Callable, str], argparse.ArgumentParser]) -> None:
    """Add the commands; `add(function, description)` gives the parser of one."""
    step = add(download, "fetch the official Criteo file")
    step.add_argument("--source", choices=["download", "huggingface"], default="download")
    step.add_argument("--output", type=Path, required=True)

    step = add(delays, "turn a Criteo file, or the bundled quantiles, into delays")
    step.add_argument(
        "--source", choices=["bundled", "download", "huggingface", "local"], required=True
    )
    step.add_argument("--touch", required=True, help="all, last, first or attributed")
    step.add_argument("--input", type=Path, required=True)
    step.add_argument("--output", type=Path, required=True)

    step = add(log, "check a log of conversions, fit its delays, and write what was found")
    _add_log(step)
    step.add_argument("--output", type=Path, required=True, metavar="FOLDER")

    step = add(advise, "play K-armed algorithms on a bandit made from a log, and compare them")
    _add_log(step)
    step.add_argument(
        "--rates",
        nargs="*",
        default=[],
        type=_rate,
        metavar="ARM=RATE",
        help="conversion rates of all arms, instead of the log's",
    )
    step.add_argument("--clicks-per-day", type=float, help="of all arms, instead of the log's")
    step.add_argument("--rounds", type=int, help="clicks to play; by default 50,000 to 150,000")
    step.add_argument("--seeds", type=int, help="replications; by default 16 to 40")

    step = add(fit, "fit delay laws to the delays")
    step.add_argument("--delays", type=Path, required=True)
    step.add_argument("--origin", default="", help="what the origin of the delays starts with")
    step.add_argument("--table", type=Path, required=True)
    step.add_argument("--figures", type=Path, nargs="+", required=True)


def _add_log(step: argparse.ArgumentParser) -> None:
    """Add a log, and how to read it."""
    step.add_argument("log", type=Path, help="CSV or Parquet, with the columns of docs/delays.md")
    step.add_argument(
        "--unit", default="seconds", help="of numbers: milliseconds, seconds, minutes, hours, days"
    )
    step.add_argument(
        "--column",
        nargs="*",
        default=[],
        type=lambda text: text.partition("=")[::2],
        metavar="NAME=COLUMN",
        help="columns with other names",
    )
    step.add_argument(
        "--no-conversion",
        type=float,
        metavar="NUMBER",
        help="the delay (or time of the conversion) of clicks that did not convert, such as -1",
    )
    step.add_argument("--arms", help="campaign, if the file is Criteo's")
    step.add_argument("--largest", type=int, help="number of campaigns, 10 if not given")


def _rate(text: str) -> tuple[str, float]:
    arm, _, rate = text.rpartition("=")
    try:
        return arm, float(rate)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"found {text!r}; expected ARM=RATE") from error


def _open_log(options: argparse.Namespace) -> Any:
    from delayed_bandits.data.log.source import open_log

    given = options.arms, options.largest, options.no_conversion
    return open_log(options.log, options.unit, dict(options.column), *given)


def download(options: argparse.Namespace) -> None:
    """Fetch the official Criteo file."""
    from delayed_bandits.data.criteo.fetch import HUGGING_FACE, HUGGING_FACE_SHA256, fetch

    if options.source == "huggingface":
        token = os.environ.get("HF_TOKEN")
        fetch(options.output, HUGGING_FACE, HUGGING_FACE_SHA256, token=token)
    else:
        fetch(options.output)


def delays(options: argparse.Namespace) -> None:
    """Write the table of delays."""
    from delayed_bandits.data.criteo import conversions

    if options.source == "bundled":
        conversions.from_bundled(options.input, options.output)
    else:
        conversions.from_file(options.input, options.touch, options.output, options.source)


def log(options: argparse.Namespace) -> None:
    """Write what was found in a log."""
    from delayed_bandits.data.log.findings import check_folder, write_findings

    check_folder(options.output, options.log)
    print(write_findings(_open_log(options), options.output))  # noqa: T201


def advise(options: argparse.Namespace) -> None:
    """Compare K-armed algorithms on a bandit made from a log."""
    from delayed_bandits.files.sources import keep_kernels

    keep_kernels()
    from delayed_bandits.data.log.advise import advise

    given = _open_log(options), dict(options.rates), options.clicks_per_day
    print(advise(*given, options.rounds, options.seeds))  # noqa: T201


def fit(options: argparse.Namespace) -> None:
    """Fit delay laws and draw them against the data."""
    from delayed_bandits.data.fits import compare
    from delayed_bandits.experiments.plan import checked_origin

    if options.origin:
        checked_origin(options.delays, options.origin)
    compare(options.delays, options.table, options.figures)
