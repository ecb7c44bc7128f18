"""Banker-OMD with other action scales, or with the sum of Theorem 6.3 reported."""

import math
from typing import Literal

import numpy as np

from delayed_bandits.algorithms import banker
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.types import Flag, Positive, Rounds
from delayed_bandits.traces.k_armed.mixed import MixedTrace, MixedView

# the names of THEOREM_4_6, SECTION_4_5 and FORECAST in `banker`
RULES = "theorem", "section_4_5", "forecast"


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

    - `scales` "theorem": those of Theorem 4.6;
    - `scales` "section_4_5": those of Section 4.5, without the logarithm;
    - `scales` "forecast": those of Section 6.1, given a forecast of the range of losses;
    - `largest`: the forecast, or the last one if there are several `steps`;
    - `steps`: the number of equal periods, over which forecasts grow from 1 by a fixed ratio;
    - `balanced`: whether scales are multiplied by sqrt(C_2 / C_1) of Theorem 4.6;
    - `monotone`: whether scales never fall, as in vanilla OMD.
    """
    root = math.sqrt(view.n_arms)
    rules = banker.new_rules(
        view,
        RULES.index(scales),
        factor=math.sqrt(root / (2 * (root - 1))) if balanced else 1.0,
        monotone=monotone,
        largest=largest,
        steps=steps,
    )
    banker.replay(view, rules, "greedy")


@algorithm(MixedTrace, nanoseconds=100)
def sflbinf(view: MixedView) -> dict[str, np.ndarray]:
    """Play Banker-SFLBINF as printed, and report "squares", shape (horizon,).

    "squares" is the sum in Theorem 6.3 at the end of each round. It adds (d_s + 1) l_s^2 for each
    round s whose loss l_s has arrived. d_s is the number of losses that were outstanding when round
    s was played.
    """
    rules = banker.new_rules(view, banker.ALGORITHM_4)
    banker.replay(view, rules, "greedy")
    return {"squares": rules.squares}
