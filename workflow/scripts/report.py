"""Write the report."""

from pathlib import Path

from delayed_bandits.cli.reporting import log_to

log_to(snakemake.log[0])

from delayed_bandits.report.page import write_page

params = snakemake.params
write_page(Path(snakemake.output[0]), params.config, Path(params.workflow), Path(params.figures))
