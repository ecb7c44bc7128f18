"""Simulation: jobs that make about `job_seconds` of run files each.

in   the specifications of the runs
     results/criteo/delays.parquet, results/log/delays.parquet, if a setting uses them
out  results/batches/{paper}/{batch}.json: the list of the job's run files
     results/runs/{paper}/{setting}/{algorithm}/{first}-{last}.parquet
     results/numba/: compiled kernels
"""

# Freed memory is kept: to give it back after every replication costs a tenth of the time.
MEMORY = "MALLOC_TRIM_THRESHOLD_=1000000000 MALLOC_MMAP_THRESHOLD_=1000000000"


rule batch:
    """The run files of a batch that are missing or out of date, and the list of all."""
    input:
        forgotten=forget_list,
        plan=lambda wildcards: plan_of_batch(wildcards.paper, wildcards.batch),
        delays=lambda wildcards: delays_of(
            [block.specification for block in blocks_of(wildcards)]
        ),
    output:
        LAYOUT.batch("{paper}", "{batch}"),
    log:
        f"{RESULTS}/logs/batches/{{paper}}/{{batch}}.log",
    benchmark:
        LAYOUT.benchmark("batches/{paper}/{batch}")
    priority: batch_priority
    conda:
        ENVIRONMENT
    resources:
        mem_mb=lambda wildcards, attempt: attempt * job_megabytes(blocks_of(wildcards)),
        runtime=lambda wildcards, attempt: attempt * job_minutes(blocks_of(wildcards)),
    params:
        # `input` makes Snakemake ignore changes of this param: `blocks` has the digests of what is
        # compiled for them
        cache=lambda wildcards, input: numba_cache(wildcards.paper),
        blocks=lambda wildcards: json.dumps(
            [described(block) for block in blocks_of(wildcards)]
        ),
        delays=delays_options,
        results=lambda wildcards, output: Path(output[0]).parents[2],  # RESULTS
        memory=MEMORY,
    message:
        "Simulating {wildcards.batch} of {wildcards.paper}"
    shell:
        "NUMBA_CACHE_DIR={params.cache:q} {params.memory} delayed-bandits batch "
        "--blocks {params.blocks:q} {params.delays} --results {params.results:q} --output {output:q} "
        "2> {log:q}"


rule simulate:
    """One run file alone, if it is asked for by its name."""
    input:
        forgotten=forget_run,
        delays=lambda wildcards: delays_of([specification(wildcards)]),
    output:
        LAYOUT.run("{paper}", "{setting}", "{algorithm}", "{first}-{last}"),
    log:
        f"{RESULTS}/logs/simulate/{{paper}}/{{setting}}/{{algorithm}}/{{first}}-{{last}}.log",
    conda:
        ENVIRONMENT
    resources:
        mem_mb=lambda wildcards, attempt: attempt * job_megabytes([block(wildcards)]),
        runtime=lambda wildcards, attempt: attempt * job_minutes([block(wildcards)]),
    params:
        cache=lambda wildcards, input: numba_cache(wildcards.paper),
        sources=lambda wildcards: digest_of_sources(specification(wildcards).module),  # for reruns
        specification=lambda wildcards: json.dumps(asdict(specification(wildcards))),
        delays=delays_options,
        memory=MEMORY,
    message:
        "Simulating {wildcards.algorithm} on {wildcards.setting}, "
        "seeds {wildcards.first} to {wildcards.last}"
    shell:
        "NUMBA_CACHE_DIR={params.cache:q} {params.memory} delayed-bandits simulate "
        "--specification {params.specification:q} --seeds {wildcards.first} {wildcards.last} "
        "{params.delays} --output {output:q} 2> {log:q}"
