"""Functions of the runs: their specifications, blocks of seeds and batches, and what they are made of.

in   PAPERS, LAYOUT
out  functions for inputs and params
     results/plan/: what is planned, as an input of what is made by it
"""


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


def batches_on(runs):
    """The batches that make the runs on some settings, each by its paper and name."""
    settings = {(run.paper, run.setting) for run in runs}
    return [
        (paper.name, name)
        for paper in PAPERS.values()
        for name, blocks in paper.batches.items()
        if any(
            (paper.name, block.specification.setting) in settings for block in blocks
        )
    ]


def batch_files(runs):
    """The lists of the batches that make the runs on some settings."""
    return [LAYOUT.batch(*batch) for batch in batches_on(runs)]


def delays_of(runs):
    """The Criteo delays and those of the log, if a run uses them."""
    criteo = [LAYOUT.delays] if any(run.uses_criteo for run in runs) else []
    return criteo + ([LAYOUT.log_delays] if any(run.uses_log for run in runs) else [])


def plan_file(name, plan):
    """The file of a plan; nodes and views such as a dry run write none."""
    path = LAYOUT.plan(name)
    if not workflow.is_main_process:
        return path
    run = workflow.executor_plugin and not workflow.dryrun and not workflow.touch
    path = str(settle(Path(path), plan, write=bool(run)))
    workflow.iocache.exists_local[path] = True  # its folder may have been listed before
    return path


@functools.cache
def plan_of_batch(paper, name):
    """The file of all that the runs of a batch are made of."""
    plan, runs = {}, []
    for block in PAPERS[paper].batches[name]:
        run = block.specification
        digest = PAPERS[paper].digests[run.setting, run.algorithm]
        plan[run_file(block)] = [digest, digest_of_sources(run.module)]
        runs.append(run)
    if any(run.uses_criteo for run in runs):
        plan["criteo"] = DELAYS
    if any(run.uses_log for run in runs):
        plan["log"] = LOG_DELAYS
    return plan_file(f"{paper}/{name}", plan)


def plans_of(runs):
    """The plans of runs, inputs of whatever is made of them.

    Snakemake does not miss the list of a batch that failed while what was made of it exists.
    """
    return [plan_of_batch(*batch) for batch in batches_on(runs)]


def plan_of_delays():
    return plan_file("delays", DELAYS)
