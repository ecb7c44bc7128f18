"""Banker-OMD and Banker-TINF (Huang, Dai and Huang 2023, arXiv:2301.10500).

Banker-OMD (Algorithm 2) is mirror descent under delay. Symbols are those of the paper. Round t
plays x_t at the action scale sigma_t. When the feedback of round s arrives, a mirror step moves x_s
to z_s, and sigma_s goes to the bank as the savings v_s. Later rounds withdraw savings for their
action scales. What the savings do not cover is an investment in x_0.

The bank stores dual vectors. Line 13 maps a dual vector to the simplex, and line 10 maps it back.
We leave out both steps: they only add the same constant to every entry, which changes no x_t.
"""

import math
from typing import Literal, NamedTuple

import numpy as np

from delayed_bandits.algorithms.mirror_maps import log_barrier_map, tsallis_map
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.errors import InputError
from delayed_bandits.kernels.compiling import inlined, njit
from delayed_bandits.traces.k_armed.mixed import MixedTrace, MixedView, play
from delayed_bandits.traces.slots import arrived

Withdrawal = Literal["pooled", "greedy"]
THEOREM_4_6, SECTION_4_5, FORECAST, ALGORITHM_3, ALGORITHM_4 = range(5)
RANGE, WEIGHT, EXPERIENCED, OUTSTANDING = 0, 1, 2, 3  # indices of `Rules.current`
NO_RANGE = 1e-9  # the first guess of the range if scales are `homogeneous`
SAVINGS, INVESTED = 0, 1  # indices of `Bank.amounts`


class Rules(NamedTuple):
    """The variant of Banker-OMD that is played, and its state between rounds.

    The regulariser is the log barrier with ALGORITHM_4, and 1/2-Tsallis entropy otherwise.
    """

    scales: int  # THEOREM_4_6, SECTION_4_5, FORECAST, ALGORITHM_3 or ALGORITHM_4
    n_arms: int
    horizon: int
    current: np.ndarray  # (4,): guess L_t of the range, D_t, total delay, outstanding losses
    at_play: np.ndarray  # (slots, 4): `current` when the round of a slot was played
    squares: np.ndarray  # (horizon,): as reported by `banker_scales.sflbinf`
    homogeneous: bool = False  # whether multiplying all losses by c multiplies the scales by c
    floor: bool = True  # whether to apply line 9 of Algorithm 4
    factor: float = 1.0  # multiplies all scales
    monotone: bool = False  # whether scales never fall
    largest: float = 1.0  # of FORECAST, as in `banker_scales.tinf`
    steps: int = 1


def new_rules(view: MixedView, scales: int, **choices: float) -> Rules:
    """Return the `Rules` of a new run, or raise InputError for ALGORITHM_4 with horizon 1."""
    if scales == ALGORITHM_4 and view.horizon < 2:
        raise InputError(f"horizon is {view.horizon}, so ln T is 0. Use at least 2 rounds.")
    guess = NO_RANGE if choices.get("homogeneous") else 1.0
    current = np.array([guess, 0.0, 1.0 if scales == ALGORITHM_4 else 0.0, 0.0])
    records = current, np.empty((view.n_slots, 4)), np.zeros(view.horizon)
    return Rules(scales, view.n_arms, view.horizon, *records, **choices)


@inlined
def theorem_scale(t: int, outstanding: int, experienced: float) -> float:
    """Return the action scale sigma_t of Theorem 4.6 in round t, counted from 1."""
    inverse = 1 / math.sqrt(t)
    if outstanding > 0:
        inverse += outstanding * math.sqrt(math.log(experienced + 1) / experienced)
    return 1 / inverse


@inlined
def action_scale(rules: Rules, t: int, outstanding: int) -> float:
    """Return the action scale sigma_t of round t, counted from 1. Update `rules.current`."""
    current = rules.current
    current[EXPERIENCED] += outstanding
    current[OUTSTANDING] = outstanding
    if rules.scales == THEOREM_4_6:
        return theorem_scale(t, outstanding, current[EXPERIENCED])
    if rules.scales == SECTION_4_5:
        late = outstanding / math.sqrt(max(1.0, current[EXPERIENCED]))
        return 1 / (1 / math.sqrt(t) + late)
    if rules.scales == FORECAST:
        step = (t - 1) * rules.steps // rules.horizon
        share = step / (rules.steps - 1) if rules.steps > 1 else 1.0
        current[WEIGHT] += (outstanding + 1) * rules.largest ** (2 * share)
        return math.sqrt(1 + current[WEIGHT]) / (outstanding + 1)
    square = current[RANGE] ** 2  # Algorithm 3, lines 4 and 5; Algorithm 4, lines 6 and 7
    current[WEIGHT] += (outstanding + 1) * square
    least = 3 * square if rules.homogeneous else 3.0
    root = math.sqrt(math.log(3 + current[WEIGHT] / square) / (least + current[WEIGHT]))
    scale = 1 / ((outstanding + 1) * root)
    if rules.scales == ALGORITHM_4:
        scale /= math.sqrt(rules.n_arms * math.log(rules.horizon))
        few = outstanding <= math.sqrt(current[EXPERIENCED] / rules.n_arms)
        if rules.floor and few:  # lines 8 and 9
            scale = max(scale, 2 * current[RANGE])
    return scale


