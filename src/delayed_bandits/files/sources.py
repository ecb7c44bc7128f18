"""Sources of each step of the workflow, so that an edit reruns only what uses it."""

import ast
import functools
import hashlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).parents[1]
CHECKOUT = PACKAGE.parents[1]
PROJECT = CHECKOUT if (CHECKOUT / "workflow/papers").is_dir() else PACKAGE / "project"
"""The folder of the workflow: a checkout, or a folder in the installed package."""


def sources_of(*modules: str, but: str | None = None) -> list[Path]:
    """Return the files of modules and of all that they import from the package.

    A module is a name below `delayed_bandits`, such as "algorithms.otflin", or a user's file, which
    may import files of its folder. The folder `but` is left out, with the files that only this
    folder imports.
    """
    found: set[Path] = set()
    outside = PACKAGE / but if but else None
    pending = [file_of(name) if name.endswith(".py") else _module(name) for name in modules]
    while pending:
        path = pending.pop()
        if path and path not in found and (not outside or outside not in path.parents):
            found.add(path)
            folder = None if path.is_relative_to(PACKAGE) else path.parent
            pending += [_file(name, folder) for name in _read(path)[1]]
    return sorted(found)


def file_of(name: str) -> Path:
    """Return the path of a user's file, in the working directory or in the project."""
    return Path(name) if Path(name).is_file() else PROJECT / name


@functools.cache
def digest_of_sources(module: str) -> str:
    """Return a digest of all sources that runs of an algorithm's module depend on."""
    return source_digest(sources_of_runs(module))


def sources_of_runs(module: str) -> list[Path]:
    """Return all sources that the runs of an algorithm's module depend on.

    Code that checks input, or reads and writes files, is left out.
    """
    name, but = module, None
    if not module.endswith(".py"):
        name, but = f"algorithms.{module}", "algorithms/learners"
    found = sources_of("experiments.simulation", name, but=but)
    outside = {PACKAGE / "checks", PACKAGE / "files", PACKAGE / "kernels/cache.py"}
    return [path for path in found if not outside & {path, path.parent}]


def functions_of(module: str) -> list[str]:
    """Return the functions of a module without importing it, or [] if it is missing."""
    path = _module(module)
    tree = ast.parse(path.read_bytes() if path else "")
    return [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]


def _module(name: str) -> Path | None:
    return _file(f"{PACKAGE.name}.{name}")


@functools.cache
def _file(name: str, folder: Path | None = None) -> Path | None:
    """Return a module's file in this package or in `folder`, or None if there is none."""
    package, *parts = name.split(".")
    if name == PACKAGE.name:
        return None  # its imports are those of users
    path = PACKAGE if package == PACKAGE.name else folder and folder / package
    if path is None:
        return None
    path = path.joinpath(*parts)
    candidates = [path / "__init__.py", path.with_suffix(".py")]
    return next((candidate for candidate in candidates if candidate.is_file()), None)


def code(script: str, *modules: str) -> dict[str, Callable[[Any], str]]:
    """Return params of a Snakemake rule: digests of a script, modules and imports.

    Each folder of the package has a param of its own, so that Snakemake's reason shows which folder
    changed. Names of modules may have wildcards, such as "papers.{paper}.figures".
    """
    path = str(PROJECT / f"workflow/scripts/{script}.py")

    def digests(folder: str, wildcards: Any) -> str:
        named = (name.format_map(dict(wildcards.items())) for name in modules)
        return _digests(path, *named).get(folder, "")

    folders = [path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file()]
    return {f"code_{name}": functools.partial(digests, name) for name in ["scripts", *folders]}


def place(path: Path) -> str:
    """Return a source's path in a checkout, such as src/delayed_bandits/cli/logs.py."""
    if path.is_relative_to(PROJECT):
        return path.relative_to(PROJECT).as_posix()
    return f"src/{path.relative_to(PACKAGE.parent).as_posix()}"


def texts(*names: str) -> str:
    """Return a param of a Snakemake rule: digests of files, given by their `place`."""
    paths = {
        name: PACKAGE.parent / name[4:] if name[:4] == "src/" else PROJECT / name for name in names
    }
    return ", ".join(f"{name} {source_digest([path])[:8]}" for name, path in paths.items())


@functools.cache
def _digests(*modules: str) -> dict[str, str]:
    """Return, for each folder, a text with the digests of modules and their imports."""
    found: dict[str, list[str]] = {}
    for path in sources_of(*modules):
        inside = path.is_relative_to(PACKAGE)
        place = path.relative_to(PACKAGE if inside else PROJECT / "workflow").as_posix()
        folder, _, name = place.partition("/")
        found.setdefault(folder, []).append(f"{name} {source_digest([path])[:8]}")
    return {folder: ", ".join(words) for folder, words in found.items()}


def source_digest(files: Iterable[Path]) -> str:
    """Return a short SHA-256 of files. In Python, only lines of code count."""
    total = hashlib.sha256()
    for path in files:
        total.update(_read(path)[0])
    return total.hexdigest()[:16]


def _read(path: Path) -> tuple[bytes, list[str]]:
    state = path.stat()
    return _contents(path, state.st_mtime_ns, state.st_size)


@functools.lru_cache(1024)
def _contents(path: Path, _time: int, _size: int) -> tuple[bytes, list[str]]:
    """Return a file's contents (for Python, only lines of code) and its imports."""
    contents = path.read_bytes()
    return _lines_of_code(contents) if path.suffix == ".py" else (contents, [])


def _lines_of_code(source: bytes) -> tuple[bytes, list[str]]:
    """Return the lines of code of a Python source, and its imports.

    Docstrings, blank lines and lines of comment are left out. Comments behind code stay.
    """
    lines = source.splitlines()
    imports: list[str] = []
    docstrings: set[int] = set()
    texts: set[int] = set()  # their lines may start with #
    for node in _nodes(ast.parse(source)):
        if isinstance(node, ast.Import):
            imports += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            imports += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Expr) and _alone(node, lines):
            docstrings.update(range(node.lineno - 1, node.end_lineno))
        elif isinstance(node, ast.Constant | ast.JoinedStr) and node.end_lineno > node.lineno:
            texts.update(range(node.lineno, node.end_lineno))
    code = {
        i for i, line in enumerate(lines) if line.strip() and not line.lstrip().startswith(b"#")
    }
    return b"\n".join(lines[i] for i in sorted((texts | code) - docstrings)), imports


def _nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield a tree's nodes, except those inside a one-line node without a body."""
    pending = [tree]
    for node in pending:
        yield node
        is_line = getattr(node, "end_lineno", 0) == getattr(node, "lineno", None)
        for value in vars(node).values() if hasattr(node, "body") or not is_line else ():
            if isinstance(value, list):
                pending += [one for one in value if isinstance(one, ast.AST)]
            elif isinstance(value, ast.AST):
                pending.append(value)


def _alone(node: ast.Expr, lines: list[bytes]) -> bool:
    """Return whether a statement is a string on lines without other code."""
    text = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    before = lines[node.lineno - 1][: node.col_offset]
    return text and not (before + lines[node.end_lineno - 1][node.end_col_offset :]).strip()
