"""Fit delay laws to the delays; write a table, and a figure against the data."""

from pathlib import Path

from delayed_bandits.cli.reporting import log_to

log_to(snakemake.log[0])

import os

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # others would wait for it: it has five numbers to work on

from delayed_bandits.data.fits import compare

compare(Path(snakemake.input[0]), Path(snakemake.output.table), map(Path, snakemake.output.figures))
