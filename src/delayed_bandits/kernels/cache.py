"""A disk cache of compiled kernels. A kernel is a function that Numba compiles.

The name of a kernel's file has a digest of all that the kernel depends on: its code, the functions,
constants and named tuples that it uses, the types of its arguments, the processor, and the versions
of Python, Numba and NumPy. So after an edit only the kernels that depend on the edit are compiled
again, and a second copy of the project compiles nothing.
"""

import contextlib
import enum
import fcntl
import hashlib
import inspect
import itertools
import os
import pickle
import sys
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import IO, Any

import llvmlite
import numba
import numpy as np
import platformdirs
from numba.core import caching, compiler, config, event, serialize, sigutils, types
from numba.core.dispatcher import Dispatcher
from numba.core.extending import _Intrinsic

VERSIONS = sys.version, numba.__version__, llvmlite.__version__, np.__version__
CODE = ("co_code", "co_exceptiontable", "co_names", "co_varnames", "co_freevars", "co_flags")
CODE += ("co_argcount", "co_posonlyargcount", "co_kwonlyargcount")
MEMBERS = "_fields", "_field_defaults", "__members__"
KNOWN = {"builtins", "math", "numba", "numpy", "typing"}  # modules that VERSIONS determine


def folder() -> Path:
    """Return the folder of the cache: NUMBA_CACHE_DIR, or one in the user's cache."""
    named = os.environ.get("NUMBA_CACHE_DIR")
    return Path(named or platformdirs.user_cache_path("delayed-bandits") / "kernels")


class KernelCache(caching._Cache, event.Listener):
    """A function's compiled versions on disk, each locked while it is compiled."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        self.dispatcher = dispatcher
        self.locks: dict[Path, IO[str]] = {}
        event.register("numba:compile", self)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return a compiled version from its file, or None if there is no such file."""
        target_context.refresh()
        path = self._path(sig, target_context.codegen())
        found = path and _read(path, target_context)
        if path and found is None and path not in self.locks:
            with contextlib.suppress(OSError):  # a disk without locks, or read-only
                path.parent.mkdir(parents=True, exist_ok=True)
                self.locks[path] = path.with_suffix(".lock").open("a")
                fcntl.flock(self.locks[path], fcntl.LOCK_EX)
            found = _read(path, target_context)  # another process may have compiled it
            if found is not None:
                self._unlock()
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        """Write a compiled version to its file, unless the disk is full or read-only."""
        path = self._path(sig, data.codegen)
        if path and not data.library.has_dynamic_globals and not data.lifted:
            part = path.with_suffix(f".{os.getpid()}")
            with contextlib.suppress(OSError):
                part.write_bytes(serialize.dumps(data._reduce()))
                part.replace(path)
        self._unlock()

    def on_end(self, event: event.Event) -> None:
        """Release the lock if compiling has failed."""
        # not `is_failed`, which Numba has the wrong way round
        if event._exc_details and event.data["dispatcher"] is self.dispatcher:
            self._unlock()

    cache_path = property(lambda _: str(folder()))
    enable = disable = flush = on_start = lambda *_: None

    def _unlock(self) -> None:
        while self.locks:
            path, file = self.locks.popitem()
            path.with_suffix(".lock").unlink(missing_ok=True)
            file.close()

    def _path(self, sig: Any, codegen: Any) -> Path | None:
        """Return the path of a version's file, or None if the version cannot be cached."""
        try:
            kinds = [_described_type(kind) for kind in sigutils.normalize_signature(sig)[0]]
            words = [*_described(self.dispatcher), *kinds]
        except (AttributeError, OSError, TypeError, ValueError):
            return None
        options = config.OPT, config.BOUNDSCHECK, config.USING_SVML
        words += [repr((VERSIONS, options, codegen.magic_tuple()))]
        digest = hashlib.sha256(repr(words).encode()).hexdigest()[:32]
        return folder() / f"{self.dispatcher.__name__}-{digest}.nbc"


Dispatcher.enable_caching = lambda self: setattr(self, "_cache", KernelCache(self))


def _read(path: Path, target_context: Any) -> Any:
    try:
        return compiler.CompileResult._rebuild(target_context, *pickle.loads(path.read_bytes()))
    except Exception:  # missing, or cut off by a crash of the machine
        return None


def _described_type(kind: types.Type) -> str:
    """Return a text that identifies a Numba type, with the fields of named tuples."""
    if isinstance(kind, types.Dispatcher | types.Function):
        raise TypeError  # new in each process
    named = getattr(kind, "instance_class", None)
    inner = [*getattr(kind, "types", ()), *(getattr(kind, name, 0) for name in ("dtype", "type"))]
    parts = [_described_type(one) for one in inner if isinstance(one, types.Type)]
    return f"{kind} {parts} {named and (named.__module__, named.__qualname__, named._fields)}"


def _described(value: Any) -> list[str]:
    """Return texts that identify a value and all that it uses, or raise TypeError."""
    words, pending, seen = [], [value], set()
    while pending:
        value = pending.pop()
        if isinstance(value, Dispatcher | _Intrinsic | FunctionType | type):
            words.append(f"{value.__module__}.{value.__qualname__}")
            if id(value) in seen or _is_known(value.__module__):
                continue
            seen.add(id(value))
        if isinstance(value, Dispatcher):
            words.append(repr(sorted(value.targetoptions.items())))
            pending.append(value.py_func)
        elif isinstance(value, _Intrinsic):
            pending.append(value._defn)
        elif isinstance(value, FunctionType):
            for code in _codes(value.__code__):
                constants = [x for x in code.co_consts if not isinstance(x, CodeType)]
                words.append(repr([x for x in constants if x is not value.__doc__]))
                words.append(repr([getattr(code, name) for name in CODE]))
            pending += _used(value)
            if not value.__module__.startswith("delayed_bandits."):  # it may extend Numba
                words.append(inspect.getsource(inspect.getmodule(value)))
        elif type(value) in (type, enum.EnumMeta):
            words += [repr(getattr(value, name, None)) for name in MEMBERS]
        elif isinstance(value, tuple):
            words.append(f"{type(value)} {len(value)}")
            pending += value
        elif isinstance(value, np.ndarray):
            words += [repr((value.dtype, value.shape, value.strides)), value.tobytes().hex()]
        elif _is_known(type(value).__module__):
            words.append(f"{type(value)} {getattr(value, '__name__', repr(value))}")
        else:
            raise TypeError(value)
    return words


def _codes(code: CodeType) -> list[CodeType]:
    """Return the code objects of a function and of all functions defined inside it."""
    inner = [_codes(constant) for constant in code.co_consts if isinstance(constant, CodeType)]
    return [code, *itertools.chain(*inner)]


def _used(function: FunctionType) -> list[Any]:
    """Return the defaults, closure values and globals that a function may use."""
    names = [name for code in _codes(function.__code__) for name in code.co_names]
    found = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
    found += [cell.cell_contents for cell in function.__closure__ or ()]
    rooms = [function.__globals__]  # and modules named in them
    for room in rooms:
        for value in [room[name] for name in names if name in room]:
            if not isinstance(value, ModuleType):
                found.append(value)
            elif not _is_known(value.__name__) and all(vars(value) is not one for one in rooms):
                rooms.append(vars(value))
    return found


def _is_known(module: str) -> bool:
    return module.partition(".")[0] in KNOWN
