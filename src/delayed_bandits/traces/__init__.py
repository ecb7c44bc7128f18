"""Traces: bandits whose random numbers are all drawn before the first round."""
