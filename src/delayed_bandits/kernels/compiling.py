"""How small functions of the simulation are compiled."""

import sys
from typing import Any

from numba import njit
from numba.core import types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

if "scipy.linalg" not in sys.modules:
    # Numba would import SciPy to look for BLAS, which no kernel uses: a fifth of a job's start.
    sys.modules["scipy.linalg"] = None
    import numba.np.arraymath  # noqa: F401

    del sys.modules["scipy.linalg"]

inlined = njit(cache=True, forceinline=True, _nrt=False)
"""For what a kernel calls in every round, and which allocates nothing.

Inlined, and without counting references to arrays: a view is a tuple of a dozen arrays, and
counting up and down all that a round reads of it costs more than the round itself.
"""


@intrinsic
def unowned(_typing: Any, array: types.Array) -> tuple:
    """Give the array without an owner, so that no references to it are counted.

    A slice of an array that is owned costs a kernel 5 to 10 ns. The owner must outlive it.
    """

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        result = make_array(array)(context, builder, arguments[0])
        result.meminfo = result.meminfo.type(None)
        result.parent = result.parent.type(None)
        return result._getvalue()

    return array(array), generate
