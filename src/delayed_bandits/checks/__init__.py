"""Checks of users' input: error messages, strict YAML, types of parameters."""
