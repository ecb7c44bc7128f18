"""Commands for users: on logs of conversions, on learners, and on a finished run."""

import argparse
import contextlib
import json
import logging
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from delayed_bandits.checks.errors import InputError
from delayed_bandits.cli.table import argument, command
from delayed_bandits.files.layout import FINDINGS, SCALES

LOG = (
    argument("log", type=Path, help="CSV or Parquet, with the columns of docs/delays.md"),
    argument(
        "--unit", default="seconds", help="of numbers: milliseconds, seconds, minutes, hours, days"
    ),
    argument(
        "--column",
        nargs="*",
        default=[],
        type=lambda text: text.partition("=")[::2],
        metavar="NAME=COLUMN",
        help="columns with other names",
    ),
    argument(
        "--no-conversion",
        type=float,
        metavar="NUMBER",
        help="the delay (or time of the conversion) of clicks that did not convert, such as -1",
    ),
    argument("--arms", help="campaign, if the file is Criteo's"),
    argument("--largest", type=int, help="number of campaigns, 10 if not given"),
)
FEWEST_SEEDS = 8
FOLDER = argument("folder", type=Path, metavar="FOLDER", help="such as results/, or an archive")


def _open_log(options: argparse.Namespace) -> Any:
    from delayed_bandits.data.log.reader import read_log

    given = options.arms, options.largest, options.no_conversion
    return read_log(options.log, options.unit, dict(options.column), *given)


def _check_folder(output: Path, names: Sequence[str], log: Path) -> None:
    """Check that files of these names would replace none in a folder but all of an earlier run."""
    there = [output / name for name in names if (output / name).exists()]
    if log.exists() and any(path.samefile(log) for path in there):
        raise InputError(f"{log}: is the log itself; expected another folder as --output")
    if 0 < len(there) < len(names):
        fault = "would be replaced; expected a new folder as --output, or that of an earlier run"
        raise InputError(f"{there[0]}: {fault}")


@command(*LOG, argument("--output", type=Path, required=True, metavar="FOLDER"))
def log(options: argparse.Namespace) -> None:
    """Check a log of conversions, and write what was found."""
    from delayed_bandits.data.log.findings import write_findings

    _check_folder(options.output, FINDINGS, options.log)
    print(write_findings(_open_log(options), options.output))


@command(
    argument("--delays", type=Path, required=True, metavar="FILE", help="a table of delays"),
    argument("--table", type=Path, required=True, metavar="FILE", help="a row for each law"),
    argument("--figures", type=Path, nargs="+", required=True, metavar="FILE", help="or several"),
)
def fit(options: argparse.Namespace) -> None:
    """Fit delay laws to the delays of a log, and draw them against the data."""
    from delayed_bandits.data.fits import compare

    compare(options.delays, options.table, options.figures)


def _rates(texts: list[str]) -> Any:
    """Give rates by arm or, without arms, in a list; None if there are none."""
    try:
        pairs = [(arm, float(rate)) for arm, _, rate in (t.rpartition("=") for t in texts)]
    except ValueError as error:
        raise InputError(f"--rates: found {texts}; expected RATE ..., or ARM=RATE ...") from error
    if any(arm for arm, _ in pairs):
        return dict(pairs)
    return [rate for _, rate in pairs] or None


def _question(options: argparse.Namespace) -> Any:
    from delayed_bandits.data.log.players import Question, now_of, share_of, time_of

    seeds, per_day, every = options.seeds, options.clicks_per_day, options.update_every
    if seeds is not None and seeds < FEWEST_SEEDS:
        raise InputError(f"--seeds: found {seeds}; expected at least {FEWEST_SEEDS}")
    if per_day is not None and not 0 < per_day < 1e12:
        raise InputError(f"--clicks-per-day: found {per_day}; expected a number above 0")
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
    argument("--now", metavar="window=7d,every=1d", help="what you do now; floor=0.01, wait=yes"),
    argument("--update-every", metavar="1h", help="no player updates more often"),
    argument("--horizon", default="90d", metavar="90d", help="how long to play"),
    argument("--drift", default="0", help="change of the rates in a week, such as 0.1, or log"),
    argument(
        "--rates",
        nargs="*",
        default=[],
        metavar="RATE",
        help="instead of the log's: ARM=RATE of all, or without arms, which are dealt to them",
    ),
    argument("--clicks-per-day", type=float, help="of all arms, instead of the log's"),
    argument("--learner", metavar="FILE.py:NAME", help="another player, of your own"),
    argument("--seeds", type=int, help="replications of the best, at most; 1,536 if not given"),
    argument("--json", action="store_true", help="print the answer as JSON"),
    argument("--output", type=Path, metavar="FOLDER", help="for a page with two figures"),
)
def advise(options: argparse.Namespace) -> None:
    """Say which algorithm to play on a log, with which settings, and what that saves."""
    from delayed_bandits.files.sources import keep_kernels

    keep_kernels()
    from delayed_bandits.data.log.advise import advise
    from delayed_bandits.data.log.answer import FILES, json_of, text_of, write_answer

    question = _question(options)
    if options.output:
        _check_folder(options.output, FILES, options.log)
    answer = advise(_open_log(options), question)
    if options.output:
        write_answer(answer, options.output)
    print(json_of(answer) if options.json else text_of(answer))