@inlined
def observed(rules: Rules, slot: int, scale: float, loss: float) -> float:
    """Return the `loss` in `slot`, or 0 if its round is skipped. Update `rules.current`."""
    if rules.scales < ALGORITHM_3:
        return loss
    current, at_play = rules.current, rules.at_play[slot]
    current[RANGE] = max(current[RANGE], 2 * abs(loss))
    skipped = abs(loss) > at_play[RANGE]
    if rules.scales == ALGORITHM_4:  # line 6: on arrival, the loss replaces its guess in D_t
        skipped |= loss < -scale / 2
        current[WEIGHT] -= (at_play[OUTSTANDING] + 1) * at_play[RANGE] ** 2
        if not skipped:
            current[WEIGHT] += (at_play[OUTSTANDING] + 1) * loss**2
    return 0.0 if skipped else loss


class Bank(NamedTuple):
    """The savings v_s of rounds s whose feedback has arrived, and the dual vectors of z_s."""

    amounts: np.ndarray  # (2,): the sum of all v_s, and the total investment B_t
    pooled: np.ndarray  # (arms,): the mean of the duals, weighted with v_s
    queue: np.ndarray  # (horizon, arms): the duals of each round; empty if pooled
    left: np.ndarray  # (horizon,): the v_s of the duals in `queue`
    heap: np.ndarray  # (horizon,): rounds in `queue`, a binary heap; the earliest is spent first
    size: np.ndarray  # (1,): the number of rounds in the heap


def new_bank(n_arms: int, horizon: int, withdrawal: str) -> Bank:
    """Return a bank without savings."""
    length = 0 if withdrawal == "pooled" else horizon
    return Bank(
        amounts=np.zeros(2),
        pooled=np.zeros(n_arms),
        queue=np.zeros((length, n_arms)),
        left=np.zeros(length),
        heap=np.empty(length, np.int64),
        size=np.zeros(1, np.int64),
    )


@inlined
def withdraw(bank: Bank, scale: float, default: float, dual: np.ndarray) -> None:
    """Withdraw savings up to `scale`. Invest in x_0 what is missing (lines 6 to 10).

    `dual` becomes the mean of the dual vectors of these savings and of x_0, weighted by the
    amounts. Every entry of the dual vector of x_0 is `default`.
    """
    n_arms = dual.size
    if bank.left.size == 0:  # Appendix A.5: the same share of all savings, so their mean stays
        used = min(scale, bank.amounts[SAVINGS])
        for i in range(n_arms):
            dual[i] = used * bank.pooled[i]
        bank.amounts[SAVINGS] -= used
    else:
        for i in range(n_arms):
            dual[i] = 0.0
        used = 0.0
        while used < scale and bank.size[0] > 0:
            s = bank.heap[0]
            part = min(bank.left[s], scale - used)
            for i in range(n_arms):
                dual[i] += part * bank.queue[s, i]
            used += part
            bank.left[s] -= part
            bank.amounts[SAVINGS] -= part
            if bank.left[s] > 0:
                break
            _pop(bank)
    investment = scale - used
    bank.amounts[INVESTED] += investment
    inverse = 1 / scale
    for i in range(n_arms):
        dual[i] = (dual[i] + investment * default) * inverse


