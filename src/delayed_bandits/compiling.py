"""How small functions of the simulation are compiled."""

from numba import njit

inlined = njit(cache=True, forceinline=True, _nrt=False)
"""For what a kernel calls in every round, and which allocates nothing.

Inlined, and without counting references to arrays: a feedback is a tuple of a dozen arrays, and
counting up and down all that a round reads of it costs more than the round itself.
"""
