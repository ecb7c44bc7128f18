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

if not MISSING:
    from delayed_bandits.batch import is_current
    from delayed_bandits.simulation import digest_of_sources, sources_of_runs
    from delayed_bandits.files.failures import made_file
    from delayed_bandits.learners.files import is_file
    from delayed_bandits.plan.blocks import Block
    from delayed_bandits.plan.experiment import check_writable, load_papers
    from delayed_bandits.plan.planned import expected_of, origin_in
    from delayed_bandits.plan.resources import job_megabytes, job_minutes
    from delayed_bandits.plan.specification import short_digest
from delayed_bandits.analysis.resources import curves_megabytes, curves_minutes
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.yaml_files import read_yaml
from delayed_bandits.files import provenance
from delayed_bandits.files.layout import Layout
from delayed_bandits.files.sources import source_digest, sources_of
from delayed_bandits.plan.observed import CRITEO, CRITEO_SOURCES, log_options

QUICK = config.get("scale") == "quick"
RESULTS = "results/quick" if QUICK else "results"
FIGURES = f"{RESULTS}/figures" if QUICK else "figures"
LAYOUT = Layout(RESULTS, FIGURES)
FORMATS = ["png", "svg", "pdf", "csv"]

provenance.settle_commit()

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


wildcard_constraints:
    paper="|".join(PAPERS),
    target="|".join([*PAPERS, "all"]),
    setting=r"[\w-]+",
    algorithm=r"\w+",
    batch=r"[\w-]+",
    figure="|".join(
        {name for paper in PAPERS.values() for name in paper.description["figures"]}
    ),
    table="|".join(
        {
            name
            for paper in PAPERS.values()
            for name in paper.description.get("tables", [])
        }
    )
    or "none",
    claim=r"[a-z]\d\d",
    first=r"\d+",
    last=r"\d+",


@functools.cache
def sources(*modules):
    """Source files of a step, relative to the working directory."""
    return [os.path.relpath(path) for path in sources_of(*modules)]


# Simulation: runs, their batches, and what they are compiled from.


def specification(wildcards):
    return PAPERS[wildcards.paper].runs[wildcards.setting, wildcards.algorithm]


def block(wildcards):
    return Block(specification(wildcards), f"{wildcards.first}-{wildcards.last}")


def blocks_of(wildcards):
    return PAPERS[wildcards.paper].batches[wildcards.batch]


def batch_priority(wildcards):
    """Negative: figures come before simulations, and the first batches of all papers before others.

    Two batches of one paper would compile the same kernels at the same time.
    """
    return -1 - list(PAPERS[wildcards.paper].batches).index(wildcards.batch)


def described(block):
    """What a job must know of a block of seeds."""
    return {
        "specification": asdict(block.specification),
        "seeds": block.name,
        "sources": digest_of_sources(block.specification.module),
    }


def delays_options(wildcards, input):
    kinds = {LAYOUT.delays: "criteo", LAYOUT.log_delays: "log"}
    return " ".join(f"--{kinds[path]} {path}" for path in input.delays)


@functools.cache
def numba_cache(paper):
    """The compiler notices no edit in another file, so its cache is keyed by all sources."""
    modules = sorted({run.module for run in PAPERS[paper].runs.values()})
    return f"{RESULTS}/numba/{source_digest(sources_of_runs(*modules))}"


def run_file(block):
    run = block.specification
    return LAYOUT.run(run.paper, run.setting, run.algorithm, block.name)


def forget(path, why):
    """Delete a result that cannot be used, unless this is a dry run or a job of a run."""
    logger.info(f"{path}: {why}; it is made again when it is needed")
    if workflow.is_main_process and workflow.executor_plugin and not workflow.dryrun:
        Path(path).unlink()


def forget_list(wildcards):
    """Delete the list of a batch if a run file is missing, or is newer, so not from its job."""
    listed = Path(LAYOUT.batch(wildcards.paper, wildcards.batch))
    files = [Path(run_file(block)) for block in blocks_of(wildcards)]
    try:
        names = json.loads(listed.read_text(encoding="utf-8"))
        written = listed.stat().st_mtime_ns
    except (OSError, ValueError):
        return []
    if list(names) == [str(path.relative_to(RESULTS)) for path in files]:
        for path in files:
            made = made_file(path)
            if not made.exists() or made.stat().st_mtime_ns > written:
                forget(listed, f"{path} is missing or was made by another job")
                break
    return []


def forget_run(wildcards):
    """Delete a run file that is not of the wanted run, since Snakemake does not know who made it."""
    run = block(wildcards)
    path, made_of = Path(run_file(run)), described(run)
    wanted = {name: made_of[name] for name in ("specification", "sources")}
    if path.exists() and not is_current(path, wanted):
        forget(path, "it is of another run or of other sources")
    return []


# Figures, tables and claims: the runs that they are made of.


def runs_of_paper(wildcards):
    return list(PAPERS[wildcards.paper].runs.values())


def runs_of_figure(wildcards):
    """The runs on the settings that a figure shows; none if it shows the delays or a table."""
    return runs_on(wildcards, description_of_figure(wildcards).get("settings", []))


def runs_of_table(wildcards):
    """The runs on the settings that a table is made of: all, if it names none."""
    paper = PAPERS[wildcards.paper]
    settings = description_of_table(wildcards).get("settings", list(paper.seeds))
    return runs_on(wildcards, settings)


def runs_on(wildcards, settings):
    runs = runs_of_paper(wildcards)
    return [run for setting in settings for run in runs if run.setting == setting]


def shown_by_figure(wildcards):
    """What a figure is drawn from: its table, the lists of its batches, or the Criteo delays."""
    if table := description_of_figure(wildcards).get("table"):
        return [LAYOUT.table(wildcards.paper, table, "parquet")]
    runs = runs_of_figure(wildcards)
    return [*batch_files(runs), *delays_of(runs)] if runs else [LAYOUT.delays]


