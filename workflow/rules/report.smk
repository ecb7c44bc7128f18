"""Claims and the report.

in   every batch of a paper's runs, results/criteo/delays.parquet
out  results/claims/{paper}.json: estimates, intervals and verdicts
     results/report.html, of claims, figures, regret tables and fits
     a target for each paper, by its name
"""


rule claims:
    """The statements of a paper, measured on its runs."""
    input:
        batches=lambda wildcards: batch_files(runs_of_paper(wildcards)),
        delays=LAYOUT.delays,
        sources=lambda wildcards: sources(
            "analysis.judge", f"papers.{wildcards.paper}.claims"
        ),
    output:
        LAYOUT.claims("{paper}"),
    log:
        f"{RESULTS}/logs/claims/{{paper}}.log",
    conda:
        "../../environment.yml"
    resources:
        mem_mb=memory_for_curves,
        runtime=minutes_for_curves,
    params:
        scale=config["scale"],
        seeds=lambda wildcards: most_seeds(wildcards.paper),
        runs=lambda wildcards: run_files(runs_of_paper(wildcards)),
        state=lambda wildcards: state(runs_of_paper(wildcards)),
        origin=DELAYS,
    message:
        "Judging the claims of {wildcards.paper}"
    shell:
        "python -m delayed_bandits claims --paper {wildcards.paper} --scale {params.scale} "
        "--seeds {params.seeds} --criteo {input.delays:q} --runs {params.runs:q} --output {output:q} 2> {log:q}"


rule report:
    """One page with everything: delays, claims, figures, tables, settings, run times."""
    input:
        targets=[paper_targets(paper) for paper in PAPERS],
        papers=[f"workflow/papers/{paper}.yaml" for paper in PAPERS],
        delays=LAYOUT.delays,
        fits=LAYOUT.fits,
        fits_figure=LAYOUT.figure("criteo", "fits", "svg"),
        sources=sources("report.page"),
        template="src/delayed_bandits/report/page.html.jinja",
    output:
        LAYOUT.report,
    log:
        f"{RESULTS}/logs/report.log",
    conda:
        "../../environment.yml"
    resources:
        mem_mb=lambda wildcards, attempt: attempt * 2000,
        runtime=lambda wildcards, attempt: attempt * 10,
    params:
        config=json.dumps(config),
        figures=lambda wildcards, input: Path(input.fits_figure).parents[1],
    message:
        "Writing the report"
    shell:
        "python -m delayed_bandits report --config {params.config:q} --workflow workflow "
        "--figures {params.figures:q} --output {output:q} 2> {log:q}"


for paper in PAPERS:

    rule:
        name:
            paper
        input:
            paper_targets(paper),
