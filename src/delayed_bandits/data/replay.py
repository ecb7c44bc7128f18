"""Off-policy evaluation: what a fixed policy would have earned on a log.

Click i was shown arm a_i with probability p_i. F_a(o_i) is the share of arm a's conversions that
come within the time o_i for which click i was observed. If arm a had been shown always, its
conversions per click would have been

    IPS_a = sum_i 1{a_i = a} S_i / p_i / D_a,                 D_a = sum_i F_a(o_i),
    DR_a  = q_a + sum_i 1{a_i = a} (S_i - F_a(o_i) q_a) / p_i / D_a,

with S_i = 1 if click i has converted so far, and q_a the arm's conversions over its sum of F_a(o_i)
(Horvitz and Thompson 1952; Dudik, Langford and Li 2011). A policy with shares w_a earns sum_a w_a
DR_a. F is the product-limit estimate, made again in each bootstrap resample.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import suggestion
from delayed_bandits.data.log.arms import FEWEST, Log, sum_up
from delayed_bandits.data.tables.durations import duration
from delayed_bandits.files.digests import read_json

if TYPE_CHECKING:
    import pandas as pd

Reals = NDArray[np.float64]

RESAMPLES, LIMITS = 400, (0.025, 0.975)
AT_A_TIME = 4_000_000  # numbers of an array
UNEQUAL = 4.0  # standard errors by which shares of clicks may differ from what was said
LEFT = 0.1  # the largest share of all clicks that an arm's weights may miss
ESTIMATES = ("doubly robust", "inverse propensity", "as logged", "uncorrected")


class Replay(NamedTuple):
    """Conversions per click of a policy, up to `cap_seconds` after the click.

    `frame` has a row for each estimate with its 95 % limits. "as logged" is what the log itself
    earned; "uncorrected" is inverse propensity that counts late conversions as none.
    """

    frame: "pd.DataFrame"
    weights: dict[str, float]
    cap_seconds: int
    effective_conversions: float

    def __str__(self) -> str:
        shown = ", ".join(f"{arm} {share:.1%}" for arm, share in self.weights.items())
        table = self.frame.to_string(index=False, float_format="{:.4%}".format)
        return f"Conversions per click within {duration(self.cap_seconds)}, {shown}:\n{table}"

    def _repr_html_(self) -> str:
        return self.frame.to_html(index=False)


def replay(log: Any, weights: Any, *, seed: int = 0, **reading: Any) -> Replay:
    """Estimate what a policy of fixed shares would have earned on a log.

    Parameters
    ----------
    log : path, data frame, Arrow table or Log
        Clicks of an equal split, or with a column `probability`, with which their arm was shown.
    weights : str, mapping or path
        An arm, shares by arm, or what `delayed-bandits weights` writes, as a path or as content.
    seed : int
        The seed of the bootstrap.
    **reading
        Options of `read_log`.
    """
    from delayed_bandits.data.frames import read_log

    found = log if isinstance(log, Log) else read_log(log, **reading)
    policy = policy_of(found, weights)
    if (found.observed < 0).any():
        cure = "Add a column click_time, or observed"
        raise InputError(f"{found.file}: does not say how old its clicks are. {cure}.")
    cap = sum_up(found).cap
    clicks = _Clicks(found, cap)
    shares = np.array([policy.get(arm, 0.0) for arm in found.arms])
    effective = clicks.check(shares)
    middle, chance = clicks.estimate(np.ones((1, found.arm.size)), shares)[0], []
    rng, size = np.random.default_rng(seed), max(1, AT_A_TIME // found.arm.size)
    for first in range(0, RESAMPLES, size):
        drawn = min(size, RESAMPLES - first)
        counts = rng.multinomial(found.arm.size, clicks.equal, size=drawn).astype(float)
        chance.append(clicks.estimate(counts, shares))
    low, high = np.quantile(np.concatenate(chance), LIMITS, axis=0)
    rows = {"estimate": ESTIMATES, "conversions_per_click": middle, "low": low, "high": high}
    import pandas as pd

    return Replay(pd.DataFrame(rows), policy, cap, effective)


def policy_of(log: Log, weights: Any) -> dict[str, float]:
    """Return the shares by arm that `weights` gives: arm, mapping or JSON file."""
    if isinstance(weights, str) and weights in log.arms:
        return {weights: 1.0}
    if isinstance(weights, str | os.PathLike):
        if not Path(weights).is_file():
            hint = suggestion(str(weights), log.arms)
            raise InputError(f"{weights}: neither an arm of the log nor a file. {hint}")
        weights = read_json(Path(weights))
    shares = weights.get("weights", weights) if isinstance(weights, Mapping) else None
    cure = 'Give shares of a sum of 1, such as {"red": 0.7, "blue": 0.3}'
    try:
        policy = {arm: float(share) for arm, share in shares.items()}
    except (AttributeError, TypeError, ValueError) as error:
        raise InputError(f"weights: are no shares by arm. {cure}.") from error
    for arm in policy.keys() - set(log.arms):
        raise InputError(f"{log.file}: no click on arm {arm!r}. {suggestion(arm, log.arms)}")
    if min(policy.values()) < 0 or abs(sum(policy.values()) - 1) > 1e-3:
        raise InputError(f"weights: sum to {sum(policy.values()):.4g}. {cure}.")
    return {arm: share for arm, share in policy.items() if share}


class _Clicks:
    """A log sorted for the estimates."""

    def __init__(self, log: Log, cap: int) -> None:
        n, arms = log.arm.size, len(log.arms)
        self.log, self.equal = log, np.full(n, 1 / n)
        self.converted = ((log.delay >= 0) & (log.delay <= cap)).astype(float)
        observed = np.minimum(log.observed, cap)
        last = np.where(self.converted > 0, log.delay, observed)
        chance = _equal_split(log) if log.probability is None else log.probability
        self.inverse = np.broadcast_to(1 / chance, n)
        enough = np.bincount(log.arm, self.converted, arms) >= FEWEST
        self.order, self.place = [], []
        for arm in range(arms):
            rows = np.flatnonzero(log.arm == arm) if enough[arm] else np.arange(n)
            rows = rows[np.lexsort((-self.converted[rows], last[rows]))]
            self.order.append(rows)
            self.place.append(np.searchsorted(last[rows], observed, "right"))

    def estimate(self, counts: Reals, policy: Reals) -> Reals:
        """Return `ESTIMATES` of resamples, (resamples, 4); `counts` repeats each click."""
        total = np.zeros((len(counts), 4))
        for arm, share in enumerate(policy):
            mine = self.log.arm == arm
            here, seen = counts[:, mine], self.converted[mine]
            within = self._within(counts, arm)
            of_all, of_mine = (counts * within).sum(axis=1), (here * within[:, mine]).sum(axis=1)
            earned = here @ seen
            rate = earned / np.maximum(of_mine, 1e-9)
            weight = here * self.inverse[mine]
            inverse = weight @ seen / of_all
            residual = inverse - (weight * within[:, mine]).sum(axis=1) * rate / of_all
            total[:, 0] += share * (rate + residual)
            total[:, 1] += share * inverse
            total[:, 2] += rate * here.sum(axis=1) / counts.sum(axis=1)
            total[:, 3] += share * (weight @ seen) / counts.sum(axis=1)
        return total

    def _within(self, counts: Reals, arm: int) -> Reals:
        """Return F at each click's age by the product limit, shape (resamples, clicks)."""
        rows = self.order[arm]
        drawn = counts[:, rows]
        at_risk = np.cumsum(drawn[:, ::-1], axis=1)[:, ::-1]
        left = np.cumprod(1 - drawn * self.converted[rows] / np.maximum(at_risk, 1), axis=1)
        share = np.concatenate([np.zeros((len(counts), 1)), 1 - left], axis=1)
        return share[:, self.place[arm]] / np.maximum(share[:, -1:], 1e-9)

    def check(self, policy: Reals) -> float:
        """Refuse weights that are too large; return the effective number of conversions."""
        log, once = self.log, np.ones((1, self.log.arm.size))
        weight = policy[log.arm] * self.inverse * self.converted
        effective = float(weight.sum() ** 2 / max((weight**2).sum(), 1e-9))
        if effective < FEWEST:
            many = f"{int((weight > 0).sum()):,} conversions count as {effective:.1f}"
            fault = f"weights are too large, up to {weight.max():,.0f}: {many}"
            cure = f"Replay needs {FEWEST}: give shares near the logged ones, or log for longer"
            raise InputError(f"{log.file}: {fault}. {cure}.")
        for arm in np.flatnonzero(policy):
            mine, within = log.arm == arm, self._within(once, arm)[0]
            stand = self.inverse[mine] * within[mine]
            share, error = stand.sum() / within.sum(), np.sqrt((stand**2).sum()) / within.sum()
            if abs(share - 1) > max(LEFT, UNEQUAL * error):
                fault = f"by the probabilities its clicks stand for {share:.0%} of all"
                cure = "Check the column probability; if it is right, weights are too large"
                largest = self.inverse[mine].max(initial=0)
                raise InputError(
                    f"{log.file}: arm {log.arms[arm]!r}: {fault}. {cure} ({largest:,.0f})."
                )
        return effective


def _equal_split(log: Log) -> float:
    """Return the probability of each arm in an equal split; refuse other logs."""
    n, counts = len(log.arms), np.bincount(log.arm, minlength=len(log.arms))
    error = np.sqrt(log.arm.size * (1 / n) * (1 - 1 / n))
    if n > 1 and np.abs(counts - log.arm.size / n).max() > UNEQUAL * error:
        shown = ", ".join(f"{arm} {k:,}" for arm, k in zip(log.arms[:5], counts[:5], strict=True))
        cure = "Add a column probability, with which the arm of each click was shown"
        raise InputError(f"{log.file}: no equal split of the clicks ({shown}). {cure}.")
    return 1 / n