@inlined
def deposit(bank: Bank, duals: np.ndarray, slot: int, scale: float, s: int) -> None:
    """Deposit `scale` as savings of round s, with the dual `duals[slot]` (line 14)."""
    n_arms = duals.shape[1]
    before = bank.amounts[SAVINGS]
    bank.amounts[SAVINGS] = before + scale
    if bank.left.size == 0:
        share = scale / (before + scale)
        for i in range(n_arms):
            bank.pooled[i] += share * (duals[slot, i] - bank.pooled[i])
    else:
        for i in range(n_arms):
            bank.queue[s, i] = duals[slot, i]
        bank.left[s] = scale
        i = bank.size[0]  # the place of s in the heap
        bank.size[0] = i + 1
        while i > 0 and bank.heap[(i - 1) // 2] > s:
            bank.heap[i] = bank.heap[(i - 1) // 2]
            i = (i - 1) // 2
        bank.heap[i] = s


@inlined
def _pop(bank: Bank) -> None:
    size = bank.size[0] - 1
    bank.size[0] = size
    last, i, below = bank.heap[size], 0, 1
    while below < size:
        below += below + 1 < size and bank.heap[below + 1] < bank.heap[below]
        if bank.heap[below] >= last:
            break
        bank.heap[i] = bank.heap[below]
        i, below = below, 2 * below + 1
    bank.heap[i] = last


@njit(cache=True)
def _replay(view, rules, bank, default):
    """Play Algorithm 2, where every entry of the dual vector of x_0 is `default`."""
    n_arms = view.n_arms
    dual, distribution = np.empty(n_arms), np.full(n_arms, 1 / n_arms)
    duals, scales = np.empty((view.n_slots, n_arms)), np.empty(view.n_slots)
    outstanding, scale, squares = 0, 0.0, 0.0
    for t in range(1, view.horizon + 1):
        least = scale if rules.monotone else 0.0
        scale = max(rules.factor * action_scale(rules, t, outstanding), least)
        withdraw(bank, scale, default, dual)
        if rules.scales == ALGORITHM_4:
            log_barrier_map(dual, distribution)
        else:
            tsallis_map(dual, distribution)
        # dual is now the gradient of Psi at x_t
        slot = play(view, t - 1, distribution)
        scales[slot] = scale
        for i in range(rules.current.size):
            rules.at_play[slot, i] = rules.current[i]
        for i in range(n_arms):
            duals[slot, i] = dual[i]
        outstanding += 1
        for slot in arrived(view, t - 1):
            outstanding -= 1
            squares += (rules.at_play[slot, OUTSTANDING] + 1) * view.loss[slot] ** 2
            loss = observed(rules, slot, scales[slot], view.loss[slot])
            weight = view.probability[slot] * scales[slot]
            duals[slot, view.arm[slot]] -= loss / weight
            deposit(bank, duals, slot, scales[slot], view.round[slot])
        rules.squares[t - 1] = squares


def replay(view: MixedView, rules: Rules, withdrawal: str) -> None:
    """Play Banker-OMD with `rules`."""
    bank = new_bank(view.n_arms, view.horizon, withdrawal)
    default = -float(view.n_arms) if rules.scales == ALGORITHM_4 else -math.sqrt(view.n_arms)
    _replay(view, rules, bank, default)


@njit(cache=True)
def total_investment(delays: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return Banker-TINF's total investment B_t and total delay D_t, each of shape (horizon,)."""
    horizon = delays.size
    arriving = np.zeros(horizon)  # savings that arrive at the end of each round
    arrivals = np.zeros(horizon, np.int64)
    invested, experienced = np.empty(horizon), np.empty(horizon)
    savings = total = delay = 0.0
    outstanding = 0
    for t in range(1, horizon + 1):
        delay += outstanding
        scale = theorem_scale(t, outstanding, delay)
        total += max(0.0, scale - savings)
        savings = max(0.0, savings - scale)
        invested[t - 1] = total
        experienced[t - 1] = delay
        arrival = t - 1 + delays[t - 1]
        if arrival < horizon:
            arriving[arrival] += scale
            arrivals[arrival] += 1
        savings += arriving[t - 1]
        outstanding += 1 - arrivals[t - 1]
    return invested, experienced


@algorithm(MixedTrace, nanoseconds=220)
def banker_tinf(view: MixedView, *, withdrawal: Withdrawal = "pooled") -> None:
    """Play Banker-TINF (Section 5), with 1/2-Tsallis entropy as regulariser.

    In round t, with d outstanding losses, the inverse of the action scale is
    1 / sqrt(t) + d sqrt(ln(D + 1) / D) (Theorem 4.6), where D is the sum of d over the rounds so
    far.

    - `withdrawal` "pooled" takes the same share of each round's savings (Appendix A.5).
    - `withdrawal` "greedy" takes the oldest savings (Algorithm 2), and stores K numbers a round.
    """
    replay(view, new_rules(view, THEOREM_4_6), withdrawal)
