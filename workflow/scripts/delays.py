"""Turn a Criteo file, or the bundled quantiles, into a table of delays."""

from pathlib import Path

from delayed_bandits.cli.reporting import log_to

log_to(snakemake.log[0])

from delayed_bandits.data.criteo import conversions

file, output = Path(snakemake.params.file), Path(snakemake.output[0])
if snakemake.params.source == "bundled":
    conversions.from_bundled(file, output)
else:
    conversions.from_file(file, snakemake.params.touch, output, snakemake.params.source)
