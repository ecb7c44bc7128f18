"""Commands for learners: try one, list what can be named, write a first one."""

import argparse
import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any


def add_steps_of_learners(add: Callable[[Callable, str, str], argparse.ArgumentParser]) -> None:
    """Add the commands; `add(function, description, name)` gives the parser of one."""
    step = add(try_learner, "play a learner beside the algorithms of a setting", "try")
    step.add_argument("learner", metavar="LEARNER", help="FILE.py:NAME, or an algorithm's name")
    step.add_argument(
        "--on",
        required=True,
        metavar="PAPER/SETTING",
        help="or crossed settings: arena, arena/world=pareto1, arena/world=loss,problem=k2-gap010",
    )
    step.add_argument("--seeds", type=int, default=20, help="replications, 20 if not given")
    step.add_argument("--against", nargs="+", help="instead of all algorithms of the setting")
    step.add_argument("--parameters", type=mapping, default={}, help='of the learner: {"c": 3}')
    step.add_argument("--scale", choices=["quick", "paper"], default="quick", help="of the horizon")
    cores = os.cpu_count()
    step.add_argument("--processes", type=int, default=cores, help="one for each core if not given")
    step.add_argument("--figure", type=Path, help="NAME_on_SETTING.png if not given")

    step = add(list_names, "list algorithms, settings, delay laws or views", "list")
    step.add_argument("kind", choices=["algorithms", "settings", "laws", "views"])

    step = add(new_learner, "write a first learner into a file", "new-learner")
    step.add_argument("name", metavar="NAME", help="of its class, such as MyLearner")
    step.add_argument("--view", default="identified", help="see `list views`")


def mapping(text: str) -> dict[str, Any]:
    """Read JSON with names and values."""
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise argparse.ArgumentTypeError(f'found {text}; expected JSON such as {{"c": 3}}')
    return found


def try_learner(options: argparse.Namespace) -> None:
    """Play a learner beside the algorithms of a setting; print a table, write a figure."""
    from delayed_bandits.files.sources import keep_kernels

    keep_kernels()
    from delayed_bandits.comparison.compare import compare
    from delayed_bandits.comparison.results import BAD, Comparison

    found = compare(
        options.learner,
        options.on,
        seeds=options.seeds,
        against=options.against,
        parameters=options.parameters,
        scale=options.scale,
        processes=options.processes,
    )
    name = options.learner.rpartition(":")[2]
    on = re.sub(r"[^\w-]+", "_", options.on)
    figure = options.figure or Path(f"{name}_on_{on}.png")
    found.plot(figure)
    bad = ""
    if isinstance(found, Comparison) and found.uniform > 0:
        bad = f"(bad: regret above {BAD:g} times that of uniform play, {found.uniform:,.0f}) "
    print(f"{found}\n{bad}{figure}")  # noqa: T201


def list_names(options: argparse.Namespace) -> None:
    """List algorithms, settings, delay laws or views."""
    from delayed_bandits.experiments.catalogue import KINDS

    rows = KINDS[options.kind]()
    width = max(len(name) for name, _ in rows)
    print("\n".join(f"{name:{width}}  {what}" for name, what in rows))  # noqa: T201


def new_learner(options: argparse.Namespace) -> None:
    """Write a first learner, and say how to try it."""
    from delayed_bandits.algorithms.learners.template import VIEWS, write_learner

    path = write_learner(options.name, options.view, Path())
    setting = VIEWS[options.view].setting
    print(f"{path}\ndelayed-bandits try {path}:{options.name} --on {setting}")  # noqa: T201
