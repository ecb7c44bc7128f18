"""Draw one figure of a paper."""

from pathlib import Path

from delayed_bandits.cli.reporting import log_to

log_to(snakemake.log[0])

from delayed_bandits.experiments.results import files_in
from delayed_bandits.report.figures import draw_figure

params, outputs = snakemake.params, [Path(file) for file in snakemake.output]
files = files_in(snakemake.input.runs, params.settings, params.styles)
shown = [Path(file) if file else None for file in (snakemake.input.criteo, snakemake.input.table)]
draw_figure(outputs, snakemake.wildcards.paper, params.function, params.styles, files, *shown)
