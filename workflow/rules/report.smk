"""Claims judged, and the report."""


rule claims:
    """The statements of a paper, measured on its runs."""
    input:
        runs=lambda wildcards: all_run_files(wildcards.paper),
        criteo=DELAYS,
        sources=lambda wildcards: sources(
            "analysis.judge", f"papers.{wildcards.paper}.claims"
        ),
    output:
        f"{RESULTS}/claims/{{paper}}.json",
    log:
        f"{RESULTS}/logs/claims/{{paper}}.log",
    conda:
        "../../environment.yml"
    resources:
        mem_mb=memory_for_curves,
        runtime=minutes_for_curves,
    params:
        seeds=lambda wildcards: PAPERS[wildcards.paper].seeds,
        state=lambda wildcards: state(wildcards.paper, settings_of(wildcards.paper)),
    message:
        "Judging the claims of {wildcards.paper}"
    shell:
        "python -m delayed_bandits claims --paper {wildcards.paper} --seeds {params.seeds} "
        "--criteo {input.criteo:q} --runs {input.runs:q} --output {output:q} 2> {log:q}"


rule report:
    """One page with everything: delays, claims, figures, tables, settings, run times."""
    input:
        targets=[paper_targets(paper) for paper in PAPERS],
        papers=[f"workflow/papers/{paper}.yaml" for paper in PAPERS],
        delays=DELAYS,
        fits=rules.fit.output.table,
        fits_figure=f"{FIGURES}/criteo/fits.svg",
        sources=sources("report.page"),
        template="src/delayed_bandits/report/page.html.jinja",
    output:
        f"{RESULTS}/report.html",
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
