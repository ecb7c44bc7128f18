"""Write the table of delays of a Criteo file or of the bundled quantiles."""

from pathlib import Path

from delayed_bandits.cli.reporting import log_to

log_to(snakemake.log[0])

from delayed_bandits.data.criteo.conversions import from_bundled, from_file

params, output = snakemake.params, Path(snakemake.output[0])
if params.source == "bundled":
    from_bundled(Path(params.file), output)
else:
    from_file(Path(params.file), params.attribution, output, params.source)
