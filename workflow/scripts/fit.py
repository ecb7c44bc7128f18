"""Fit delay distributions to delays: write a table and a figure."""

from pathlib import Path

from delayed_bandits.cli.reporting import log_to

log_to(snakemake.log[0])

from delayed_bandits.data.fits import compare

compare(Path(snakemake.input[0]), Path(snakemake.output[0]), map(Path, snakemake.output[1:]))
