"""Make a run group: link the runs that another folder has, simulate the others."""

from pathlib import Path

from delayed_bandits.cli.reporting import log_to

log_to(snakemake.log[0])

from delayed_bandits.experiments.delay_tables import read_delays
from delayed_bandits.experiments.job import simulate_group

observed = (Path(file) if file else None for file in (snakemake.input.criteo, snakemake.input.log))
simulate_group(Path(snakemake.output[0]), snakemake.params.runs, read_delays(*observed))
