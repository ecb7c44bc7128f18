"""Claims of Liu and Maghsudi 2024, in the order of the paper and then ours."""

from delayed_bandits.analysis.claims import Claim
from delayed_bandits.papers.liu2024 import (
    claims_cutoff,
    claims_delays,
    claims_figures,
    claims_first_stage,
    claims_start,
    ours,
    ours_places,
    ours_regret,
)

PARTS = (
    claims_delays,
    claims_first_stage,
    claims_cutoff,
    claims_start,
    claims_figures,
    ours,
    ours_places,
    ours_regret,
)
CLAIMS: list[Claim] = sorted(
    (claim for part in PARTS for claim in part.CLAIMS), key=lambda claim: claim.id
)
