"""Claims on Pike-Burke et al. 2018: those of the paper, in its order, and ours."""

from delayed_bandits.papers.pikeburke2018 import (
    claims_delay,
    claims_jumps,
    claims_mean_delay,
    claims_ratios,
    claims_variants,
    ours,
)

CLAIMS = sorted(
    [
        *claims_delay.CLAIMS,
        *claims_variants.CLAIMS,
        *claims_ratios.CLAIMS,
        *claims_jumps.CLAIMS,
        *claims_mean_delay.CLAIMS,
        *ours.CLAIMS,
    ],
    key=lambda claim: claim.id,
)
