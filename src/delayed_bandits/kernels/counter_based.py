"""Counter-based random numbers: each is computed from a 64-bit counter alone.

The run's key, the round and the arm determine the first counter of an arm in a round. Bits come
from SplitMix64 (Steele, Lea, Flood 2014), normals from the ziggurat of Marsaglia and Tsang (2000a),
and gammas from the squeeze of Marsaglia and Tsang (2000b).
"""

import math
from typing import NamedTuple

import numpy as np

from delayed_bandits.kernels.compiling import inlined, njit

STEP = np.uint64(0x9E3779B97F4A7C15)
FIRST = np.uint64(0xBF58476D1CE4E5B9)
SECOND = np.uint64(0x94D049BB133111EB)
UNIT = 2.0**-53
LOW = np.uint64(2**32 - 1)
JUMP = np.uint64((0x9E3779B97F4A7C15 << 32) % 2**64)  # 2^32 steps

LAYERS = 256  # of the ziggurat
EDGE, AREA = 3.6541528853610088, 0.00492867323399  # where the tail begins; the area of each layer


def _widths() -> np.ndarray:
    """Return the widths of the ziggurat's layers from the lowest up. The last is 0."""
    widths = [AREA / math.exp(-EDGE * EDGE / 2), EDGE]
    for _ in range(LAYERS - 2):
        height = math.exp(-widths[-1] * widths[-1] / 2) + AREA / widths[-1]
        widths.append(math.sqrt(-2 * math.log(height)))
    return np.array([*widths, 0.0])


WIDTHS = _widths()
HEIGHTS = np.array([math.exp(-width * width / 2) for width in WIDTHS])
SCALES = 2.0 * UNIT * WIDTHS  # from a signed integer of 53 bits to (-width, width)

BLOCK = 32  # rounds drawn at once: the numbers of ten arms fit into the processor's cache
SQUEEZE = 6 * 0.0331  # times c^2 x^4; Marsaglia and Tsang have 0.0331 x^4, equal at c^2 = 1/6


class Betas(NamedTuple):
    """The arms' Beta distributions, and random numbers for BLOCK rounds.

    A draw from Beta(a, b) is X / (X + Y), with gamma variates X of shape a and Y of shape b.
    `shape`, `d` and `c` have a row for X, a row for Y, and a column for each arm. The first of the
    BLOCK rounds is `start`.
    """

    shape: np.ndarray
    d: np.ndarray  # shape - 1/3; if the shape is below 1, shape + 2/3
    c: np.ndarray  # 1 / sqrt(9 d)
    draws: np.ndarray  # shape (4, rounds * arms): a normal and a uniform for a, and both for b
    counters: np.ndarray  # shape (rounds * arms,): the first counter of each round and arm
    start: np.ndarray  # shape (1,)
    choice: np.ndarray  # shape (1,): the arm of the largest draw
    key: np.ndarray  # shape (1,)


@njit(cache=True)
def new_betas(n_arms: int, key: np.uint64) -> Betas:
    """Return `Betas` whose distributions are still to be set by `set_distribution`."""
    shape, d, c = np.empty((2, n_arms)), np.empty((2, n_arms)), np.empty((2, n_arms))
    draws, counters = np.empty((4, BLOCK * n_arms)), np.empty(BLOCK * n_arms, np.uint64)
    start, choice = np.full(1, -BLOCK), np.zeros(1, np.int64)
    return Betas(shape, d, c, draws, counters, start, choice, np.full(1, key, np.uint64))


@inlined
def mix(bits: np.uint64) -> np.uint64:
    """Return 64 hashed bits, each of which depends on all 64 bits of the argument."""
    bits = (bits ^ (bits >> np.uint64(30))) * FIRST
    bits = (bits ^ (bits >> np.uint64(27))) * SECOND
    return bits ^ (bits >> np.uint64(31))


@inlined
def place(key: np.uint64, t: int, arm: int) -> np.uint64:
    """Return the counter of an arm's first random number in round t."""
    return mix(mix(key + np.uint64(t) * STEP) + np.uint64(arm) * STEP)


@inlined
def uniform(counter: np.uint64) -> float:
    """Return the uniform random number on (0, 1) at a counter."""
    return (float(np.int64(mix(counter) >> np.uint64(11))) + 0.5) * UNIT


