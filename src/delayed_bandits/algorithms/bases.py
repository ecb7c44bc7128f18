"""Base algorithms: K-armed algorithms made for rewards without delay.

A handling of delay (see `handlings`) decides when a base is told a reward, and with which value. A
base chooses by these rewards and by its own memory.
"""

import math
from typing import Literal, NamedTuple, get_args

import numpy as np

from delayed_bandits.algorithms.click_models import Known, distributions_of_conversions
from delayed_bandits.algorithms.confidence_indices import largest_mean
from delayed_bandits.algorithms.delayed_ucb import ucb1_choice
from delayed_bandits.algorithms.handlings import (
    CORRECT,
    NUMBERS,
    QUEUE,
    WAIT,
    Handling,
    nothing,
    tell_arrival,
    tell_corrected,
    tell_ended,
    tell_next,
    tell_play,
)
from delayed_bandits.algorithms.mirror_maps import hybrid_map, tsallis_map
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.algorithms.successive_elimination import NONE, drop, following
from delayed_bandits.checks.types import Positive, Rounds
from delayed_bandits.kernels.compiling import inlined, njit
from delayed_bandits.kernels.counter_based import Betas, largest_draw, new_betas, set_distribution
from delayed_bandits.kernels.linear_algebra import TIE, first_maximum
from delayed_bandits.traces.arms import KnownDistributions
from delayed_bandits.traces.k_armed.identified import IdentifiedTrace, IdentifiedView, pull
from delayed_bandits.traces.slots import arrived
from delayed_bandits.traces.streams import Randomness

Base = Literal["ucb1", "kl_ucb", "linucb", "thompson", "successive_elimination", "tsallis_inf"]
UCB1, KL_UCB, LINUCB, THOMPSON, _, TSALLIS = range(6)
BASES = {name: number for number, name in enumerate(get_args(Base))}


class Own(NamedTuple):
    """The memory of a base, in addition to the rewards that it is told."""

    last: np.ndarray  # int64, shape (1,): the arm chosen last
    choices: np.ndarray  # int64, shape (arms,): how often each arm was chosen
    active: np.ndarray  # bool, shape (arms,)
    index: np.ndarray  # shape (arms,): means, bounds or a dual vector
    other: np.ndarray  # shape (arms,): lower bounds or a distribution
    experienced: np.ndarray  # shape (1,): outstanding rewards that count as 1, summed over rounds
    betas: Betas


@njit(cache=True)
def _own(arms, key):
    first = np.full(1, NONE), np.zeros(arms, np.int64), np.ones(arms, np.bool_)
    return Own(*first, np.zeros(arms), np.full(arms, 1 / arms), np.zeros(1), new_betas(arms, key))


@inlined
def _ucb1(told, own, level):
    """Return the arm of the largest UCB1 index. Arms without a reward take turns."""
    arms = told.count.size
    for step in range(1, arms + 1):
        if told.count[(own.last[0] + step) % arms] == 0:
            return (own.last[0] + step) % arms
    for arm in range(arms):
        own.index[arm] = told.total[arm] / told.count[arm]
    return ucb1_choice(own.index, told.count, 2 * level)


@inlined
def _kl_ucb(told, own, level):
    """Return the arm of the largest KL-UCB index. Ties go to the least played arm."""
    largest = -np.inf
    for arm in range(told.count.size):
        n, q = told.count[arm], np.inf
        if n > 0:
            q = largest_mean(min(1.0, told.total[arm] / n), level / n, own.index[arm])
        own.index[arm] = q
        largest = max(largest, q)
    choice = NONE
    for arm in range(told.count.size):
        if own.index[arm] >= largest - TIE and (
            choice == NONE or own.choices[arm] < own.choices[choice]
        ):
            choice = arm
    return choice


@inlined
def _linucb(told, own, exploration):
    """Return the arm of LinUCB on unit vectors, with lambda 1 and delta 0.05."""
    arms = told.count.size
    growth = (arms + 1 + told.count.sum()) / arms
    radius = 1 + math.sqrt(2 * math.log(1 / 0.05) + arms * math.log(growth))
    for arm in range(arms):
        n = 1 + told.count[arm]
        own.index[arm] = told.total[arm] / n + radius * math.sqrt(exploration / n)
    return first_maximum(own.index)


@inlined
def _thompson(told, own, exploration, n):
    """Return the arm with the largest draw from its posterior, a Beta distribution."""
    for arm in range(told.count.size):
        a = 1.0 + told.total[arm]
        b = max(1.0, 1.0 + (told.count[arm] - told.total[arm]))
        set_distribution(own.betas, arm, a / exploration, b / exploration)
    return largest_draw(own.betas, n, False)


