"""Make the tables of a paper, for its figures."""

from pathlib import Path

from delayed_bandits.cli.reporting import log_to

log_to(snakemake.log[0])

from delayed_bandits.experiments.results import files_in
from delayed_bandits.report.figures import make_tables

params = snakemake.params
files = files_in(snakemake.input.runs, params.settings, params.styles)
about = params.entries, params.styles, files, params.coordinates
make_tables(Path(snakemake.output[0]), snakemake.wildcards.paper, *about)
