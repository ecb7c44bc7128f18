"""Figures of the papers.

in   the batches of runs on the settings that the figure shows
     results/criteo/delays.parquet, if these use Criteo delays or the figure shows the delays
out  figures/{paper}/{figure}.{png,svg,pdf}
"""


rule figure:
    """One figure of one paper, in every format."""
    input:
        batches=lambda wildcards: batch_files(runs_of_figure(wildcards)),
        delays=lambda wildcards: (
            delays_of(runs_of_figure(wildcards))
            if runs_of_figure(wildcards)
            else LAYOUT.delays
        ),
        sources=lambda wildcards: sources(
            "analysis.draw", f"papers.{wildcards.paper}.figures"
        ),
    output:
        report(
            figure_files("{paper}", "{figure}"),
            category="{paper}",
            caption="../report/figure.rst",
            labels={"figure": "{figure}"},
        ),
    log:
        f"{RESULTS}/logs/figures/{{paper}}/{{figure}}.log",
    conda:
        ENVIRONMENT
    resources:
        mem_mb=memory_for_curves,
        runtime=minutes_for_curves,
    params:
        function=lambda wildcards: description_of_figure(wildcards)["draw"],
        algorithms=lambda wildcards: json.dumps(algorithm_styles(wildcards.paper)),
        width=width_of_figure,
        runs=LAYOUT.runs("{paper}"),
        blocks=lambda wildcards: blocks_of_runs(
            runs_of_figure(wildcards), delays=not runs_of_figure(wildcards)
        ),
        state=lambda wildcards: state(runs_of_figure(wildcards)),
        origin=lambda wildcards: "" if runs_of_figure(wildcards) else DELAYS,
        delays=lambda wildcards, input: (
            "" if input.batches else f"--criteo {input.delays}"
        ),
    message:
        "Drawing {wildcards.figure} of {wildcards.paper}"
    shell:
        "delayed-bandits figure --paper {wildcards.paper} --function {params.function} "
        "--algorithms {params.algorithms:q} --runs {params.runs:q} --blocks {params.blocks:q} "
        "{params.delays} {params.width} --figures {output:q} 2> {log:q}"
