"""Simulation: one job per paper, setting, algorithm and block of seeds.

in   the specification of the run
     results/criteo/delays.parquet, if the setting uses Criteo delays
out  results/numba/{module}.done, and the kernels of that module of algorithms beside it
     results/runs/{paper}/{setting}/{algorithm}/{first}-{last}.parquet
"""


rule compile:
    """Fill the compiler's cache for one module before the jobs that need it fan out."""
    input:
        sources=lambda wildcards: simulation_sources(wildcards.module),
    output:
        touch(f"{RESULTS}/numba/{{module}}.done"),
    log:
        f"{RESULTS}/logs/compile/{{module}}.log",
    conda:
        "../../environment.yml"
    resources:
        mem_mb=lambda wildcards, attempt: attempt * 1500,
        runtime=lambda wildcards, attempt: attempt * 10,
    params:
        cache=lambda wildcards: numba_cache(wildcards.module),
        # `input` makes Snakemake ignore changes of this param: other values of an algorithm's
        # parameters need no other kernels
        specifications=lambda wildcards, input: json.dumps(
            [asdict(run) for run in specifications_of_module(wildcards.module)]
        ),
    message:
        "Compiling {wildcards.module}"
    shell:
        "NUMBA_CACHE_DIR={params.cache:q} python -m delayed_bandits compile "
        "--specifications {params.specifications:q} 2> {log:q}"


rule simulate:
    """Replay an algorithm on the traces of a block of seeds."""
    input:
        # made again when a source is edited; the sources themselves are no inputs of the jobs,
        # since Snakemake asks for the sizes of all inputs of waiting jobs again and again
        compiled=lambda wildcards: f"{RESULTS}/numba/{specification(wildcards).module}.done",
        delays=lambda wildcards: delays_of([specification(wildcards)]),
    output:
        LAYOUT.run("{paper}", "{setting}", "{algorithm}", "{first}-{last}"),
    log:
        f"{RESULTS}/logs/simulate/{{paper}}/{{setting}}/{{algorithm}}/{{first}}-{{last}}.log",
    benchmark:
        LAYOUT.benchmark("simulate/{paper}/{setting}/{algorithm}/{first}-{last}")
    priority: -1  # what can be drawn is drawn first
    conda:
        "../../environment.yml"
    resources:
        mem_mb=lambda wildcards, attempt: attempt * needed(job_megabytes, wildcards),
        runtime=lambda wildcards, attempt: attempt * needed(job_minutes, wildcards),
    params:
        cache=lambda wildcards: numba_cache(specification(wildcards).module),
        specification=lambda wildcards: json.dumps(asdict(specification(wildcards))),
        delays=lambda wildcards, input: (
            f"--criteo {input.delays}" if input.delays else ""
        ),
        # freed memory is kept: to give it back after every replication costs a tenth of the time
        memory="MALLOC_TRIM_THRESHOLD_=1000000000 MALLOC_MMAP_THRESHOLD_=1000000000",
    message:
        "Simulating {wildcards.algorithm} on {wildcards.setting}, "
        "seeds {wildcards.first} to {wildcards.last}"
    shell:
        "NUMBA_CACHE_DIR={params.cache:q} {params.memory} python -m delayed_bandits simulate "
        "--specification {params.specification:q} --seeds {wildcards.first} {wildcards.last} "
        "{params.delays} --output {output:q} 2> {log:q}"
