"""Write the answers on all papers' claims as tables."""

from pathlib import Path

from delayed_bandits.cli.reporting import log_to

log_to(snakemake.log[0])

from delayed_bandits.report.claims_tables import export_claims

output, given = snakemake.output, snakemake.input
claims = [Path(file) for file in given.claims]
export_claims(Path(output.table), Path(output.evidence), claims, Path(given.schema))
