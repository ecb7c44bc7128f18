"""Plain replays of the algorithms of Huang et al. 2023 and of their baselines.

Written from the papers' pseudo-code: savings are listed one by one with their z_s on the simplex,
and the mirror maps look for nu by bisection. Rounds count from 1 as in the paper.
"""

import math

import numpy as np

from papers import replays


def sum_of_delays(trace):
    """The sum of the numbers of rounds at whose beginning each feedback is absent."""
    delays = trace.hidden_delays[0]
    return sum(min(int(delay), delays.size - s) for s, delay in enumerate(delays, start=1))


def losses_of(trace):
    """The loss of each arm in each round, shape (rounds, arms)."""
    outcomes = trace.hidden_outcomes[trace.hidden_states]
    return outcomes if trace.are_losses else 1 - outcomes


class Environment(replays.Environment):
    """A trace, played with a distribution per round."""

    def __init__(self, trace):
        super().__init__(trace)
        self.losses, self.arms = losses_of(trace), trace.n_arms
        self.uniforms = trace.randomness.uniforms(self.horizon)
        self.distributions = []

    def play(self, x):
        """Play a round: the (s, arm, loss) that are revealed at its end, in order of play."""
        t = self.t
        reached = np.cumsum(x) > self.uniforms[t]
        arm = int(np.argmax(reached)) if reached.any() else int(np.flatnonzero(x)[-1])
        self.distributions.append(x)
        return self.send(arm, (t + 1, arm, float(self.losses[t, arm])))

    def estimates(self, x):
        """Play a round: the (s, importance-weighted estimate of all losses) that are revealed."""
        return [(s, self.weighted(s, arm, loss)) for s, arm, loss in self.play(x)]

    def weighted(self, s, arm, loss):
        return loss / self.distributions[s - 1][arm] * np.eye(self.arms)[arm]


def bisect(total, low, high):
    """Where the decreasing function `total` is 1."""
    middle = (low + high) / 2
    while low < middle < high:
        low, high = (middle, high) if total(middle) > 1 else (low, middle)
        middle = (low + high) / 2
    return middle


class Tsallis:
    """Psi(x) = -2 sum sqrt(x_i)."""

    @staticmethod
    def gradient(x):
        return -(x**-0.5)

    @staticmethod
    def conjugate(dual):
        """The gradient of the conjugate of Psi on the simplex."""
        K = dual.size
        nu = bisect(lambda nu: np.sum((nu - dual) ** -2.0), dual.max() + 0.5, dual.max() + K)
        x = (nu - dual) ** -2.0
        return x / x.sum()


class LogBarrier:
    """Psi(x) = -sum ln(x_i)."""

    @staticmethod
    def gradient(x):
        return -1 / x

    @staticmethod
    def conjugate(dual):
        K = dual.size
        nu = bisect(lambda nu: np.sum(1 / (nu - dual)), dual.max() + 0.5, dual.max() + 2 * K)
        x = 1 / (nu - dual)
        return x / x.sum()


class Bank:
    """Algorithm 2 ("greedy"), or with the withdrawals of Appendix A.5 ("pooled")."""

    def __init__(self, psi, start, withdrawal):
        self.psi, self.start, self.withdrawal = psi, start, withdrawal
        self.x, self.sigma = {}, {}
        self.z, self.v = {}, {}  # of the rounds that have arrived, in order of arrival
        self.B = [0.0]
        self.read = {}  # the number of savings that each round withdraws from

    def withdraw(self, sigma):
        """Line 6: sigma_{t,s} of every round s that has arrived."""
        if self.withdrawal == "pooled":
            savings = sum(self.v.values())
            # rounding must leave no crumbs, of any direction
            enough = savings > sigma * (1 + 1e-12)
            share = sigma / savings if enough else 1.0
            return {s: share * v for s, v in self.v.items()}
        parts, b = {}, sigma
        for s in sorted(self.v):
            parts[s] = min(self.v[s], b)
            b -= parts[s]
        return parts

    def invest(self, sigma):
        """Lines 5 to 10: the point of the next round."""
        t = len(self.x) + 1
        parts = self.withdraw(sigma)
        b = max(0.0, sigma - sum(parts.values()))
        self.B.append(self.B[-1] + b)
        dual = b / sigma * self.psi.gradient(self.start)
        self.read[t] = np.count_nonzero(list(parts.values()))
        for s, part in parts.items():
            self.v[s] -= part
            if part:  # spares time
                dual = dual + part / sigma * self.psi.gradient(self.z[s])
        self.x[t], self.sigma[t] = self.psi.conjugate(dual), sigma
        return self.x[t]

    def receive(self, s, estimate):
        """Lines 13 and 14."""
        dual = self.psi.gradient(self.x[s]) - estimate / self.sigma[s]
        self.z[s], self.v[s] = self.psi.conjugate(dual), self.sigma[s]


class Banker(Bank):
    """Algorithm 2 on the simplex."""

    def __init__(self, trace, psi, withdrawal):
        self.environment = Environment(trace)
        super().__init__(psi, np.full(trace.n_arms, 1 / trace.n_arms), withdrawal)

    def round(self, sigma):
        return self.environment.play(self.invest(sigma))

    def learn(self, s, arm, loss):
        self.receive(s, self.environment.weighted(s, arm, loss))


def banker_tinf(trace, withdrawal="pooled"):
    """Section 5."""
    bank = Banker(trace, Tsallis, withdrawal)
    D = 0
    for t in range(1, bank.environment.horizon + 1):
        d = bank.environment.missing
        D += d
        inverse = 1 / math.sqrt(t) + (d * math.sqrt(math.log(D + 1) / D) if D else 0.0)
        for feedback in bank.round(1 / inverse):
            bank.learn(*feedback)
    return bank


