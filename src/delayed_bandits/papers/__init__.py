"""Figures, tables and claims of each paper, in a package of its name, imported by that name."""

import importlib
from types import ModuleType
from typing import Literal


def module_of(paper: str, kind: Literal["claims", "figures", "tables"]) -> ModuleType:
    """Import what a paper has of a kind: the module of that name in its package."""
    return importlib.import_module(f"{__name__}.{paper}.{kind}")
