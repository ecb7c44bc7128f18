"""What all rules share: this checkout, the checked configuration, and where results lie.

in   config.yaml, workflow/papers/*.yaml, workflow/schemas/
out  ROOT (the checkout: any folder), IS_MODULE (whether it is a module of another workflow),
     ENVIRONMENT, MISSING (packages that are not installed: without them there is no plan of runs),
     the command `delayed-bandits` of shell commands
     PAPERS (the runs of each paper), LAYOUT (the paths of results)
     CRITEO_FILE (bundled, downloaded or local), CRITEO_INPUT, which stands for it as an input, and
     DELAYS, what the delays are made of; the same of the log, if the config has one, as LOG
"""

import functools
import os
import shlex
import sys
from importlib.util import find_spec
from pathlib import Path

# The folder of this checkout. Snakemake looks there for Python modules, where a numpy.py would pass
# for NumPy.
ROOT = Path(str(workflow.current_basedir)).parent.parent
sys.path[:] = [str(ROOT / "src"), *(path for path in sys.path if path != str(ROOT))]

MISSING = [name for name in ("numba", "numpy", "pandas", "pyarrow") if not find_spec(name)]
if MISSING and not any(argument.startswith("--lint") for argument in sys.argv):
    sys.exit(
        f"error: {MISSING[0]} is not installed; expected the packages of requirements.lock, "
        "which `make .venv/installed` puts into .venv"
    )

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.yaml_files import read_yaml
from delayed_bandits.experiments.delay_sources import CRITEO, CRITEO_SOURCES, log_options
from delayed_bandits.files import provenance
from delayed_bandits.files.layout import Layout
from delayed_bandits.files.sources import sources_of

if not MISSING:
    from delayed_bandits.algorithms.learners.files import is_file
    from delayed_bandits.experiments import plan_files, resources
    from delayed_bandits.experiments.experiment import check_writable, load_papers
    from delayed_bandits.experiments.plan import merged

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


def braced(text):
    """The text for Snakemake, which takes braces for wildcards."""
    return text.replace("{", "{{").replace("}", "}}")


ENVIRONMENT = braced(str(ROOT / "environment.yml"))

# `delayed-bandits` in shell commands is that of this checkout. PYTHONPATH cannot have a path with a
# colon; with -P no random.py in the working directory is taken for Python's. It is run by the Python
# of Snakemake, unless jobs have an environment or a container.
software = workflow.deployment_settings.deployment_method
python = "python" if software else shlex.quote(sys.executable)
script = shlex.quote(str(ROOT / "src/delayed_bandits/__main__.py"))
before = (IS_MODULE and shell._process_prefix) or ""  # of the other workflow
shell.prefix(braced(f'{before} delayed-bandits() {{ {python} -P {script} "$@"; }};'))


def command_line(name, default):
    """Read an option as Snakemake does, which does not tell a workflow what it is."""
    if "snakemake" not in Path(sys.argv[0]).parts[-2:]:  # as a library
        return default
    from snakemake.cli import get_argument_parser

    return getattr(get_argument_parser().parse_known_args(sys.argv[1:])[0], name)


def of_project(path):
    """A file of this checkout, relative to the working directory."""
    return os.path.relpath(ROOT / path)


here = Path("config.yaml")
if not IS_MODULE and here.exists() and not any(map(here.samefile, workflow.configfiles)):
    logger.warning(
        "warning: config.yaml of this folder is not read; expected --configfile config.yaml"
    )

RESULTS = "results/quick" if config.get("scale") == "quick" else "results"
FIGURES = f"{RESULTS}/figures" if config.get("scale") == "quick" else "figures"
LAYOUT = Layout(RESULTS, FIGURES)

provenance.cache_commit()

try:
    # Snakemake takes keys that stand twice
    for configfile in [] if IS_MODULE else workflow.configfiles:
        read_yaml(Path(configfile))
    PAPERS = {}
    if not MISSING:
        PAPERS = load_papers(config, ROOT / "workflow")
        check_writable([Path(RESULTS), Path(FIGURES)], dry=command_line("dryrun", False))
except InputError as error:
    sys.exit(f"error: {error}")

for name in [] if MISSING else set(config["papers"]) - set(PAPERS):
    why = "it needs the Criteo file itself (docs/delays.md)"
    if config["criteo"] != "bundled":
        why = "since `log` names another log"
    logger.info(f"{name}: left out, {why}")
for paper in PAPERS.values():
    files = sum(map(len, paper.batches.values()))
    logger.info(f"{paper.name}: {files} run files in {len(paper.batches)} batches")


def names_of(kind):
    """All names of the papers' figures or tables, as a pattern."""
    found = [name for paper in PAPERS.values() for name in paper.description.get(kind, [])]
    return "|".join(found) or "none"


wildcard_constraints:
    paper="|".join(PAPERS),
    target="|".join([*PAPERS, "all"]),
    figure=names_of("figures"),
    table=names_of("tables"),
    claim=r"[a-z]\d\d",


@functools.cache
def sources(*modules):
    """Source files of a step, relative to the working directory."""
    return [os.path.relpath(path) for path in sources_of(*modules)]


def digest_of_data(path):
    """SHA-256 of the Criteo file or of a log, as another may be older; "" of one to come."""
    if MISSING or not workflow.is_main_process or not Path(path).exists():
        return ""  # jobs do not compare it, and what is downloaded is checked
    from delayed_bandits.files.digests import digest_of  # its imports take long

    return digest_of(Path(path))


DOWNLOADS = {
    "download": "data/raw/criteo_attribution_dataset.zip",
    "huggingface": "data/raw/criteo_attribution_dataset.tsv.gz",
}
DOWNLOADED = f"{RESULTS}/criteo/downloaded"
CRITEO_SOURCE = config["criteo"] if config["criteo"] in CRITEO_SOURCES else "local"
CRITEO_FILE = {
    "bundled": of_project("data/criteo_delay_quantiles.csv"),
    "local": config["criteo"],
    **DOWNLOADS,
}[CRITEO_SOURCE]
CRITEO_INPUT = ancient(DOWNLOADED) if CRITEO_SOURCE in DOWNLOADS else CRITEO_FILE
# The SHA-256 of a download is fixed
CRITEO_DIGEST = "" if CRITEO_SOURCE in DOWNLOADS else digest_of_data(CRITEO_FILE)
DELAYS = f"{CRITEO_SOURCE} {CRITEO_FILE} {CRITEO_DIGEST} {config['touch']}"
LOG = log_options(config)
IN_CRITEO = LOG.get("file") == CRITEO
LOG_FILE = CRITEO_FILE if IN_CRITEO else LOG.get("file")
LOG_INPUT = CRITEO_INPUT if IN_CRITEO else LOG_FILE
LOG_DIGEST = CRITEO_DIGEST if IN_CRITEO else digest_of_data(LOG_FILE) if LOG else ""
LOG_DELAYS = [LOG, LOG_FILE, LOG_DIGEST]
