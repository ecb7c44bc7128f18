"""Counter-based random numbers: each is a function of a key and of its place, and of nothing else.

So they depend neither on the order in which they are drawn nor on how many were drawn before, and
need no memory. The bits are those of SplitMix64 (Steele, Lea, Flood 2014), normals are by the
ziggurat of Marsaglia and Tsang (2000a), gammas by their squeeze (2000b).
"""

import math

import numpy as np

from delayed_bandits.kernels.compiling import inlined

STEP = np.uint64(0x9E3779B97F4A7C15)
FIRST = np.uint64(0xBF58476D1CE4E5B9)
SECOND = np.uint64(0x94D049BB133111EB)
UNIT = 2.0**-53

LAYERS = 256  # of the ziggurat
EDGE, AREA = 3.6541528853610088, 0.00492867323399  # the end of the lowest; the area of each


def _widths() -> np.ndarray:
    """Compute the widths of all layers, from the lowest; the last is 0."""
    widths = [AREA / math.exp(-EDGE * EDGE / 2), EDGE]
    for _ in range(LAYERS - 2):
        height = math.exp(-widths[-1] * widths[-1] / 2) + AREA / widths[-1]
        widths.append(math.sqrt(-2 * math.log(height)))
    return np.array([*widths, 0.0])


WIDTHS = _widths()
HEIGHTS = np.array([math.exp(-width * width / 2) for width in WIDTHS])


@inlined
def mix(bits: np.uint64) -> np.uint64:
    """Compute 64 bits, each of which depends on all of `bits`."""
    bits = (bits ^ (bits >> np.uint64(30))) * FIRST
    bits = (bits ^ (bits >> np.uint64(27))) * SECOND
    return bits ^ (bits >> np.uint64(31))


@inlined
def place(key: np.uint64, t: int, arm: int) -> np.uint64:
    """Compute the counter of the first number of an arm in round t."""
    return mix(mix(key + np.uint64(t) * STEP) + np.uint64(arm) * STEP)


@inlined
def uniform(counter: np.uint64) -> float:
    """Compute the uniform on (0, 1) of a counter."""
    return (float(mix(counter) >> np.uint64(11)) + 0.5) * UNIT


@inlined
def normal(counter: np.uint64) -> tuple[float, np.uint64]:
    """Compute a standard normal; return it and the next counter."""
    while True:
        bits = mix(counter)
        layer = np.int64(bits & np.uint64(LAYERS - 1))
        x = (float(np.int64(bits) >> 11) + 0.5) * (2.0 * UNIT) * WIDTHS[layer]
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
    """Compute a normal beyond the edge on one side; return it and the next counter."""
    while True:
        beyond = -math.log(uniform(counter)) / EDGE
        height = -math.log(uniform(counter + STEP))
        counter += STEP + STEP
        if 2.0 * height > beyond * beyond:
            return EDGE + beyond if positive else -EDGE - beyond, counter


@inlined
def gamma_from(shape: float, x: float, u: float) -> float:
    """Compute a gamma of a shape of at least 1 from a normal x and a uniform u; -1 if rejected."""
    d = shape - 1.0 / 3.0
    root = 1.0 + x / math.sqrt(9.0 * d)
    if root <= 0.0:
        return -1.0
    cube = root * root * root
    square = x * x
    if u < 1.0 - 0.0331 * square * square:
        return d * cube
    if math.log(u) < 0.5 * square + d * (1.0 - cube + math.log(cube)):
        return d * cube
    return -1.0


@inlined
def beta(counter: np.uint64, a: float, b: float) -> float:
    """Compute a number of law Beta(a, b), a gamma over the sum of two, from a counter."""
    while True:
        x, counter = normal(counter)
        y, counter = normal(counter)
        first = gamma_from(a if a >= 1.0 else a + 1.0, x, uniform(counter))
        second = gamma_from(b if b >= 1.0 else b + 1.0, y, uniform(counter + STEP))
        counter += STEP + STEP
        if first >= 0.0 and second >= 0.0:
            break
    if a < 1.0:  # a gamma of shape a is one of shape a + 1 times a uniform to the power 1 / a
        first *= uniform(counter) ** (1.0 / a)
    if b < 1.0:
        second *= uniform(counter + STEP) ** (1.0 / b)
    return first / (first + second)
