"""Make the tables of a paper."""

from pathlib import Path

from delayed_bandits.cli.reporting import log_to

log_to(snakemake.log[0], compiles=False)

from delayed_bandits.experiments.results import files_in
from delayed_bandits.papers.tables import make_tables

params, folder, paper = snakemake.params, Path(snakemake.output[0]), snakemake.wildcards.paper
files = files_in(snakemake.input.runs, settings=params.settings, algorithms=params.styles)
inputs = {"runs": files, "coordinates": params.coordinates}
make_tables(folder, paper, params.entries, params.styles, **inputs)
