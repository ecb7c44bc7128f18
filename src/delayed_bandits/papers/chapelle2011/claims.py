"""Claims of Chapelle and Li 2011, in the order of the paper, then ours."""

from delayed_bandits.papers.chapelle2011 import (
    claims_figures,
    claims_reshaping,
    claims_table,
    ours,
)

CLAIMS = [*claims_figures.CLAIMS, *claims_reshaping.CLAIMS, *claims_table.CLAIMS, *ours.CLAIMS]
