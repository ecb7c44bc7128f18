"""Plain replays of the algorithms of Chapelle and Li 2011 and of KL-UCB, and of retiring items.

Written from the pseudo-code. Items are numbered as they come, and each has its rewards. Rounds t
count from 1 as in the paper.
"""

import math

import samplers
from papers.replays import ArmedGame, first_best


class Game(ArmedGame):
    """A bandit whose items may retire."""

    def rounds(self):
        """Give the rounds, from 1; before each the items that have retired are replaced."""
        rounds, arms, _ = self.trace.hidden_renewals
        for t in range(self.horizon):
            for arm in arms[rounds == t]:
                self.items[arm] = len(self.received)
                self.received.append([])
            yield t + 1

    def counts(self, outstanding=False):
        """The number of rewards, or of plays, of the item of each arm, and the sum of rewards."""
        of_arms = [self.received[item] for item in self.items]
        plays = [self.played.count(arm) for arm in range(self.trace.n_arms)]
        numbers = plays if outstanding else map(len, of_arms)
        return list(zip(numbers, map(sum, of_arms), strict=True))


def thompson(
    trace, prior_successes=1, prior_failures=1, optimistic=False, reshaping=1, outstanding=False
):
    """Algorithm 2, with the scores of the paragraphs on optimism and on reshaping.

    With `outstanding` a play is counted as a failure until its reward arrives.
    """
    game, key = Game(trace), trace.randomness.key()
    for t in game.rounds():
        scores = []
        for i, (m, successes) in enumerate(game.counts(outstanding)):
            a, b = successes + prior_successes, m - successes + prior_failures
            theta = samplers.beta(key, t - 1, i, a / reshaping, b / reshaping)
            scores.append(max(theta, a / (a + b)) if optimistic else theta)
        game.play(first_best(scores, tie=0))
    return game.played


INDICES = {
    "rewards": lambda p, L, m: p + math.sqrt(2 * p * (L / m)) + 2 * (L / m),
    "losses": lambda p, L, m: p + math.sqrt((2 - 2 * p) * (L / m)),
    "quarter": lambda p, L, m: p + math.sqrt(L / m),
    "hoeffding": lambda p, L, m: p + math.sqrt(L / m / 2),
    "ucb1": lambda p, L, m: p + math.sqrt(2 * (2 * L) / m),
}


def ucb(trace, bound="rewards"):
    """The largest index, with d = sqrt(1/t); the first arm without a reward, if there is one."""
    game = Game(trace)
    for t in game.rounds():
        L = math.log(t) / 2  # log(1/d)
        counts = game.counts()
        indices = [INDICES[bound](k / m, L, m) if m else math.inf for m, k in counts]
        game.play(first_best(indices, tie=1e-13))
    return game.played


def bernoulli_divergence(p, q):
    terms = [(p, q), (1 - p, 1 - q)]
    return sum(x * (math.log(x / y) if y > 0 else math.inf) for x, y in terms if x > 0)


def largest_q(p, level):
    """The largest q in [p, 1] with KL(p, q) <= level, by bisection."""
    low, high = p, 1.0
    for _ in range(45):
        middle = (low + high) / 2
        inside = middle < 1 and bernoulli_divergence(p, middle) <= level
        low, high = (middle, high) if inside else (low, middle)
    return low


def kl_ucb(trace, exploration=1.0, ties="first", outstanding=False):
    """KL-UCB; of indices within 1e-9 of the largest the first, or that of the arm played least."""
    game = Game(trace)
    for t in game.rounds():
        level = exploration * math.log(t)
        counts = game.counts(outstanding)
        indices = [largest_q(k / m, level / m) if m else math.inf for m, k in counts]
        best = [i for i, index in enumerate(indices) if index >= max(indices) - 1e-9]
        game.play(best[0] if ties == "first" else min(best, key=game.played.count))
    return game.played


def renewals(uniforms, n_arms, probability, every):
    """The (round, arm) of the items that replace others, from a uniform for each round."""
    found, retired = [], []
    for t, uniform in enumerate(uniforms, start=1):  # t rounds have been played
        if uniform < probability:
            retired.append(min(int(uniform / probability * n_arms), n_arms - 1))
        if t % every == 0 and t < len(uniforms):
            found += [(t, arm) for arm in retired]
            retired = []
    return found
