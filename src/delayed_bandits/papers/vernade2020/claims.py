"""Claims of Vernade et al. 2020, Linear Bandits with Stochastic Delayed Feedback, and ours."""

from delayed_bandits.papers.vernade2020 import claims_criteo, claims_fig1, claims_theory, ours

CLAIMS = claims_theory.CLAIMS + claims_fig1.CLAIMS + claims_criteo.CLAIMS + ours.CLAIMS
