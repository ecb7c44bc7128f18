"""Observed delays, of Criteo and of logs, and distributions fitted to them."""
