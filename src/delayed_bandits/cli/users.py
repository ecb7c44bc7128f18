"""Commands on learners, claims and results."""

import argparse
import json
import os
import re
from pathlib import Path
from typing import Any

from delayed_bandits.checks.errors import InputError
from delayed_bandits.cli.table import argument, command
from delayed_bandits.files.layout import SCALES


def _mapping(text: str) -> dict[str, Any]:
    try:
        return dict(json.loads(text))
    except (ValueError, TypeError) as error:
        fault = f'{text} is not JSON. Give an object such as {{"c": 3}}.'
        raise argparse.ArgumentTypeError(fault) from error


@command(
    argument("learner", "FILE.py:NAME, or the name of an algorithm", metavar="LEARNER"),
    argument(
        "--on",
        "a setting, or settings of a grid: arena, arena/environment=pareto1, "
        "arena/environment=loss,problem=k2-gap010",
        required=True,
        metavar="PAPER/SETTING",
    ),
    argument("--seeds", "number of runs (default: 20)", type=int, default=20),
    argument("--against", "algorithms to compare with (default: all of the setting)", nargs="+"),
    argument("--parameters", 'parameters of LEARNER, as {"c": 3}', type=_mapping, default={}),
    argument(
        "--scale", "scale that gives the horizon (default: quick)", choices=SCALES, default="quick"
    ),
    argument(
        "--processes",
        "number of processes (default: one for each core)",
        type=int,
        default=os.cpu_count(),
    ),
    argument("--figure", "file to draw (default: NAME_on_SETTING.png)", type=Path),
    name="try",
)
def try_learner(options: argparse.Namespace) -> None:
    """Compare a learner with the algorithms of a setting, in a table and a figure."""
    from delayed_bandits.comparison.compare import compare
    from delayed_bandits.comparison.results import BAD, Comparison
    from delayed_bandits.files.layout import FORMATS

    if options.figure and options.figure.suffix[1:] not in FORMATS:
        endings = ", ".join(f".{kind}" for kind in FORMATS)
        raise InputError(f"--figure {options.figure}: unknown format. Use one of: {endings}")
    names = ("seeds", "against", "parameters", "scale", "processes")
    given = {name: getattr(options, name) for name in names}
    found = compare(options.learner, options.on, **given)
    (file, _, name), on = options.learner.rpartition(":"), re.sub(r"[^\w-]+", "_", options.on)
    if file and Path(file).stem.replace("_", "").lower() != name.lower():
        name = f"{Path(file).stem}_{name}"  # another file may have a class of this name
    figure = options.figure or Path(f"{name}_on_{on}.png")
    found.plot(figure)
    bad = ""
    if isinstance(found, Comparison) and found.random_play > 0:
        bad = f"Bad: above {BAD:g} times the regret of random play, {found.random_play:,.0f}.\n"
    print(f"{found}\n{bad}{figure}")


@command(
    argument("kind", "what to list", choices=["algorithms", "settings", "distributions", "views"]),
    name="list",
)
def list_names(options: argparse.Namespace) -> None:
    """List algorithms, settings, delay distributions, or the views of learners."""
    from delayed_bandits.experiments.catalogue import KINDS

    rows = KINDS[options.kind]()
    width = max(len(name) for name, _ in rows)
    print("\n".join(f"{name:{width}}  {what}" for name, what in rows))


@command(
    argument("name", "name of the class, such as MyLearner", metavar="NAME"),
    argument("--view", "view from `list views` (default: identified)", default="identified"),
    name="new-learner",
)
def new_learner(options: argparse.Namespace) -> None:
    """Write a file with a learner to start from, and print the command that runs it."""
    from delayed_bandits.algorithms.learners.template import VIEWS, write_learner

    path = write_learner(options.name, options.view, Path())
    setting = VIEWS[options.view].setting
    print(f"{path}\ndelayed-bandits try {path}:{options.name} --on {setting}")


@command(
    argument("name", "name of the paper: letters, digits and _", metavar="NAME"),
    name="new-paper",
)
def new_paper(options: argparse.Namespace) -> None:
    """Write the files of a new paper, with an example of K arms in two settings."""
    from delayed_bandits.papers.template import write_paper

    print(*write_paper(options.name, Path()), sep="\n")
    target = f"results/quick/figures/{options.name}/regret.png"
    print(f"snakemake --cores 2 --config papers=[{options.name}] scale=quick -- {target}")


@command(
    argument("folder", "folder to write to", type=Path, metavar="FOLDER"),
    name="init",
)
def write_project(options: argparse.Namespace) -> None:
    """Write the files of your own workflow: Snakefile, config.yaml and profiles."""
    from delayed_bandits.experiments.project import write_project

    write_project(options.folder)
    print(f"cd {options.folder}\nsnakemake --cores 8 --config scale=quick    # minutes")
    print("snakemake --cores 8                         # the papers' scale: about 40 core minutes")


@command(
    argument("claim", "claim, such as vernade2020/c09", metavar="PAPER/ID"),
    argument(
        "--seeds",
        "number of runs to simulate (default: use results, simulate missing runs)",
        type=int,
    ),
    argument("--config", "configuration file (default: config.yaml of the workflow)", type=Path),
    argument("--scale", "scale (default: that of the configuration)", choices=SCALES),
)
def claim(options: argparse.Namespace) -> None:
    """Measure one claim on results, or on runs that are simulated for it."""
    from delayed_bandits.comparison.measurement import measure_claim

    print(measure_claim(options.claim, options.config, options.scale, options.seeds))


@command(
    argument("folder", "folder of results, or archive", type=Path, metavar="FOLDER"),
    argument(
        "--sample",
        "number of run files to remake; figures: half that number (default: 10)",
        type=int,
        default=10,
    ),
    argument("--seed", "seed that draws the sample (default: a new one each time)", type=int),
)
def verify(options: argparse.Namespace) -> None:
    """Remake a sample of results and compare the files. No code of FOLDER runs."""
    from delayed_bandits.report.verify import verify

    # isort: split
    from delayed_bandits.experiments.catalogue import project_folder
    from delayed_bandits.report.archive import unpacked

    with unpacked(options.folder) as folder:
        differ = verify(folder, options.sample, options.seed, project_folder())
    if differ:
        shown = differ if len(differ) <= 5 else [*differ[:5], f"and {len(differ) - 5} more"]
        raise InputError(f"{'; '.join(shown)}. Delete these files and run Snakemake again.")


@command(
    argument("folder", "folder of results", type=Path, metavar="FOLDER"),
    argument("output", "archive to write", type=Path, metavar="FILE.zip"),
)
def archive(options: argparse.Namespace) -> None:
    """Pack results into a zip file, with their sources and environment."""
    from delayed_bandits.experiments.catalogue import project_folder
    from delayed_bandits.report.archive import write_archive

    write_archive(options.output, options.folder, project_folder())