def shows_delays(wildcards):
    return not description_of_figure(wildcards).keys() & {"settings", "table"}


def option_of_figure(wildcards, path):
    """The option that names what a figure shows, unless that is runs."""
    if description_of_figure(wildcards).get("table"):
        return f"--table {path}"
    return f"--criteo {path}" if shows_delays(wildcards) else ""


def runs_of_claim(wildcards):
    """The runs on the settings that a claim may look at."""
    from delayed_bandits.analysis import (
        judge,
    )  # its imports are needed by nothing else here

    paper = PAPERS[wildcards.paper]
    runs = paper.runs
    needed = judge.settings_of_claim(
        wildcards.paper, wildcards.claim, runs, paper.coordinates
    )
    return [run for run in runs.values() if run.setting in needed]


def description_of_figure(wildcards):
    return PAPERS[wildcards.paper].description["figures"][wildcards.figure]


def description_of_table(wildcards):
    return PAPERS[wildcards.paper].description["tables"][wildcards.table]


def coordinates_of(wildcards):
    return json.dumps(PAPERS[wildcards.paper].coordinates)


def width_of_figure(wildcards):
    """The option for the printed width, if the paper's YAML file names one."""
    width = description_of_figure(wildcards).get("width")
    return f"--width {width}" if width else ""


def blocks_of_runs(runs, delays=False):
    """What names run files in a short command, and says what they should have been made of."""
    return json.dumps(plan_of(runs, delays))


def plan_of(runs, delays=False):
    paper = PAPERS[runs[0].paper] if runs else None
    return expected_of(config, paper, runs, delays=delays)


def batch_files(runs):
    """The lists of the batches that make the runs on some settings."""
    settings = {(run.paper, run.setting) for run in runs}
    return [
        LAYOUT.batch(paper.name, name)
        for paper in PAPERS.values()
        for name, blocks in paper.batches.items()
        if any(
            (paper.name, block.specification.setting) in settings for block in blocks
        )
    ]


def delays_of(runs):
    """The Criteo delays and those of the log, if a run uses them."""
    criteo = [LAYOUT.delays] if any(run.uses_criteo for run in runs) else []
    return criteo + ([LAYOUT.log_delays] if any(run.uses_log for run in runs) else [])


def state(runs):
    """Digest of all that runs are made of, a parameter of whatever is made of them.

    Snakemake records the new parameters of a job even if it fails, and does not miss the list of a batch
    while what was made of it exists: without this parameter it would then pass for new.
    """
    specifications = sorted(run.digest for run in runs)
    kernels = sorted({digest_of_sources(run.module) for run in runs})
    criteo = DELAYS if any(run.uses_criteo for run in runs) else ""
    log = [LOG, LOG_DIGEST] if any(run.uses_log for run in runs) else []
    return short_digest([*specifications, *kernels, criteo, *log])


def digest_of_data(path):
    """SHA-256 of the Criteo file or of a log, as another may be older; "" of one to come."""
    if MISSING or not workflow.is_main_process or not Path(path).exists():
        return ""  # jobs do not compare it, and what is downloaded is checked
    from delayed_bandits.files.parquet import digest_of  # its imports take long

    return digest_of(Path(path))


def most_seeds(paper):
    return max(PAPERS[paper].seeds.values())


def memory_for_curves(wildcards, attempt):
    return attempt * curves_megabytes(most_seeds(wildcards.paper))


def minutes_for_curves(wildcards, attempt):
    paper = PAPERS[wildcards.paper]
    checkpoints = paper.description["checkpoints"]
    return attempt * curves_minutes(
        len(paper.runs), most_seeds(paper.name), checkpoints
    )


def table_files(paper, name):
    return [LAYOUT.table(paper, name, kind) for kind in ("csv", "parquet")]


def labels_of(paper):
    return {name: look["label"] for name, look in PAPERS[paper].styles.items()}


def figure_files(paper, name):
    return [LAYOUT.figure(paper, name, kind) for kind in FORMATS]


def paper_targets(paper):
    """Everything that is made of one paper: figures, tables and claims."""
    figures = [
        figure_files(paper, name) for name in PAPERS[paper].description["figures"]
    ]
    tables = [
        table_files(paper, name) for name in PAPERS[paper].description.get("tables", [])
    ]
    regret = [LAYOUT.regret(paper, kind) for kind in ("parquet", "csv", "tex")]
    return [
        *sum(figures + tables, []),
        *regret,
        LAYOUT.claims(paper),
        LAYOUT.verdicts(paper),
    ]


def made_of_all(target):
    """Everything that is made of one paper, or of all with the report."""
    if target in PAPERS:
        return paper_targets(target)
    log = [LAYOUT.log_page] if LOG else []
    papers = sum(map(paper_targets, PAPERS), [])
    return [LAYOUT.manifest, LAYOUT.report, LAYOUT.claims_table, *log, *papers]


def learners_of(target):
    """The runs of users' learners, by paper; none for a paper that has none."""
    papers = [target] if target in PAPERS else PAPERS
    found = {
        paper: [run for run in PAPERS[paper].runs.values() if is_file(run.run)]
        for paper in papers
    }
    return {paper: runs for paper, runs in found.items() if runs}


def plans_of_learners(target):
    """The runs of users' learners with their seeds, by paper."""
    return {paper: plan_of(runs)["runs"] for paper, runs in learners_of(target).items()}


def target(name):
    """All of a paper, or of all papers, and the check that no user's learner failed."""
    check = [LAYOUT.learners(name)] if learners_of(name) else []
    return made_of_all(name) + check
