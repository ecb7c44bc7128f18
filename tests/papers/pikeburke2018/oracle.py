"""Plain replays of the algorithms of Pike-Burke et al. 2018 and of their baselines.

Written from the papers' definitions. Every best arm is the first of the best; sums are added up in
order of time. Phases m and, unless said otherwise, rounds t count from 1 as in the papers.
"""

import math

import numpy as np

from papers.chapelle2011.oracle import largest_q
from papers.replays import ArmedGame as Environment
from papers.replays import first_best, kept, plain_mean, plain_sum, rewards_of

# Section 3 and the appendices: samples of an arm needed by the end of phase m


def log_term(T, m):
    return math.log(T * (2.0**-m) ** 2)


def ceil(number):
    """The ceiling; a mean, bound or variance that does not exist needs infinitely many samples."""
    return math.ceil(number) if math.isfinite(number) else math.inf


def refined(T, m, corruption):
    """Least n with 4L/(3n) + sqrt(2L/n) + corruption/n <= D/2, before rounding."""
    D, L = 2.0**-m, log_term(T, m)
    root = math.sqrt(2 * L) + math.sqrt(2 * L + 8 / 3 * D * L + 2 * D * corruption)
    return root**2 / D**2


def n_mean(T, E, m, c=3):
    return ceil(refined(T, m, c * m * E))


def n_bound(T, E, d, m, c=2):
    return ceil(max(min(m * d, n_mean(T, E, m)), refined(T, m, c * E)))


def n_variance(T, E, V, m):
    return ceil(refined(T, m, 2 * (E + 2 * V)))


def n_naive(T, d, m):
    D, L = 2.0**-m, log_term(T, m)
    return ceil((math.sqrt(L) + math.sqrt(L + 4 * D * m * d)) ** 2 / (2 * D**2))


# Algorithm 1


def phased(trace, needed, bridge_arm="none", errors=None):
    """Algorithm 1 with n_m = needed(m).

    `errors`, if given, gets (round, |mean - true mean| / (tolerance / 2), arms that stay) of every
    estimate.
    """
    environment = Environment(trace)
    T = trace.horizon
    live = list(range(trace.n_arms))
    recorded = [[] for _ in live]  # X_t of the rounds in T_j
    last_phase = math.floor(0.5 * math.log2(T / math.e))
    for m in range(1, last_phase + 1):
        for j in live:
            while len(recorded[j]) < needed(m) and not environment.over:
                recorded[j].append(environment.sums(j))
        if environment.over:
            break
        means = {j: plain_mean(recorded[j]) for j in live}
        live = [j for j in live if means[j] + 2.0**-m >= max(means.values())]
        for j in means if errors is not None else ():
            error = abs(means[j] - trace.hidden_means[0][j]) / (2.0**-m / 2)
            errors.append((environment.t, error, len(live)))
        if bridge_arm != "none":
            best = live[first_best((means[j] for j in live), tie=0)]
            bridge = {"best": best, "first": live[0]}[bridge_arm]
            for _ in range(needed(m) - (needed(m - 1) if m > 1 else 0)):
                if not environment.over:
                    environment.sums(bridge)  # discarded
    best = live[first_best([plain_mean(recorded[j]) for j in live], tie=0)]
    while not environment.over:
        environment.sums(best)
    return environment.arms_played()


def or_else(value, default):
    return default if value is None else value


def odaaf(trace, mean_delay=None, corruption=3, errors=None):
    E = or_else(mean_delay, trace.mean_delay)
    return phased(trace, lambda m: n_mean(trace.horizon, E, m, corruption), errors=errors)


def odaaf_b(trace, mean_delay=None, delay_bound=None, bridge_arm="best", corruption=2, errors=None):
    E = or_else(mean_delay, trace.mean_delay)
    d = or_else(delay_bound, trace.delay_bound)
    needed = lambda m: n_bound(trace.horizon, E, d, m, corruption)  # noqa: E731
    return phased(trace, needed, bridge_arm, errors)


def odaaf_v(trace, mean_delay=None, delay_variance=None, bridge_arm="best", errors=None):
    E = or_else(mean_delay, trace.mean_delay)
    V = or_else(delay_variance, trace.delay_variance)
    return phased(trace, lambda m: n_variance(trace.horizon, E, V, m), bridge_arm, errors)


def odaaf_naive(trace, delay_bound=None, errors=None):
    d = or_else(delay_bound, trace.delay_bound)
    return phased(trace, lambda m: n_naive(trace.horizon, d, m), errors=errors)


# UCB1 and what is built on it


def best_index(rewards, n, exploration=2.0):
    """The arm of the largest bound after n rounds; the first without a reward, if there is one."""
    counts = [len(xs) for xs in rewards]
    if 0 in counts:
        return counts.index(0)
    log = exploration * math.log(n)
    return first_best([plain_mean(xs) + math.sqrt(log / len(xs)) for xs in rewards], tie=0)


class UCB1:
    def __init__(self, arms, count_next=False):
        self.rewards = [[] for _ in range(arms)]
        self.count_next = count_next

    def choose(self):
        return best_index(self.rewards, sum(map(len, self.rewards)) + self.count_next)

    def learn(self, arm, reward):
        self.rewards[arm].append(reward)


