"""Banker-OMD (Huang, Dai and Huang 2023, Algorithm 2): the framework, and Banker-TINF.

The duals of savings are all that is kept. Line 13 maps the dual of z_s to the simplex and line 10
back, which takes a multiple of the vector of ones from it and changes no x_t, so it is left out.
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
    observed,
    remember,
    rules_for,
    theorem_scale,
)
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.kernels.compiling import inlined
from delayed_bandits.traces.k_armed.adversarial import (
    AdversarialFeedback,
    AdversarialTrace,
    Record,
    play,
)
from delayed_bandits.traces.slots import NONE, arrived, next_arrived

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
        The duals one by one, in the order in which they are spent; of length 0 if pooled.
    left : ndarray, shape (horizon,)
        The v_s of the duals in `queue`.
    places : ndarray of int64, shape (2,)
        No place of `queue` before the first has savings left, nor has the second or one beyond.
    by_round : bool
        The place of a saving is its round s; otherwise they are in order of arrival.
    """

    amounts: np.ndarray
    pooled: np.ndarray
    queue: np.ndarray
    left: np.ndarray
    places: np.ndarray
    by_round: bool


def open_bank(arms: int, horizon: int, withdrawal: str) -> Bank:
    """Open a bank without savings, for one of the rules of `Withdrawal`."""
    length = 0 if withdrawal == "pooled" else horizon
    return Bank(
        amounts=np.zeros(2),
        pooled=np.zeros(arms),
        queue=np.zeros((length, arms)),
        left=np.zeros(length),
        places=np.zeros(2, np.int64),
        by_round=withdrawal == "greedy",
    )


@inlined
def withdraw(bank: Bank, scale: float, default: float, dual: np.ndarray) -> None:
    """Lines 6 to 10: cover `scale` by savings, and by an investment in x_0 what they fall short of.

    Writes the mean of the duals used into `dual`; `default` is each coordinate of that of x_0.
    """
    arms = dual.size
    if bank.left.size == 0:  # Appendix A.5: the same share of each, so their mean stays
        used = min(scale, bank.amounts[SAVINGS])
        for i in range(arms):
            dual[i] = used * bank.pooled[i]
        bank.amounts[SAVINGS] -= used
    else:
        for i in range(arms):
            dual[i] = 0.0
        used = 0.0
        while used < scale and bank.places[FIRST] < bank.places[END]:
            place = bank.places[FIRST]
            part = min(bank.left[place], scale - used)
            for i in range(arms):
                dual[i] += part * bank.queue[place, i]
            used += part
            bank.left[place] -= part
            bank.amounts[SAVINGS] -= part
            if bank.left[place] > 0:
                break
            bank.places[FIRST] += 1
    investment = scale - used
    bank.amounts[INVESTED] += investment
    inverse = 1 / scale
    for i in range(arms):
        dual[i] = (dual[i] + investment * default) * inverse


@inlined
def deposit(bank: Bank, duals: np.ndarray, slot: int, scale: float, s: int) -> None:
    """Line 14: the saving of round s, whose dual is in `slot`, is available."""
    arms = duals.shape[1]
    before = bank.amounts[SAVINGS]
    bank.amounts[SAVINGS] = before + scale
    if bank.left.size == 0:
        share = scale / (before + scale)
        for i in range(arms):
            bank.pooled[i] += share * (duals[slot, i] - bank.pooled[i])
    else:
        place = s if bank.by_round else bank.places[END]
        for i in range(arms):
            bank.queue[place, i] = duals[slot, i]
        bank.left[place] = scale
        bank.places[FIRST] = min(bank.places[FIRST], place)
        bank.places[END] = max(bank.places[END], place + 1)


@njit(cache=True)
def _replay(feedback, rules, bank, default):
    """Algorithm 2."""
    arms = feedback.arms
    dual = np.empty(arms)
    distribution = np.full(arms, 1 / arms)
    duals = np.empty((feedback.slots, arms))
    scales = np.empty(feedback.slots)
    rounds = np.empty(feedback.slots, np.int64)
    missing = 0
    for t in range(1, feedback.horizon + 1):
        scale = action_scale(rules, t, missing)
        withdraw(bank, scale, default, dual)
        mirror_map(rules, dual, distribution)  # dual is now the gradient of Psi at x_t
        slot = play(feedback, t - 1, distribution)
        remember(rules, slot, scale)
        scales[slot] = scale
        rounds[slot] = t - 1
        for i in range(arms):
            duals[slot, i] = dual[i]
        missing += 1
        slot = arrived(feedback, t - 1)
        while slot != NONE:
            missing -= 1
            loss = observed(rules, slot, feedback.loss[slot])
            weight = feedback.probability[slot] * scales[slot]
            duals[slot, feedback.arm[slot]] -= loss / weight
            deposit(bank, duals, slot, scales[slot], rounds[slot])
            slot = next_arrived(feedback, slot)


def replay(feedback: AdversarialFeedback, rules: Rules, withdrawal: str) -> Bank:
    """Play Banker-OMD with the given choices; the bank at the end."""
    bank = open_bank(feedback.arms, feedback.horizon, withdrawal)
    _replay(feedback, rules, bank, default_dual(rules))
    return bank


@njit(cache=True)
def total_investment(delays: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Compute B_t and the experienced delay D_t of Banker-TINF, which depend on the delays alone.

    Parameters
    ----------
    delays : ndarray of int64, shape (horizon,)

    Returns
    -------
    invested, experienced : ndarray, shape (horizon,)
    """
    horizon = delays.size
    arriving = np.zeros(horizon)  # savings that come at the end of each round
    number = np.zeros(horizon, np.int64)
    invested = np.empty(horizon)
    experienced = np.empty(horizon)
    savings = total = delay = 0.0
    missing = 0
    for t in range(1, horizon + 1):
        delay += missing
        scale = theorem_scale(t, missing, delay)
        total += max(0.0, scale - savings)
        savings = max(0.0, savings - scale)
        invested[t - 1] = total
        experienced[t - 1] = delay
        arrival = t - 1 + delays[t - 1]
        if arrival < horizon:
            arriving[arrival] += scale
            number[arrival] += 1
        savings += arriving[t - 1]
        missing += 1 - number[t - 1]
    return invested, experienced


Withdrawal = Literal["pooled", "greedy", "fifo"]


@algorithm(protocol=AdversarialTrace, nanoseconds=350)
def banker_tinf(trace: AdversarialTrace, *, withdrawal: Withdrawal = "pooled") -> Record:
    """Banker-TINF (Section 5): Banker-OMD with 1/2-Tsallis entropy and the scales of Theorem 4.6.

    `withdrawal` says which savings are used: "pooled", the same share of all (Appendix A.5),
    "greedy", in the order of the rounds (Algorithm 2, lines 6 and 8), or "fifo", those that arrived
    first. The last two keep all savings, K numbers for each round of the horizon.
    """
    feedback = trace.start()
    replay(feedback, rules_for(feedback, THEOREM_4_6), withdrawal)
    return feedback.record()
