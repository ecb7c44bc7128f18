"""Download the official Criteo file."""

import os
from pathlib import Path

from delayed_bandits.cli.reporting import log_to

log_to(snakemake.log[0])

from delayed_bandits.data.criteo.fetch import HUGGING_FACE, HUGGING_FACE_SHA256, fetch

there = (HUGGING_FACE, HUGGING_FACE_SHA256, os.environ.get("HF_TOKEN"))
fetch(Path(snakemake.params.file), *(there if snakemake.params.source == "huggingface" else ()))
