"""What all rules share: the checked configuration, where things are, and which files hang on which."""

import functools
import json
import os
import sys
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
from delayed_bandits.plan.specification import digest, uses_criteo

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
    sizes = {
        min(size, paper.seeds)
        for own in paper.block_sizes.values()
        for size in own.values()
    }
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
    return PAPERS[wildcards.paper].runs[wildcards.setting][wildcards.algorithm]


def module_of(specification):
    return specification["run"].partition(".")[0]


def needed(quantity, wildcards):
    """What a simulation job needs of a quantity, by its run and its number of seeds."""
    seeds = int(wildcards.last) - int(wildcards.first) + 1
    return quantity(specification(wildcards), seeds)


def memory_for_curves(wildcards, attempt):
    return attempt * curves_megabytes(PAPERS[wildcards.paper])


def minutes_for_curves(wildcards, attempt):
    return attempt * curves_minutes(PAPERS[wildcards.paper])


def run_files(paper, setting):
    """Every block of every algorithm of one setting."""
    return [
        f"{RESULTS}/runs/{paper}/{setting}/{algorithm}/{block}.parquet"
        for algorithm in PAPERS[paper].runs[setting]
        for block in PAPERS[paper].blocks(setting, algorithm)
    ]


def all_run_files(paper):
    return [
        path for setting in PAPERS[paper].runs for path in run_files(paper, setting)
    ]


def simulation_sources(module):
    return sources("simulation", f"algorithms.{module}")


@functools.cache
def numba_cache(module):
    """The compiler notices no edit in another file, so its cache is keyed by all sources."""
    return f"{RESULTS}/numba/{source_digest(map(Path, simulation_sources(module)))}"


def specifications_of_module(module):
    """One specification for each way in which the papers run the module's algorithms."""
    runs = [
        run
        for paper in PAPERS.values()
        for setting in paper.runs.values()
        for run in setting.values()
        if module_of(run) == module
    ]
    return list({run["algorithm"]: run for run in runs}.values())


def settings_of_figure(wildcards):
    """The settings that a figure shows; none if it shows the delays."""
    figure = PAPERS[wildcards.paper].description["figures"][wildcards.figure]
    return figure.get("settings", [])


def delays_of_runs(paper, settings):
    """The delays if a run on the settings draws from them."""
    runs = [run for setting in settings for run in PAPERS[paper].runs[setting].values()]
    return DELAYS if any(map(uses_criteo, runs)) else []


def state(paper, settings):
    """Digest of all that the runs on the settings are made of, for a parameter of what is made of them.

    Snakemake records the new parameters of a job even if it fails, and misses no run file while
    what was made of it exists: without a parameter of its own that would pass for new.
    """
    runs = [run for setting in settings for run in PAPERS[paper].runs[setting].values()]
    caches = {numba_cache(module_of(run)) for run in runs}
    delays = (
        f"{CRITEO_SOURCE} {config['touch']}" if delays_of_runs(paper, settings) else ""
    )
    return digest([*sorted(map(digest, runs)), *sorted(caches), delays])


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
