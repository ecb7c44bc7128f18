"""Plans of what is made, and the run files that it is made of.

in   PAPERS, LAYOUT
out  results/plan/: what is planned, as an input of what is made by it
     functions for inputs
"""

# They show what a run would do, or do something else; another Snakemake at work reads its plans
VIEWS = (
    "dryrun touch lint list_rules summary detailed_summary dag rulegraph filegraph unlock "
    "list_input_changes list_params_changes delete_all_output"
)
LOCKED = any(Path(".snakemake/locks").glob("*")) and not command_line("nolock", False)
IS_VIEW = LOCKED or any(command_line(option, False) for option in VIEWS.split())


@functools.cache
def plan_of_setting(paper, setting):
    return plan_of(config, PAPERS[paper], setting)


def with_data(plan):
    """A plan with what its observed delays are made of."""
    data = [DELAYS if plan["criteo"] else "", LOG_DELAYS if plan["log"] else ""]
    return {**plan, "data": data}


def plan_file(name, plan):
    """The file of what `plan` returns; written by the main process, unless this is a view."""
    path = LAYOUT.plan(name)
    if MISSING or not workflow.is_main_process:
        return path
    return str(settle(Path(path), plan(), write=not IS_VIEW))


PLANS = {
    (name, setting): plan_file(
        f"{name}/{setting}", lambda: with_data(plan_of_setting(name, setting))
    )
    for name, paper in PAPERS.items()
    for setting in paper.seeds
}
STYLES, WORDS = (
    {
        name: plan_file(f"{name}.{of}", lambda: getattr(PAPERS[name], of))
        for name in PAPERS
    }
    for of in ("styles", "words")
)
PLAN_OF_DELAYS = plan_file("criteo/delays", lambda: with_data(plan_of_delays(config)))
PLAN_OF_LOG = plan_file("log/delays", lambda: LOG_DELAYS) if LOG else ""
PLAN_OF_PAPERS = plan_file("claims_table", lambda: list(PAPERS))
PLAN_OF_REPORT = plan_file("report", lambda: config)


def run_file(block):
    run = block.specification
    return LAYOUT.run(run.paper, run.setting, run.algorithm, block.name)


def made_of(runs):
    """The inputs of what is made of runs: their files, plans and observed delays.

    Snakemake does not miss run files of a batch that failed while what was made of them exists; so
    plans are inputs, too.
    """
    criteo = [LAYOUT.delays] if any(run.uses_criteo for run in runs) else []
    log = [LAYOUT.log_delays] if any(run.uses_log for run in runs) else []
    return {
        "runs": [
            LAYOUT.run(run.paper, run.setting, run.algorithm, name)
            for run in runs
            for name in PAPERS[run.paper].blocks(run)
        ],
        "plans": list(dict.fromkeys(PLANS[run.paper, run.setting] for run in runs)),
        "delays": criteo + log,
    }