@inlined
def half(bits: np.uint64) -> float:
    """Return a uniform random number on (0, 1), made from 32 random bits."""
    return (float(np.int64(bits)) + 0.5) * 2.0**-32


@inlined
def normal(counter: np.uint64) -> tuple[float, np.uint64]:
    """Return the standard normal at a counter, and the next unused counter."""
    while True:
        bits = mix(counter)
        layer = np.int64(bits & np.uint64(LAYERS - 1))
        x = (float(np.int64(bits) >> 11) + 0.5) * SCALES[layer]
        counter += STEP
        if abs(x) < WIDTHS[layer + 1]:
            return x, counter
        if layer == 0:
            return tail(x > 0.0, counter)
        low, high = HEIGHTS[layer], HEIGHTS[layer + 1]
        if low + uniform(counter) * (high - low) < math.exp(-0.5 * x * x):
            return x, counter + STEP
        counter += STEP


@inlined
def tail(positive: bool, counter: np.uint64) -> tuple[float, np.uint64]:
    """Return a normal above EDGE (or below -EDGE), and the next unused counter."""
    while True:
        beyond = -math.log(uniform(counter)) / EDGE
        height = -math.log(uniform(counter + STEP))
        counter += STEP + STEP
        if 2.0 * height > beyond * beyond:
            return EDGE + beyond if positive else -EDGE - beyond, counter


@inlined
def set_distribution(betas: Betas, arm: int, a: float, b: float) -> None:
    """Set the distribution of `arm` to Beta(a, b)."""
    for i in range(2):
        shape = b if i else a
        betas.shape[i, arm] = shape
        betas.d[i, arm] = (shape if shape >= 1.0 else shape + 1.0) - 1.0 / 3.0
        betas.c[i, arm] = 1.0 / math.sqrt(9.0 * betas.d[i, arm])


@inlined
def gamma_from(d: float, c: float, x: float, u: float) -> float:
    """Return a gamma of shape d + 1/3 from normal x and uniform u, or -1 (rejected)."""
    root = 1.0 + c * x
    if root <= 0.0:
        return -1.0
    cube = root * root * root
    square = x * x
    if u < 1.0 - SQUEEZE * (c * square) * (c * square):
        return d * cube
    if math.log(u) < 0.5 * square + d * (1.0 - cube + math.log(cube)):
        return d * cube
    return -1.0


@inlined
def gammas(counter: np.uint64, betas: Betas, arm: int) -> tuple[float, float]:
    """Return the gamma variates X and Y of an arm (see `Betas`) at a counter."""
    while True:
        x, counter = normal(counter)
        y, counter = normal(counter)
        bits = mix(counter)
        counter += STEP
        first = gamma_from(betas.d[0, arm], betas.c[0, arm], x, half(bits >> np.uint64(32)))
        second = gamma_from(betas.d[1, arm], betas.c[1, arm], y, half(bits & LOW))
        if first >= 0.0 and second >= 0.0:
            break
    # a gamma of shape a + 1, times a uniform to the power 1 / a, is a gamma of shape a
    if betas.shape[0, arm] < 1.0:
        first *= uniform(counter) ** (1.0 / betas.shape[0, arm])
    if betas.shape[1, arm] < 1.0:
        second *= uniform(counter + STEP) ** (1.0 / betas.shape[1, arm])
    return first, second


@njit(cache=True, _nrt=False, no_cfunc_wrapper=True)
def draw_block(betas: Betas, t: int) -> None:
    """Write the random numbers of rounds t to t + BLOCK - 1 to `betas.draws`.

    A normal is NaN where the ziggurat rejects its first candidate.
    """
    betas.start[0] = t
    counters, draws, n_arms = betas.counters, betas.draws, betas.d.shape[1]
    for i in range(BLOCK):
        counter = mix(betas.key[0] + np.uint64(t + i) * STEP)
        for arm in range(n_arms):
            counters[i * n_arms + arm] = counter
            counter += JUMP
    for i in range(counters.size):  # vectorised, as it has no branch
        draws[0, i] = _first_normal(counters[i])
        draws[2, i] = _first_normal(counters[i] + STEP)
    for i in range(counters.size):
        bits = mix(counters[i] + (STEP + STEP))
        draws[1, i] = half(bits >> np.uint64(32))
        draws[3, i] = half(bits & LOW)


