"""How small functions of the simulation are compiled."""

import sys

from numba import njit

if "scipy.linalg" not in sys.modules:
    # Numba would import SciPy to look for BLAS, which no kernel uses: a fifth of a job's start.
    sys.modules["scipy.linalg"] = None
    import numba.np.arraymath  # noqa: F401

    del sys.modules["scipy.linalg"]

inlined = njit(cache=True, forceinline=True, _nrt=False)
"""For what a kernel calls in every round, and which allocates nothing.

Inlined, and without counting references to arrays: a feedback is a tuple of a dozen arrays, and
counting up and down all that a round reads of it costs more than the round itself.
"""
