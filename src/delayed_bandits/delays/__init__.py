"""Delay distributions, and their fits to observed conversion delays."""
