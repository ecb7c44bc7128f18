"""SWEEP (papers, run groups, observed delays), which all rules share, and look-ups in it."""

import os
import sys
from functools import cache
from pathlib import Path

ROOT = Path(str(workflow.current_basedir)).parent.parent
if (ROOT / "src").is_dir():  # a checkout, which need not be installed
    sys.path.insert(0, str(ROOT / "src"))
    os.environ.update(PYTHONPATH=str(ROOT / "src"))  # in jobs, in place of the user's
os.environ.update(
    PYTHONHASHSEED="0",  # learners may iterate over sets
    MALLOC_TRIM_THRESHOLD_="1000000000",  # returning freed memory would take a tenth of the time
    MALLOC_MMAP_THRESHOLD_="1000000000",
    NUMBA_DISABLE_JIT="1",  # a dry run compiles nothing
)

from delayed_bandits.cli.reporting import stopped
from delayed_bandits.experiments import delay_sources, results
from delayed_bandits.experiments.sweep import load_sweep
from delayed_bandits.files.provenance import cache_commit
from delayed_bandits.files.sources import code, texts  # digests as params

cache_commit()  # for all jobs: the nodes of a cluster may have no git
with stopped():
    SWEEP = load_sweep(config, ROOT)
config, PAPERS, LAYOUT = SWEEP.config, SWEEP.papers, SWEEP.layout  # all keys; scripts get params
FIGURE_FILES = LAYOUT.figure_files("{paper}", "{figure}")
os.environ.pop("NUMBA_DISABLE_JIT")  # jobs compile, even if the user set it


onstart:  # write provenance.json; a workflow that loads this one as a module has to call onstart
    with stopped():
        results.write_made_with(Path(LAYOUT.provenance), SWEEP.made_with)


wildcard_constraints:
    paper="|".join(PAPERS),
    group="[^/]+",
    figure="[^/]+",


def of_paper(name):
    """Return a param: an attribute of the paper, such as its styles."""
    return lambda wildcards: getattr(PAPERS[wildcards.paper], name)


def group_of(wildcards):
    """Return a run group. Only those of the jobs to run are checked, and only once."""
    return checked_group(wildcards.group)


@cache
def checked_group(name):
    with stopped():
        return SWEEP.checked_group(name)


def shown(wildcards):
    """Return the inputs of a figure: its runs, its tables, or the Criteo delays."""
    about = SWEEP.figure(wildcards.paper, wildcards.figure)
    return {
        "runs": SWEEP.folders(wildcards.paper, about["settings"] or []),
        "tables": LAYOUT.tables(wildcards.paper) if about["table"] else [],
        "criteo": [] if about["table"] or about["settings"] else LAYOUT.delays,
    }
