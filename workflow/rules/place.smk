"""Where this checkout lies: any folder, which need not be that of the results.

in   config.yaml
out  ROOT (the checkout), IS_MODULE (whether it is a module of another workflow), ENVIRONMENT,
     MISSING (packages that are not installed: without them there is no plan of runs),
     the command `delayed-bandits` of shell commands
"""

import os
import shlex
import sys
from importlib.util import find_spec
from pathlib import Path

# The folder of this checkout. Snakemake looks there for Python modules, where a numpy.py would pass
# for NumPy.
ROOT = Path(str(workflow.current_basedir)).parent.parent
sys.path[:] = [str(ROOT / "src"), *(path for path in sys.path if path != str(ROOT))]

MISSING = [
    name for name in ("numba", "numpy", "pandas", "pyarrow") if not find_spec(name)
]
if MISSING and not any(argument.startswith("--lint") for argument in sys.argv):
    sys.exit(
        f"error: {MISSING[0]} is not installed; expected the packages of requirements.lock, "
        "which `make .venv/installed` puts into .venv"
    )

from delayed_bandits.checks.yaml_files import read_yaml

IS_MODULE = not workflow.modifier.is_main_snakefile()
if IS_MODULE:
    config = {**read_yaml(ROOT / "config.yaml"), **config}
else:
    # `python -m snakemake`, with which jobs start on a cluster, would take a random.py of the working
    # directory for Python's
    os.environ.update(PYTHONSAFEPATH="1")

if workflow.modifier.path_modifier.replace_prefix("results") != "results":
    sys.exit(
        "error: the module has a prefix; expected none, as its results are found by their places"
    )
if "{" in os.path.relpath(ROOT):
    sys.exit(f"error: {ROOT}: expected a folder without braces, or to be started in it")

# Snakemake takes braces for wildcards
ENVIRONMENT = str(ROOT / "environment.yml").replace("{", "{{").replace("}", "}}")


def define_command():
    """Let `delayed-bandits` in shell commands be that of this checkout.

    PYTHONPATH cannot have a path with a colon; with -P no random.py in the working directory is taken
    for Python's. It is run by the Python of Snakemake, unless jobs have an environment or a container.
    """
    software = workflow.deployment_settings.deployment_method
    python = "python" if software else shlex.quote(sys.executable)
    script = shlex.quote(str(ROOT / "src" / "delayed_bandits" / "__main__.py"))
    before = (IS_MODULE and shell._process_prefix) or ""  # of the other workflow
    prefix = f'{before} delayed-bandits() {{ {python} -P {script} "$@"; }};'
    shell.prefix(prefix.replace("{", "{{").replace("}", "}}"))


define_command()


def command_line(name, default):
    """Read an option as Snakemake does, which does not tell a workflow what it is."""
    if "snakemake" not in Path(sys.argv[0]).parts[-2:]:  # as a library
        return default
    from snakemake.cli import get_argument_parser

    return getattr(get_argument_parser().parse_known_args(sys.argv[1:])[0], name)


def of_project(path):
    """A file of this checkout, relative to the working directory."""
    return os.path.relpath(ROOT / path)


def glob_of_project(pattern):
    return sorted(os.path.relpath(path) for path in ROOT.glob(pattern))


def is_overlooked(path):
    """Tell whether a config lies here that is not read, since the checkout is elsewhere."""
    return path.exists() and not any(map(path.samefile, workflow.configfiles))


if not IS_MODULE and is_overlooked(Path("config.yaml")):
    logger.warning(
        "warning: config.yaml of this folder is not read; expected --configfile config.yaml"
    )
