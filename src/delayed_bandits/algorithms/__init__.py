"""Bandit algorithms by family. An algorithm is a function that plays all rounds of a run."""
