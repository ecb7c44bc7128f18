"""Templates of learners, one for each view. They run unchanged."""

import keyword
import sys
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import NamedTuple

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import suggestion


class ViewOfLearner(NamedTuple):
    """A view: the methods of its learners, and a setting to try them on."""

    methods: str
    setting: str


_K_ARMS = "pikeburke2018/poisson-50"
_SETS, _OBSERVE = "choose(t, action_set)", "observe(round, arm, reward)"
VIEWS = {
    "identified": ViewOfLearner(f"choose(t), {_OBSERVE}: K arms", _K_ARMS),
    "sums": ViewOfLearner("choose(t), observe(total): K arms, sums of late rewards", _K_ARMS),
    "linear": ViewOfLearner(
        f"{_SETS}, {_OBSERVE}: action sets, late conversions", "vernade2020/fig1a"
    ),
    "payoffs": ViewOfLearner(
        f"{_SETS}, {_OBSERVE}: payoffs that are delays", "zhang2025/losses-6-100"
    ),
    "budgeted": ViewOfLearner(
        f"{_SETS} or None, {_OBSERVE}: contexts and a budget", "liu2024/fig1a"
    ),
}


def write_learner(name: str, view: str, folder: Path) -> Path:
    """Write a learner for a view into a new file, and return the path of the file."""
    import jinja2  # slow to import, and not needed to list the views

    if view not in VIEWS:
        raise InputError(f"--view: {view!r} is unknown. {suggestion(view, VIEWS)}")
    if not name.isidentifier() or keyword.iskeyword(name):
        raise InputError(f"{name!r} cannot name a class. Give a name such as MyLearner.")
    words = "".join(f"_{c.lower()}" if c.isupper() else c for c in name).strip("_")
    path = folder / f"{words}.py"
    if words in {*sys.stdlib_module_names, *packages_distributions()}:
        raise InputError(f"{path}: would hide the module {words}. Choose another name.")
    source = Path(__file__).with_name("learner.py.jinja").read_text(encoding="utf-8")
    learner = jinja2.Template(
        source, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )
    text = learner.render(name=name, view=view, methods=VIEWS[view].methods)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise InputError(f"{path}: exists. Choose another name.") from error
    return path
