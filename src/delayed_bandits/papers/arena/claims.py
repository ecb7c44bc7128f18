"""Claims of the arena."""

from delayed_bandits.papers.arena import claims_cost, claims_price, claims_worlds

CLAIMS = sorted(
    claims_cost.CLAIMS + claims_price.CLAIMS + claims_worlds.CLAIMS, key=lambda claim: claim.id
)
