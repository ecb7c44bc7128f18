"""Named streams of random numbers, the only source of chance in the simulations."""

import hashlib
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Streams:
    """The random streams of one paper.

    A stream is a PCG64DXSM generator, seeded by NumPy's SeedSequence with a digest of (master seed,
    paper, name of the stream) as its entropy and the seed of the replication as its spawn key. So
    adding a setting, an algorithm or a seed, or cutting seeds into other blocks, changes no other
    run's numbers. The settings of a paper share their streams: the same seed means the same luck,
    and different delay laws are coupled.
    """

    master_seed: int
    paper: str

    def open(self, name: str, seed: int) -> np.random.Generator:
        """Open the stream called `name` of replication `seed` at its beginning."""
        text = f"{self.master_seed}/{self.paper}/{name}"
        entropy = int.from_bytes(hashlib.sha256(text.encode()).digest()[:16], "little")
        sequence = np.random.SeedSequence(entropy, spawn_key=(seed,))
        return np.random.Generator(np.random.PCG64DXSM(sequence))
