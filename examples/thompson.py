"""Thompson sampling for K arms with late rewards."""


class Thompson:
    """Beta posteriors on the rewards that have arrived."""

    def __init__(self, problem, rng, prior: float = 1.0):
        self.rng = rng
        self.good = [prior] * problem.n_arms
        self.bad = [prior] * problem.n_arms

    def choose(self, t):
        samples = list(map(self.rng.beta, self.good, self.bad))
        return samples.index(max(samples))

    def observe(self, round, arm, reward):
        self.good[arm] += reward
        self.bad[arm] += 1 - reward
