"""Attacks: what is done to the project, and what must be seen; a module for each group."""
