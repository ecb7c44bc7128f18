"""Check a log of conversions: write its delays by arm and a page of what was found."""

from pathlib import Path

from delayed_bandits.cli.reporting import log_to

log_to(snakemake.log[0])

from delayed_bandits.data.log.findings import write_findings
from delayed_bandits.data.log.reader import read_log

options, output = dict(snakemake.params.log), Path(snakemake.output[0]).parent
columns, _ = options.pop("columns"), options.pop("file")
print(write_findings(read_log(Path(snakemake.params.file), renamed=columns, **options), output))
