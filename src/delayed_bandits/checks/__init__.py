"""Checks of what a user gives: errors, YAML, types of parameters."""
