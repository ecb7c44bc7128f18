"""Claims, figures and tables of each paper, in a package with the paper's name."""

import importlib
from types import ModuleType
from typing import Literal


def module_of(paper: str, kind: Literal["claims", "figures", "tables"]) -> ModuleType:
    """Import and return a paper's module of claims, figures or tables."""
    return importlib.import_module(f"{__name__}.{paper}.{kind}")
