"""Experiments of papers on bandits with delayed feedback, regenerated claim by claim."""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"
__all__ = ["algorithms", "compare", "settings"]


def __getattr__(name: str) -> Any:
    """Import the library door when it is asked for: a simulation needs none of its libraries."""
    if name not in ("compare", "settings"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import_module("delayed_bandits.files.sources").keep_kernels()
    return getattr(import_module("delayed_bandits.comparison"), name)
