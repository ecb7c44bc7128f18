"""Plans of what is made, functions for inputs, and jobs that make `job_seconds` of run files each.

in   the Criteo delays and those of the log, if a setting uses them
out  results/plan/: what is planned, as an input of what is made by it
     results/runs/{paper}/{setting}/{algorithm}/{first}-{last}.parquet
     results/kept/: the same files by the digest of what they are made of, from which they return
     results/numba/: compiled kernels, for all scales
"""

# They show what a run would do, or do something else; another Snakemake at work reads its plans
VIEWS = (
    "dryrun touch lint list_rules summary detailed_summary dag rulegraph filegraph unlock "
    "list_input_changes list_params_changes delete_all_output"
)
LOCKED = any(Path(".snakemake/locks").glob("*")) and not command_line().get("nolock")
IS_VIEW = LOCKED or any(map(command_line().get, VIEWS.split()))

STEPS_BY_PLANS = {} if MISSING or not workflow.is_main_process else plans_of_steps(Path(RESULTS))


@functools.cache
def plan_of_setting(paper, setting):
    return plan_files.plan_of(config, PAPERS[paper], setting)


def with_data(plan):
    """A plan with what its observed delays are made of."""
    data = [DELAYS if plan["criteo"] else "", LOG_DELAYS if plan["log"] else ""]
    return {**plan, "data": data}


def plan_file(name, plan, check=lambda: None):
    """The file of what `plan` returns; written by the main process, unless this is a view."""
    path = LAYOUT.plan(name)
    if MISSING or not workflow.is_main_process:
        return path
    steps = STEPS_BY_PLANS.get(Path(path), {})
    return str(plan_files.settle(Path(path), plan(), steps, check, write=not IS_VIEW))


RECORDED = " --sources {input.sources:q} --record {output.record:q} 2> {log:q}"


def sources(*modules, texts=()):
    """The plan of what a step is made with: modules, and other files of the project."""
    files = (ROOT / name for name in texts)
    plan = lambda: plan_files.plan_of_sources(*sources_of(*modules), *files)  # not in jobs
    return plan_file(f"sources/{'-'.join(modules)}", plan)


def lacks_log(paper, setting):
    """Whether a setting has the delays of a log, and none was given: targets.smk refuses its runs."""
    runs = PAPERS[paper].runs.values()
    return not LOG and any(run.uses_log for run in runs if run.setting == setting)


def plan_file_of(paper, setting):
    if lacks_log(paper, setting):
        return LAYOUT.plan(f"{paper}/{setting}")
    plan = lambda: with_data(plan_of_setting(paper, setting))
    return plan_file(f"{paper}/{setting}", plan, lambda: check_runs(PAPERS[paper], setting, config))


try:
    PLANS = {
        (paper, setting): plan_file_of(paper, setting)
        for paper in PAPERS
        for setting in PAPERS[paper].seeds
    }
except InputError as error:
    sys.exit(f"error: {error}")
STYLES = {name: plan_file(f"{name}.styles", lambda: PAPERS[name].styles) for name in PAPERS}
WORDS = {name: plan_file(f"{name}.words", lambda: PAPERS[name].words) for name in PAPERS}
TABLES = {
    name: plan_file(f"{name}.tables", lambda: PAPERS[name].description["tables"])
    for name in PAPERS
    if PAPERS[name].description.get("tables")
}
MADE_BY = {
    "claims": ["analysis.judge", "papers.claims"],
    "tables": ["report.figures"],
    "figures": ["report.figures"],
}
SOURCES = {
    (kind, paper): sources(*modules, f"papers.{paper}.{kind}")
    for kind, modules in MADE_BY.items()
    for paper in PAPERS
}
PLAN_OF_DELAYS = plan_file("criteo/delays", lambda: with_data(plan_files.plan_of_delays(config)))
PLAN_OF_LOG = plan_file("log/delays", lambda: LOG_DELAYS) if LOG else ""
PLAN_OF_PAPERS = plan_file("claims_table", lambda: list(PAPERS))
PLAN_OF_REPORT = plan_file("report", lambda: config)


