"""How often an algorithm, here called a rule, would show each arm after a log."""

import json
import math
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from delayed_bandits.algorithms.confidence_indices import largest_mean
from delayed_bandits.algorithms.posteriors import probabilities_of_best
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import suggestion
from delayed_bandits.data.advice import algorithms as rules
from delayed_bandits.data.advice.algorithms import LogAlgorithm
from delayed_bandits.data.advice.bandit import LogBandit
from delayed_bandits.data.log.arms import Log, of_arms, sum_up
from delayed_bandits.files.digests import read_json

Reals = NDArray[np.float64]

CYCLES, SHORTEST = 1000, 1e-9  # most iterations of EM; least sum of delays to divide by
DIGITS = 6  # of a share
THOMPSON = {rules.TS, "what you do now", *(rule.name for rule in rules.RULES)}


class Counts(NamedTuple):
    """Each arm's conversions and (fractional) clicks, as a rule counts them."""

    conversions: Reals
    clicks: Reals


def weights(log: Log, rule: LogAlgorithm, arms: list[str] | None = None) -> dict[str, Any]:
    """Return the content of weights.json: the share of clicks for each arm now.

    Parameters
    ----------
    log : Log
        The clicks so far, with their times or the time for which each was observed.
    rule : LogAlgorithm
        Thompson sampling or KL-UCB, and how it counts clicks.
    arms : list of str, optional
        The arms that share the clicks; default: all of the log.
    """
    arms = list(log.arms if arms is None else arms)
    for name in set(arms) - set(log.arms):
        raise InputError(f"{log.file}: no click on arm {name!r}. {suggestion(name, log.arms)}")
    log = of_arms(log, arms)
    if (log.observed < 0).any():
        cure = "Add a column click_time, or observed"
        raise InputError(f"{log.file}: does not say how old its clicks are. {cure}.")
    if not (log.delay >= 0).any():
        raise InputError(f"{log.file}: no click on these arms converted. Log for longer.")
    shares, posterior = _shares(counts_of(log, rule), rule, log.arm.size)
    shares = np.maximum(shares, rule.floor)
    shares = np.round(shares / shares.sum(), DIGITS)
    shares[shares.argmax()] += 1 - shares.sum()
    return {
        "weights": dict(zip(arms, shares.round(DIGITS).tolist(), strict=True)),
        "log_until": log.until and datetime.fromtimestamp(log.until, UTC).isoformat(),
        "holds_for_seconds": rule.every,
        "clicks": log.arm.size,
        "posterior": dict(zip(arms, posterior, strict=True)),
        "rule": {**rule._asdict(), "arms": arms},
        "reading": log.options,
        "log_sha256": log.sha256,
    }


def counts_of(log: Log, rule: LogAlgorithm) -> Counts:
    """Return what a rule has counted for each arm by the end of the log."""
    converted = (log.delay >= 0) & (log.delay <= (rule.window or math.inf))
    waited = log.observed >= rule.window
    if rule.counting in (rules.AT_ONCE, rules.WITHIN):
        counted = np.ones(log.arm.size)
    elif rule.counting == rules.WAIT:
        counted, converted = waited, converted & waited
    elif rule.counting == rules.LATE:
        counted = converted | waited
    elif rule.counting in (rules.BY_ARM, rules.BY_AGE):
        counted, converted = _by_age(log, by_arm=rule.counting == rules.BY_ARM)
    elif rule.counting == rules.ESTIMATED:
        counted = _estimated(log)
    else:
        raise InputError(f"rule {rule.name!r}: counts clicks in its own way. Give another rule.")
    n = len(log.arms)
    return Counts(*(np.bincount(log.arm, x, n) for x in (converted, counted)))


def _by_age(log: Log, *, by_arm: bool) -> tuple[Reals, NDArray[np.bool_]]:
    """Return P(delay <= age) for each click, and whether the click converted."""
    summary = sum_up(log)
    bandit = LogBandit(summary.arms, None, 1.0, 1, by_arm, summary.cap)
    shares = np.empty(log.arm.size)
    for arm, delays in enumerate(bandit.known[:-1]):
        of_arm = log.arm == arm
        shares[of_arm] = np.searchsorted(delays, log.observed[of_arm], "right") / delays.size
    return shares, (log.delay >= 0) & (log.delay <= summary.cap)


def _estimated(log: Log) -> Reals:
    """Return P(delay <= age) for each click, with exponential delays fitted by EM."""
    shares = np.zeros(log.arm.size)
    for arm in np.unique(log.arm[log.delay >= 0]):
        of_arm = log.arm == arm
        age, delay = log.observed[of_arm].astype(float), log.delay[of_arm]
        came, theta, rate = delay >= 0, 0.2, 1 / max(1.0, age.max())
        for _ in range(CYCLES):
            before, late = rate, theta * np.exp(-rate * age)
            either = 1 - theta + late
            waits = np.divide(late, either, out=np.ones_like(late), where=either != 0)
            spent = np.where(came, delay, waits * age).sum()
            rate = came.sum() / max(spent, SHORTEST)
            counted = 1 - np.exp(-rate * age)
            theta = min(1.0, came.sum() / max(counted.sum(), SHORTEST))
            if abs(rate - before) < SHORTEST * rate:
                break
        shares[of_arm] = counted
    return shares


def _shares(found: Counts, rule: LogAlgorithm, clicks: int) -> tuple[Reals, list[dict]]:
    """Return each arm's share, and its Beta posterior or upper confidence bound."""
    if rule.name in THOMPSON:
        a, b = 1 + found.conversions, np.maximum(1, 1 + found.clicks - found.conversions)
        posterior = [{"a": float(x), "b": float(y)} for x, y in zip(a, b, strict=True)]
        return probabilities_of_best.py_func(a, b), posterior
    if rule.name != rules.KL_UCB:
        cure = f"Give a rule of {rules.TS} or {rules.KL_UCB}."
        raise InputError(f"rule {rule.name!r}: has no weights. {cure}")
    m = np.maximum(found.clicks, SHORTEST)
    means, levels = np.minimum(1, found.conversions / m), math.log(clicks + (not rule.every)) / m
    upper = [largest_mean(p, level, 0.0) for p, level in zip(means, levels, strict=True)]
    best = np.arange(m.size) == np.round(upper, 9).argmax()
    return best.astype(float), [{"upper": bound} for bound in upper]


def rule_of(path: Path) -> tuple[LogAlgorithm, list[str] | None, dict[str, Any]]:
    """Read a rule, its arms and `read_log` options from weights.json or advice.json."""
    fields = LogAlgorithm._fields
    try:
        found = read_json(path)
        entry = found.get("rule") or found["best"]
        rule = LogAlgorithm(**{key: entry[key] for key in fields})
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        cure = "Give a file that `delayed-bandits advise --json` or `weights` wrote"
        raise InputError(f"{path}: has no rule with {', '.join(fields)}. {cure}.") from error
    return rule, entry.get("arms", found.get("arms")), found.get("reading", {})


def text_of(found: Mapping[str, Any]) -> str:
    """Return the content of weights.json as text, with a line for each key."""
    lines = (f" {json.dumps(key)}: {json.dumps(x, ensure_ascii=False)}" for key, x in found.items())
    return "{\n" + ",\n".join(lines) + "\n}"
