"""Judge the claims on a paper."""

from pathlib import Path

from delayed_bandits.cli.reporting import log_to

log_to(snakemake.log[0])

from delayed_bandits.analysis.judge import judge_claims
from delayed_bandits.experiments.results import files_in
from delayed_bandits.papers.claims import claims_of, conclusions_of

paper, params, output = snakemake.wildcards.paper, snakemake.params, snakemake.output
stated, texts = (claims_of(paper), conclusions_of(paper)), params.texts
files = files_in(snakemake.input.runs, settings=texts["descriptions"], algorithms=texts["labels"])
delays = Path(snakemake.input.criteo) if snakemake.input.criteo else None
given = {"files": files, "delays_file": delays, "texts": texts, "table": Path(output.measurements)}
judge_claims(Path(output.claims), paper, params.scale, *stated, **given)
