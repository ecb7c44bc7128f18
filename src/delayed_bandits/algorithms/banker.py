"""Banker-OMD (Huang, Dai and Huang 2023, Algorithm 2, arXiv:2301.10500), and Banker-TINF.

A bank keeps the duals of its savings only. Line 13 maps the dual of z_s to the simplex and line 10
back; this subtracts a multiple of the vector of ones and changes no x_t, so it is left out.
"""

from typing import Literal, NamedTuple

import numpy as np
from numba import njit

from delayed_bandits.algorithms.banker_rules import (
    THEOREM_4_6,
    Rules,
    action_scale,
    default_dual,
    mirror_map,
    new_rules,
    observed,
    remember,
    theorem_scale,
)
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.kernels.compiling import inlined
from delayed_bandits.traces.k_armed.mixed import (
    MixedTrace,
    MixedView,
    play,
)
from delayed_bandits.traces.slots import arrived

SAVINGS, INVESTED = 0, 1
FIRST, END = 0, 1


class Bank(NamedTuple):
    """The savings v_s of the rounds s whose feedback has arrived, with the duals of their z_s.

    Attributes
    ----------
    amounts : ndarray, shape (2,)
        The sum of all v_s, and the total investment B_t.
    pooled : ndarray, shape (arms,)
        The mean of the duals, weighted with v_s.
    queue : ndarray, shape (horizon, arms)
        The duals, in the order in which they are spent; of length 0 if pooled.
    left : ndarray, shape (horizon,)
        The v_s of the duals in `queue`.
    positions : ndarray of int64, shape (2,)
        First position of `queue` that may have savings left, and the end of those that may.
    by_round : bool
        Whether the position of a saving is its round s; else savings are in order of arrival.
    """

    amounts: np.ndarray
    pooled: np.ndarray
    queue: np.ndarray
    left: np.ndarray
    positions: np.ndarray
    by_round: bool


def new_bank(n_arms: int, horizon: int, withdrawal: str) -> Bank:
    """Make a bank without savings, for one of the rules of `Withdrawal`."""
    length = 0 if withdrawal == "pooled" else horizon
    return Bank(
        amounts=np.zeros(2),
        pooled=np.zeros(n_arms),
        queue=np.zeros((length, n_arms)),
        left=np.zeros(length),
        positions=np.zeros(2, np.int64),
        by_round=withdrawal == "greedy",
    )


@inlined
def withdraw(bank: Bank, scale: float, default: float, dual: np.ndarray) -> None:
    """Withdraw savings up to `scale`; invest the rest in x_0 (lines 6 to 10).

    Writes the mean of the duals used into `dual`; `default` is each coordinate of the dual of x_0.
    """
    n_arms = dual.size
    if bank.left.size == 0:  # Appendix A.5: the same share of each, so their mean stays
        used = min(scale, bank.amounts[SAVINGS])
        for i in range(n_arms):
            dual[i] = used * bank.pooled[i]
        bank.amounts[SAVINGS] -= used
    else:
        for i in range(n_arms):
            dual[i] = 0.0
        used = 0.0
        while used < scale and bank.positions[FIRST] < bank.positions[END]:
            position = bank.positions[FIRST]
            part = min(bank.left[position], scale - used)
            for i in range(n_arms):
                dual[i] += part * bank.queue[position, i]
            used += part
            bank.left[position] -= part
            bank.amounts[SAVINGS] -= part
            if bank.left[position] > 0:
                break
            bank.positions[FIRST] += 1
    investment = scale - used
    bank.amounts[INVESTED] += investment
    inverse = 1 / scale
    for i in range(n_arms):
        dual[i] = (dual[i] + investment * default) * inverse


@inlined
def deposit(bank: Bank, duals: np.ndarray, slot: int, scale: float, s: int) -> None:
    """Save `scale` of round s, with the dual in `slot` (line 14)."""
    n_arms = duals.shape[1]
    before = bank.amounts[SAVINGS]
    bank.amounts[SAVINGS] = before + scale
    if bank.left.size == 0:
        share = scale / (before + scale)
        for i in range(n_arms):
            bank.pooled[i] += share * (duals[slot, i] - bank.pooled[i])
    else:
        position = s if bank.by_round else bank.positions[END]
        for i in range(n_arms):
            bank.queue[position, i] = duals[slot, i]
        bank.left[position] = scale
        bank.positions[FIRST] = min(bank.positions[FIRST], position)
        bank.positions[END] = max(bank.positions[END], position + 1)


@njit(cache=True)
def _replay(view, rules, bank, default):
    """Play Algorithm 2; each coordinate of the dual of x_0 is `default`."""
    n_arms = view.n_arms
    dual = np.empty(n_arms)
    distribution = np.full(n_arms, 1 / n_arms)
    duals = np.empty((view.n_slots, n_arms))
    scales = np.empty(view.n_slots)
    outstanding = 0
    for t in range(1, view.horizon + 1):
        scale = action_scale(rules, t, outstanding)
        withdraw(bank, scale, default, dual)
        mirror_map(rules, dual, distribution)  # dual is now the gradient of Psi at x_t
        slot = play(view, t - 1, distribution)
        remember(rules, slot, scale)
        scales[slot] = scale
        for i in range(n_arms):
            duals[slot, i] = dual[i]
        outstanding += 1
        for slot in arrived(view, t - 1):
            outstanding -= 1
            loss = observed(rules, slot, view.loss[slot])
            weight = view.probability[slot] * scales[slot]
            duals[slot, view.arm[slot]] -= loss / weight
            deposit(bank, duals, slot, scales[slot], view.round[slot])


def replay(view: MixedView, rules: Rules, withdrawal: str) -> Bank:
    """Play Banker-OMD with the given choices; return the bank at the end."""
    bank = new_bank(view.n_arms, view.horizon, withdrawal)
    _replay(view, rules, bank, default_dual(rules))
    return bank


@njit(cache=True)
def total_investment(delays: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Compute B_t and the experienced delay D_t of Banker-TINF, which depend on the delays alone.

    All arrays have shape (horizon,); `delays` is of int64.
    """
    horizon = delays.size
    arriving = np.zeros(horizon)  # savings that arrive at the end of each round
    arrivals = np.zeros(horizon, np.int64)
    invested = np.empty(horizon)
    experienced = np.empty(horizon)
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


Withdrawal = Literal["pooled", "greedy", "fifo"]


@algorithm(MixedTrace, nanoseconds=350)
def banker_tinf(view: MixedView, *, withdrawal: Withdrawal = "pooled") -> None:
    """Play Banker-TINF (Section 5): 1/2-Tsallis entropy, with the scales of Theorem 4.6.

    `withdrawal` selects the savings to use: "pooled", the same share of all (Appendix A.5),
    "greedy", in the order of the rounds (Algorithm 2, lines 6 and 8), or "fifo", those that arrived
    first. The last two store K numbers for each round of the horizon.
    """
    replay(view, new_rules(view, THEOREM_4_6), withdrawal)
