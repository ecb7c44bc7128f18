"""DORAL and D-ALP (Liu and Maghsudi 2024, Algorithm 2, arXiv:2405.11417).

The first stage is a race between arms. The second stage follows a linear program. Where the paper
contradicts itself or leaves a choice, the default is a variant that works. For the algorithm almost
as printed, with tau in (11), set the parameters of these choices to "printed", `cutoff` to None,
`width_factor` to 1, `answers` to "known" and `regularisation` below 1. Five choices have no
parameter:

- The index is clipped to 1.
- The sum of norms in equation 10 is over rounds of the same context.
- Each norm in this sum is under the V of the pull's round. Vernade et al. 2020 take the present V.
- The radius f grows with the number of updates of the context's V. The paper has t.
- In the first stage T_a counts the observed delays of arm a, not its pulls.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np

from delayed_bandits.algorithms import delayed_linucb, pr_sar
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.types import Count, NonNegative, Positive, Probability
from delayed_bandits.kernels.compiling import njit
from delayed_bandits.kernels.linear_algebra import first_maximum
from delayed_bandits.traces.arms import KnownDistributions, answer_probabilities
from delayed_bandits.traces.budgeted.allocation import pull_probability
from delayed_bandits.traces.budgeted.trace import BudgetedTrace, BudgetedView, Report
from delayed_bandits.traces.slots import arrived
from delayed_bandits.traces.streams import Randomness

Cutoff = Annotated[int | None, {"type": ["integer", "null"], "minimum": 1}]
# The probability tau_a(m) of an answer is estimated in the first stage, given, or 1 (D-ALP).
Answers = Literal["estimated", "known", "one"]
# V gains the features of an arm when its reward arrives, or at the pull (equation 9).
Update = Literal["arrival", "printed"]
# A context's arm is the arm of the largest tau_a times index, or of the largest index.
Arm = Literal["discounted", "printed"]
# The linear program spends b_t / (T - t) per round, or b_t / t; b_t is the budget left.
Pacing = Literal["remaining", "printed"]
# The linear program serves contexts by value per cost, or by number (equation 12).
Order = Literal["value", "printed"]
# In the linear program a pull costs 1, or tau_a ("expected delayed costs").
Payment = Literal["pull", "printed"]


class Variants(NamedTuple):
    """Flags for the value "printed" of `Arm`, `Pacing`, `Order` and `Payment` (tau in (11))."""

    arm_by_index: bool
    pace_by_elapsed: bool
    order_by_number: bool
    pay_for_answers: bool


@njit(cache=True)
def _identify(view, models, race, cutoff, delays):
    """Play the first stage. Return its length, and put delays in `delays`, by round of play."""
    rounds = 0
    arm = pr_sar.next_undecided(race, -1)
    for t in range(delays.size):
        if view.remaining[0] < 1:
            break
        rounds += 1
        delayed_linucb.pull_arm(view, models, t, arm)
        for slot in arrived(view, t):
            delay = t - view.round[slot]
            delays[view.round[slot]] = delay
            pr_sar.observe_delay(race, view.arm[slot], delay)
            if delay <= cutoff:
                delayed_linucb.learn(view, models, slot)
        arm = pr_sar.next_undecided(race, arm)
        if arm == pr_sar.NONE:  # the end of a sweep
            if pr_sar.decide(race):
                break
            arm = pr_sar.next_undecided(race, -1)
    return rounds


@njit(cache=True)
def _answers(view, delays, cutoff, rounds):
    """Return tau_a(m): each arm's estimated probability of an answer within m rounds."""
    within = np.ones(view.n_arms)
    pulls = np.ones(view.n_arms)
    for s in range(rounds - cutoff):
        arm = view.played[s]
        pulls[arm] += 1
        within[arm] += 0 <= delays[s] <= cutoff
    return within / pulls