def _mapping(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise argparse.ArgumentTypeError(f'found {text}; expected JSON such as {{"c": 3}}')
    return found


@command(
    argument("learner", metavar="LEARNER", help="FILE.py:NAME, or an algorithm's name"),
    argument(
        "--on",
        required=True,
        metavar="PAPER/SETTING",
        help="or crossed settings: arena, arena/world=pareto1, arena/world=loss,problem=k2-gap010",
    ),
    argument("--seeds", type=int, default=20, help="replications, 20 if not given"),
    argument("--against", nargs="+", help="instead of all algorithms of the setting"),
    argument("--parameters", type=_mapping, default={}, help='of the learner: {"c": 3}'),
    argument("--scale", choices=SCALES, default="quick", help="of the horizon"),
    argument("--processes", type=int, default=os.cpu_count(), help="one a core if not given"),
    argument("--figure", type=Path, help="NAME_on_SETTING.png if not given"),
    name="try",
)
def try_learner(options: argparse.Namespace) -> None:
    """Play a learner beside the algorithms of a setting; print a table, write a figure."""
    from delayed_bandits.files.layout import FORMATS
    from delayed_bandits.files.sources import keep_kernels

    if options.figure and options.figure.suffix[1:] not in FORMATS:
        expected = ", ".join(f".{kind}" for kind in FORMATS)
        raise InputError(f"--figure: found {options.figure}; expected a name with {expected}")
    keep_kernels()
    from delayed_bandits.comparison.compare import compare
    from delayed_bandits.comparison.results import BAD, Comparison

    names = ("seeds", "against", "parameters", "scale", "processes")
    given = {name: getattr(options, name) for name in names}
    found = compare(options.learner, options.on, **given)
    name = options.learner.rpartition(":")[2]
    on = re.sub(r"[^\w-]+", "_", options.on)
    figure = options.figure or Path(f"{name}_on_{on}.png")
    found.plot(figure)
    bad = ""
    if isinstance(found, Comparison) and found.uniform > 0:
        bad = f"(bad: regret above {BAD:g} times that of uniform play, {found.uniform:,.0f}) "
    print(f"{found}\n{bad}{figure}")


@command(argument("kind", choices=["algorithms", "settings", "laws", "views"]), name="list")
def list_names(options: argparse.Namespace) -> None:
    """List algorithms, settings, delay laws or views."""
    from delayed_bandits.experiments.catalogue import KINDS

    rows = KINDS[options.kind]()
    width = max(len(name) for name, _ in rows)
    print("\n".join(f"{name:{width}}  {what}" for name, what in rows))


@command(
    argument("name", metavar="NAME", help="of its class, such as MyLearner"),
    argument("--view", default="identified", help="see `list views`"),
    name="new-learner",
)
def new_learner(options: argparse.Namespace) -> None:
    """Write a first learner into a file, and say how to try it."""
    from delayed_bandits.algorithms.learners.template import VIEWS, write_learner

    path = write_learner(options.name, options.view, Path())
    setting = VIEWS[options.view].setting
    print(f"{path}\ndelayed-bandits try {path}:{options.name} --on {setting}")


@command(
    argument("claim", metavar="PAPER/ID", help="such as vernade2020/c09"),
    argument("--seeds", type=int, help="simulate this number instead"),
    argument("--config", type=Path, default=Path("config.yaml")),
    argument("--scale", choices=SCALES, help="instead of the config's"),
)
def claim(options: argparse.Namespace) -> None:
    """Measure one claim, on the results or on runs simulated for it."""
    from delayed_bandits.files.sources import keep_kernels

    keep_kernels(options.config.parent / "results")
    from delayed_bandits.comparison.measurement import measure_claim

    logging.getLogger("delayed_bandits.experiments.simulation").setLevel(logging.WARNING)
    print(measure_claim(options.claim, options.config, options.scale, options.seeds))


@command(
    FOLDER,
    argument(
        "--sample",
        type=int,
        default=10,
        help="run files to make again, and half as many figures (default: 10)",
    ),
    argument("--seed", type=int, help="chooses them; by default another each time"),
)
def verify(options: argparse.Namespace) -> None:
    """Make a sample of results again in an empty folder, and compare; nothing of theirs is run."""
    from delayed_bandits.files.sources import keep_kernels

    keep_kernels()
    from delayed_bandits.report.verify import verify

    # isort: split
    from delayed_bandits.experiments.catalogue import project_folder
    from delayed_bandits.report.archive import unpacked

    logging.getLogger("delayed_bandits.experiments.simulation").setLevel(logging.WARNING)
    with contextlib.ExitStack() as stack:
        folder = options.folder
        if folder.is_file():
            folder = stack.enter_context(unpacked(folder)) / "results"
        differ = verify(folder, options.sample, options.seed, project_folder())
    if differ:
        more = f"; and {len(differ) - 5} more" if len(differ) > 5 else ""
        raise InputError(f"{'; '.join(differ[:5])}{more}")


@command(FOLDER, argument("output", type=Path, metavar="FILE.zip"))
def archive(options: argparse.Namespace) -> None:
    """Write a finished run into a zip file, with what it was made of."""
    from delayed_bandits.experiments.catalogue import project_folder
    from delayed_bandits.report.archive import write_archive

    write_archive(options.output, options.folder, project_folder())
