"""Advice from a log: which algorithm loses least on its clicks, in simulation."""
