"""What all rules share: the checked configuration, where results lie, and what depends on what.

in   config.yaml, workflow/papers/*.yaml, workflow/schemas/
out  PAPERS (the runs of each paper), LAYOUT (the paths of results)
"""

import functools
import os
import sys
from pathlib import Path

if not MISSING:
    from delayed_bandits.algorithms.learners.files import is_file
    from delayed_bandits.experiments.experiment import check_writable, load_papers
    from delayed_bandits.experiments.plan import merged
    from delayed_bandits.experiments.plan_files import (
        origin_in,
        plan_of,
        plan_of_delays,
        settle,
    )
    from delayed_bandits.experiments.resources import (
        curves_megabytes,
        curves_minutes,
        job_megabytes,
        job_minutes,
    )
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.yaml_files import read_yaml
from delayed_bandits.files import provenance
from delayed_bandits.files.layout import Layout
from delayed_bandits.files.sources import sources_of
from delayed_bandits.experiments.delay_sources import (
    CRITEO,
    CRITEO_SOURCES,
    log_options,
)

QUICK = config.get("scale") == "quick"
RESULTS = "results/quick" if QUICK else "results"
FIGURES = f"{RESULTS}/figures" if QUICK else "figures"
LAYOUT = Layout(RESULTS, FIGURES)

provenance.cache_commit()

try:
    # Snakemake takes keys that stand twice
    for configfile in [] if IS_MODULE else workflow.configfiles:
        read_yaml(Path(configfile))
    PAPERS = {}
    if not MISSING:
        PAPERS = load_papers(config, ROOT / "workflow")
        folders = [Path(RESULTS), Path(FIGURES)]
        check_writable(folders, dry=command_line("dryrun", False))
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


def named(paper, kind):
    """The names of a paper's figures or tables."""
    return list(PAPERS[paper].description.get(kind, []))


wildcard_constraints:
    paper="|".join(PAPERS),
    target="|".join([*PAPERS, "all"]),
    figure="|".join(name for paper in PAPERS for name in named(paper, "figures")),
    table="|".join(name for paper in PAPERS for name in named(paper, "tables"))
    or "none",
    claim=r"[a-z]\d\d",


@functools.cache
def sources(*modules):
    """Source files of a step, relative to the working directory."""
    return [os.path.relpath(path) for path in sources_of(*modules)]


def digest_of_data(path):
    """SHA-256 of the Criteo file or of a log, as another may be older; "" of one to come."""
    if MISSING or not workflow.is_main_process or not Path(path).exists():
        return ""  # jobs do not compare it, and what is downloaded is checked
    from delayed_bandits.files.parquet import digest_of  # its imports take long

    return digest_of(Path(path))
