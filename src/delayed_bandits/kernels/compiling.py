"""The compiler of kernels: Numba without the libraries that no kernel needs."""

import contextlib
import fcntl
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

# Numba would look for BLAS in SciPy, and for its options in YAML: a quarter of a job's start.
# None makes an import fail, and Numba is prepared for that.
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
    """Name the folder of kernels in an OSError of Numba, as on a full disk, which names no file."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or os.environ.get("NUMBA_CACHE_DIR")
        raise


_compiled: set[str] = set()


@contextlib.contextmanager
def in_turn(name: str) -> Iterator[None]:
    """Compile the kernels of a name in the block, while other processes that need them wait.

    Once they are in the folder that NUMBA_CACHE_DIR names, nobody waits.
    """
    folder = os.environ.get("NUMBA_CACHE_DIR")
    if name in _compiled or not folder:
        yield
        return
    path = Path(folder, f"{name}.lock")
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        if not path.stat().st_size:
            with contextlib.suppress(OSError):  # a disk that knows no locks
                fcntl.flock(file, fcntl.LOCK_EX)
        yield
        if not path.stat().st_size:
            file.write("compiled")
    _compiled.add(name)


# Decorates allocation-free functions that a kernel calls in every round. They are inlined and count
# no references to arrays: counting up and down the dozen of a view costs more than the round.
inlined = njit(cache=True, forceinline=True, _nrt=False, no_cfunc_wrapper=True)


@intrinsic
def unowned(_typing: Any, array: types.Array) -> tuple:
    """Return the array without an owner, which must outlive it: its slices save 5 to 10 ns each."""

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        result = make_array(array)(context, builder, arguments[0])
        result.meminfo = result.meminfo.type(None)
        result.parent = result.parent.type(None)
        return result._getvalue()

    return array(array), generate
