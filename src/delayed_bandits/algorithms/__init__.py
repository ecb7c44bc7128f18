"""Algorithms, one module per family; each function plays all rounds of a view."""
