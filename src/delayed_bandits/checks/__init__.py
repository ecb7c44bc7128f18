"""Checks of input: errors, strict YAML, types of parameters."""
