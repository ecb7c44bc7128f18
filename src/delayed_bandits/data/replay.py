"""Off-policy evaluation: what a fixed policy would have earned on a log.

For click i,

- a_i is the arm that was shown, and p_i the probability with which it was shown;
- o_i is how long the click was observed, at most `cap_seconds`;
- S_i is 1 if the click has converted within `cap_seconds`, else 0.

F_a is the distribution function of arm a's delays (product-limit estimate). q_a is arm a's
conversions, divided by the sum of F_a(o_i) over its clicks. The conversions per click of a policy
that always shows arm a are estimated by inverse propensity weights (IPS; Horvitz and Thompson 1952)
or doubly robust (DR; Dudik, Langford and Li 2011):

    IPS_a = sum_i w_i S_i / D_a,              w_i = 1{a_i = a} / p_i,  D_a = sum_i F_a(o_i),
    DR_a  = q_a + sum_i w_i (S_i - F_a(o_i) q_a) / D_a.

A policy that shows arm a with share pi_a earns sum_a pi_a DR_a. Standard errors are by the delta
method, and include the error of F. Intervals are Student's on the logarithmic scale.
"""

import logging
import os
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from delayed_bandits.analysis.intervals import half_width
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import suggestion
from delayed_bandits.data.frames import read_log
from delayed_bandits.data.log.arms import DECIDING, FEWEST, Log, of_rows, sum_up
from delayed_bandits.data.tables.durations import duration
from delayed_bandits.files.digests import read_json

logger = logging.getLogger(__name__)

Reals, Indices = NDArray[np.float64], NDArray[np.intp]

UNEQUAL = 4.0  # standard errors by which shares of clicks may differ from their probabilities
LEFT = 0.1  # the largest share of all clicks that an arm's weights may miss
ESTIMATES = ("doubly robust", "inverse propensity", "as logged", "uncorrected")


class Replay(NamedTuple):
    """Estimates of a policy's conversions per click, up to `cap_seconds` after the click.

    - `frame`: four estimates with 95 % limits; "as logged" is what the log itself earned, and
      "uncorrected" counts clicks that have not converted yet as failures;
    - `weights`: the policy, as shares by arm;
    - `effective_conversions`: Kish's, (sum w)^2 / sum w^2, with w = share / probability.
    """

    frame: pd.DataFrame
    weights: dict[str, float]
    cap_seconds: int
    effective_conversions: float

    def __str__(self) -> str:
        shown = ", ".join(f"{arm} {share:.1%}" for arm, share in self.weights.items())
        table = self.frame.to_string(index=False, float_format="{:.4%}".format)
        return f"Conversions per click within {duration(self.cap_seconds)}, {shown}:\n{table}"

    def _repr_html_(self) -> str:
        return self.frame.to_html(index=False)


def replay(log: Any, weights: Any, **reading: Any) -> Replay:
    """Estimate what a policy of fixed shares would have earned on a log.

    Parameters
    ----------
    log : path, data frame, Arrow table or Log
        Clicks of an equal split, or clicks with a column `probability`: the probability with which
        their arm was shown.
    weights : str, mapping or path
        The policy: an arm, shares by arm, or what `delayed-bandits weights` wrote (a file or its
        content). Clicks from which those shares were computed are left out, because they would bias
        the estimates upward.
    **reading
        Options of `read_log`; default: those of the weights.
    """
    if isinstance(weights, str | os.PathLike) and Path(weights).is_file():
        weights = read_json(Path(weights))
    made = weights if isinstance(weights, Mapping) and "weights" in weights else {}
    reading = {**made.get("reading", {}), **reading}
    found = _later(log if isinstance(log, Log) else read_log(log, **reading), made)
    policy = policy_of(found, weights)
    if (found.observed < 0).any():
        cure = "Add a column click_time, or observed"
        raise InputError(f"{found.file}: does not say how old its clicks are. {cure}.")
    cap = sum_up(found).cap
    clicks = _Clicks(found, cap)
    shares = np.array([policy.get(arm, 0.0) for arm in found.arms])
    effective = clicks.check(shares)
    estimates = clicks.estimate(shares)
    middle, error = estimates[:, 0], np.sqrt((estimates[:, 1:] ** 2).sum(axis=1))
    factor = np.exp(half_width(error, effective) / middle)
    rows = {"estimate": ESTIMATES, "conversions_per_click": middle}
    frame = pd.DataFrame(rows | {"low": middle / factor, "high": middle * factor})
    return Replay(frame, policy, cap, effective)


