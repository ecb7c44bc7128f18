"""Functions of what is shown: the runs of figures, tables and claims, and the targets of a paper.

in   PAPERS, LAYOUT
out  functions for inputs and params
"""


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
    """What a figure is drawn from: its table, its runs, or the Criteo delays."""
    if table := description_of_figure(wildcards).get("table"):
        return [LAYOUT.table(wildcards.paper, table, "parquet")]
    runs = runs_of_figure(wildcards)
    return [*run_files(runs), *delays_of(runs)] if runs else [LAYOUT.delays]


def shows_delays(wildcards):
    return not description_of_figure(wildcards).keys() & {"settings", "table"}


def plans_of_figure(wildcards):
    if shows_delays(wildcards):
        return [PLAN_OF_DELAYS]
    return plans_of(runs_of_figure(wildcards))


def option_of_figure(wildcards, path):
    """The option that names what a figure shows, unless that is runs."""
    if description_of_figure(wildcards).get("table"):
        return f"--table {path}"
    return f"--criteo {path}" if shows_delays(wildcards) else ""


def runs_of_claim(wildcards):
    """The runs on the settings that a claim may look at."""
    from delayed_bandits.analysis import claims  # needed by nothing else here

    paper = PAPERS[wildcards.paper]
    runs = paper.runs
    needed = claims.settings_of_claim(
        wildcards.paper, wildcards.claim, runs, paper.coordinates
    )
    return [run for run in runs.values() if run.setting in needed]


def description_of_figure(wildcards):
    return PAPERS[wildcards.paper].description["figures"][wildcards.figure]


def description_of_table(wildcards):
    return PAPERS[wildcards.paper].description["tables"][wildcards.table]


def coordinates_of(wildcards):
    return json.dumps(PAPERS[wildcards.paper].coordinates)


def words_of(wildcards):
    """What claims say of settings and algorithms: coordinates, descriptions, labels."""
    return json.dumps(PAPERS[wildcards.paper].words)


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
        [*figure_files(paper, name), LAYOUT.record(paper, name)]
        for name in PAPERS[paper].description["figures"]
    ]
    tables = [
        table_files(paper, name) for name in PAPERS[paper].description.get("tables", [])
    ]
    regret = [LAYOUT.regret(paper, kind) for kind in ("parquet", "csv", "tex")]
    return [
        *sum(figures + tables, []),
        *regret,
        LAYOUT.claims(paper),
        LAYOUT.rows(paper),
    ]


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
    return run_files([run for run in runs if is_file(run.run)])


def target(name):
    """All of a paper, or of all papers, and the check that no user's learner failed."""
    check = [LAYOUT.learners(name)] if runs_of_learners(name) else []
    return made_of_all(name) + check
