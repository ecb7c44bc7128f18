"""Delay laws, and their fits to observed conversion delays."""
