"""Banker-OMD with other action scales, and the sum of Theorem 6.3."""

import math
from typing import Literal

import numpy as np

from delayed_bandits.algorithms import banker
from delayed_bandits.algorithms.mirror_maps import log_barrier_map, tsallis_map
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.types import Flag, Positive, Rounds
from delayed_bandits.kernels.compiling import inlined, njit
from delayed_bandits.traces.k_armed.mixed import MixedTrace, MixedView, play
from delayed_bandits.traces.slots import arrived

RULES = "theorem", "section_4_5", "forecast"


@inlined
def _scale(rules, rule, largest, steps, t, outstanding):
    """Return the action scale sigma_t of RULES[rule] in round t, counted from 1."""
    if rule == 0:
        return banker.action_scale(rules, t, outstanding)
    current = rules.current
    current[banker.EXPERIENCED] += outstanding
    if rule == 1:
        late = outstanding / math.sqrt(max(1.0, current[banker.EXPERIENCED]))
        return 1 / (1 / math.sqrt(t) + late)
    share = (t - 1) * steps // rules.horizon / max(1, steps - 1) if steps > 1 else 1.0
    current[banker.WEIGHT] += (outstanding + 1) * largest ** (2 * share)
    return math.sqrt(1 + current[banker.WEIGHT]) / (outstanding + 1)


@njit(cache=True)
def _replay(view, rules, bank, default, rule, factor, monotone, largest, steps):
    """Play Algorithm 2, and return the sum "squares" of `sflbinf` after each round."""
    K = view.n_arms
    dual, distribution = np.empty(K), np.full(K, 1 / K)
    duals, scales = np.empty((view.n_slots, K)), np.empty(view.n_slots)
    squares = np.zeros(view.horizon + 1)
    outstanding, last = 0, 0.0
    for t in range(1, view.horizon + 1):
        scale = factor * _scale(rules, rule, largest, steps, t, outstanding)
        scale = last = max(scale, last if monotone else 0.0)
        banker.withdraw(bank, scale, default, dual)
        if rules.scales == banker.ALGORITHM_4:
            log_barrier_map(dual, distribution)
        else:
            tsallis_map(dual, distribution)
        slot = play(view, t - 1, distribution)
        rules.current[banker.OUTSTANDING] = outstanding
        scales[slot], rules.at_play[slot], duals[slot] = scale, rules.current, dual
        outstanding += 1
        squares[t] = squares[t - 1]
        for slot in arrived(view, t - 1):
            outstanding -= 1
            squares[t] += (rules.at_play[slot, banker.OUTSTANDING] + 1) * view.loss[slot] ** 2
            loss = banker.observed(rules, slot, scales[slot], view.loss[slot])
            duals[slot, view.arm[slot]] -= loss / (view.probability[slot] * scales[slot])
            banker.deposit(bank, duals, slot, scales[slot], view.round[slot])
    return squares[1:]


@algorithm(MixedTrace, nanoseconds=220)
def tinf(
    view: MixedView,
    *,
    scales: Literal["theorem", "section_4_5", "forecast"] = "theorem",
    balanced: Flag = False,
    monotone: Flag = False,
    largest: Positive = 1.0,
    steps: Rounds = 1,
) -> None:
    """Play Banker-TINF with greedy withdrawal and a choice of action scales.

    "theorem" scales are those of Theorem 4.6. "section_4_5" scales are those of Section 4.5,
    without the logarithm. "forecast" scales are those of the idealized settings of Section 6.1,
    which forecast the range of losses. The forecast is `largest`. With several `steps` it rises
    from 1 to `largest` in `steps` steps of equal ratio and duration. `balanced` multiplies scales
    by sqrt(C_2 / C_1) of Theorem 4.6. If `monotone` is true, scales never fall, as in vanilla OMD.
    """
    root = math.sqrt(view.n_arms)
    factor = math.sqrt(root / (2 * (root - 1))) if balanced else 1.0
    bank = banker.new_bank(view.n_arms, view.horizon, "greedy")
    rules = banker.new_rules(view, banker.THEOREM_4_6)
    given = RULES.index(scales), factor, monotone, float(largest), steps
    _replay(view, rules, bank, -root, *given)


@algorithm(MixedTrace, nanoseconds=100)
def sflbinf(view: MixedView) -> dict[str, np.ndarray]:
    """Play Banker-SFLBINF as printed, and report "squares", shape (horizon,).

    After each round, "squares" is the sum in Theorem 6.3: (d_s + 1) l_s^2 over the rounds s whose
    loss l_s has arrived. d_s is the number of losses that were outstanding when round s was played.
    """
    if view.horizon < 2:
        raise InputError(f"horizon is {view.horizon}, so ln T is 0. Use at least 2 rounds.")
    bank = banker.new_bank(view.n_arms, view.horizon, "greedy")
    rules = banker.new_rules(view, banker.ALGORITHM_4)
    given = 0, 1.0, False, 1.0, 1
    return {"squares": _replay(view, rules, bank, -float(view.n_arms), *given)}
