"""The report.

in   claims, figures, regret tables and fits
out  results/report.html
     a target for each paper, by its name
"""


rule report:
    """One page with everything: delays, claims, figures, tables, settings, run times."""
    input:
        targets=[paper_targets(paper) for paper in PAPERS],
        papers=[of_project(f"workflow/papers/{paper}.yaml") for paper in PAPERS],
        delays=LAYOUT.delays,
        fits=LAYOUT.fits,
        fits_figure=LAYOUT.figure("criteo", "fits", "svg"),
        sources=sources("report.page"),
        template=of_project("src/delayed_bandits/report/page.html.jinja"),
    output:
        LAYOUT.report,
    log:
        f"{RESULTS}/logs/report.log",
    conda:
        ENVIRONMENT
    resources:
        mem_mb=lambda wildcards, attempt: attempt * 2000,
        runtime=lambda wildcards, attempt: attempt * 10,
    params:
        config=json.dumps(config),
        figures=lambda wildcards, input: Path(input.fits_figure).parents[1],
        workflow=lambda wildcards, input: Path(input.papers[0]).parents[1],
    message:
        "Writing the report"
    shell:
        "delayed-bandits report --config {params.config:q} --workflow {params.workflow:q} "
        "--figures {params.figures:q} --output {output:q} 2> {log:q}"


for paper in PAPERS:

    rule:
        name:
            paper
        input:
            paper_targets(paper),
