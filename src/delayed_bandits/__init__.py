"""Experiments of papers on bandits with delayed feedback, regenerated claim by claim."""

__version__ = "0.1.0"
