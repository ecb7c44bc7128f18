"""The compiler of kernels: Numba without the libraries that no kernel needs."""

import contextlib
import fcntl
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

# Numba looks for BLAS in SciPy, and for its options in YAML: a quarter of the start of a job.
# None makes these imports fail, which Numba allows.
UNNEEDED = {"scipy", "scipy.linalg", "yaml"} - sys.modules.keys()
sys.modules.update(dict.fromkeys(UNNEEDED))
import numba.np.arraymath  # noqa: E402, F401

for _name in UNNEEDED:
    del sys.modules[_name]

from numba import njit  # noqa: E402
from numba.core import types  # noqa: E402
from numba.extending import intrinsic  # noqa: E402
from numba.np.arrayobj import make_array  # noqa: E402


@contextlib.contextmanager
def named_folder() -> Iterator[None]:
    """Add the kernels' folder to an OSError of Numba that names no file."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or os.environ.get("NUMBA_CACHE_DIR")
        raise


_compiled: set[str] = set()


@contextlib.contextmanager
def in_turn(name: str) -> Iterator[None]:
    """Let one process at a time compile the kernels of `name` in the block."""
    folder = os.environ.get("NUMBA_CACHE_DIR")
    if name in _compiled or not folder:
        yield
        return
    path = Path(folder, f"{name}.lock")
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        if not path.stat().st_size:
            with contextlib.suppress(OSError):  # a disk without locks
                fcntl.flock(file, fcntl.LOCK_EX)
        yield
        if not path.stat().st_size:
            file.write("compiled")
    _compiled.add(name)


# For functions that a kernel calls in every round, which allocate nothing. They are inlined without
# counting references to arrays: for the dozen of a view that would cost more than the round.
inlined = njit(cache=True, forceinline=True, _nrt=False, no_cfunc_wrapper=True)


@intrinsic
def unowned(_typing: Any, array: types.Array) -> tuple:
    """Return the array without reference to its owner: slices take 5 to 10 ns less."""

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        result = make_array(array)(context, builder, arguments[0])
        result.meminfo = result.meminfo.type(None)
        result.parent = result.parent.type(None)
        return result._getvalue()

    return array(array), generate
