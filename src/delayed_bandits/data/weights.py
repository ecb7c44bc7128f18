"""Shares of the arms to show now, by a rule on a log so far."""

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from delayed_bandits.algorithms.confidence_indices import largest_mean
from delayed_bandits.algorithms.posteriors import probabilities_of_best
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import suggestion
from delayed_bandits.data.log.algorithms import (
    AT_ONCE,
    BY_AGE,
    BY_ARM,
    ESTIMATED,
    KL_UCB,
    LATE,
    RULES,
    TS,
    WAIT,
    WITHIN,
    LogAlgorithm,
)
from delayed_bandits.data.log.arms import Log, of_arms, sum_up
from delayed_bandits.data.log.bandit import LogBandit
from delayed_bandits.files.digests import read_json

Reals = NDArray[np.float64]

CYCLES, SHORTEST = 200, 1e-9  # of the EM; the least sum of delays to divide by
THOMPSON = {TS, "what you do now", *(rule.name for rule in RULES)}


class Counts(NamedTuple):
    """Conversions S and counted clicks M of each arm, as a rule counts them."""

    conversions: Reals
    clicks: Reals


def weights(log: Log, rule: LogAlgorithm, arms: list[str] | None = None) -> dict[str, Any]:
    """Return what `delayed-bandits weights` writes: the share of each arm to show now.

    Parameters
    ----------
    log : Log
        The clicks so far, with times or with the time that each was watched.
    rule : LogAlgorithm
        Thompson sampling or KL-UCB, with its way to count clicks.
    arms : list of str, optional
        The arms that share the clicks; default: all of the log.
    """
    arms = list(log.arms if arms is None else arms)
    for name in set(arms) - set(log.arms):
        raise InputError(f"{log.file}: has no click of arm {name!r}. {suggestion(name, log.arms)}")
    log = of_arms(log, arms)
    if (log.observed < 0).any():
        cure = "Add a column click_time, or watched."
        raise InputError(f"{log.file}: does not say how old its clicks are. {cure}")
    found = counts_of(log, rule)
    shares, posterior = _shares(found, rule, int(np.bincount(log.arm).sum()))
    shares = np.maximum(shares, rule.floor)
    shares /= shares.sum()
    return {
        "weights": dict(zip(arms, shares.tolist(), strict=True)),
        "posterior": dict(zip(arms, posterior, strict=True)),
        "until": log.until,
        "holds_for_seconds": rule.every or None,
        "clicks": int(log.arm.size),
        "rule": {"arms": arms, **rule._asdict()},
        "log_sha256": log.sha256,
    }


def counts_of(log: Log, rule: LogAlgorithm) -> Counts:
    """Return S and M of each arm: what the rule has counted at the end of the log."""
    converted = (log.delay >= 0) & (log.delay <= (rule.window or math.inf))
    if rule.counting in (AT_ONCE, WITHIN):
        counted = np.ones(log.arm.size)
    elif rule.counting == WAIT:
        counted = (log.observed >= rule.window).astype(float)
        converted &= counted > 0
    elif rule.counting == LATE:
        counted = (converted | (log.observed >= rule.window)).astype(float)
    elif rule.counting in (BY_ARM, BY_AGE):
        counted, converted = _by_age(log, by_arm=rule.counting == BY_ARM)
    elif rule.counting == ESTIMATED:
        counted = _estimated(log)
    else:
        raise InputError(f"rule {rule.name!r}: its counts are its own. Give another rule.")
    n = len(log.arms)
    return Counts(*(np.bincount(log.arm, x, n) for x in (converted.astype(float), counted)))


def _by_age(log: Log, *, by_arm: bool) -> tuple[Reals, NDArray[np.bool_]]:
    """Return F(age) of each click, and whether it converted up to the log's cap."""
    summary = sum_up(log)
    bandit = LogBandit(summary.arms, None, 1.0, 1, by_arm, summary.cap)
    shares = np.empty(log.arm.size)
    for arm, delays in enumerate(bandit.known[:-1]):
        of_arm = log.arm == arm
        shares[of_arm] = np.searchsorted(delays, log.observed[of_arm], "right") / delays.size
    return shares, (log.delay >= 0) & (log.delay <= summary.cap)


def _estimated(log: Log) -> Reals:
    """Return 1 - exp(-lambda age) of each click, with lambda of its arm by EM."""
    shares = np.zeros(log.arm.size)
    for arm in range(len(log.arms)):
        of_arm = log.arm == arm
        age, delay = log.observed[of_arm].astype(float), log.delay[of_arm]
        conversions, theta = np.count_nonzero(delay >= 0), 0.2
        rate = 1 / max(1.0, float(age.max(initial=1)))
        for _ in range(CYCLES if conversions else 0):
            late = theta * np.exp(-rate * age)
            weight = np.where(delay >= 0, 1.0, late / (1 - theta + late))
            spent = (weight * np.where(delay >= 0, delay, age)).sum()
            rate = conversions / max(float(spent), SHORTEST)
            counted = 1 - np.exp(-rate * age)
            theta = min(1.0, conversions / max(counted.sum(), SHORTEST))
            shares[of_arm] = counted
    return shares


def _shares(found: Counts, rule: LogAlgorithm, clicks: int) -> tuple[Reals, list[dict]]:
    """Return the probability that each arm is shown, and what it follows from."""
    if rule.name in THOMPSON:
        a, b = 1 + found.conversions, np.maximum(1, 1 + found.clicks - found.conversions)
        posterior = [{"a": float(x), "b": float(y)} for x, y in zip(a, b, strict=True)]
        return probabilities_of_best.py_func(a, b), posterior
    if rule.name != KL_UCB:
        cure = f"Give a rule of {TS} or {KL_UCB}."
        raise InputError(f"rule {rule.name!r}: has no weights. {cure}")
    upper = np.ones(found.clicks.size)
    for arm in np.flatnonzero(found.clicks):
        mean = min(1.0, found.conversions[arm] / found.clicks[arm])
        level = math.log(max(clicks, 1)) / found.clicks[arm]
        upper[arm] = largest_mean.py_func(mean, level, 0.0)
    return (np.arange(upper.size) == upper.argmax()).astype(float), [
        {"upper": float(bound)} for bound in upper
    ]


def rule_of(path: Path) -> tuple[LogAlgorithm, list[str] | None]:
    """Read a rule from weights.json or advice.json; return it and its arms."""
    try:
        found = read_json(path)
    except (OSError, ValueError) as error:
        fault = f"is no JSON file ({error}). Give advice.json or weights.json"
        raise InputError(f"{path}: {fault}.") from error
    entry = found.get("rule", found.get("best")) if isinstance(found, Mapping) else None
    fields = LogAlgorithm._fields
    try:
        rule = LogAlgorithm(**{key: entry[key] for key in fields})
    except (TypeError, KeyError) as error:
        cure = "Give a file that `delayed-bandits advise --json` or `weights` wrote"
        raise InputError(f"{path}: has no rule with {', '.join(fields)}. {cure}.") from error
    return rule, entry.get("arms", found.get("arms"))


def text_of(found: Mapping[str, Any]) -> str:
    """Return weights as JSON, with one line for each arm."""
    return json.dumps(found, indent=1, ensure_ascii=False)
