"""Banker-SFTINF and Banker-SFLBINF (Huang, Dai and Huang 2023, arXiv:2301.10500)."""

from delayed_bandits.algorithms import banker
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.types import Flag
from delayed_bandits.traces.k_armed.mixed import MixedTrace, MixedView


@algorithm(MixedTrace, nanoseconds=90)
def banker_sftinf(
    view: MixedView, *, withdrawal: banker.Withdrawal = "pooled", homogeneous: Flag = False
) -> None:
    """Play Banker-SFTINF (Algorithm 3), for non-negative losses of unknown range.

    As printed, the algorithm does not learn if losses are far below 1. With `homogeneous` it
    learns: losses c times as large then lead to action scales c times as large. A round whose loss
    exceeds the guess of the range is skipped: the loss counts as 0, but its scale goes to the bank.
    """
    rules = banker.new_rules(view, banker.ALGORITHM_3, homogeneous=homogeneous)
    banker.replay(view, rules, withdrawal)


@algorithm(MixedTrace, nanoseconds=90)
def banker_sflbinf(
    view: MixedView,
    *,
    withdrawal: banker.Withdrawal = "pooled",
    homogeneous: Flag = False,
    floor: Flag = True,
) -> None:
    """Play Banker-SFLBINF (Algorithm 4), for losses of unknown range and sign.

    The algorithm is given the horizon. For `homogeneous` see `banker_sftinf`. `floor` says whether
    to apply line 9, which the theory does not need if losses are non-negative.
    """
    rules = banker.new_rules(view, banker.ALGORITHM_4, homogeneous=homogeneous, floor=floor)
    banker.replay(view, rules, withdrawal)
