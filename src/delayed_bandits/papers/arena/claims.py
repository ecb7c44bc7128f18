"""Claims of the arena."""

CLAIMS = []
