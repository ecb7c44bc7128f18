"""A learner of MABWiser (https://github.com/fidelity/mabwiser) on K arms with late rewards."""

from mabwiser.mab import MAB, LearningPolicy


class MABWiser:
    """A policy of MABWiser without contexts, which learns from rewards as they arrive.

    `policy` is the name of a LearningPolicy, `parameters` are its arguments.
    """

    nanoseconds = 200_000  # of a round

    def __init__(self, problem, rng, policy: str = "UCB1", parameters=None):
        learning_policy = getattr(LearningPolicy, policy)(**(parameters or {}))
        self.n_arms, self.trained = problem.n_arms, False
        seed = int(rng.integers(2**31))
        self.bandit = MAB(list(range(self.n_arms)), learning_policy, seed=seed)

    def choose(self, t):
        """Play the arms in turn until a reward has arrived, which MABWiser needs to start."""
        return self.bandit.predict() if self.trained else t % self.n_arms

    def observe(self, round, arm, reward):
        learn = self.bandit.partial_fit if self.trained else self.bandit.fit
        learn([arm], [reward])
        self.trained = True
