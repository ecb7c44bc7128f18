"""The compiler of kernels: Numba without the libraries that no kernel needs."""

import sys

# Numba would look for BLAS in SciPy, and for its options in YAML: a quarter of a job's start.
# None makes an import fail, and Numba is prepared for that.
UNNEEDED = {"scipy", "scipy.linalg", "yaml"} - sys.modules.keys()
sys.modules.update(dict.fromkeys(UNNEEDED))
import numba.np.arraymath  # noqa: E402, F401

for _name in UNNEEDED:
    del sys.modules[_name]

from numba import njit  # noqa: E402

inlined = njit(cache=True, forceinline=True, _nrt=False)
"""Decorator of allocation-free functions that a kernel calls in every round.

Inlined, and without counting references to arrays: a feedback is a tuple of a dozen arrays, and
counting up and down all that a round reads of it costs more than the round itself.
"""
