"""Run files to regret tables."""


rule aggregate:
    """Mean regret with its confidence interval, for every algorithm of one setting."""
    input:
        runs=lambda wildcards: run_files(wildcards.paper, wildcards.setting),
        sources=sources("aggregation"),
    output:
        f"{RESULTS}/regret/{{paper}}/{{setting}}.parquet",
    log:
        f"{RESULTS}/logs/aggregate/{{paper}}/{{setting}}.log",
    conda:
        "../../environment.yml"
    resources:
        mem_mb=2000,
        runtime=10,
    params:
        seeds=lambda wildcards: PAPERS[wildcards.paper].seeds,
    message:
        "Aggregating {wildcards.setting}"
    shell:
        "python -m delayed_bandits aggregate --seeds {params.seeds} --runs {input.runs:q} "
        "--output {output:q} 2> {log:q}"


rule tabulate:
    """The regret of all settings of a paper in one table; the final regrets as CSV and LaTeX."""
    input:
        regret=lambda wildcards: [
            f"{RESULTS}/regret/{wildcards.paper}/{setting}.parquet"
            for setting in PAPERS[wildcards.paper].runs
        ],
        sources=sources("aggregation"),
    output:
        table=f"{RESULTS}/regret/{{paper}}.parquet",
        csv=f"{RESULTS}/regret/{{paper}}.csv",
        latex=f"{RESULTS}/regret/{{paper}}.tex",
    log:
        f"{RESULTS}/logs/tabulate/{{paper}}.log",
    conda:
        "../../environment.yml"
    resources:
        mem_mb=2000,
        runtime=10,
    message:
        "Tabulating {wildcards.paper}"
    shell:
        "python -m delayed_bandits tabulate --regret {input.regret:q} --output {output.table:q} "
        "--csv {output.csv:q} --latex {output.latex:q} 2> {log:q}"
