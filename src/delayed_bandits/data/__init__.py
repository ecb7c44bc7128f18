"""Observed delays: of Criteo, of logs, and distributions fitted to them."""
