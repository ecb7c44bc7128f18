"""Experiments of papers on bandits with delayed feedback, regenerated claim by claim."""

from importlib import import_module
from typing import Any

__version__ = "1.0.0"
__all__ = ["compare", "settings"]


def __getattr__(name: str) -> Any:
    """Import `compare` and `settings` when they are asked for: a simulation needs none of this."""
    if name not in ("compare", "settings"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import_module("delayed_bandits.files.sources").keep_kernels()
    return getattr(import_module("delayed_bandits.comparison"), name)
