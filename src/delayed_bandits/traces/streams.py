"""Named streams of random numbers, the only randomness of the simulations."""

import functools
import hashlib
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from delayed_bandits.checks.types import FROM_ENVIRONMENT


@dataclass(frozen=True)
class Streams:
    """The random streams of one paper.

    A stream is a PCG64DXSM generator, seeded by NumPy's SeedSequence. The entropy is a digest of
    master seed, paper and name of the stream. The spawn key is the run's seed. All settings of a
    paper share their streams, so they draw their delays from the same uniforms.
    """

    master_seed: int
    paper: str

    def open(self, name: str, seed: int) -> np.random.Generator:
        """Return the stream `name` of run `seed` at its beginning."""
        entropy = _entropy(f"{self.master_seed}/{self.paper}/{name}")
        sequence = np.random.SeedSequence(entropy, spawn_key=(seed,))
        return np.random.Generator(np.random.PCG64DXSM(sequence))


@functools.lru_cache
def _entropy(text: str) -> np.ndarray:  # 32-bit words: SeedSequence would split an integer slowly
    return np.frombuffer(hashlib.sha256(text.encode()).digest()[:16], "<u4")


@dataclass(frozen=True)
class LearnerRandomness:
    """The random numbers of a learner in one run, independent of the trace.

    Each method opens its stream anew, so a second call returns the same numbers as the first.
    """

    hidden_streams: Streams
    hidden_seed: int

    def uniforms(self, shape: int | tuple[int, ...]) -> np.ndarray:
        """Return uniforms on [0, 1), an array of the given shape."""
        return self.generator().random(shape)

    def generator(self) -> np.random.Generator:
        """Return a generator of uniforms, for a learner that draws while it plays."""
        return self.hidden_streams.open("learner-uniforms", self.hidden_seed)

    def normals(self, shape: int | tuple[int, ...], stream: str = "learner-normals") -> np.ndarray:
        """Return standard normals from a `stream`, an array of the given shape."""
        return self.hidden_streams.open(stream, self.hidden_seed).standard_normal(shape)

    def key(self) -> np.uint64:
        """Return a random key, from which `kernels.counter_based` computes numbers."""
        stream = self.hidden_streams.open("learner-key", self.hidden_seed)
        return stream.integers(2**64, dtype=np.uint64)


# the types of an algorithm's arguments `randomness`, `uniforms` (shape (horizon,)) and `key`
Randomness = Annotated[LearnerRandomness, FROM_ENVIRONMENT]
Uniforms, Key = Annotated[np.ndarray, FROM_ENVIRONMENT], Annotated[np.uint64, FROM_ENVIRONMENT]
