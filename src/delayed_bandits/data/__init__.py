"""Observed delays: Criteo, logs, and their fits."""