@inlined
def _first_normal(counter: np.uint64) -> float:
    bits = mix(counter)
    layer = np.int64(bits & np.uint64(LAYERS - 1))
    x = (float(np.int64(bits) >> 11) + 0.5) * SCALES[layer]
    return x if abs(x) < WIDTHS[layer + 1] else np.nan


@inlined
def _squeezed(betas: Betas, arm: int, i: int, x: float, u: float) -> float:
    """Return X (i = 0) or Y (i = 1) of `Betas`, or -1 if `gammas` has to draw it."""
    d, c = betas.d[i, arm], betas.c[i, arm]
    root, square = 1.0 + c * x, x * x
    accepted = (root > 0.0) & (u < 1.0 - SQUEEZE * (c * square) * (c * square))
    accepted &= betas.shape[i, arm] >= 1.0
    return d * (root * root * root) if accepted else -1.0


@inlined
def largest_draw(betas: Betas, t: int, optimistic: bool) -> int:
    """Return the arm whose draw from its Beta distribution is the largest in round t.

    If `optimistic` is true, a draw below the mean of its distribution is raised to this mean.
    """
    if not 0 <= t - betas.start[0] < BLOCK:
        draw_block(betas, t)
    i = np.uint64((t - betas.start[0]) * betas.d.shape[1])
    # the largest X / (X + Y) has the largest X / Y
    betas.choice[0], best, rest = 0, -1.0, 1.0
    for arm in range(betas.d.shape[1]):
        first = _squeezed(betas, arm, 0, betas.draws[0, i], betas.draws[1, i])
        second = _squeezed(betas, arm, 1, betas.draws[2, i], betas.draws[3, i])
        if min(first, second) < 0.0:
            first, second = gammas(betas.counters[i], betas, arm)
        i += np.uint64(1)
        if optimistic and first * betas.shape[1, arm] < second * betas.shape[0, arm]:
            first, second = betas.shape[0, arm], betas.shape[1, arm]
        if first * rest > second * best:
            # in memory, or the compiler removes the branch, and each arm waits for the one before
            betas.choice[0] = arm
            best, rest = first, second
    return betas.choice[0]


@inlined
def largest_draws(
    betas: Betas, keys: np.ndarray, t: int, optimistic: bool, choice: np.ndarray
) -> None:
    """Find `largest_draw` for several runs, and write the arms to `choice`, shape (runs,).

    `keys` has the key of each run. `betas` has the distribution of an arm in a run at index arm *
    runs + run.
    """
    counters, first, second = betas.counters, betas.draws[0], betas.draws[1]
    runs, size = np.uint64(keys.size), np.uint64(betas.d.shape[1])  # Numba tests signed indices
    for run in range(runs):
        choice[run] = 0
        counters[run] = mix(keys[run] + np.uint64(t) * STEP)
    for arm in range(np.uint64(1), size // runs):
        for run in range(runs):
            counters[arm * runs + run] = counters[run] + arm * JUMP
    for i in range(size):  # vectorised, as it has no branch
        bits = mix(counters[i] + (STEP + STEP))
        x, y = _first_normal(counters[i]), _first_normal(counters[i] + STEP)
        a = _squeezed(betas, i, 0, x, half(bits >> np.uint64(32)))
        b = _squeezed(betas, i, 1, y, half(bits & LOW))
        first[i], second[i] = a if b >= 0.0 else -1.0, b
    for i in range(size):
        if first[i] < 0.0:
            first[i], second[i] = gammas(counters[i], betas, i)
    for i in range(size if optimistic else np.uint64(0)):
        if first[i] * betas.shape[1, i] < second[i] * betas.shape[0, i]:
            first[i], second[i] = betas.shape[0, i], betas.shape[1, i]
    for run in range(runs):
        if first[run] == 0.0 and second[run] == 0.0:  # any other draw is larger
            first[run], second[run] = -1.0, 1.0
    for arm in range(np.uint64(1), size // runs):
        for run in range(runs):
            i = arm * runs + run
            above = first[i] * second[run] > second[i] * first[run]
            choice[run] = np.int64(arm) if above else choice[run]
            first[run] = first[i] if above else first[run]
            second[run] = second[i] if above else second[run]
