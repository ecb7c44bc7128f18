"""Check a log of conversions: write its delays by arm and a page of what was found."""

from pathlib import Path

from delayed_bandits.cli.reporting import log_to

log_to(snakemake.log[0])

from delayed_bandits.data.log.findings import write_findings
from delayed_bandits.data.log.reader import read_file

file, output = Path(snakemake.params.file), Path(snakemake.output[0]).parent
options = {name: given for name, given in snakemake.params.log.items() if name != "file"}
print(write_findings(read_file(file, file, **options), output))
