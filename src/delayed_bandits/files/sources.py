"""Sources of a step, so that an edit reruns what it touches and nothing else."""

import ast
import functools
import hashlib
from collections.abc import Iterable
from pathlib import Path

PACKAGE = Path(__file__).parents[1]


def sources_of(*modules: str) -> list[Path]:
    """List the files of the given modules and of all that they import from the package.

    Parameters
    ----------
    *modules : str
        Names below `delayed_bandits`, such as "algorithms.otflin".
    """
    found: set[Path] = set()
    pending = [_file(f"delayed_bandits.{module}") for module in modules]
    while pending:
        path = pending.pop()
        if path and path not in found:
            found.add(path)
            pending += [_file(name) for name in _imports(path)]
    return sorted(found)


def functions_of(module: str) -> list[str]:
    """List the functions of a module without importing it; none if there is no such module."""
    path = _file(f"delayed_bandits.{module}")
    if path is None:
        return []
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]


@functools.cache
def _imports(path: Path) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return found


def _file(name: str) -> Path | None:
    """Find the file of a module of this package; None for anything else."""
    package, *parts = name.split(".")
    if package != PACKAGE.name:
        return None
    path = PACKAGE.joinpath(*parts)
    candidates = [path / "__init__.py", path.with_suffix(".py")]
    return next((candidate for candidate in candidates if candidate.is_file()), None)


def source_digest(files: Iterable[Path]) -> str:
    """Compute a short SHA-256 of the files' contents."""
    total = hashlib.sha256()
    for path in files:
        total.update(path.read_bytes())
    return total.hexdigest()[:16]


def file_digest(path: Path) -> str:
    """Compute the SHA-256 of a large file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
