"""Algorithms, one module per family; each function plays every round of a view."""

from importlib import import_module


def names() -> list[str]:
    """List all algorithms of this folder, as module.function."""
    return [name for name, _ in import_module("delayed_bandits.catalogue").algorithms()]