def _later(log: Log, made: Mapping[str, Any]) -> Log:
    """Return the log without the clicks from which the weights were computed."""
    rows = np.full(log.arm.size, made.get("log_sha256") != log.sha256)
    if log.until and made.get("log_until"):
        last = datetime.fromisoformat(made["log_until"]).timestamp()
        rows &= log.until - log.observed > last + 1  # observed is rounded
    if rows.all():
        return log
    if not (log.delay[rows] >= 0).any():
        fault = "the weights were computed from these clicks, so estimates would be too high"
        raise InputError(f"{log.file}: {fault}. Give later clicks, some with conversions.")
    text = "%s: %s of %s clicks are left out, because the weights were computed from them."
    logger.warning(text, log.file, f"{(~rows).sum():,}", f"{rows.size:,}")
    return of_rows(log, rows)


def policy_of(log: Log, weights: Any) -> dict[str, float]:
    """Return a policy as shares by arm, given an arm, shares or the content of weights.json."""
    if isinstance(weights, str) and weights in log.arms:
        return {weights: 1.0}
    if isinstance(weights, str | os.PathLike):
        hint = suggestion(str(weights), log.arms)
        raise InputError(f"{weights}: neither an arm of the log nor a file. {hint}")
    if isinstance(weights, Mapping) and "best" in weights:
        cure = "Type delayed-bandits weights LOG --rule advice.json > weights.json"
        raise InputError(f"advice.json: has no shares. {cure}, with an earlier log.")
    shares = weights.get("weights", weights) if isinstance(weights, Mapping) else None
    cure = 'Give shares of a sum of 1, such as {"red": 0.7, "blue": 0.3}'
    try:
        policy = {arm: float(share) for arm, share in shares.items()}
    except (AttributeError, TypeError, ValueError) as error:
        raise InputError(f"weights: these are not shares by arm. {cure}.") from error
    for arm in policy.keys() - set(log.arms):
        raise InputError(f"{log.file}: no click on arm {arm!r}. {suggestion(arm, log.arms)}")
    if min(policy.values()) < 0 or abs(sum(policy.values()) - 1) > 1e-3:
        raise InputError(f"weights: sum to {sum(policy.values()):.4g}. {cure}.")
    return {arm: share for arm, share in policy.items() if share}


class _ProductLimit:
    """The product-limit estimate of one arm's F, at the times o_i of all clicks."""

    def __init__(self, rows: Indices, last: Reals, converted: Reals, observed: Reals) -> None:
        self.rows = rows[np.lexsort((-converted[rows], last[rows]))]
        events, at_risk = converted[self.rows], np.arange(rows.size, 0, -1.0)
        self.left = np.append(1.0, np.cumprod(1 - events / at_risk))
        self.hazard = events / np.maximum(at_risk - events, 0.5)
        self.variance = self.hazard / at_risk  # Greenwood's, of the logarithm
        self.place = np.searchsorted(last[self.rows], observed, "right")
        self.converting = 1 - self.left[-1]
        self.within = (1 - self.left[self.place]) / self.converting

    def influence(self, weights: Reals) -> Reals:
        """Return each click's influence on sum_i weights_i F(o_i), due to estimating F."""
        at = np.bincount(self.place, weights * self.left[self.place], self.left.size)
        later = np.cumsum(at[::-1])[::-1][1:] - (weights @ self.within) * self.left[-1]
        found = np.zeros(weights.size)
        found[self.rows] = self.hazard * later - np.cumsum(self.variance * later)
        return found / self.converting


