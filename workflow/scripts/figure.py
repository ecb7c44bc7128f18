"""Draw one figure of a paper."""

from pathlib import Path

from delayed_bandits.cli.reporting import log_to

log_to(snakemake.log[0])

from delayed_bandits.experiments.results import files_in
from delayed_bandits.report.figures import draw_figure

(entry, styles), given = (snakemake.params.entry, snakemake.params.styles), snakemake.input
files = files_in(given.runs, entry["settings"] or [], styles)
table = Path(given.tables, f"{entry['table']}.parquet") if given.tables else None
criteo = Path(given.criteo) if given.criteo else None
made_by = snakemake.wildcards.paper, entry["draw"], styles
draw_figure([Path(file) for file in snakemake.output], *made_by, files, criteo, table)
