"""Banker-TINF with a report of the quantities in its analysis (Huang et al. 2023)."""

import math
from typing import Literal

import numpy as np

from delayed_bandits.algorithms import banker
from delayed_bandits.algorithms.mirror_maps import tsallis_map
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.kernels.compiling import njit
from delayed_bandits.traces.k_armed.mixed import MixedTrace, MixedView, play
from delayed_bandits.traces.slots import arrived

COLUMNS = ("invested", "decomposed", "scales", "inverse_scales", "slack")
ROUNDING = 1e-9  # a smaller share of an action scale is a rounding error, no investment


@njit(cache=True)
def _withdraw(bank, scale, spends, dual, remaining):
    """Withdraw `scale`, and return the part invested. Update `remaining` (see `_replay`)."""
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
    """Move `dual` from x_s to z_s (written to `after`). Return the immediate cost (equation 5)."""
    K = remaining.size
    step = loss / probability
    for i in range(K):
        gained[i] += loss
        remaining[i] -= scale * (dual[K] - dual[i])
    gained[arm] -= step
    dual[arm] -= step / scale
    root = -1 / dual[arm]  # of coordinate `arm` of z~, the only one that differs from x_s
    tsallis_map(dual[:K], after)
    dual[K] = np.sum(np.sqrt(after))
    for i in range(K):
        remaining[i] += scale * (dual[K] - dual[i])
    return scale * (root - 2 * math.sqrt(probability) + probability / root)


@njit(cache=True)
def _replay(view, bank, spends, report):
    """Play Banker-TINF, and write each quantity of COLUMNS to a row of `report`."""
    # for y = arm i, D(y, z) = S(z) - 2 - theta_i, with the gradient theta of Psi at z; the last
    # entry of a dual is S(z), the sum of sqrt(z)
    K = view.n_arms
    distribution, after = np.full(K, 1 / K), np.full(K, 1 / K)  # x_t, z_s
    dual, duals = np.empty(K + 1), np.empty((view.n_slots, K + 1))
    scales = np.empty(view.n_slots)
    remaining = np.zeros(K)  # for each arm as y: the sum of v_s D(y, z_s)
    gained = np.zeros(K)  # for each arm as y: the sum of <loss estimate, x_s - y>
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
    """Play Banker-TINF, and return the quantities of its analysis, shape (horizon,).

    - "invested": the total investment B_t;
    - "decomposed": the right-hand side of Lemma 4.5;
    - "scales", "inverse_scales": the sums of sigma_s and of 1 / sigma_s;
    - "slack": right-hand minus left-hand side of Theorem 4.2, divided by (B_t D(y, x_0) + immediate
      costs). It is the least over all arms y and rounds so far. Outstanding losses count as 0.

    `withdrawal` is as in `banker.banker_tinf`, or "overdrawn": "pooled" without line 9 of
    Algorithm 2. Spent savings then stay in the bank, which violates an assumption of Theorem 4.2.
    """
    rule = "greedy" if withdrawal == "greedy" else "pooled"
    bank = banker.new_bank(view.n_arms + 1, view.horizon, rule)
    report = np.empty((len(COLUMNS), view.horizon))
    _replay(view, bank, withdrawal != "overdrawn", report)
    return dict(zip(COLUMNS, report, strict=True))