class _Clicks:
    """The clicks of a log. Its estimates are arrays: a value, then each click's influence."""

    def __init__(self, log: Log, cap: int) -> None:
        self.log, self.converted = log, ((log.delay >= 0) & (log.delay <= cap)).astype(float)
        observed = np.minimum(log.observed, cap)
        last = np.where(self.converted > 0, log.delay, observed)
        chance = _equal_split(log) if log.probability is None else log.probability
        self.inverse = np.broadcast_to(1 / chance, log.arm.size)
        self.limits = {
            arm: _ProductLimit(np.flatnonzero(log.arm == arm), last, self.converted, observed)
            for arm in np.unique(log.arm[self.converted > 0])
        }

    def estimate(self, policy: Reals) -> Reals:
        """Return the four estimates named in `ESTIMATES`, shape (4, 1 + clicks)."""
        total = np.zeros((len(ESTIMATES), 1 + self.log.arm.size))
        nothing, each = np.zeros(self.log.arm.size), np.ones(self.log.arm.size)
        for arm, limit in self.limits.items():
            share, mine = policy[arm], (self.log.arm == arm).astype(float)
            weight = mine * self.inverse
            rate = self._ratio(limit, mine, nothing, mine)
            inverse = self._ratio(limit, weight, nothing, each)
            stand = self._ratio(limit, nothing, weight, each)
            total[0] += share * (rate + inverse - _product(rate, stand))
            total[1] += share * inverse
            total[2] += _product(rate, _mean(mine))
            total[3] += share * _mean(weight * self.converted)
        return total

    def _ratio(self, limit: _ProductLimit, converted: Reals, within: Reals, clicks: Reals) -> Reals:
        """Estimate sum_i (converted_i S_i + within_i F(o_i)) / sum_i clicks_i F(o_i)."""
        own, of_all = converted * self.converted + within * limit.within, clicks * limit.within
        value = own.sum() / of_all.sum()
        change = own - value * of_all + limit.influence(within - value * clicks)
        return np.append(value, change / of_all.sum())

    def check(self, policy: Reals) -> float:
        """Return the effective number of conversions, or raise InputError if too few."""
        log = self.log
        weight = policy[log.arm] * self.inverse * self.converted
        effective = float(weight.sum() ** 2 / max((weight**2).sum(), 1e-9))
        if effective < FEWEST:
            many = f"{int((weight > 0).sum()):,} conversions count as {effective:.1f}"
            fault = f"weights are too large, up to {weight.max():,.0f}: {many}"
            cure = f"Replay needs {FEWEST}: give shares near the logged ones, or log for longer"
            raise InputError(f"{log.file}: {fault}. {cure}.")
        for arm in np.flatnonzero(policy):
            mine = log.arm == arm
            if self.converted[mine].sum() < DECIDING:
                fault = f"fewer than {DECIDING} conversions. Give it no share, or log for longer"
                raise InputError(f"{log.file}: arm {log.arms[arm]!r} has {fault}.")
            within = self.limits[arm].within
            stand = self.inverse[mine] * within[mine]
            share, error = stand.sum() / within.sum(), np.sqrt((stand**2).sum()) / within.sum()
            if abs(share - 1) > max(LEFT, UNEQUAL * error):
                fault = f"weighted by 1 / probability, its clicks represent {share:.0%} of all"
                cure = "Check the column probability; if it is right, weights are too large"
                cure = f"{cure} ({self.inverse[mine].max(initial=0):,.0f})"
                raise InputError(f"{log.file}: arm {log.arms[arm]!r}: {fault}. {cure}.")
        return effective


def _mean(values: Reals) -> Reals:
    """Return the mean of `values` over the clicks, as an estimate."""
    return np.append(values.mean(), (values - values.mean()) / values.size)


def _product(one: Reals, other: Reals) -> Reals:
    """Return the product of two estimates, as an estimate."""
    return np.append(one[0] * other[0], one[0] * other[1:] + other[0] * one[1:])


def _equal_split(log: Log) -> float:
    """Return 1 / arms if the log splits clicks equally, else raise InputError."""
    n, counts = len(log.arms), np.bincount(log.arm, minlength=len(log.arms))
    error = np.sqrt(log.arm.size * (1 / n) * (1 - 1 / n))
    if n > 1 and np.abs(counts - log.arm.size / n).max() > UNEQUAL * error:
        shown = ", ".join(f"{arm} {k:,}" for arm, k in zip(log.arms[:5], counts[:5], strict=True))
        cure = "Add a column probability, with which the arm of each click was shown"
        raise InputError(f"{log.file}: no equal split of the clicks ({shown}). {cure}.")
    return 1 / n
