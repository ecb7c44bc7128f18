"""Algorithms for delayed conversions, with updates in batches (Wang et al. 2022).

Rounds before `first` are random play. Then, every `every` rounds, a model of clicks counts each
arm's conversions S and corrected number of clicks M. These counts decide the play until the next
update. The formulas are those of the authors' code (arXiv:2202.00846).
"""

import json
import math
from collections.abc import Callable, Mapping
from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from delayed_bandits.algorithms import posteriors
from delayed_bandits.algorithms.click_models import counts, distributions_of_conversions, model_of
from delayed_bandits.algorithms.clicks import Clicks, no_clicks, play_posterior, play_shares
from delayed_bandits.algorithms.confidence_indices import largest_mean
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.types import Rounds, Share
from delayed_bandits.kernels.compiling import njit
from delayed_bandits.traces.arms import KnownDistributions
from delayed_bandits.traces.k_armed.identified import IdentifiedTrace, IdentifiedView
from delayed_bandits.traces.streams import Randomness

Model = Annotated[dict | None, {"type": ["object", "null"]}]
First = Annotated[int, {"type": "integer", "minimum": 0, "maximum": 10**9}]
Reals = NDArray[np.float64]


class Update(NamedTuple):
    """The counts of all arms before round n, by which the next rounds are played."""

    n: int
    conversions: Reals  # S, shape (arms,)
    count: Reals  # M, the corrected number of clicks, shape (arms,)
    clicks: Clicks


@njit(cache=True)
def _update(clicks, counting, n, end, report):
    """Return the counts before round n, and write the report of rounds n to `end` - 1."""
    conversions, count = counts(counting, clicks, n)
    for arm in range(count.size):
        report[arm, n:end] = conversions[arm] / (count[arm] if count[arm] > 0 else 1.0)
    report[-1, n:end] = report[-1, max(0, n - 1)] + (conversions.min() == 0)
    return Update(n, conversions, count, clicks)


@njit(cache=True)
def posterior(update: Update) -> tuple[Reals, Reals]:
    """Return a = 1 + S and b = max(1, 1 + M - S) of each arm's posterior Beta(a, b)."""
    return 1 + update.conversions, np.fmax(1, 1 + update.count - update.conversions)


@njit(cache=True)
def largest_bound(update: Update) -> Reals:
    """Return each arm's probability: 1 if its KL-UCB index is the largest, else 0."""
    upper, shares = np.ones(update.count.size), np.zeros(update.count.size)
    for arm in np.flatnonzero(update.count > 0):
        m = update.count[arm]
        mean = min(1.0, update.conversions[arm] / m)
        upper[arm] = largest_mean(mean, math.log(update.n) / m, 0.0)
    shares[upper.argmax()] = 1.0
    return shares


@njit(cache=True)
def _replay(view, clicks, counting, first, every, draws, report, key):
    for n in range(first, view.horizon, every):
        end = min(n + every, view.horizon)
        update = _update(clicks, counting, n, end, report)
        if draws:
            play_posterior(view, clicks, n, end, posterior(update), key)
        else:
            play_shares(view, clicks, n, end, largest_bound(update), key)


def play_in_batches(
    view: IdentifiedView,
    batches: tuple[int, int],
    model: Mapping[str, Any] | None,
    distributions: KnownDistributions,
    randomness: Randomness,
    decide: Callable[[Update], Any],
) -> dict[str, NDArray[Any]]:
    """Play all rounds, and return the report: columns by name, shape (horizon,).

    - "rate_k": the estimated conversion rate of arm k, counted from 1;
    - "updates_without_conversion": the number of updates so far at which an arm had no conversion.

    `batches` are `first` and `every`. `decide` returns the arms' probabilities at an update. If it
    is `posterior`, each round plays the arm of the largest draw.
    """
    horizon, arms, key = view.horizon, view.n_arms, randomness.key()
    clicks, known = no_clicks(view), distributions_of_conversions(distributions, arms)
    counting = model_of(json.dumps(model)).start(known, horizon, randomness)
    first, every = batches
    report = np.empty((arms + 1, horizon))
    report[:, : max(1, first)] = 0
    play_shares(view, clicks, 0, min(first, horizon), np.full(arms, 1 / arms), key)
    if decide in (posterior, largest_bound):
        _replay(view, clicks, counting, first, every, decide is posterior, report, key)
    else:
        for n in range(first, horizon, every):
            end = min(n + every, horizon)
            shares = decide(_update(clicks, counting, n, end, report))
            play_shares(view, clicks, n, end, shares, key)
    names = [f"rate_{arm + 1}" for arm in range(arms)] + ["updates_without_conversion"]
    return dict(zip(names, report, strict=True))


def check_model(trace: IdentifiedTrace, parameters: Mapping[str, Any]) -> list[str]:  # noqa: ARG001
    """Return no remarks, or raise InputError if `model` or a field of it is wrong."""
    model_of(json.dumps(parameters.get("model")))
    return []


