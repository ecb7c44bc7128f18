"""Regret tables, tables for figures, and figures of the papers.

in   all run files of the paper, and their plans
out  results/regret/{paper}.parquet: mean regret with its interval at every checkpoint
     results/regret/{paper}.csv and .tex: at the horizon

in   the run files on the settings that the figure shows or the table is made of, their plans
     results/criteo/delays.parquet, if these use Criteo delays or the figure shows the delays
out  figures/{paper}/tables/{table}.{csv,parquet}: what figures are drawn from, of papers with tables
     figures/{paper}/{figure}.{png,svg,pdf}
     results/drawn/{paper}/{figure}.json: what the figure was drawn from
"""


rule aggregate:
    """Mean regret of a paper's runs with its confidence interval."""
    input:
        unpack(runs_shown),
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


rule table:
    """One table of one paper, for its figures."""
    input:
        unpack(runs_shown),
        styles=lambda wildcards: STYLES[wildcards.paper],
        words=lambda wildcards: WORDS[wildcards.paper],
        sources=lambda wildcards: sources("report.figures", f"papers.{wildcards.paper}.tables"),
    output:
        LAYOUT.table_files("{paper}", "{table}"),
    log:
        f"{RESULTS}/logs/tables/{{paper}}/{{table}}.log",
    conda:
        ENVIRONMENT
    resources:
        mem_mb=memory_for_curves,
        runtime=minutes_for_curves,
    params:
        function=lambda wildcards: entry_of(wildcards)["make"],
        runs=LAYOUT.runs("{paper}"),
    message:
        "Making the table {wildcards.table} of {wildcards.paper}"
    shell:
        "delayed-bandits table --paper {wildcards.paper} --function {params.function} "
        "--styles {input.styles:q} --plans {input.plans:q} --runs {params.runs:q} "
        "--words {input.words:q} --tables {output:q} 2> {log:q}"


rule figure:
    """One figure of one paper, in every format."""
    input:
        unpack(shown_by_figure),
        styles=lambda wildcards: STYLES[wildcards.paper],
        sources=lambda wildcards: sources("report.figures", f"papers.{wildcards.paper}.figures"),
    output:
        report(
            LAYOUT.figure_files("{paper}", "{figure}"),
            category="{paper}",
            caption="../report/figure.rst",
            labels={"figure": "{figure}"},
        ),
        record=LAYOUT.record("{paper}", "{figure}"),
    log:
        f"{RESULTS}/logs/figures/{{paper}}/{{figure}}.log",
    conda:
        ENVIRONMENT
    resources:
        mem_mb=memory_for_curves,
        runtime=minutes_for_curves,
    params:
        function=lambda wildcards: entry_of(wildcards)["draw"],
        figures=LAYOUT.figure_files("{paper}", "{figure}"),
        runs=LAYOUT.runs("{paper}"),
        shown=lambda wildcards, input: [
            f"--{key} {input[key]}" for key in {"table", "criteo"} & {*input.keys()}
        ],
    message:
        "Drawing {wildcards.figure} of {wildcards.paper}"
    shell:
        "delayed-bandits figure --paper {wildcards.paper} --function {params.function} "
        "--styles {input.styles:q} --plans {input.plans:q} --runs {params.runs:q} "
        "{params.shown} --figures {params.figures:q} --record {output.record:q} 2> {log:q}"
