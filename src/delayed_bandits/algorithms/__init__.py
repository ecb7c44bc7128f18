"""Algorithms, one module per family; a function plays all rounds of a view."""
