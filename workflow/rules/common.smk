"""What all rules share: SWEEP (papers, job groups of runs, observed delays), and look-ups in it."""

import os
import sys
from pathlib import Path

ROOT = Path(str(workflow.current_basedir)).parent.parent
sys.path.insert(0, str(ROOT / "src"))  # the package need not be installed
os.environ.update(
    PYTHONPATH=str(ROOT / "src"),  # in jobs
    PYTHONHASHSEED="0",  # a learner may go through a set of names
    MALLOC_TRIM_THRESHOLD_="1000000000",  # giving freed memory back would cost a tenth of the time
    MALLOC_MMAP_THRESHOLD_="1000000000",
    NUMBA_DISABLE_JIT="1",  # here: a dry run compiles nothing
)

from delayed_bandits.cli.reporting import stopped
from delayed_bandits.experiments import delay_sources, results
from delayed_bandits.experiments.sweep import load_sweep
from delayed_bandits.files.provenance import cache_commit
from delayed_bandits.files.sources import code, texts  # digests as `params`: of modules, of texts

cache_commit()  # for all jobs: the nodes of a cluster may have no git
with stopped():
    SWEEP = load_sweep(config, ROOT)
config, PAPERS, LAYOUT = SWEEP.config, SWEEP.papers, SWEEP.layout
os.environ.pop("NUMBA_DISABLE_JIT")  # jobs compile


onstart:  # what `load_sweep` compares where .snakemake/metadata is empty, and nowhere else
    with stopped():
        results.write_made_with(Path(LAYOUT.provenance), SWEEP.made_with)


wildcard_constraints:
    paper="|".join(PAPERS),
    figure="[^/]+",


def of_paper(name):
    """A param: an attribute of the paper, such as its styles."""
    return lambda wildcards: getattr(PAPERS[wildcards.paper], name)


def group_of(wildcards):
    group = SWEEP.groups[wildcards.group]
    if group.lacks_log:
        sys.exit(f"error: {group.lacks_log}")
    return group


def shown(wildcards):
    """The inputs of a figure: its runs, or in their place its table or the Criteo delays."""
    about = SWEEP.figure(wildcards.paper, wildcards.figure)
    return {
        "runs": SWEEP.folders(wildcards.paper, about["settings"] or []),
        "tables": LAYOUT.tables(wildcards.paper) if about["table"] else [],
        "criteo": [] if about["table"] or about["settings"] else LAYOUT.delays,
    }
