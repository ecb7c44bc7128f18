"""What all rules share: the checked configuration, what it describes, and look-ups for rules.

in   config.yaml, workflow/papers/*.yaml, workflow/schemas/
out  PAPERS (by name), BATCHES (of runs, by the name of their folder), LAYOUT (paths of results)
"""

import functools
import os
import sys
from pathlib import Path

ROOT = Path(str(workflow.current_basedir)).parent.parent
sys.path.insert(0, str(ROOT / "src"))  # the package need not be installed
os.environ.update(
    PYTHONPATH=str(ROOT / "src"),  # for jobs
    PYTHONHASHSEED="0",  # a learner may go through a set of names
    MALLOC_TRIM_THRESHOLD_="1000000000",  # to give freed memory back would cost a tenth of the time
    MALLOC_MMAP_THRESHOLD_="1000000000",
)

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.yaml_files import read_yaml
from delayed_bandits.experiments import delay_sources, results, sweep
from delayed_bandits.experiments.experiment import check_runs, load_papers
from delayed_bandits.files import provenance
from delayed_bandits.files.layout import Layout
from delayed_bandits.files.sources import code_of, digest_of_sources, source_digest

provenance.cache_commit()  # for all jobs: the nodes of a cluster may have no git

try:
    config = {**read_yaml(ROOT / "config.yaml"), **config}  # that of a module may lack keys
    PAPERS = load_papers(config, ROOT / "workflow", check=False)
    LAYOUT = Layout.at(config["scale"])
    LOG = delay_sources.log_options(config)
    OBSERVED = delay_sources.observed(config, ROOT)
    BATCHES = sweep.batches_of(PAPERS.values(), OBSERVED)
    MADE_WITH = results.made_with(config, OBSERVED, BATCHES)
    if not any(Path(".snakemake/metadata").glob("*")):
        results.check_made_with(Path(LAYOUT.results), MADE_WITH)
    for batch in BATCHES.values():
        if not Path(LAYOUT.batch(batch.paper, batch.name)).exists():
            for setting in sorted(batch.settings):
                check_runs(PAPERS[batch.paper], setting, config)
except InputError as error:
    sys.exit(f"error: {error}")

for name in set(config["papers"]) - set(PAPERS):
    logger.info(f"{name}: left out; it needs the Criteo file itself, and no other log")


onstart:
    results.write_made_with(Path(LAYOUT.provenance), MADE_WITH)


wildcard_constraints:
    paper="|".join(PAPERS),


def products(paper):
    """All that is made of the runs of a paper."""
    return LAYOUT.products(paper, PAPERS[paper].description)


def entry(wildcards):
    """What a paper's YAML file says of a figure; nothing of anything else."""
    figures = PAPERS[wildcards.paper].description["figures"]
    return figures[wildcards.figure] if "figure" in wildcards.keys() else {}


def settings_of(wildcards):
    """The settings of a figure, by default all of a paper."""
    return list(entry(wildcards).get("settings", PAPERS[wildcards.paper].seeds))


def runs_of(wildcards):
    """The folders with the runs on these settings."""
    shown = set(settings_of(wildcards))
    return [
        LAYOUT.batch(batch.paper, batch.name)
        for batch in BATCHES.values()
        if batch.paper == wildcards.paper and shown & batch.settings
    ]


def of_paper(name):
    """A param: an attribute of the paper, such as its styles."""
    return lambda wildcards: getattr(PAPERS[wildcards.paper], name)


def code(*modules):
    """Params with the digests of modules, and of what they import: Snakemake looks at none.

    There is one for each folder of the package, so that a reason shows only what has changed.
    """

    def digests(folder, wildcards):
        named = [name.format_map(dict(wildcards.items())) for name in modules]
        return code_of(*named).get(folder, "")

    folders = sorted(path.name for path in (ROOT / "src/delayed_bandits").iterdir())
    return {f"code_{name}": functools.partial(digests, name) for name in folders if "." not in name}


def texts(*names):
    """A param with the digests of other files of the project."""
    return [f"{name} {source_digest([ROOT / name])[:8]}" for name in names]
