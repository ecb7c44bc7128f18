"""The report.

in   claims, figures, regret tables and fits
out  results/report.html
     results/manifest.json
     results/learners/{target}.txt: no learner of a user's file failed
"""

TEXTS = [f"workflow/papers/{paper}.yaml" for paper in PAPERS]
TABLES = ["workflow/former_criteria.csv", "workflow/glossary.yaml"]
TEMPLATES = sorted(ROOT.glob("src/delayed_bandits/report/*.[!p]*"))


rule report:
    """One page with everything: delays, claims, figures, tables, settings."""
    input:
        targets=[*map(products, PAPERS), files_of(LAYOUT.steps_of_delays(log=bool(LOG)))],
        plan=PLAN_OF_REPORT,
        sources=sources("report.page", texts=[*TEXTS, *TABLES, *TEMPLATES]),
    output:
        made=LAYOUT.report,
        record=LAYOUT.record("report"),
    log:
        f"{RESULTS}/logs/report.log",
    conda:
        ENVIRONMENT
    params:
        step="report",
        figures=lambda _: FIGURES,
        workflow=lambda _: of_project("workflow"),
        record=f"--record {LAYOUT.record('report')}",
    message:
        "Writing the report"
    shell:
        "delayed-bandits {params.step} --plan {input.plan:q} --workflow {params.workflow:q} "
        "--figures {params.figures:q} --sources {input.sources:q} {params.record} "
        "--output {output.made:q} 2> {log:q}"


use rule report as manifest with:
    # Every file of the finished run with its SHA-256, and the step that made it
    input:
        targets=[*map(products, PAPERS), files_of(LAYOUT.steps_of_delays(log=bool(LOG)))],
        report=[step.files for step in LAYOUT.steps_of_report(PAPERS)],
        plan=PLAN_OF_REPORT,
        sources=sources("report.verification.manifest", texts=TEXTS),
    output:
        made=LAYOUT.manifest,
    log:
        f"{RESULTS}/logs/manifest.log",
    params:
        step="manifest",
        record="",
    message:
        "Writing the manifest"


onstart:
    # By the limit of jobs per second, each pass of the scheduler would start a timer of one more
    workflow.scheduler.job_rate_limiter = None


onsuccess:
    from delayed_bandits.experiments.outcome import LEFT_OUT, failed_runs

    # a target such as one figure does not ask for the rule below
    for name, record in failed_runs(runs_of_learners("all")).items():
        logger.error(f"error: {name}: {record['failure']}; {LEFT_OUT}")


rule learners:
    """The last step, if there are learners of users: it fails if one of them did."""
    input:
        made=lambda wildcards: products(wildcards.target),
        runs=lambda wildcards: runs_of_learners(wildcards.target),
    output:
        LAYOUT.learners("{target}"),
    log:
        f"{RESULTS}/logs/learners/{{target}}.log",
    localrule: True
    conda:
        ENVIRONMENT
    message:
        "Checking that no learner failed"
    shell:
        "delayed-bandits learners --runs {input.runs:q} --output {output:q} 2> >(tee {log:q} >&2)"