@njit(cache=True)
def _spend(view, models, candidates, variants, uniforms, answers, cutoff, first):
    """Play the second stage with the accepted arms, from round `first` on."""
    contexts = view.probabilities.size
    arms = candidates.arms
    discounted = np.empty(arms.size)
    choice = np.empty(contexts, np.int64)
    costs = np.empty(contexts)  # of `choice`; `keys` order the contexts
    keys = np.empty(contexts)
    for s in range(first - cutoff - 1):
        delayed_linucb.forget_round(view, models, s)
    for t in range(first, view.horizon):
        if view.remaining[0] < 1:
            break
        if t > cutoff:
            delayed_linucb.forget_round(view, models, t - cutoff - 1)
        for j in range(contexts):
            if models.stale[j]:
                delayed_linucb.write_index(models, candidates, j)
                value = -np.inf
                for a in range(arms.size):
                    discounted[a] = answers[arms[a]] * candidates.index[a]
                    value = max(value, discounted[a])
                by_index = variants.arm_by_index
                choice[j] = arms[first_maximum(candidates.index if by_index else discounted)]
                costs[j] = answers[choice[j]] if variants.pay_for_answers else 1.0
                keys[j] = value / costs[j] if costs[j] > 0 else 0.0
                if variants.order_by_number:
                    keys[j] = -j
        j = view.contexts[t]
        rate = view.remaining[0] / (t + 1 if variants.pace_by_elapsed else view.horizon - t)
        if (
            costs[j] > 0  # at 0 no answer is expected
            and uniforms[t] < pull_probability(j, keys, costs, view.probabilities, rate)
        ):
            delayed_linucb.pull_arm(view, models, t, choice[j])
        for slot in arrived(view, t):
            if t - view.round[slot] <= cutoff:
                delayed_linucb.learn(view, models, slot)


def _check(trace: BudgetedTrace, parameters: Mapping[str, Any]) -> list[str]:
    if parameters["accept"] > trace.n_arms:
        raise InputError(f"accept is {parameters['accept']}. Keep at most the {trace.n_arms} arms.")
    exponent = parameters["tail_exponent"]
    if trace.budget**-exponent >= 1:
        raise InputError(
            f"budget^-tail_exponent is {trace.budget**-exponent:g}. Use a budget above 1."
        )
    return delayed_linucb.check_log_term(trace, parameters)


@algorithm(BudgetedTrace, check=_check, nanoseconds=180)
def doral(
    view: BudgetedView,
    *,
    accept: Count,
    confidence: Probability = 0.05,
    regularisation: Positive = 1.0,
    width_factor: NonNegative = 0.1,
    cutoff: Cutoff = 500,
    identification_limit: Count = 35_000,
    tail_exponent: Positive = 2.0,
    answers: Answers = "estimated",
    acceptance: pr_sar.Acceptance = "race",
    radius: pr_sar.Radius = "plug-in",
    baskets: pr_sar.Baskets = "bubeck",
    update: Update = "arrival",
    arm: Arm = "discounted",
    log_term: delayed_linucb.LogTerm = "confidence",
    pacing: Pacing = "remaining",
    order: Order = "value",
    payment: Payment = "pull",
    distributions: KnownDistributions,
    randomness: Randomness,
) -> Report:
    """Play DORAL (Algorithm 2), with PR-SAR (Algorithm 1) as first stage, or D-ALP.

    Parameters
    ----------
    accept : int
        A': the number of arms that the first stage keeps.
    confidence, regularisation, width_factor : float
        delta (of the baskets and of the index width), lambda, and the factor of the index width,
        which is 1 in the paper.
    cutoff : int or None
        m: feedback that arrives after more rounds is ignored. None is the paper's cutoff: the
        largest upper bound of a mean delay. The first stage then ignores no feedback.
    identification_limit : int
        Largest number of rounds of the first stage. When they are over, the first stage accepts
        the undecided arms of the smallest upper bounds.
    tail_exponent : float
        alpha, the exponent of the delays' tails in equation 1.
    answers, acceptance, radius, baskets, update, arm, log_term, pacing, order, payment
        Variants of the paper. Comments at their types explain them. `answers` "one" is D-ALP.
    distributions : list of Distribution
        The distributions of the delays, for `answers` "known" and the printed `radius`.
    """
    most = min(identification_limit, view.horizon)
    means = np.ones(view.n_arms) * [distribution.mean for distribution in distributions]
    race = pr_sar.new_race(
        view, accept, most, confidence, tail_exponent, acceptance, radius, baskets, means
    )
    models = delayed_linucb.new_models(
        view, confidence, regularisation, width_factor, log_term, update == "printed"
    )
    delays = np.full(most, -1)
    rounds = _identify(view, models, race, view.horizon if cutoff is None else cutoff, delays)
    pr_sar.accept_by_bound(race)
    if cutoff is None:
        cutoff = max(1, int(min(race.upper.max(), view.horizon)))
    tau = np.ones(view.n_arms)
    if answers == "estimated":
        tau = _answers(view, delays, cutoff, rounds)
    elif answers == "known":
        tau = answer_probabilities(distributions, view.n_arms, cutoff)
    accepted = race.state == pr_sar.ACCEPTED
    candidates = delayed_linucb.new_candidates(models, np.flatnonzero(accepted))
    variants = Variants(*(value == "printed" for value in (arm, pacing, order, payment)))
    uniforms = randomness.uniforms(view.horizon)
    _spend(view, models, candidates, variants, uniforms, tau, cutoff, rounds)
    return Report(cutoff, rounds, accepted)
