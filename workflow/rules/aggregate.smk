"""Run files to regret tables."""


rule aggregate:
    """Mean regret of a paper's runs with its confidence interval; the last one as CSV and LaTeX."""
    input:
        runs=lambda wildcards: all_run_files(wildcards.paper),
        delays=lambda wildcards: delays_of_runs(
            wildcards.paper, settings_of(wildcards.paper)
        ),
        sources=sources("analysis.regret_table"),
    output:
        table=f"{RESULTS}/regret/{{paper}}.parquet",
        csv=f"{RESULTS}/regret/{{paper}}.csv",
        latex=f"{RESULTS}/regret/{{paper}}.tex",
    log:
        f"{RESULTS}/logs/aggregate/{{paper}}.log",
    conda:
        "../../environment.yml"
    resources:
        mem_mb=memory_for_curves,
        runtime=minutes_for_curves,
    params:
        seeds=lambda wildcards: PAPERS[wildcards.paper].seeds,
        state=lambda wildcards: state(wildcards.paper, settings_of(wildcards.paper)),
    message:
        "Aggregating {wildcards.paper}"
    shell:
        "python -m delayed_bandits aggregate --seeds {params.seeds} --runs {input.runs:q} "
        "--output {output.table:q} --csv {output.csv:q} --latex {output.latex:q} 2> {log:q}"
