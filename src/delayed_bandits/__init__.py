"""Reruns of published experiments on bandits with delayed feedback, and their verdicts."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from delayed_bandits.files.version import __version__

if TYPE_CHECKING:
    from delayed_bandits.comparison.compare import compare, settings
    from delayed_bandits.data.frames import advise, read_log
    from delayed_bandits.data.replay import replay
    from delayed_bandits.experiments.results import runs

__all__ = ["__version__", "advise", "compare", "read_log", "replay", "runs", "settings"]

_MODULES = {"compare": "comparison.compare", "settings": "comparison.compare"}
_MODULES |= {"advise": "data.frames", "read_log": "data.frames", "replay": "data.replay"}
_MODULES |= {"runs": "experiments.results"}


def __getattr__(name: str) -> Any:
    """Return a public function. Its module is imported on first use."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"delayed_bandits.{_MODULES[name]}"), name)
