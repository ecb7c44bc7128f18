"""Learners from users' files, named as in `my_learner.py:MyLearner`."""

import importlib.util
import inspect
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from delayed_bandits.algorithms.learners.guard import LearnerError, fault, watched
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import suggestion
from delayed_bandits.files.sources import file_of, sources_of


def is_file(reference: str) -> bool:
    """Return whether a reference names a file and not a module of this package."""
    return ".py:" in reference


def object_of(reference: str) -> Any:
    """Return the class or function that a reference names, or raise InputError."""
    file, _, name = reference.rpartition(":")
    path = file_of(file)
    if not path.is_file():
        raise InputError(f"{reference}: there is no file {file}. Give FILE.py:NAME.")
    found = vars(_module(path))
    if name not in found:
        classes = [key for key, value in found.items() if inspect.isclass(value)]
        names = [key for key in classes if found[key].__module__ == _name(path)]
        hint = suggestion(name, names) if names else "The file has no class."
        raise InputError(f"{reference}: there is no {name!r} in that file. {hint}")
    return found[name]


def _name(path: Path) -> str:
    return re.sub(r"\W", "_", f"learner_{path.resolve().with_suffix('')}")


def _module(path: Path) -> ModuleType:
    """Import a file and return its module. The file may import other files of its folder."""
    spec = importlib.util.spec_from_file_location(_name(path), path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses and compiled functions look there
    folder = str(path.parent.resolve())
    if folder not in sys.path:
        sys.path.append(folder)  # last, so that it hides no library
    try:
        with watched(()):
            spec.loader.exec_module(module)
        _check_neighbours(path)
    except (KeyboardInterrupt, InputError):
        raise
    except SyntaxError as error:
        raise LearnerError(f"{path}, line {error.lineno or 1}: {error.msg}") from None
    except BaseException as error:
        raise fault(f"{path}: its import", error, "Mend the file.") from None
    return module


def _check_neighbours(path: Path) -> None:
    """Raise InputError if Python imported another file in place of a neighbour of `path`."""
    libraries = Path(sys.prefix), Path(sys.base_prefix)
    for source in sources_of(str(path)):
        found = Path(getattr(sys.modules.get(source.stem), "__file__", None) or source).resolve()
        in_same_folder = source.parent == path.parent and source != path
        if (
            in_same_folder
            and found != source.resolve()
            and not any(map(found.is_relative_to, libraries))
        ):
            found_another = f"its import of {source.stem} found {found}, not {source}"
            raise InputError(f"{path}: {found_another}. Rename one of the two files.")
