"""Numba's compiler, imported without the libraries that no kernel needs."""

import os
import sys
from typing import Any

if os.environ.get("NUMBA_DISABLE_JIT") == "1":  # a dry run, which need not wait for Numba

    def njit(*functions: Any, **_: Any) -> Any:
        """Return the function unchanged, or a decorator that does nothing."""
        return functions[0] if functions else njit

    intrinsic = njit
else:
    # Numba imports SciPy to look for BLAS, and YAML to look for options. This takes a quarter of a
    # job's start. None in sys.modules makes these imports fail, which Numba allows.
    unneeded = {"scipy", "scipy.linalg", "yaml"} - sys.modules.keys()
    sys.modules.update(dict.fromkeys(unneeded))
    import numba.np.arraymath  # noqa: F401

    for _name in unneeded:
        del sys.modules[_name]

    from numba import njit
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array

    from delayed_bandits.kernels import cache  # noqa: F401  it replaces Numba's cache

# For functions that allocate nothing and that a kernel calls in every round. They are inlined, and
# references are not counted: counting those to a view's arrays would take longer than the round.
inlined = njit(cache=True, forceinline=True, _nrt=False, no_cfunc_wrapper=True)


@intrinsic
def unowned(_typing: Any, array: Any) -> tuple:
    """Return the array without reference counting, which makes slicing faster."""

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        result = make_array(array)(context, builder, arguments[0])
        result.meminfo = result.meminfo.type(None)
        result.parent = result.parent.type(None)
        return result._getvalue()

    return array(array), generate