def softmax(indices: Reals, temperature: float) -> Reals:
    """Return softmax(indices / temperature).

    If some indices are infinite, their arms have equal probabilities, and the other arms have 0.
    """
    largest = indices.max()
    if math.isinf(largest):
        shares = np.isinf(indices).astype(float)
    else:
        below = (indices - largest) / max(temperature, 1e-300)
        shares = np.array([math.exp(exponent) for exponent in below])
    return shares / shares.sum()


@algorithm(IdentifiedTrace, nanoseconds=650, check=check_model)
def dts(
    view: IdentifiedView,
    *,
    model: Model = None,
    floor: Share = 0.0,
    first: First = 600,
    every: Rounds = 500,
    distributions: KnownDistributions,
    randomness: Randomness,
) -> dict[str, NDArray[Any]]:
    """Play D-TS: the arm of the largest draw from Beta(1 + S, max(1, 1 + M - S)).

    S is an arm's number of conversions, M its corrected number of clicks.

    - `model`: how M is counted (see `click_models`), by default from estimated exponential delays;
    - `floor`: the least probability of an arm, before all are scaled to sum to 1;
    - `first`, `every`: the rounds of random play at the start, and between two updates.
    """

    def raised(update: Update) -> Reals:
        shares = np.maximum(posteriors.probabilities_of_best(*posterior(update)), floor)
        return shares / shares.sum()

    decide = raised if floor else posterior
    return play_in_batches(view, (first, every), model, distributions, randomness, decide)


@algorithm(IdentifiedTrace, nanoseconds=900, check=check_model)
def ducb(
    view: IdentifiedView,
    *,
    model: Model = None,
    first: First = 600,
    every: Rounds = 500,
    distributions: KnownDistributions,
    randomness: Randomness,
) -> dict[str, NDArray[Any]]:
    """Play D-UCB: draw arms by softmax(c U), where U is an upper confidence bound.

    In round n, an arm with N clicks has U = S/M + sqrt(N/M) sqrt(1.1 log(n) / (2 M)). 1/c is the
    sum of (U - S/M) / M over the arms. If some arms have M = 0, only these arms are played in the
    batch. The authors' code then stops with an error. For S, M and the parameters see `dts`.
    """

    def decide(update: Update) -> Reals:
        count = update.count
        with np.errstate(divide="ignore", invalid="ignore"):
            width = np.sqrt(update.clicks.pulls / count)
            width *= np.sqrt(1.1 * math.log(update.n) / (2 * count))
            upper = np.where(count > 0, update.conversions / count + width, np.inf)
            return softmax(upper, float((width / count).sum()))

    return play_in_batches(view, (first, every), model, distributions, randomness, decide)


@algorithm(IdentifiedTrace, nanoseconds=900, check=check_model)
def dbucb(
    view: IdentifiedView,
    *,
    model: Model = None,
    first: First = 600,
    every: Rounds = 500,
    distributions: KnownDistributions,
    randomness: Randomness,
) -> dict[str, NDArray[Any]]:
    """Play D-BUCB: draw arms by softmax(c U), where U is a quantile of the posterior.

    U is the 0.9-quantile q0.9 of the posterior Beta(a, b) of `dts`. 1/c is the sum of
    (q0.9 - q0.1) / (a + b) over the arms. The parameters are those of `dts`.
    """
    from scipy.special import betaincinv  # slow to import

    def decide(update: Update) -> Reals:
        a, b = posterior(update)
        low, high = betaincinv(a, b, 0.1), betaincinv(a, b, 0.9)
        return softmax(high, float(((high - low) / (a + b)).sum()))

    return play_in_batches(view, (first, every), model, distributions, randomness, decide)


@algorithm(IdentifiedTrace, nanoseconds=5000)
def full_bayesian(
    view: IdentifiedView,
    *,
    first: First = 600,
    every: Rounds = 500,
    distributions: KnownDistributions,
    randomness: Randomness,
) -> dict[str, NDArray[Any]]:
    """Draw arms by softmax(c U), where U is the posterior median of an arm's rate.

    Delays are assumed to be exponential. Conversion rates lie on a grid. An arm with N clicks has
    the posterior quantiles q0.1 and q0.9, and 1/c is the sum of (q0.9 - q0.1) / N over the arms.
    For `first` and `every` see `dts`.
    """

    def decide(update: Update) -> Reals:
        of_rates = posteriors.posterior_of_rates(update.clicks, update.n)
        low, median, high = (posteriors.quantile_nodes(of_rates, q) for q in (0.1, 0.5, 0.9))
        return softmax(median, float(((high - low) / update.clicks.pulls).sum()))

    return play_in_batches(
        view, (first, every), {"model": "plain"}, distributions, randomness, decide
    )


@algorithm(IdentifiedTrace, nanoseconds=450, check=check_model)
def kl_ucb(
    view: IdentifiedView,
    *,
    model: Model = None,
    first: First = 600,
    every: Rounds = 500,
    distributions: KnownDistributions,
    randomness: Randomness,
) -> dict[str, NDArray[Any]]:
    """Play KL-UCB in batches: the arm of the largest q with M KL(S/M, q) <= log(n).

    n is the first round of the batch. For S, M and the parameters see `dts`.
    """
    return play_in_batches(view, (first, every), model, distributions, randomness, largest_bound)
