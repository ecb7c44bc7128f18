"""Banker-TINF that keeps the accounts of its analysis (Huang, Dai and Huang 2023, Section 4)."""

import math
from typing import Literal

import numpy as np
from numba import njit

from delayed_bandits.algorithms import banker
from delayed_bandits.algorithms.mirror_maps import tsallis_map
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.traces.k_armed.mixed import MixedTrace, MixedView, play
from delayed_bandits.traces.slots import arrived

COLUMNS = ("invested", "decomposed", "scales", "inverse_scales", "slack")
ROUNDING = 1e-9  # the share of an action scale below which an investment is a rounding error


@njit(cache=True)
def _withdraw(bank, scale, spends, dual, remaining):
    """Withdraw `scale` as `withdraw` does, and from what is `remaining`; return the investment."""
    K = remaining.size
    saved, invested = bank.amounts[banker.SAVINGS], bank.amounts[banker.INVESTED]
    banker.withdraw(bank, scale, -math.sqrt(K), dual)
    investment = bank.amounts[banker.INVESTED] - invested
    if spends:
        withdrawn = 2 * (scale - investment)
        for i in range(K):
            remaining[i] -= scale * (dual[K] - dual[i]) - withdrawn
    else:  # line 9 left out: savings are spent again and again
        bank.amounts[banker.SAVINGS] = saved
    return investment


@njit(cache=True)
def _learn(dual, scale, arm, probability, loss, after, remaining, gained):
    """Turn the dual of x_s into that of z_s, whose point goes to `after`; return the cost."""
    K = remaining.size
    step = loss / probability
    for i in range(K):
        gained[i] += loss
        remaining[i] -= scale * (dual[K] - dual[i])
    gained[arm] -= step
    dual[arm] -= step / scale
    root = -1 / dual[arm]  # of the coordinate of z~ that differs from x
    tsallis_map(dual[:K], after)
    dual[K] = np.sum(np.sqrt(after))
    for i in range(K):
        remaining[i] += scale * (dual[K] - dual[i])
    return scale * (root - 2 * math.sqrt(probability) + probability / root)


@njit(cache=True)
def _replay(view, bank, spends, report):
    """Play Banker-TINF and write the report, shape (columns, horizon).

    For an arm i as y, D(y, z) = S(z) - 2 - theta_i, where S(z), the sum of the roots of z, is one
    more coordinate of duals, and theta the gradient of Psi at z.
    """
    K = view.n_arms
    distribution, after = np.full(K, 1 / K), np.full(K, 1 / K)  # x_t, z_s
    dual, duals = np.empty(K + 1), np.empty((view.n_slots, K + 1))
    scales = np.empty(view.n_slots)
    remaining = np.zeros(K)  # for each arm as y: the sum of all v_s D(y, z_s)
    gained = np.zeros(K)  # and that of the products of estimates with x_s - y
    costs = on_the_way = experienced = decomposed = total = inverse = 0.0
    outstanding = 0
    least = np.inf
    for t in range(1, view.horizon + 1):
        experienced += outstanding
        scale = banker.theorem_scale(t, outstanding, experienced)
        if _withdraw(bank, scale, spends, dual, remaining) > ROUNDING * scale:
            decomposed = scale + on_the_way
        tsallis_map(dual[:K], distribution)
        dual[K] = np.sum(np.sqrt(distribution))
        slot = play(view, t - 1, distribution)
        scales[slot] = scale
        for i in range(K):
            duals[slot, i] = dual[i]
            remaining[i] += scale * (dual[K] - 2 - dual[i])
        duals[slot, K] = dual[K]
        on_the_way += scale
        total += scale
        inverse += 1 / scale
        outstanding += 1
        for slot in arrived(view, t - 1):
            arm, probability, scale = view.arm[slot], view.probability[slot], scales[slot]
            loss = view.loss[slot]
            on_the_way -= scale
            outstanding -= 1
            costs += _learn(duals[slot], scale, arm, probability, loss, after, remaining, gained)
            banker.deposit(bank, duals, slot, scale, view.round[slot])
        spent = bank.amounts[banker.INVESTED] * 2 * (math.sqrt(K) - 1) + costs
        least = min(least, np.min(spent - remaining - gained) / spent)
        report[0, t - 1], report[1, t - 1] = bank.amounts[banker.INVESTED], decomposed
        report[2, t - 1], report[3, t - 1], report[4, t - 1] = total, inverse, least


@algorithm(MixedTrace, nanoseconds=560)
def banker_tinf(
    view: MixedView, *, withdrawal: Literal["pooled", "greedy", "overdrawn"] = "greedy"
) -> dict[str, np.ndarray]:
    """Play Banker-TINF and return its accounts after every round t, arrays of shape (horizon,).

    `withdrawal` is as in `banker.banker_tinf`; "overdrawn" is "pooled" without line 9 of Algorithm
    2, so that what is spent stays saved: a bank that Theorem 4.2 is not about.

    The accounts are "invested", B_t; "decomposed", the right-hand side of Lemma 4.5; "scales" and
    "inverse_scales", the sums of sigma_s and of 1 / sigma_s; "slack", the least so far of the
    right-hand side of Theorem 4.2 minus the left, for all y (the least is that of an arm, since
    both are linear), over B_t D(y, x_0) plus the immediate costs. Rounds whose feedback is on its
    way count with the estimate 0.
    """
    rule = "greedy" if withdrawal == "greedy" else "pooled"
    bank = banker.new_bank(view.n_arms + 1, view.horizon, rule)
    report = np.empty((len(COLUMNS), view.horizon))
    _replay(view, bank, withdrawal != "overdrawn", report)
    return dict(zip(COLUMNS, report, strict=True))
