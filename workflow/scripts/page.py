"""Write the verdicts on all claims as tables, and the page."""

from pathlib import Path

from delayed_bandits.cli.reporting import log_to

log_to(snakemake.log[0], compiles=False)

from delayed_bandits.files.sources import PROJECT
from delayed_bandits.report.claims_tables import export_claims
from delayed_bandits.report.page import write_page

output, params = snakemake.output, snakemake.params
export_claims(Path(output.table), Path(output.evidence), map(Path, snakemake.input.claims))
write_page(Path(output.page), params.config, PROJECT / "workflow", figures=Path(params.figures))
