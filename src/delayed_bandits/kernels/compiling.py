"""The compiler of kernels: Numba without the libraries that no kernel needs."""

import contextlib
import fcntl
import logging
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

# Numba would look for BLAS in SciPy, and for its options in YAML: a quarter of a job's start.
# None makes an import fail, and Numba is prepared for that.
UNNEEDED = {"scipy", "scipy.linalg", "yaml"} - sys.modules.keys()
sys.modules.update(dict.fromkeys(UNNEEDED))
import numba.np.arraymath  # noqa: E402, F401

for _name in UNNEEDED:
    del sys.modules[_name]

from numba import config, njit  # noqa: E402
from numba.core import types  # noqa: E402
from numba.extending import intrinsic  # noqa: E402
from numba.np.arrayobj import make_array  # noqa: E402

logger = logging.getLogger(__name__)


def delete_damaged(folder: Path) -> None:
    """Delete kernels that were not written to their end, as after a power cut: Numba fails on them.

    They are compiled again.
    """
    for path in folder.rglob("*.nb[ic]"):
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - 1))
            whole = file.read() == b"."  # the end of what `pickle` writes
        if not whole:
            path.unlink(missing_ok=True)
            logger.warning("warning: %s: damaged, and deleted; it is compiled again", path)


delete_damaged(Path(os.environ.get("NUMBA_CACHE_DIR") or Path(__file__).parents[1]))


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
    """Let the first of all processes that need some kernels compile them, while others wait for it.

    What is run in the block compiles the kernels of that name. Once they are in the folder that
    NUMBA_CACHE_DIR names, nobody waits.
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


if config.DISABLE_JIT:  # plain Python, for debugging, has no intrinsics
    unowned = np.asarray