def made_of(runs):
    """The inputs of what is made of runs: their files, plans and observed delays.

    Plans, too, as Snakemake does not miss run files of a batch that failed.
    """
    criteo = [LAYOUT.delays] if any(run.uses_criteo for run in runs) else []
    log = [LAYOUT.log_delays] if any(run.uses_log for run in runs) else []
    return {
        "runs": [LAYOUT.run(run, name) for run in runs for name in PAPERS[run.paper].blocks(run)],
        "plans": list(dict.fromkeys(PLANS[run.paper, run.setting] for run in runs)),
        "delays": criteo + log,
    }


def entry_of(wildcards):
    """What a paper's YAML file says of a figure; nothing of anything else."""
    figures = PAPERS[wildcards.paper].description["figures"]
    return figures[wildcards.figure] if "figure" in wildcards.keys() else {}


def runs_shown(wildcards):
    """The inputs from the runs on the settings of a figure, by default all."""
    paper = PAPERS[wildcards.paper]
    settings = entry_of(wildcards).get("settings", paper.seeds)
    runs = paper.runs.values()
    # figures draw settings in the order of their entry
    return made_of([run for name in settings for run in runs if run.setting == name])


def shown_by_figure(wildcards):
    """The inputs of a figure: its runs, or in their place its table or the Criteo delays."""
    entry, nothing = entry_of(wildcards), {"table": [], "criteo": [], "plans": []}
    if "table" in entry:
        return nothing | {"table": LAYOUT.table(wildcards.paper, entry["table"], "parquet")}
    if "settings" in entry:
        return nothing | runs_shown(wildcards)
    return nothing | {"criteo": LAYOUT.delays, "plans": [PLAN_OF_DELAYS]}


def files_of(steps):
    return [name for step in steps for name in (*step.files, step.record)]


def products(target):
    """Figures, tables and claims of one paper, or of all with the report."""
    if target in PAPERS:
        return files_of(LAYOUT.steps_of_paper(target, PAPERS[target].description))
    whole = [LAYOUT.manifest, LAYOUT.report, LAYOUT.claims_table]
    return whole + ([LAYOUT.log_page] if LOG else []) + sum(map(products, PAPERS), [])


def runs_of(target):
    papers = [target] if target in PAPERS else PAPERS
    return [run for paper in papers for run in PAPERS[paper].runs.values()]


def runs_of_learners(target):
    """The run files of users' learners."""
    return made_of([run for run in runs_of(target) if is_file(run.run)])["runs"]


def target(name):
    """All of a paper, or of all papers, its runs, and the check that no user's learner failed."""
    runs = made_of(runs_of(name))["runs"]
    return products(name) + runs + ([LAYOUT.learners(name)] if runs_of_learners(name) else [])


# To give freed memory back would cost a tenth of the time. Kernels are kept in the results. A learner
# may go through a set of names.
SETTINGS = "PYTHONHASHSEED=0 NUMBA_CACHE_DIR= MALLOC_TRIM_THRESHOLD_=1000000000 MALLOC_MMAP_THRESHOLD_=1000000000"


def planned(batch):
    """The digest of the plans, with which the step compares what it reads."""
    settings = dict.fromkeys((run.paper, run.setting) for run, _ in batch)
    return merged(plan_of_setting(*setting) for setting in settings).digest


for paper in PAPERS.values():
    # Figures come before simulations, and the first batches of all papers before others: two batches
    # of one paper would compile the same kernels at the same time
    for number, (name, batch) in enumerate(paper.batches.items(), 1):

        rule:
            name:
                f"simulate_{paper.name}_{name}"
            input:
                plans=made_of([run for run, _ in batch])["plans"],
                delays=made_of([run for run, _ in batch])["delays"],
            output:
                [LAYOUT.run(*block) for block in batch],
            log:
                f"{RESULTS}/logs/simulate/{paper.name}/{name}.log",
            benchmark:
                LAYOUT.benchmark(f"batches/{paper.name}/{name}")
            priority: -number
            conda:
                ENVIRONMENT
            resources:
                mem_mb=lambda _, attempt, batch=batch: attempt * resources.job_megabytes(batch),
                runtime=lambda _, attempt, batch=batch: attempt * resources.job_minutes(batch),
            params:
                planned=lambda _, batch=batch: planned(batch),
            message:
                f"Simulating {name} of {paper.name}"
            shell:
                f"{SETTINGS} delayed-bandits simulate --plans {{input.plans:q}} "
                "--planned {params.planned} --output {output:q} 2> {log:q}"
