"""Plain replays of Banker-BOLO (Huang et al. 2023) and of its baselines.

Written from the papers' pseudo-code: savings are listed one by one with their z_s in the interior
of the body, the mirror maps look for their points by root finding or by Newton's method,
eigenvalues are Rayleigh quotients of the Hessian written out, and moments are integrals. Rounds
count from 1 as in the paper.
"""

import math

import numpy as np
from scipy.optimize import brentq

from papers import replays
from papers.huang2023.oracle import Bank, bold_around, sum_of_delays


def radius(slope):
    """Where the derivative 2 r / (1 - r^2) of -ln(1 - r^2) is `slope`, at least 0."""
    return brentq(lambda r: 2 * r - slope * (1 - r) * (1 + r), 0, 1, xtol=1e-300, rtol=1e-15)


class Barrier:
    def __init__(self, body):
        self.body = body


class Ball(Barrier):
    """Psi(x) = -ln(1 - |x|^2)."""

    @staticmethod
    def gradient(x):
        return 2 * x / (1 - x @ x)

    @staticmethod
    def hessian(x):
        left = 1 - x @ x
        return 2 / left * np.eye(x.size) + 4 / left**2 * np.outer(x, x)

    @staticmethod
    def conjugate(dual):
        """The gradient of the conjugate of Psi."""
        slope = np.linalg.norm(dual)
        return radius(slope) / slope * dual if slope else np.zeros(dual.size)

    @staticmethod
    def eigenvector(x, i):
        """The radius, or the image of axis i under the reflection of axis 0 into its line."""
        axes = np.eye(x.size)
        u = x / np.linalg.norm(x) if x.any() else axes[0]
        if i == 0:
            return u
        w = u + (axes[0] if u[0] >= 0 else -axes[0])
        return axes[i] - 2 * w * (w @ axes[i]) / (w @ w)


class Box(Barrier):
    """Psi(x) = -sum ln(1 - x_i^2)."""

    @staticmethod
    def gradient(x):
        return 2 * x / (1 - x**2)

    @staticmethod
    def hessian(x):
        return np.diag(2 / (1 - x**2) + 4 * x**2 / (1 - x**2) ** 2)

    @staticmethod
    def conjugate(dual):
        return np.array([math.copysign(radius(abs(slope)), slope) for slope in dual])

    @staticmethod
    def eigenvector(x, i):
        return np.eye(x.size)[i]


class Polytope(Barrier):
    """Psi(x) = -sum ln(b_i - <a_i, x>)."""

    def rows(self, x):
        return self.body.normals / (self.body.offsets - self.body.normals @ x)[:, None]

    def gradient(self, x):
        return np.sum(self.rows(x), axis=0)

    def hessian(self, x):
        return self.rows(x).T @ self.rows(x)

    def conjugate(self, dual):
        """Damped Newton steps for the x of least Psi(x) - <dual, x>."""
        x, decrement = self.body.inside, math.inf
        while decrement > 1e-9:
            ascent = self.gradient(x) - dual
            step = np.linalg.solve(self.hessian(x), ascent)
            decrement = math.sqrt(step @ ascent)
            x = x - step / (1 + decrement if decrement > 0.25 else 1)
        return x

    def eigenvector(self, x, i):
        e = np.linalg.eigh(self.hessian(x))[1][:, i]
        return e * np.sign(e[np.argmax(np.abs(e))])


BARRIERS = {"ball": Ball, "box": Box, "polytope": Polytope}


class Environment(replays.Environment):
    """A trace, played with a point per round."""

    def __init__(self, trace):
        super().__init__(trace)
        self.dimension = trace.hidden_vectors.shape[1]
        self.uniforms = trace.randomness.uniforms((self.horizon, self.dimension))
        self.means = []

    def play(self, mean, action):
        """Play a round: the (s, loss) that are revealed at its end, in order of play."""
        self.means.append(mean)
        loss = float(self.trace.hidden_vectors[self.t] @ action)
        return self.send(action, (self.t + 1, loss))


