"""Delay distributions, and fits of them to observed conversion delays."""
