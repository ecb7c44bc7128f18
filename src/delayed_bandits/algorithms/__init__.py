"""Algorithms, one module per family; each function plays every round of a view."""
