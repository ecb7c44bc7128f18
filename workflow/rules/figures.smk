"""Figures of the papers."""


rule figure:
    """One figure of one paper, in every format."""
    input:
        runs=lambda wildcards: [
            path
            for setting in settings_of_figure(wildcards)
            for path in run_files(wildcards.paper, setting)
        ],
        criteo=lambda wildcards: [] if settings_of_figure(wildcards) else DELAYS,
        delays=lambda wildcards: delays_of_runs(
            wildcards.paper, settings_of_figure(wildcards)
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
        "../../environment.yml"
    resources:
        mem_mb=memory_for_curves,
        runtime=minutes_for_curves,
    params:
        function=lambda wildcards: PAPERS[wildcards.paper].description["figures"][
            wildcards.figure
        ]["draw"],
        algorithms=lambda wildcards: json.dumps(algorithm_styles(wildcards.paper)),
        seeds=lambda wildcards: PAPERS[wildcards.paper].seeds,
        state=lambda wildcards: state(wildcards.paper, settings_of_figure(wildcards)),
        criteo=lambda wildcards, input: (
            f"--criteo {input.criteo}" if input.criteo else ""
        ),
    message:
        "Drawing {wildcards.figure} of {wildcards.paper}"
    shell:
        "python -m delayed_bandits figure --paper {wildcards.paper} --function {params.function} "
        "--algorithms {params.algorithms:q} --seeds {params.seeds} --runs {input.runs:q} "
        "{params.criteo} --figures {output:q} 2> {log:q}"
