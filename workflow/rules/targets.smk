"""A target for each paper.

Refused are targets of the command line that nothing makes, and data of a user that a rule would replace.
"""

from delayed_bandits.experiments.names import check_target, check_untaken


def check_data():
    given = {"criteo": CRITEO_FILE} if CRITEO_SOURCE == "local" else {}
    for key, path in (given | ({"log": LOG_FILE} if LOG and not IN_CRITEO else {})).items():
        place = os.path.relpath(os.path.realpath(path), os.path.realpath("."))
        if any(step.is_producer(place) for step in workflow.rules):
            raise InputError(
                f"config.yaml: {key} is {path!r}, which a run writes; expected a file elsewhere"
            )


def shows(figure, setting):
    return "table" in figure or setting in figure.get("settings", [])


def check_log():
    """Refuse targets, by default all, that need runs on a setting that lacks a log."""
    targets = command_line().get("targets") or ["all"]
    for paper, setting in filter(lambda key: lacks_log(*key), PLANS):
        figures = PAPERS[paper].description["figures"].items()
        others = [name for name, figure in figures if not shows(figure, setting)]
        runs = [run for run in runs_of(paper) if run.setting == setting]
        needing = {"all", "report", "manifest", "claims_table", LAYOUT.report, LAYOUT.manifest}
        needing |= {paper, LAYOUT.claims_table, *products(paper), *made_of(runs)["runs"]}
        needing -= {file for name in others for file in LAYOUT.figure_files(paper, name)}
        if not needing.isdisjoint(map(os.path.normpath, targets)):
            check_runs(PAPERS[paper], setting, config)


def check_targets():
    known = {*PAPERS, *products("all"), *(step.name for step in workflow.rules)}
    figures = [(paper, name) for paper in PAPERS for name in PAPERS[paper].description["figures"]]
    known.update(*(LAYOUT.figure_files(*figure) for figure in figures))
    known.update(str(p) for step in workflow.rules if not step.has_wildcards() for p in step.output)
    for target in map(os.path.normpath, command_line().get("targets", [])):
        if target not in known:
            check_target(target, known, PAPERS, ROOT / "workflow/papers")


try:
    for paper in PAPERS:
        check_untaken(paper, [step.name for step in workflow.rules])
    # jobs on a cluster have other targets, and so has another workflow
    if workflow.is_main_process and not IS_MODULE and not MISSING:
        check_data()
        check_targets()
        if command_line().get("dryrun") or not IS_VIEW:
            check_log()
except InputError as error:
    sys.exit(f"error: {error}")

for paper in PAPERS:

    rule:
        name:
            paper
        input:
            target(paper),
        message:
            f"Figures, tables and claims of {paper} are made"
