"""Runs: results/runs/{paper}/{group}/{setting}/{algorithm}/{first seed}-{last seed}.parquet."""


rule simulate:
    """Simulate a run group; the name of its folder has a digest of all inputs."""
    input:
        criteo=lambda wildcards: LAYOUT.delays if "criteo" in group_of(wildcards).observed else [],
        log=lambda wildcards: LAYOUT.log_delays if "log" in group_of(wildcards).observed else [],
    output:
        directory(LAYOUT.run_group("{paper}", "{group}")),
    log:
        f"{LAYOUT.results}/logs/simulate/{{paper}}/{{group}}.log",
    benchmark:
        f"{LAYOUT.results}/benchmarks/simulate/{{paper}}/{{group}}.tsv"
    conda:
        "../envs/run.yaml"
    resources:
        mem_mb=lambda wildcards, attempt: attempt * group_of(wildcards).megabytes,
        runtime=lambda wildcards, attempt: attempt * group_of(wildcards).minutes,
    params:
        # no code(): the folder's name has a digest of all that changes numbers
        runs=lambda wildcards: group_of(wildcards).runs,
    message:
        "Making runs {wildcards.group} of {wildcards.paper}"
    script:
        "../scripts/simulate.py"
