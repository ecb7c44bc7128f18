"""Checks of input: error messages, strict YAML, types of parameters."""
