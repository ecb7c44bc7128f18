"""Claims of Huang et al. 2023: what the paper states, and what we add."""

from delayed_bandits.papers.huang2023.claims_appendix import APPENDIX
from delayed_bandits.papers.huang2023.claims_framework import FRAMEWORK
from delayed_bandits.papers.huang2023.claims_linear import LINEAR
from delayed_bandits.papers.huang2023.claims_lock import LOCK
from delayed_bandits.papers.huang2023.claims_rates import RATES
from delayed_bandits.papers.huang2023.claims_scale_free import SCALE_FREE
from delayed_bandits.papers.huang2023.ours import OURS
from delayed_bandits.papers.huang2023.ours_bounds import OURS_BOUNDS
from delayed_bandits.papers.huang2023.ours_scale_free import OURS_SCALE_FREE
from delayed_bandits.papers.huang2023.ours_scale_free_bounds import OURS_SCALE_FREE_BOUNDS

CLAIMS = [
    *FRAMEWORK,
    *RATES,
    *SCALE_FREE,
    *LINEAR,
    *APPENDIX,
    *OURS,
    *LOCK,
    *OURS_BOUNDS,
    *OURS_SCALE_FREE,
    *OURS_SCALE_FREE_BOUNDS,
]
