"""Observed delays of Criteo and of logs, and the distributions fitted to them."""
