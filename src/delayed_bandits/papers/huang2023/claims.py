"""Claims of Huang et al. 2023: what the paper states, and what we add."""

from delayed_bandits.papers.huang2023.claims_scale_free import SCALE_FREE
from delayed_bandits.papers.huang2023.ours_scale_free import OURS_SCALE_FREE

CLAIMS = [*SCALE_FREE, *OURS_SCALE_FREE]
