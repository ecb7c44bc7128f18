"""Huang, Dai and Huang 2023, Banker Online Mirror Descent."""
