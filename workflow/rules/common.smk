"""What all rules share: the checked configuration, where results lie, and what depends on what.

in   config.yaml, workflow/papers/*.yaml, workflow/schemas/
out  PAPERS (the runs of each paper), LAYOUT (the paths of results), functions for inputs and params
"""

import functools
import json
import os
import sys
from dataclasses import asdict
from pathlib import Path

ROOT = Path(workflow.basedir)
sys.path.insert(0, str(ROOT / "src"))

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.yaml_files import read_yaml
from delayed_bandits.files import provenance
from delayed_bandits.files.layout import Layout
from delayed_bandits.files.sources import source_digest, sources_of
from delayed_bandits.plan.blocks import job_count
from delayed_bandits.plan.experiment import (
    CRITEO_SOURCES,
    check_writable,
    load_papers,
)
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
LAYOUT = Layout(RESULTS, FIGURES)
FORMATS = ["png", "svg", "pdf"]

# Jobs run the sources of this checkout, with the Python that runs Snakemake unless they have an
# environment or a container.
software = workflow.deployment_settings.deployment_method
search_path = "" if software else f" PATH='{Path(sys.executable).parent}':\"$PATH\""
shell.prefix(f"export PYTHONPATH='{ROOT}/src'{search_path}; ")
provenance.settle_commit()

try:
    for configfile in workflow.configfiles:  # Snakemake takes keys that stand twice
        read_yaml(Path(configfile))
    PAPERS = load_papers(config, ROOT / "workflow")
    check_writable([Path(RESULTS), Path(FIGURES)])
except InputError as error:
    sys.exit(f"error: {error}")


def log_jobs():
    for paper in PAPERS.values():
        jobs = job_count(paper.block_sizes, paper.seeds)
        sizes = {min(size, paper.seeds) for size in paper.block_sizes.values()}
        named = " or ".join(map(str, sorted(sizes)))
        logger.info(f"{paper.name}: {jobs} simulation jobs of {named} seeds")


log_jobs()


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


# Simulation: a run, and the compiled kernels of a module of algorithms.


def specification(wildcards):
    return PAPERS[wildcards.paper].runs[wildcards.setting, wildcards.algorithm]


def needed(quantity, wildcards):
    """What a simulation job needs of a quantity, by its run and its number of seeds."""
    n_seeds = int(wildcards.last) - int(wildcards.first) + 1
    return quantity(specification(wildcards), n_seeds)


def simulation_sources(module):
    return sources("simulation", f"algorithms.{module}")


@functools.cache
def numba_cache(module):
    """The compiler notices no edit in another file, so its cache is keyed by all sources."""
    return f"{RESULTS}/numba/{source_digest(map(Path, simulation_sources(module)))}"


def specifications_of_module(module):
    """One specification for each way in which the papers run the module's algorithms."""
    runs = [run for paper in PAPERS.values() for run in paper.runs.values()]
    by_algorithm = {run.algorithm: run for run in runs if run.module == module}
    return list(by_algorithm.values())


# Figures, tables and claims: the runs that they are made of.


def runs_of_paper(wildcards):
    return list(PAPERS[wildcards.paper].runs.values())


def runs_of_figure(wildcards):
    """The runs on the settings that a figure shows; none if it shows the delays."""
    settings = description_of_figure(wildcards).get("settings", [])
    runs = runs_of_paper(wildcards)
    return [run for setting in settings for run in runs if run.setting == setting]


def description_of_figure(wildcards):
    return PAPERS[wildcards.paper].description["figures"][wildcards.figure]


def run_files(runs):
    """Every block of the runs."""
    return [
        LAYOUT.run(run.paper, run.setting, run.algorithm, block)
        for run in runs
        for block in PAPERS[run.paper].blocks(run.setting, run.algorithm)
    ]


def delays_of(runs):
    """The Criteo delays if a run uses them."""
    return LAYOUT.delays if any(run.uses_criteo for run in runs) else []


def state(runs):
    """Digest of all that runs are made of, a parameter of whatever is made of them.

    Snakemake records the new parameters of a job even if it fails, and does not miss the run file
    while what was made of it exists: without this parameter it would then pass for new.
    """
    specifications = sorted(run.digest for run in runs)
    kernels = sorted({numba_cache(run.module) for run in runs})
    delays = f"{CRITEO_SOURCE} {config['touch']}" if delays_of(runs) else ""
    return short_digest([*specifications, *kernels, delays])


def memory_for_curves(wildcards, attempt):
    paper = PAPERS[wildcards.paper]
    return attempt * curves_megabytes(paper.seeds, paper.description["checkpoints"])


def minutes_for_curves(wildcards, attempt):
    paper = PAPERS[wildcards.paper]
    checkpoints = paper.description["checkpoints"]
    return attempt * curves_minutes(len(paper.runs), paper.seeds, checkpoints)


def algorithm_styles(paper):
    entries = PAPERS[paper].description["algorithms"].items()
    return {
        name: {key: entry[key] for key in ("label", "colour", "line")}
        for name, entry in entries
    }


def figure_files(paper, name):
    return [LAYOUT.figure(paper, name, kind) for kind in FORMATS]


def paper_targets(paper):
    """Everything that is made of one paper: figures, tables and claims."""
    figures = [
        figure_files(paper, name) for name in PAPERS[paper].description["figures"]
    ]
    tables = [LAYOUT.regret(paper, kind) for kind in ("parquet", "csv", "tex")]
    return [*sum(figures, []), *tables, LAYOUT.claims(paper)]
