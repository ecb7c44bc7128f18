"""Banker-SFTINF and Banker-SFLBINF (Huang et al. 2023, Algorithms 3 and 4): losses of any scale."""

from delayed_bandits.algorithms.banker import Withdrawal, replay
from delayed_bandits.algorithms.banker_rules import ALGORITHM_3, ALGORITHM_4, rules_for
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.types import Flag
from delayed_bandits.traces.k_armed.adversarial import AdversarialTrace, Record


@algorithm(protocol=AdversarialTrace, nanoseconds=350)
def banker_sftinf(
    trace: AdversarialTrace, *, withdrawal: Withdrawal = "pooled", homogeneous: Flag = False
) -> Record:
    """Banker-SFTINF (Algorithm 3): non-negative losses of unknown range.

    As printed it does not learn where losses are far below 1; `homogeneous` mends that.
    """
    feedback = trace.start()
    replay(feedback, rules_for(feedback, ALGORITHM_3, homogeneous), withdrawal)
    return feedback.record()


@algorithm(protocol=AdversarialTrace, nanoseconds=350)
def banker_sflbinf(
    trace: AdversarialTrace,
    *,
    withdrawal: Withdrawal = "pooled",
    homogeneous: Flag = False,
    floor: Flag = True,
) -> Record:
    """Banker-SFLBINF (Algorithm 4): losses of unknown range and sign; the horizon is told.

    `homogeneous` is as in `banker_sftinf`; without `floor` line 9 is left out, which the theory
    allows for non-negative losses only.

    Raises
    ------
    InputError
        If there is one round only: scales are divided by the root of ln T.
    """
    feedback = trace.start()
    if feedback.horizon < 2:
        raise InputError(f"horizon is {feedback.horizon}; expected at least 2, since ln 1 is 0")
    replay(feedback, rules_for(feedback, ALGORITHM_4, homogeneous, floor), withdrawal)
    return feedback.record()
