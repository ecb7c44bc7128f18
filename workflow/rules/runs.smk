"""Plans of the runs, and the files that they come from and go to.

in   PAPERS, LAYOUT
out  results/plan/: what is planned, as an input of what is made by it
     functions for inputs
"""

VIEWS = (
    "dryrun",
    "touch",
    "lint",
    "list_rules",
    "summary",
    "detailed_summary",
    "dag",
    "rulegraph",
    "filegraph",
    "unlock",
    "list_input_changes",
    "list_params_changes",
    "delete_all_output",
)
# Another Snakemake at work reads the plans that it wrote
LOCKED = any(Path(".snakemake/locks").glob("*")) and not command_line("nolock", False)
IS_VIEW = LOCKED or any(command_line(option, False) for option in VIEWS)


@functools.cache
def plan_of_setting(paper, setting):
    return plan_of(config, PAPERS[paper], setting)


def with_data(plan):
    """A plan with what its observed delays are made of."""
    data = [DELAYS if plan["criteo"] else "", LOG_DELAYS if plan["log"] else ""]
    return {**plan, "data": data}


def plan_file(name, plan):
    """The file of a plan, which is written unless this is a view such as a dry run."""
    return str(settle(Path(LAYOUT.plan(name)), plan, write=not IS_VIEW))


PLANS = {
    (paper.name, setting): LAYOUT.plan(f"{paper.name}/{setting}")
    for paper in PAPERS.values()
    for setting in paper.seeds
}
PLAN_OF_DELAYS = LAYOUT.plan("criteo/delays")
PLAN_OF_LOG = LAYOUT.plan("log/delays")
PLAN_OF_PAPERS = LAYOUT.plan("claims_table")
PLAN_OF_REPORT = LAYOUT.plan("report")
if workflow.is_main_process and not MISSING:  # no node writes a plan
    for paper, setting in PLANS:
        plan = with_data(plan_of_setting(paper, setting))
        PLANS[paper, setting] = plan_file(f"{paper}/{setting}", plan)
    PLAN_OF_DELAYS = plan_file("criteo/delays", with_data(plan_of_delays(config)))
    if LOG:
        PLAN_OF_LOG = plan_file("log/delays", LOG_DELAYS)
    PLAN_OF_PAPERS = plan_file("claims_table", list(PAPERS))
    PLAN_OF_REPORT = plan_file("report", config)


def run_file(block):
    run = block.specification
    return LAYOUT.run(run.paper, run.setting, run.algorithm, block.name)


def run_files(runs):
    """The run files of runs."""
    return [
        LAYOUT.run(run.paper, run.setting, run.algorithm, name)
        for run in runs
        for name in PAPERS[run.paper].blocks(run)
    ]


def plans_of(runs):
    """The plans of runs, inputs of whatever is made of them.

    Snakemake does not miss run files of a batch that failed while what was made of them exists.
    """
    return list(dict.fromkeys(PLANS[run.paper, run.setting] for run in runs))


def delays_of(runs):
    """The Criteo delays and those of the log, if a run uses them."""
    criteo = [LAYOUT.delays] if any(run.uses_criteo for run in runs) else []
    return criteo + ([LAYOUT.log_delays] if any(run.uses_log for run in runs) else [])