class DikinGame(Environment):
    """A trace, played on the surface of Dikin ellipsoids."""

    def __init__(self, trace):
        super().__init__(trace)
        self.psi = BARRIERS[trace.body.name](trace.body)
        self.per_loss = {}  # what the loss of a round is multiplied with

    def play_around(self, x):
        """Algorithm 5, lines 6 to 10: the (s, estimate of the loss vector) that are revealed."""
        n, t = self.dimension, self.t + 1
        uniform = n * self.uniforms[t - 1, 0]
        i = math.floor(uniform)
        epsilon = 1 if uniform - i < 0.5 else -1
        e = self.psi.eigenvector(x, i)
        eigenvalue = e @ self.psi.hessian(x) @ e
        self.per_loss[t] = n * epsilon * math.sqrt(eigenvalue) * e
        revealed = self.play(x, x + epsilon / math.sqrt(eigenvalue) * e)
        return [(s, loss * self.per_loss[s]) for s, loss in revealed]


class Banker(Bank):
    """Algorithm 2 on a body."""

    def __init__(self, trace, withdrawal):
        self.environment = DikinGame(trace)
        psi = self.environment.psi
        super().__init__(psi, psi.conjugate(np.zeros(self.environment.dimension)), withdrawal)

    def round(self, sigma):
        for s, estimate in self.environment.play_around(self.invest(sigma)):
            self.receive(s, estimate)


def banker_bolo(trace, withdrawal="pooled", floor=8.0):
    """Algorithm 5."""
    bank = Banker(trace, withdrawal)
    n, T = bank.environment.dimension, trace.horizon
    D = 0
    for t in range(1, T + 1):
        d = bank.environment.missing
        D += d
        inverse = math.sqrt(math.log(T) / (n * t))
        if D:
            inverse += d * math.sqrt(math.log(D + 1) * math.log(T) / (n * D))
        bank.round(max(1 / inverse, floor * n))
    return bank


class Bolo:
    """Abernethy et al. 2008 as the regularised leader, which counts its updates."""

    def __init__(self, environment, floor):
        self.environment, self.floor = environment, floor
        self.clock, self.losses = 0, np.zeros(environment.dimension)

    def point(self):
        self.clock += 1
        n, T = self.environment.dimension, self.environment.horizon
        sigma = max(math.sqrt(n * self.clock / math.log(T)), self.floor * n)
        return self.environment.psi.conjugate(-self.losses / sigma)


def bolo(trace, floor=8.0):
    """What has not arrived is ignored."""
    environment = DikinGame(trace)
    instance = Bolo(environment, floor)
    for _ in range(environment.horizon):
        for _, estimate in environment.play_around(instance.point()):
            instance.losses += estimate
    return environment


def bold_bolo(trace, floor=8.0):
    environment = DikinGame(trace)
    return bold_around(environment, environment.play_around, lambda: Bolo(environment, floor))


NODES, WEIGHTS = np.polynomial.legendre.leggauss(120)


def exponential_moments(c):
    """Mean and variance of the density proportional to exp(-c a) on [-1, 1]."""
    mass = WEIGHTS * np.exp(-c * NODES - abs(c))
    mass /= mass.sum()
    mean = mass @ NODES
    return mean, mass @ (NODES - mean) ** 2


def exponential_quantile(c, u):
    """Its inverse cdf at u; for a negative c that of |c|, mirrored."""
    if c < 0:
        return -exponential_quantile(-c, u)
    return -1 - math.log1p(u * math.expm1(-2 * c)) / c if c else 2 * u - 1


def exponential_weights(trace, mean_delay=None):
    """Ito et al. 2020 on the box, for a delay that is known; without the rejection."""
    environment = Environment(trace)
    n, T = environment.dimension, environment.horizon
    d = sum_of_delays(trace) / T if mean_delay is None else mean_delay
    eta = math.sqrt(n * math.log(T) / ((n + d) * T))
    losses, inverse_of = np.zeros(n), {}
    for t in range(1, T + 1):
        moments = [exponential_moments(c) for c in eta * losses]
        mean, variance = np.array(moments).T
        inverse_of[t] = np.linalg.inv(np.diag(variance) + np.outer(mean, mean))
        uniforms = environment.uniforms[t - 1]
        pairs = zip(eta * losses, uniforms, strict=True)
        action = np.array([exponential_quantile(c, u) for c, u in pairs])
        for s, loss in environment.play(mean, action):
            losses += loss * inverse_of[s] @ environment.played[s - 1]
    return environment
