"""Figures and claims of each paper, in a package of its name."""
