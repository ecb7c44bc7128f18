"""Claims on Pike-Burke et al. 2018: those of the paper, in its order, and ours."""

from delayed_bandits.papers.pikeburke2018 import (
    claims_cost,
    claims_jumps,
    claims_laws,
    claims_mean_delay,
    claims_order,
    claims_phases,
    claims_ratios,
    claims_variance,
    claims_variants,
    ours,
    ours_criteo,
)

CLAIMS = sorted(
    [
        *claims_cost.CLAIMS,
        *claims_phases.CLAIMS,
        *claims_variance.CLAIMS,
        *claims_variants.CLAIMS,
        *claims_ratios.CLAIMS,
        *claims_order.CLAIMS,
        *claims_laws.CLAIMS,
        *claims_jumps.CLAIMS,
        *claims_mean_delay.CLAIMS,
        *ours.CLAIMS,
        *ours_criteo.CLAIMS,
    ],
    key=lambda claim: claim.id,
)