@inlined
def _elimination(told, own, level):
    """Return the next active arm. After a sweep of all active arms, first drop arms."""
    arm = following(own.active, own.last[0])
    if arm == NONE:
        for a in range(told.count.size):
            n = max(1.0, told.count[a])
            width = math.sqrt(2 * level / n)
            own.other[a] = (told.total[a] - told.optimistic[a]) / n - width
            own.index[a] = told.total[a] / n + width
        drop(own.active, own.other, own.index)
        arm = following(own.active, NONE)
    return arm


@njit(cache=True)  # not `inlined`: `hybrid_map` allocates
def _tsallis_inf(told, own, exploration, uniform, n):
    """Return an arm drawn by Tsallis-INF, and the inverse of its probability."""
    arms, root = told.count.size, math.sqrt(n + 1)
    own.experienced[0] += told.optimistic.sum()  # adds entropy, as in Zimmert and Seldin (2020)
    entropy = math.sqrt(2 * own.experienced[0] / math.log(arms))
    scale = (1 if entropy > 0 else -1 / root) / math.sqrt(exploration)
    for arm in range(arms):
        own.index[arm] = scale * told.losses[arm]
    if entropy > 0:
        hybrid_map(own.index, root, entropy, own.other)
    else:
        tsallis_map(own.index, own.other)
    arm, reached = 0, 0.0
    for i in range(arms - 1):
        reached += own.other[i]
        arm += uniform >= reached
    return arm, 1 / own.other[arm]


@inlined
def _index(base, told, own, n, clock, horizon, exploration):
    """Return the arm that a base other than Tsallis-INF chooses in its round n."""
    level = exploration * math.log(max(1, clock))
    if base == UCB1:
        arm = _ucb1(told, own, level)
    elif base == KL_UCB:
        arm = _kl_ucb(told, own, level)
    elif base == LINUCB:
        arm = _linucb(told, own, exploration)
    elif base == THOMPSON:
        arm = _thompson(told, own, exploration, n)
    else:
        arm = _elimination(told, own, exploration * math.log(horizon))
    own.last[0] = arm
    own.choices[arm] += 1
    return arm


@njit(cache=True)
def _replay(view, base, handling, window, every, exploration, table, key, uniforms):
    told, memory = nothing(view.n_arms, view.horizon, handling)
    own, T = _own(view.n_arms, key), view.horizon
    n, arm, weight = 0, NONE, 1.0  # n: the rounds of the base so far
    # the logarithm of UCB1 counts the coming round, except in QPM-D and D-TS
    coming = 0 if handling == QUEUE or handling == CORRECT else 1
    for t in range(T):
        if handling == CORRECT and t % every == 0:
            tell_corrected(view, told, memory, t, table)
        chosen = handling == QUEUE and t > 0
        while not chosen or (handling == QUEUE and memory.taken[arm] < memory.queued[arm]):
            if chosen:
                tell_next(told, memory, arm, weight)
                n += 1
            if base == TSALLIS:
                arm, weight = _tsallis_inf(told, own, exploration, uniforms[n], n)
            else:
                arm = _index(base, told, own, n, n + coming, T, exploration)
            chosen = True
        pull(view, t, arm)
        tell_play(told, memory, t, arm, weight, handling)
        for slot in arrived(view, t):
            tell_arrival(view, t, slot, handling, window, told, memory)
        n += handling != QUEUE
        if handling == WAIT:
            tell_ended(view, t, window, told, memory)


@algorithm(IdentifiedTrace, nanoseconds=200)
def handled(
    view: IdentifiedView,
    *,
    base: Base,
    handling: Handling = "arrived",
    exploration: Positive = 1.0,
    window: Rounds = 1000,
    every: Rounds = 50,
    distributions: KnownDistributions,
    randomness: Randomness,
) -> None:
    """Play a `base` made for rewards without delay, with a `handling` of delay.

    - `handling`: see `handlings.Handling`;
    - `window`: the window of "wait" and "skip", in rounds;
    - `every`: the rounds between two corrections by "correct", which is given the `distributions`;
    - `exploration`: a factor of the squared confidence width, of the variance of draws
      ("thompson"), or of the squared inverse learning rate ("tsallis_inf"); 1 is as printed.
    """
    table = np.empty((view.n_arms, 0))
    if handling == "correct":
        known = distributions_of_conversions(distributions, view.n_arms)
        table = Known().table(known, view.horizon, randomness)
    numbers = BASES[base], NUMBERS[handling], window, every, exploration
    _replay(view, *numbers, table, randomness.key(), randomness.uniforms(view.horizon))
