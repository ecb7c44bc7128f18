"""Regret tables, tables for figures, and figures of the papers.

in   run files and their plans; the Criteo delays, if these use them or a figure shows them
out  results/regret/{paper}.parquet: mean regret with its interval at every checkpoint
     results/regret/{paper}.csv and .tex: at the horizon
     figures/{paper}/tables/{table}.{csv,parquet}: what figures are drawn from, of papers with tables
     figures/{paper}/{figure}.{png,svg,pdf}
"""


rule aggregate:
    """Mean regret of a paper's runs with its confidence interval."""
    input:
        unpack(runs_shown),
        words=lambda wildcards: WORDS[wildcards.paper],
        sources=sources("analysis.regret_files"),
    output:
        table=LAYOUT.regret("{paper}", "parquet"),
        csv=LAYOUT.regret("{paper}", "csv"),
        latex=LAYOUT.regret("{paper}", "tex"),
        record=LAYOUT.record("aggregate", "{paper}"),
    log:
        f"{RESULTS}/logs/aggregate/{{paper}}.log",
    conda:
        ENVIRONMENT
    params:
        runs=LAYOUT.runs("{paper}"),
    message:
        "Aggregating {wildcards.paper}"
    shell:
        "delayed-bandits aggregate --plans {input.plans:q} --runs {params.runs:q} "
        "--words {input.words:q} --output {output.table:q} --csv {output.csv:q} "
        f"--latex {{output.latex:q}}{RECORDED}"


for paper in TABLES:

    rule:
        # All tables of one paper, for its figures: each run file is an input of one job
        name:
            f"tables_{paper}"
        input:
            **made_of(runs_of(paper)),
            tables=TABLES[paper],
            styles=STYLES[paper],
            words=WORDS[paper],
            sources=SOURCES["tables", paper],
        output:
            tables=LAYOUT.table_files(paper, PAPERS[paper].description["tables"]),
            record=LAYOUT.record("tables", paper),
        log:
            f"{RESULTS}/logs/tables/{paper}.log",
        conda:
            ENVIRONMENT
        params:
            paper=paper,
            runs=LAYOUT.runs(paper),
        message:
            f"Making the tables of {paper}"
        shell:
            "delayed-bandits tables --paper {params.paper} --entries {input.tables:q} "
            "--styles {input.styles:q} --plans {input.plans:q} --runs {params.runs:q} "
            f"--words {{input.words:q}} --tables {{output.tables:q}}{RECORDED}"


rule figure:
    """One figure of one paper, in every format."""
    input:
        unpack(shown_by_figure),
        styles=lambda wildcards: STYLES[wildcards.paper],
        sources=lambda wildcards: SOURCES["figures", wildcards.paper],
    output:
        figures=report(
            LAYOUT.figure_files("{paper}", "{figure}"),
            category="{paper}",
            caption="../report/figure.rst",
            labels={"figure": "{figure}"},
        ),
        record=LAYOUT.record("figure", "{paper}", "{figure}"),
    log:
        f"{RESULTS}/logs/figures/{{paper}}/{{figure}}.log",
    conda:
        ENVIRONMENT
    params:
        function=lambda wildcards: entry_of(wildcards)["draw"],
        runs=LAYOUT.runs("{paper}"),
    message:
        "Drawing {wildcards.figure} of {wildcards.paper}"
    shell:
        "delayed-bandits figure --paper {wildcards.paper} --function {params.function} "
        "--styles {input.styles:q} --plans {input.plans:q} --runs {params.runs:q} "
        f"--table {{input.table:q}} --criteo {{input.criteo:q}} --figures {{output.figures:q}}{RECORDED}"
