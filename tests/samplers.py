"""Counter-based random numbers in plain Python, by the published formulas, for oracles.

SplitMix64 (Steele, Lea, Flood 2014); normals by the ziggurat of 256 layers (Marsaglia and Tsang
2000a); gammas by the acceptance test of Marsaglia and Tsang (2000b), without its squeeze.
"""

import math

STEP, WORD = 0x9E3779B97F4A7C15, 2**64
EDGE, AREA = 3.6541528853610088, 0.00492867323399


def split_mix(state):
    """The output of SplitMix64 for a state."""
    z = state % WORD
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) % WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) % WORD
    return z ^ (z >> 31)


def place_of_round(key, t):
    return split_mix(int(key) + t * STEP)


def place(key, t, arm):
    return split_mix(place_of_round(key, t) + arm * STEP)


def density(x):
    return math.exp(-x * x / 2)


def layers():
    """The ends x_0 > x_1 > ... of the layers, which have equal areas; the base has the tail."""
    ends = [AREA / density(EDGE), EDGE]
    while len(ends) < 256:
        ends.append(math.sqrt(-2 * math.log(density(ends[-1]) + AREA / ends[-1])))
    return [*ends, 0.0]


ENDS = layers()


class Numbers:
    """Random numbers in order, from a state of SplitMix64 on."""

    def __init__(self, state):
        self.state = state

    def bits(self):
        bits = split_mix(self.state)
        self.state += STEP
        return bits

    def uniform(self):
        return ((self.bits() >> 11) + 0.5) / 2**53

    def normal(self):
        while True:
            bits = self.bits()
            layer, signed = bits % 256, (bits if bits < WORD // 2 else bits - WORD) >> 11
            x = (signed + 0.5) / 2**52 * ENDS[layer]
            if abs(x) < ENDS[layer + 1]:
                return x
            if layer == 0:
                return math.copysign(self.beyond_the_edge(), x)
            low, high = density(ENDS[layer]), density(ENDS[layer + 1])
            if low + self.uniform() * (high - low) < density(x):
                return x

    def beyond_the_edge(self):
        while True:
            x, y = (-math.log(self.uniform()) / rate for rate in (EDGE, 1))
            if 2 * y > x * x:
                return EDGE + x

    def two_gammas(self, a, b):
        """Gammas of two shapes: both are redrawn until none is rejected."""
        while True:
            x, y, bits = self.normal(), self.normal(), self.bits()
            found = [
                marsaglia_tsang(shape + (shape < 1), z, (part + 0.5) / 2**32)
                for shape, z, part in ((a, x, bits >> 32), (b, y, bits % 2**32))
            ]
            if None not in found:
                break
        powers = [self.uniform() ** (1 / a) if a < 1 else 1.0]
        self.state += STEP * (a >= 1)
        powers.append(self.uniform() ** (1 / b) if b < 1 else 1.0)
        return found[0] * powers[0], found[1] * powers[1]


def marsaglia_tsang(shape, x, u):
    """The gamma of a normal and a uniform, or None."""
    d = shape - 1 / 3
    v = (1 + x / math.sqrt(9 * d)) ** 3
    if v > 0 and math.log(u) < x * x / 2 + d - d * v + d * math.log(v):
        return d * v
    return None


def beta(key, t, arm, a, b):
    """The Beta(a, b) draw of an arm in round t, from 0; arms are 2^32 numbers apart."""
    x, y = Numbers(place_of_round(key, t) + arm * 2**32 * STEP).two_gammas(a, b)
    return x / (x + y)
