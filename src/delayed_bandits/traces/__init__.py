"""Traces: bandits with all random numbers drawn before the first round."""
