"""What all rules share: the checked configuration, where things are, and which files hang on which."""

import json
import os
import sys
from pathlib import Path

ROOT = Path(workflow.basedir)
sys.path.insert(0, str(ROOT / "src"))
os.environ["PYTHONPATH"] = str(ROOT / "src")
os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"

from delayed_bandits import experiment
from delayed_bandits.errors import InputError
from delayed_bandits.sources import source_digest, sources_of

QUICK = config.get("scale") == "quick"
RESULTS = "results/quick" if QUICK else "results"
FIGURES = f"{RESULTS}/figures" if QUICK else "figures"
FORMATS = ["png", "svg", "pdf"]

try:
    PAPERS = experiment.load_papers(config, ROOT / "workflow")
    experiment.check_writable([Path(RESULTS), Path(FIGURES)])
except InputError as error:
    sys.exit(f"error: {error}")


wildcard_constraints:
    paper="|".join(PAPERS),
    setting=r"[\w-]+",
    algorithm=r"\w+",
    module=r"\w+",
    figure=r"[\w-]+",
    first=r"\d+",
    last=r"\d+",


def sources(*modules):
    """Source files of a step, relative to the working directory."""
    return [os.path.relpath(path) for path in sources_of(*modules)]


def specification(wildcards):
    return PAPERS[wildcards.paper].runs[wildcards.setting][wildcards.algorithm]


def module_of(specification):
    return specification["run"].partition(".")[0]


def run_files(paper, setting):
    """Every block of every algorithm of one setting; blocks start at multiples of the block size."""
    seeds, size = PAPERS[paper].seeds, config["seeds_per_job"]
    return [
        f"{RESULTS}/runs/{paper}/{setting}/{algorithm}/{first}-{min(first + size, seeds) - 1}.parquet"
        for algorithm in PAPERS[paper].runs[setting]
        for first in range(0, seeds, size)
    ]


def all_run_files(paper):
    return [path for setting in PAPERS[paper].runs for path in run_files(paper, setting)]


def figure_files(paper, name):
    return [f"{FIGURES}/{paper}/{name}.{kind}" for kind in FORMATS]


def paper_targets(paper):
    """Everything that is made of one paper: figures, tables and claims."""
    figures = [figure_files(paper, name) for name in PAPERS[paper].description["figures"]]
    tables = [f"{RESULTS}/regret/{paper}.{kind}" for kind in ("parquet", "csv", "tex")]
    return [*sum(figures, []), *tables, f"{RESULTS}/claims/{paper}.json"]


def algorithm_styles(paper):
    entries = PAPERS[paper].description["algorithms"].items()
    return {
        name: {key: entry[key] for key in ("label", "colour", "line")}
        for name, entry in entries
    }
