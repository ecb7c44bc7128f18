"""What all rules share: this checkout, the checked configuration, and where results lie.

in   config.yaml, workflow/papers/*.yaml, workflow/schemas/
out  ROOT (the checkout), ENVIRONMENT (packages), PAPERS (the runs of each paper)
     LAYOUT (the paths of results)
     the command `delayed-bandits` of shell commands
     CRITEO_FILE, and CRITEO_INPUT, which stands for it; the same of the log, if there is one
"""

import functools
import gc
import os
import shlex
import sys
from importlib.util import find_spec
from pathlib import Path

# The folder of this checkout. Snakemake looks there for Python modules, where a numpy.py would pass
# for NumPy.
ROOT = Path(str(workflow.current_basedir)).parent.parent
gc.set_threshold(100_000, 50)  # to look for garbage takes a fifth of a start
if os.fsencode(ROOT).decode(errors="ignore") != str(ROOT):
    sys.exit(f"error: {ascii(str(ROOT))}: expected a folder with a name in UTF-8")
sys.path[:] = [str(ROOT / "src"), *(path for path in sys.path if path != str(ROOT))]

MISSING = [name for name in ("numba", "numpy", "pandas", "pyarrow") if not find_spec(name)]
if MISSING and not any(argument.startswith("--lint") for argument in sys.argv):
    sys.exit(
        f"error: {MISSING[0]} is not installed; expected the packages of requirements.lock, "
        "which `make .venv/installed` puts into .venv"
    )

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.yaml_files import read_yaml
from delayed_bandits.experiments import delay_sources
from delayed_bandits.files import provenance
from delayed_bandits.files.layout import Layout, results_of
from delayed_bandits.files.sources import sources_of

if not MISSING:
    from delayed_bandits.algorithms.learners.files import is_file
    from delayed_bandits.experiments import plan_files, resources
    from delayed_bandits.experiments.experiment import check_runs, check_writable, load_papers
    from delayed_bandits.experiments.plan import merged
    from delayed_bandits.experiments.records import plans_of_steps

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


ENVIRONMENT = braced(str(ROOT / "workflow" / "envs" / "run.yaml"))
"""The packages of a run, for `--software-deployment-method conda`."""


# `delayed-bandits` in shell commands is that of this checkout. PYTHONPATH cannot have a path with a
# colon; with -P no random.py in the working directory is taken for Python's. It is run by the Python
# of Snakemake, unless jobs have an environment or a container.
python = "python" if workflow.deployment_settings.deployment_method else shlex.quote(sys.executable)
script = shlex.quote(str(ROOT / "src/delayed_bandits/__main__.py"))
before = (IS_MODULE and shell._process_prefix) or ""  # of the other workflow
shell.prefix(braced(f'{before} delayed-bandits() {{ {python} -P {script} "$@"; }};'))


@functools.cache
def command_line():
    """The options as Snakemake reads them, which does not tell a workflow; {} in a library."""
    if "snakemake" not in Path(sys.argv[0]).parts[-2:]:
        return {}
    from snakemake.cli import get_argument_parser

    return vars(get_argument_parser().parse_known_args(sys.argv[1:])[0])


def of_project(path):
    """A file of this checkout, relative to the working directory."""
    return os.path.relpath(ROOT / path)


here = Path("config.yaml")
if not IS_MODULE and here.exists() and not any(map(here.samefile, workflow.configfiles)):
    logger.warning(
        "warning: config.yaml of this folder is not read; expected --configfile config.yaml"
    )

RESULTS = results_of(config["scale"])
FIGURES = "figures" if config["scale"] == "paper" else f"{RESULTS}/figures"
LAYOUT = Layout(RESULTS, FIGURES)
PAPERS = {}

provenance.cache_commit()

try:
    # Snakemake takes keys that stand twice
    for configfile in [] if IS_MODULE else workflow.configfiles:
        read_yaml(Path(configfile))
    if not MISSING:
        PAPERS = load_papers(config, ROOT / "workflow", check=False)  # plans are
        check_writable([Path(RESULTS), Path(FIGURES)], dry=command_line().get("dryrun"))
except InputError as error:
    sys.exit(f"error: {error}")

for name in [] if MISSING else set(config["papers"]) - set(PAPERS):
    logger.info(f"{name}: left out; it needs the Criteo file itself, and no other log")


wildcard_constraints:
    paper="|".join(PAPERS),
    target="|".join([*PAPERS, "all"]),


def digest_of_data(path):
    """SHA-256 of the Criteo file or of a log, as another may be older; "" of one to come."""
    if MISSING or not workflow.is_main_process or not Path(path).exists():
        return ""  # jobs do not compare it, and what is downloaded is checked
    from delayed_bandits.files.digests import digest_of  # its imports take long

    return digest_of(Path(path))


CRITEO_SOURCE = delay_sources.source_in(config)
CRITEO_FILE = {
    "bundled": of_project("data/criteo_delay_quantiles.csv"),
    "download": "data/raw/criteo_attribution_dataset.zip",
    "huggingface": "data/raw/criteo_attribution_dataset.tsv.gz",
}.get(CRITEO_SOURCE, config["criteo"])
IS_DOWNLOAD, DOWNLOADED = CRITEO_SOURCE in delay_sources.DOWNLOADS, f"{RESULTS}/criteo/downloaded"
CRITEO_INPUT = ancient(DOWNLOADED) if IS_DOWNLOAD else CRITEO_FILE
# The SHA-256 of a download is fixed
CRITEO_DIGEST = "" if IS_DOWNLOAD else digest_of_data(CRITEO_FILE)
DELAYS = f"{CRITEO_SOURCE} {CRITEO_FILE} {CRITEO_DIGEST} {config['touch']}"
LOG = delay_sources.log_options(config)
IN_CRITEO = LOG.get("file") == delay_sources.CRITEO
LOG_FILE = CRITEO_FILE if IN_CRITEO else LOG.get("file")
LOG_INPUT = CRITEO_INPUT if IN_CRITEO else LOG_FILE
LOG_DIGEST = CRITEO_DIGEST if IN_CRITEO else digest_of_data(LOG_FILE) if LOG else ""
LOG_DELAYS = [LOG, LOG_FILE, LOG_DIGEST]
