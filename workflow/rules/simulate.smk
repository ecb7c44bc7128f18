"""Simulation: jobs that make about `job_seconds` of run files each.

in   results/plan/{paper}/{setting}.json
     results/criteo/delays.parquet, results/log/delays.parquet, if a setting uses them
out  results/runs/{paper}/{setting}/{algorithm}/{first}-{last}.parquet
     results/kept/: the same files by the digest of what they are made of, from which they return
     results/numba/: compiled kernels
"""

# Freed memory is kept: to give it back after every replication costs a tenth of the time. Kernels
# are kept in the results, wherever the user keeps others.
SETTINGS_OF_JOBS = (
    "NUMBA_CACHE_DIR= MALLOC_TRIM_THRESHOLD_=1000000000 MALLOC_MMAP_THRESHOLD_=1000000000"
)


def planned(batch):
    """The digest of the plans, with which the step compares what it reads."""
    settings = dict.fromkeys((run.paper, run.setting) for run, _ in batch)
    return merged(plan_of_setting(*setting) for setting in settings).digest


for paper in PAPERS.values():
    # Figures come before simulations, and the first batches of all papers before others: two batches
    # of one paper would compile the same kernels at the same time
    for number, (name, batch) in enumerate(paper.batches.items(), 1):

        rule:
            name:
                f"simulate_{paper.name}_{name}"
            input:
                plans=made_of([run for run, _ in batch])["plans"],
                delays=made_of([run for run, _ in batch])["delays"],
            output:
                [LAYOUT.run(*block) for block in batch],
            log:
                f"{RESULTS}/logs/simulate/{paper.name}/{name}.log",
            benchmark:
                LAYOUT.benchmark(f"batches/{paper.name}/{name}")
            priority: -number
            conda:
                ENVIRONMENT
            resources:
                mem_mb=lambda _, attempt, batch=batch: attempt * resources.job_megabytes(batch),
                runtime=lambda _, attempt, batch=batch: attempt * resources.job_minutes(batch),
            params:
                planned=lambda _, batch=batch: planned(batch),
            message:
                f"Simulating {name} of {paper.name}"
            shell:
                f"{SETTINGS_OF_JOBS} delayed-bandits simulate --plans {{input.plans:q}} "
                "--planned {params.planned} --output {output:q} 2> {log:q}"