def banker_sftinf(trace, withdrawal="pooled", homogeneous=False):
    """Algorithm 3."""
    bank = Banker(trace, Tsallis, withdrawal)
    L = 1e-9 if homogeneous else 1.0
    L_then, D = {}, 0.0
    for t in range(1, bank.environment.horizon + 1):
        d = bank.environment.missing
        D += (d + 1) * L**2
        L_then[t] = L
        three = 3 * L**2 if homogeneous else 3
        sigma = 1 / ((d + 1) * math.sqrt(math.log(3 + D / L**2) / (three + D)))
        for s, arm, loss in bank.round(sigma):
            L = max(L, 2 * loss)
            bank.learn(s, arm, 0.0 if loss > L_then[s] else loss)
    return bank


def banker_sflbinf(trace, withdrawal="pooled", homogeneous=False, floor=True):
    """Algorithm 4; the sum D_t is computed afresh in every round."""
    bank = Banker(trace, LogBarrier, withdrawal)
    K, T = bank.environment.arms, bank.environment.horizon
    L, experienced = (1e-9 if homogeneous else 1.0), 1
    weight, L_then, d_then = {}, {}, {}
    bank.skipped = {"too large": 0, "too negative": 0}  # U_t and V_t of Lemma D.6
    for t in range(1, T + 1):
        d = bank.environment.missing
        experienced += d
        L_then[t], d_then[t], weight[t] = L, d, (d + 1) * L**2
        D = sum(weight.values())
        three = 3 * L**2 if homogeneous else 3
        inverse = (d + 1) * math.sqrt(math.log(3 + D / L**2) / (three + D))
        sigma = 1 / (inverse * math.sqrt(K * math.log(T)))
        if floor and d <= math.sqrt(experienced / K):
            sigma = max(sigma, 2 * L)
        for s, arm, loss in bank.round(sigma):
            L = max(L, 2 * abs(loss))
            skipped = abs(loss) > L_then[s] or loss < -bank.sigma[s] / 2
            bank.skipped["too large" if abs(loss) > L_then[s] else "too negative"] += skipped
            weight[s] = 0.0 if skipped else (d_then[s] + 1) * loss**2
            bank.learn(s, arm, 0.0 if skipped else loss)
    return bank


def tinf(trace, scales="theorem", balanced=False, monotone=False, largest=1.0, steps=1):
    """Banker-TINF with the scales of Section 4.5, of Theorem 4.6, or of the idealized settings."""
    bank = Banker(trace, Tsallis, "greedy")
    K, T = bank.environment.arms, bank.environment.horizon
    D, square, used = 0, 1.0, []
    for t in range(1, T + 1):
        d = bank.environment.missing
        D += d
        forecast = largest ** ((t - 1) * steps // T / (steps - 1)) if steps > 1 else largest
        square += (d + 1) * forecast**2
        log = {"theorem": math.log(D + 1), "section_4_5": 1}.get(scales, 0)
        sigma = 1 / (t**-0.5 + (d * math.sqrt(log / D) if D else 0.0))
        if scales == "forecast":
            sigma = math.sqrt(square) / (d + 1)
        if balanced:  # C_2 over C_1, the divergence of a vertex from the centre
            sigma *= math.sqrt(math.sqrt(K) / (2 * math.sqrt(K) - 2))
        used.append(max([sigma, *used]) if monotone else sigma)
        for feedback in bank.round(used[-1]):
            bank.learn(*feedback)
    return bank


def sflbinf(trace):
    """Algorithm 4, with the sum of Theorem 6.3 over the rounds that have arrived."""
    bank = banker_sflbinf(trace, "greedy")
    environment = bank.environment
    arrivals = [t + environment.delay(t, arm) for t, arm in enumerate(environment.played)]
    bank.squares = np.zeros(environment.horizon)
    for s, (arm, arrival) in enumerate(zip(environment.played, arrivals, strict=True)):
        late = sum(earlier >= s for earlier in arrivals[:s])
        bank.squares[arrival:] += (late + 1) * environment.losses[s, arm] ** 2
    return bank


def follow_the_leader(trace, distribution):
    """Play distribution(t, sum of the estimates that have arrived, delay experienced so far)."""
    environment = Environment(trace)
    losses, experienced = np.zeros(environment.arms), 0
    for t in range(1, environment.horizon + 1):
        experienced += environment.missing
        for _, estimate in environment.estimates(distribution(t, losses, experienced)):
            losses += estimate
    return environment


def tsallis_inf(trace):
    """Zimmert and Seldin 2021, importance weighted."""
    return follow_the_leader(trace, lambda t, L, _: Tsallis.conjugate(-L / math.sqrt(t)))


def exponential(losses, rate):
    x = np.exp(-rate * (losses - losses.min()))
    return x / x.sum()


def exp3(trace):
    def distribution(t, losses, experienced):
        rate = math.sqrt(math.log(losses.size) / (losses.size * t + experienced))
        return exponential(losses, rate)

    return follow_the_leader(trace, distribution)


class Waitless:
    """Tsallis-INF that counts its updates."""

    def __init__(self, arms):
        self.clock, self.losses = 0, np.zeros(arms)

    def point(self):
        self.clock += 1
        return Tsallis.conjugate(-self.losses / math.sqrt(self.clock))


def bold_around(environment, play, instance):
    """Joulani et al. 2013: instances that wait for nothing, the last freed first."""
    free, owner = [], {}
    for t in range(1, environment.horizon + 1):
        owner[t] = free.pop() if free else instance()
        for s, estimate in play(owner[t].point()):
            owner[s].losses += estimate
            free.append(owner[s])
    return environment


def bold(trace):
    environment = Environment(trace)
    return bold_around(environment, environment.estimates, lambda: Waitless(environment.arms))
