"""Experiments of papers on bandits with delayed feedback, regenerated claim by claim."""

from importlib import import_module
from typing import Any

from delayed_bandits.files.version import __version__

__all__ = ["__version__", "compare", "runs", "settings"]


def __getattr__(name: str) -> Any:
    """Return a public function, imported only now because simulations need none."""
    if name == "runs":
        return import_module("delayed_bandits.experiments.results").runs
    if name not in ("compare", "settings"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("delayed_bandits.comparison.compare"), name)
