"""Tables and figures of the papers.

in   the run files on the settings that the figure shows or the table is made of, their plans
     results/criteo/delays.parquet, if these use Criteo delays or the figure shows the delays
out  figures/{paper}/tables/{table}.{csv,parquet}: what figures are drawn from, of papers with tables
     figures/{paper}/{figure}.{png,svg,pdf}
     results/drawn/{paper}/{figure}.json: what the figure was drawn from
"""


rule table:
    """One table of one paper, for its figures."""
    input:
        runs=lambda wildcards: run_files(runs_of_table(wildcards)),
        plans=lambda wildcards: plans_of(runs_of_table(wildcards)),
        delays=lambda wildcards: delays_of(runs_of_table(wildcards)),
        sources=lambda wildcards: sources(
            "report.make_table", f"papers.{wildcards.paper}.tables"
        ),
    output:
        table_files("{paper}", "{table}"),
    log:
        f"{RESULTS}/logs/tables/{{paper}}/{{table}}.log",
    conda:
        ENVIRONMENT
    resources:
        mem_mb=memory_for_curves,
        runtime=minutes_for_curves,
    params:
        function=lambda wildcards: description_of_table(wildcards)["make"],
        algorithms=lambda wildcards: json.dumps(PAPERS[wildcards.paper].styles),
        runs=LAYOUT.runs("{paper}"),
        coordinates=coordinates_of,
    message:
        "Making the table {wildcards.table} of {wildcards.paper}"
    shell:
        "delayed-bandits table --paper {wildcards.paper} --function {params.function} "
        "--algorithms {params.algorithms:q} --plans {input.plans:q} --runs {params.runs:q} "
        "--coordinates {params.coordinates:q} --tables {output:q} 2> {log:q}"


rule figure:
    """One figure of one paper, in every format."""
    input:
        shown=shown_by_figure,
        plans=plans_of_figure,
        sources=lambda wildcards: sources(
            "report.make_figure", f"papers.{wildcards.paper}.figures"
        ),
    output:
        report(
            figure_files("{paper}", "{figure}"),
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
        function=lambda wildcards: description_of_figure(wildcards)["draw"],
        algorithms=lambda wildcards: json.dumps(PAPERS[wildcards.paper].styles),
        figures=figure_files("{paper}", "{figure}"),
        runs=LAYOUT.runs("{paper}"),
        shown=lambda wildcards, input: option_of_figure(wildcards, input.shown[0]),
    message:
        "Drawing {wildcards.figure} of {wildcards.paper}"
    shell:
        "delayed-bandits figure --paper {wildcards.paper} --function {params.function} "
        "--algorithms {params.algorithms:q} --plans {input.plans:q} --runs {params.runs:q} "
        "{params.shown} --figures {params.figures:q} --record {output.record:q} 2> {log:q}"
