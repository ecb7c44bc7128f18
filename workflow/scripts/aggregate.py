"""Write a paper's regret table, and the final regrets as CSV and LaTeX."""

from pathlib import Path

from delayed_bandits.cli.reporting import log_to

log_to(snakemake.log[0], compiles=False)

from delayed_bandits.analysis.regret_files import aggregate_to
from delayed_bandits.experiments.results import files_in

params, output = snakemake.params, map(Path, snakemake.output)
files = files_in(snakemake.input.runs, settings=params.seeds, algorithms=params.labels)
aggregate_to(*output, files=files, coordinates=params.coordinates, labels=params.labels)
