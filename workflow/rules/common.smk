"""What all rules share: the checked configuration, where things are, and which files hang on which."""

import functools
import json
import os
import sys
from dataclasses import asdict
from pathlib import Path

ROOT = Path(workflow.basedir)
sys.path.insert(0, str(ROOT / "src"))

from delayed_bandits.checks.errors import InputError
from delayed_bandits.files import provenance
from delayed_bandits.files.sources import source_digest, sources_of
from delayed_bandits.plan import experiment
from delayed_bandits.plan.blocks import job_count
from delayed_bandits.plan.resources import (
    curves_megabytes,
    curves_minutes,
    job_megabytes,
    job_minutes,
)
from delayed_bandits.plan.specification import short_digest

QUICK = config.get("scale") == "quick"
RESULTS = "results/quick" if QUICK else "results"
FIGURES = f"{RESULTS}/figures" if QUICK else "figures"
DELAYS = f"{RESULTS}/criteo/delays.parquet"
FORMATS = ["png", "svg", "pdf"]

# Jobs run the sources of this checkout, with the Python that runs Snakemake unless they have an
# environment or a container of their own.
python = f" PATH='{Path(sys.executable).parent}':\"$PATH\""
own = workflow.deployment_settings.deployment_method
shell.prefix(f"export PYTHONPATH='{ROOT}/src'{'' if own else python}; ")
provenance.settle_commit()

try:
    for path in workflow.configfiles:  # Snakemake itself accepts keys that stand twice
        experiment.read_yaml(Path(path))
    PAPERS = experiment.load_papers(config, ROOT / "workflow")
    experiment.check_writable([Path(RESULTS), Path(FIGURES)])
except InputError as error:
    sys.exit(f"error: {error}")

for paper in PAPERS.values():
    jobs = job_count(paper.block_sizes, paper.seeds)
    sizes = {min(size, paper.seeds) for size in paper.block_sizes.values()}
    logger.info(
        f"{paper.name}: {jobs} simulation jobs of {' or '.join(map(str, sorted(sizes)))} seeds"
    )


wildcard_constraints:
    paper="|".join(PAPERS),
    setting=r"[\w-]+",
    algorithm=r"\w+",
    module=r"\w+",
    figure="|".join(
        {name for paper in PAPERS.values() for name in paper.description["figures"]}
    ),
    first=r"\d+",
    last=r"\d+",


@functools.cache
def sources(*modules):
    """Source files of a step, relative to the working directory."""
    return [os.path.relpath(path) for path in sources_of(*modules)]


def specification(wildcards):
    return PAPERS[wildcards.paper].runs[wildcards.setting, wildcards.algorithm]


def needed(quantity, wildcards):
    """What a simulation job needs of a quantity, by its run and its number of seeds."""
    seeds = int(wildcards.last) - int(wildcards.first) + 1
    return quantity(specification(wildcards), seeds)


def memory_for_curves(wildcards, attempt):
    paper = PAPERS[wildcards.paper]
    return attempt * curves_megabytes(paper.seeds, paper.description["checkpoints"])


def minutes_for_curves(wildcards, attempt):
    paper = PAPERS[wildcards.paper]
    checkpoints = paper.description["checkpoints"]
    return attempt * curves_minutes(len(paper.runs), paper.seeds, checkpoints)


def run_files(paper, setting):
    """Every block of every algorithm of one setting."""
    return [
        f"{RESULTS}/runs/{paper}/{setting}/{algorithm}/{block}.parquet"
        for of_setting, algorithm in PAPERS[paper].runs
        if of_setting == setting
        for block in PAPERS[paper].blocks(setting, algorithm)
    ]


def all_run_files(paper):
    return [
        path for setting in settings_of(paper) for path in run_files(paper, setting)
    ]


def simulation_sources(module):
    return sources("simulation", f"algorithms.{module}")


@functools.cache
def numba_cache(module):
    """The compiler notices no edit in another file, so its cache is keyed by all sources."""
    return f"{RESULTS}/numba/{source_digest(map(Path, simulation_sources(module)))}"


def specifications_of_module(module):
    """One specification for each way in which the papers run the module's algorithms."""
    found = {
        specification.algorithm: asdict(specification)
        for paper in PAPERS.values()
        for specification in paper.runs.values()
        if specification.module == module
    }
    return list(found.values())


def settings_of_figure(wildcards):
    """The settings that a figure shows; none if it shows the delays."""
    figure = PAPERS[wildcards.paper].description["figures"][wildcards.figure]
    return figure.get("settings", [])


def settings_of(paper):
    return list(PAPERS[paper].description["settings"])


def specifications_on(paper, settings):
    return [run for run in PAPERS[paper].runs.values() if run.setting in settings]


def delays_of_runs(paper, settings):
    """The delays if a run on the settings draws from them."""
    runs = specifications_on(paper, settings)
    return DELAYS if any(run.uses_criteo for run in runs) else []


def state(paper, settings):
    """Digest of all that the runs on the settings are made of, for a parameter of what is made of them.

    Snakemake records the new parameters of a job even if it fails, and misses no run file while
    what was made of it exists: without a parameter of its own that would pass for new.
    """
    runs = specifications_on(paper, settings)
    caches = {numba_cache(run.module) for run in runs}
    delays = (
        f"{CRITEO_SOURCE} {config['touch']}" if delays_of_runs(paper, settings) else ""
    )
    return short_digest([*sorted(run.digest for run in runs), *sorted(caches), delays])


def figure_files(paper, name):
    return [f"{FIGURES}/{paper}/{name}.{kind}" for kind in FORMATS]


def paper_targets(paper):
    """Everything that is made of one paper: figures, tables and claims."""
    figures = [
        figure_files(paper, name) for name in PAPERS[paper].description["figures"]
    ]
    tables = [f"{RESULTS}/regret/{paper}.{kind}" for kind in ("parquet", "csv", "tex")]
    return [*sum(figures, []), *tables, f"{RESULTS}/claims/{paper}.json"]


def algorithm_styles(paper):
    entries = PAPERS[paper].description["algorithms"].items()
    return {
        name: {key: entry[key] for key in ("label", "colour", "line")}
        for name, entry in entries
    }
