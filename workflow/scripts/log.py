"""Check a log of conversions; write its delays by arm, and a page of what was found."""

from pathlib import Path

from delayed_bandits.cli.reporting import log_to

log_to(snakemake.log[0])

from delayed_bandits.data.log.findings import write_findings
from delayed_bandits.data.log.reader import read_log

log, output = snakemake.params.log, Path(snakemake.output[0]).parent
options = [log[name] for name in ("unit", "columns", "arms", "largest", "no_conversion")]
print(write_findings(read_log(Path(snakemake.params.file), *options), output))
