"""Commands for users: on logs of conversions, on learners, and on a finished run."""

import argparse
import contextlib
import json
import logging
import os
import re
import tempfile
from pathlib import Path
from typing import Any

from delayed_bandits.checks.errors import InputError
from delayed_bandits.cli.table import argument, command, step
from delayed_bandits.files.layout import SCALES

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
FOLDER = argument("folder", type=Path, metavar="FOLDER", help="such as results/, or an archive")


def _open_log(options: argparse.Namespace) -> Any:
    from delayed_bandits.data.log.reader import open_log

    given = options.arms, options.largest, options.no_conversion
    return open_log(options.log, options.unit, dict(options.column), *given)


@step(*LOG, argument("--output", type=Path, required=True, metavar="FOLDER"))
def log(options: argparse.Namespace) -> tuple[list[Path], list[Path]]:
    """Check a log of conversions, fit its delays, and write what was found."""
    from delayed_bandits.data.log.findings import FINDINGS, check_folder, write_findings

    check_folder(options.output, options.log)
    print(write_findings(_open_log(options), options.output))
    return [options.output / name for name in FINDINGS], []


def _rate(text: str) -> tuple[str, float]:
    arm, _, rate = text.rpartition("=")
    try:
        return arm, float(rate)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"found {text!r}; expected ARM=RATE") from error


@command(
    *LOG,
    argument(
        "--rates",
        nargs="*",
        default=[],
        type=_rate,
        metavar="ARM=RATE",
        help="conversion rates of all arms, instead of the log's",
    ),
    argument("--clicks-per-day", type=float, help="of all arms, instead of the log's"),
    argument("--rounds", type=int, help="clicks to play; by default 50,000 to 150,000"),
    argument("--seeds", type=int, help="replications; by default 16 to 40"),
)
def advise(options: argparse.Namespace) -> None:
    """Play K-armed algorithms on a bandit made from a log, and compare them."""
    from delayed_bandits.files.sources import keep_kernels

    keep_kernels()
    from delayed_bandits.data.log.advise import advise

    given = _open_log(options), dict(options.rates), options.clicks_per_day
    print(advise(*given, options.rounds, options.seeds))


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
    argument("--sample", type=int, default=10, help="run files to simulate, half as many figures"),
    argument("--seed", type=int, help="chooses them; by default another each time"),
    argument("--criteo", type=Path, help="table of delays, if not below the folder"),
    argument("--log", type=Path, help="table of a log's delays, if not below the folder"),
    argument("--json", action="store_true", help="print all findings as JSON"),
)
def verify(options: argparse.Namespace) -> None:
    """Check results: files, plan, and what is made again; nothing in their folder is run."""
    with tempfile.TemporaryDirectory() as cache, contextlib.ExitStack() as stack:
        os.environ |= {"NUMBA_CACHE_DIR": cache, "OPENBLAS_NUM_THREADS": "1"}
        from delayed_bandits.report.archive import unpacked
        from delayed_bandits.report.verification.verify import verify

        given = [path and path.absolute() for path in (options.criteo, options.log)]
        folder, archived = options.folder, options.folder.is_file()
        if archived:
            stack.enter_context(contextlib.chdir(stack.enter_context(unpacked(folder))))
            folder = Path("results")
        size, seed = options.sample, options.seed
        findings = verify(folder, size, seed, *given, trusted=not archived)
    if options.json:
        print(findings.json())
    if findings.failures:
        raise InputError(f"{findings.summary}; expected none to fail")


@command(argument("papers", nargs="*", metavar="PAPER", help="instead of those of config.yaml"))
def cite(options: argparse.Namespace) -> None:
    """Print BibTeX of the papers, and of this software."""
    from delayed_bandits.experiments.catalogue import project_folder
    from delayed_bandits.report.citation import bibtex

    print(bibtex(project_folder(), options.papers))


@command(FOLDER, argument("output", type=Path, metavar="FILE.zip"))
def archive(options: argparse.Namespace) -> None:
    """Write a finished run into a zip file, with what it was made of."""
    from delayed_bandits.experiments.catalogue import project_folder
    from delayed_bandits.report.archive import write_archive

    write_archive(options.output, options.folder, project_folder())
