"""A learner of River (https://riverml.xyz) on K arms with late rewards."""

from river import bandit, proba


class River:
    """Thompson sampling of River, which learns from rewards as they arrive.

    River's other policies have the same two methods.
    """

    nanoseconds = 30_000  # of a round

    def __init__(self, problem, rng):
        self.arms = list(range(problem.n_arms))
        seed = int(rng.integers(2**31))
        self.policy = bandit.ThompsonSampling(reward_obj=proba.Beta(), seed=seed)

    def choose(self, t):
        return self.policy.pull(self.arms)

    def observe(self, round, arm, reward):
        self.policy.update(arm, reward > 0.5)
