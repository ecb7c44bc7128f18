"""Bandit algorithms by family; each is a function that plays all rounds of a run."""
