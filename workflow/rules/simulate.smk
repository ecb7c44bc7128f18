"""Runs: results/runs/{paper}/{batch}/{setting}/{algorithm}/{first seed}-{last seed}.parquet."""


rule simulate:
    """Runs of some algorithms on some settings; the folder's name has a digest of what made them."""
    input:
        criteo=lambda wildcards: LAYOUT.delays if "criteo" in batch_of(wildcards).observed else [],
        log=lambda wildcards: LAYOUT.log_delays if "log" in batch_of(wildcards).observed else [],
    output:
        directory(LAYOUT.batch("{paper}", "{batch}")),
    log:
        f"{LAYOUT.results}/logs/simulate/{{paper}}/{{batch}}.log",
    benchmark:
        f"{LAYOUT.results}/benchmarks/simulate/{{paper}}/{{batch}}.tsv"
    conda:
        "../envs/run.yaml"
    resources:
        mem_mb=lambda wildcards, attempt: attempt * batch_of(wildcards).megabytes,
        runtime=lambda wildcards, attempt: attempt * batch_of(wildcards).minutes,
    params:
        # at the papers' scale most runs are one partial file: 5 more seeds simulate nearly all again
        runs=lambda wildcards: batch_of(wildcards).runs,
    message:
        "Simulating {wildcards.batch} of {wildcards.paper}"
    script:
        "../scripts/simulate.py"
