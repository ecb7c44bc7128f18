"""Vernade et al. 2020, Linear Bandits with Stochastic Delayed Feedback."""
