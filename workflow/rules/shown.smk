"""Functions of what is shown: what figures, tables and claims are made of; the targets of a paper.

in   PAPERS, LAYOUT
out  functions for inputs and params
"""


def entry_of(wildcards):
    """What a paper's YAML file says of a figure or a table."""
    description = PAPERS[wildcards.paper].description
    if "figure" in wildcards.keys():
        return description["figures"][wildcards.figure]
    return description["tables"][wildcards.table]


def runs_on_settings(wildcards):
    """The inputs of a figure, a table or a claim from the runs on its settings, by default all."""
    paper = PAPERS[wildcards.paper]
    if "claim" in wildcards.keys():
        from delayed_bandits.analysis.claims import (
            settings_of_claim,
        )  # needed by nothing else

        claim = wildcards.paper, wildcards.claim
        settings = settings_of_claim(*claim, paper.runs, paper.coordinates)
    else:
        settings = entry_of(wildcards).get("settings", paper.seeds)
    return made_of([run for run in paper.runs.values() if run.setting in settings])


def runs_of_paper(wildcards):
    return made_of(PAPERS[wildcards.paper].runs.values())


def shown_by_figure(wildcards):
    """The inputs of a figure: its runs, or in their place its table or the Criteo delays."""
    entry = entry_of(wildcards)
    if "table" in entry:
        table = LAYOUT.table(wildcards.paper, entry["table"], "parquet")
        return {"table": table, "plans": []}
    if "settings" in entry:
        return runs_on_settings(wildcards)
    return {"criteo": LAYOUT.delays, "plans": [PLAN_OF_DELAYS]}


def option_of_figure(wildcards, input):
    """The option that names what a figure shows, unless that is runs."""
    return " ".join(
        f"--{key} {input[key]}" for key in ("table", "criteo") if key in input.keys()
    )


def most_seeds(paper):
    return max(PAPERS[paper].seeds.values())


def memory_for_curves(wildcards, attempt):
    return attempt * curves_megabytes(most_seeds(wildcards.paper))


def minutes_for_curves(wildcards, attempt):
    paper = PAPERS[wildcards.paper]
    size = len(paper.runs), most_seeds(paper.name), paper.description["checkpoints"]
    return attempt * curves_minutes(*size)


def paper_targets(paper):
    """Everything that is made of one paper: figures, tables and claims."""
    return list(LAYOUT.products(paper, PAPERS[paper].description))


def made_of_all(target):
    """Everything that is made of one paper, or of all with the report."""
    if target in PAPERS:
        return paper_targets(target)
    log = [LAYOUT.log_page] if LOG else []
    papers = sum(map(paper_targets, PAPERS), [])
    return [LAYOUT.manifest, LAYOUT.report, LAYOUT.claims_table, *log, *papers]


def runs_of_learners(target):
    """The run files of users' learners."""
    papers = [target] if target in PAPERS else PAPERS
    runs = [run for paper in papers for run in PAPERS[paper].runs.values()]
    return made_of([run for run in runs if is_file(run.run)])["runs"]


def target(name):
    """All of a paper, or of all papers, and the check that no user's learner failed."""
    check = [LAYOUT.learners(name)] if runs_of_learners(name) else []
    return made_of_all(name) + check