def ucb1(trace, count_next=False):
    """UCB1 that observes every reward at once; its log may be of the next round."""
    base, played = UCB1(trace.n_arms, count_next), []
    for rewards in rewards_of(trace):
        played.append(base.choose())
        base.learn(played[-1], float(rewards[played[-1]]))
    return np.array(played, dtype=int)


def ucb1_on_sums(trace):
    """UCB1 that takes X_t for the reward of the arm of round t."""
    base, environment = UCB1(trace.n_arms), Environment(trace)
    while not environment.over:
        arm = base.choose()
        base.learn(arm, environment.sums(arm))
    return environment.arms_played()


def kl_ucb_on_sums(trace):
    """KL-UCB that takes X_t for the reward of the arm of round t, and a mean above 1 for 1."""
    environment, sums = Environment(trace), [[] for _ in range(trace.n_arms)]
    while not environment.over:
        log = math.log(environment.t + 1)
        bounds = [
            largest_q(min(1.0, plain_mean(xs)), log / len(xs)) if xs else math.inf for xs in sums
        ]
        arm = first_best(bounds)
        sums[arm].append(environment.sums(arm))
    return environment.arms_played()


def qpmd(trace):
    """Algorithm 2 of Joulani et al. 2013 around UCB1."""
    base, environment = UCB1(trace.n_arms), Environment(trace)
    queues = [[] for _ in range(trace.n_arms)]
    wanted = base.choose()
    while not environment.over:
        while queues[wanted]:
            base.learn(wanted, queues[wanted].pop(0))
            wanted = base.choose()
        for arm, reward in environment.play(wanted):
            queues[arm].append(reward)
    return environment.arms_played()


def delayed_ucb1(trace):
    """Section 4 of Joulani et al. 2013."""
    env, K = Environment(trace), trace.n_arms
    while not env.over:
        last = env.played[-1] if env.played else K - 1
        in_turn = [i % K for i in range(last + 1, last + K + 1)]
        unobserved = [i for i in in_turn if not env.received[i]]
        env.play(unobserved[0] if unobserved else best_index(env.received, env.t + 1))
    return env.arms_played()


# Others with identified feedback


def patient_bandits(trace, tail_exponent):
    """Gael et al. 2020: the sum of what was received over the number of plays."""
    env, K, T = Environment(trace), trace.n_arms, trace.horizon

    def index(i):
        N = env.played.count(i)
        width = math.sqrt(2 * math.log(2 * K * T**3) / N)
        return plain_sum(env.received[i]) / N + width + 2 * N ** -min(tail_exponent, 0.5)

    while not env.over:
        env.play(env.t if env.t < K else first_best(map(index, range(K)), tie=0))
    return env.arms_played()


def successive_elimination(trace):
    """Lancewicki et al. 2021."""
    environment = Environment(trace)
    active = list(range(trace.n_arms))
    while environment.sweep(active):
        bounds = {}
        for i in active:
            mean = plain_mean(environment.received[i])
            width = math.sqrt(2 * math.log(trace.horizon) / max(1, len(environment.received[i])))
            bounds[i] = mean - width, mean + width
        active = kept(bounds)
    return environment.arms_played()


# Others with anonymous feedback


def ars_ucb(trace, exploration, doubling):
    """Wang et al. 2021, without the cap at 1."""
    environment, K = Environment(trace), trace.n_arms
    blocks = [0] * K
    observed = [[] for _ in range(K)]  # X_t of the rounds of each arm

    def play_block(i):
        blocks[i] += 1
        for _ in range(2 ** blocks[i] if doubling else blocks[i]):
            if not environment.over:
                observed[i].append(environment.sums(i))

    for i in range(K):
        play_block(i)
    while not environment.over:
        play_block(best_index(observed, environment.t + 1, exploration))
    return environment.arms_played()


def clw_exp3(trace, delay_bound=None):
    """Cesa-Bianchi et al. 2018 around Exp3; the paper's round 0 is not played."""
    environment, K, T = Environment(trace), trace.n_arms, trace.horizon
    d = int(or_else(delay_bound, trace.delay_bound)) + 1
    q = 1 / (2 * (2 * d - 1))
    eta = 4 * math.sqrt(d * math.log(K) / ((4 * K + 1) * T))
    p = np.full(K, 1 / K)
    X = {}
    uniforms = trace.randomness.uniforms(T + 1)  # one before the first round, and one for each
    updates = {0} if uniforms[0] < q else set()
    arm = math.floor(K * (uniforms[0] - q) / (1 - q))  # unless round 0 is an update
    for r in range(1, T + 1):
        u = uniforms[r]
        draw = r - 1 in updates
        stay = any(s in updates for s in range(r - 2 * d + 1, r - 1))
        if draw:
            exceeding = np.flatnonzero(np.cumsum(p) > u)
            arm = int(exceeding[0]) if exceeding.size else K - 1
        X[r] = environment.sums(arm)
        if not draw and not stay and u < q:
            updates.add(r)
            window = plain_sum(X[s] for s in range(max(1, r - d + 1), r + 1))
            loss = (2 * d - 1 - window) / (2 * d)
            p[arm] *= np.exp(-eta * (loss / p[arm]))
            p /= p.sum()
    return environment.arms_played()
