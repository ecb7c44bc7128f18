"""Draw one figure of a paper."""

from pathlib import Path

from delayed_bandits.cli.reporting import log_to

entry, styles, given = snakemake.params.entry, snakemake.params.styles, snakemake.input
log_to(snakemake.log[0], compiles=bool(entry["kernels"]))

from delayed_bandits.experiments.results import files_in
from delayed_bandits.papers.figures import draw_figure

runs = files_in(given.runs, settings=entry["settings"] or [], algorithms=styles)
table = Path(given.tables, f"{entry['table']}.parquet") if given.tables else None
shown = {"runs": runs, "table": table, "delays_file": Path(given.criteo) if given.criteo else None}
outputs = [Path(file) for file in snakemake.output]
draw_figure(outputs, snakemake.wildcards.paper, entry["draw"], styles, **shown)
