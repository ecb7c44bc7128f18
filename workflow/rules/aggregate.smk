"""Regret tables.

in   all run files of the paper, and their plans
out  results/regret/{paper}.parquet: mean regret with its interval at every checkpoint
     results/regret/{paper}.csv and .tex: at the horizon
"""


rule aggregate:
    """Mean regret of a paper's runs with its confidence interval."""
    input:
        unpack(runs_of_paper),
        words=lambda wildcards: WORDS[wildcards.paper],
        sources=sources("analysis.regret_table"),
    output:
        table=LAYOUT.regret("{paper}", "parquet"),
        csv=LAYOUT.regret("{paper}", "csv"),
        latex=LAYOUT.regret("{paper}", "tex"),
    log:
        f"{RESULTS}/logs/aggregate/{{paper}}.log",
    conda:
        ENVIRONMENT
    resources:
        mem_mb=memory_for_curves,
        runtime=minutes_for_curves,
    params:
        runs=LAYOUT.runs("{paper}"),
    message:
        "Aggregating {wildcards.paper}"
    shell:
        "delayed-bandits aggregate --plans {input.plans:q} --runs {params.runs:q} "
        "--words {input.words:q} --output {output.table:q} --csv {output.csv:q} "
        "--latex {output.latex:q} 2> {log:q}"
