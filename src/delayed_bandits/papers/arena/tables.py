"""Tables of the arena: cells, ranks, scaling, runs, and sentences on the results."""

import itertools
from typing import Any

import numpy as np
import pandas as pd

from delayed_bandits.analysis.curves import AllCurves, Curves, Styles
from delayed_bandits.analysis.intervals import LEVEL, mean_interval, share_interval
from delayed_bandits.analysis.ranks import (
    REFERENCE,
    RESAMPLES,
    Field,
    even_weights,
    improvements,
    intervals,
    mean_ranks,
    only,
)
from delayed_bandits.analysis.regret_table import BAD
from delayed_bandits.papers.arena.field import RANDOM_PLAY, feedback_model_of, fields_of, streams_of

COORDINATES = ("environment", "problem", "arms", "gap", "distribution", "mean_delay", "violates")

LINEAR = 0.8  # regret is linear if its second half is at least this share of its first half

BINS = np.array([0, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.5, 0.75, 0.95, 1.05, 1.5, np.inf])
"""Bin edges of regret / random play's regret. Negative ratios count in the first bin."""

KINDS = {
    "none": ("none",),
    "fixed, geometric, uniform": ("fixed", "geometric", "uniform"),
    "heavy-tailed: Pareto of shape 0.5, 1, 1.5": ("Pareto 0.5", "Pareto 1.0", "Pareto 1.5"),
    "of Criteo": ("Criteo",),
    "in batches": ("batches",),
    "half of the feedback is lost": ("loss",),
    "dependent on the arm": ("by arm",),
    "dependent on the reward": ("by reward", "payoff", "by arm and reward"),
    "fixed, with adversarial rewards": ("adversarial",),
    "of conversions (a click log), the same for all arms": ("clicks",),
    "of conversions (a click log), dependent on the arm": ("clicks by arm",),
}
"""For each kind of delays, in words, the names of its distributions."""

LEARNED = 0.5  # an algorithm that learns has at most this share of the regret of random play


def cells(curves: AllCurves, styles: Styles) -> pd.DataFrame:
    """Return a row for each algorithm on each setting."""
    means = {key: float(np.mean(curve.final)) for key, curve in curves.items()}
    best: dict[tuple[str, str], float] = {}
    for (setting, name), mean in means.items():
        key = setting, feedback_model_of(curves[setting, name], styles[name])
        best[key] = min(best.get(key, np.inf), mean)
    rows = []
    for (setting, name), curve in curves.items():
        style, final, at = styles[name], curve.final, curve.coordinates
        model = feedback_model_of(curve, style)
        best_of = at.get("feedback_model", "identified") if model == REFERENCE else model
        least = best[setting, best_of]
        uniform = means[setting, RANDOM_PLAY]
        mean, low, high, runs = mean_interval(final)
        bad = share_interval(final > BAD * uniform)[:3]
        violates = set(filter(None, at["violates"].split(", ")))
        rows.append(
            {
                "setting": setting,
                **{key: at.get(key) for key in COORDINATES},
                "feedback_model": model,
                "algorithm": name,
                "label": style["label"],
                "given": style["given"],
                "violated": ", ".join(sorted(violates.intersection(style["assumes"]))),
                "linear": is_linear(curve),
                "runs": runs,
                "mean": mean,
                "low": low,
                "high": high,
                "median": float(np.median(final)),
                "best_of_feedback_model": least,
                "ratio": max(mean, 1.0) / max(least, 1.0),
                "uniform": uniform,
                **dict(zip(("bad", "bad_low", "bad_high"), bad, strict=True)),
            }
        )
    return in_order(pd.DataFrame(rows), curves, styles)


def in_order(table: pd.DataFrame, curves: AllCurves, styles: Styles) -> pd.DataFrame:
    """Sort rows by feedback model, references first, and within a model by mean rank."""
    fields = fields_of(curves, styles)
    ranks: dict[tuple[str, str], float] = {}
    for model, field in fields.items():
        of_field = mean_ranks(field, *even_weights(field))
        ranks |= {(model, name): r for name, r in zip(field.algorithms, of_field, strict=True)}
    models = [REFERENCE, *fields]
    algorithms = zip(table["feedback_model"], table["algorithm"], strict=True)
    keys = [(models.index(key[0]), ranks.get(key, np.inf), key[1]) for key in algorithms]
    return table.iloc[sorted(range(len(keys)), key=keys.__getitem__)].reset_index(drop=True)


def is_linear(curve: Curves) -> bool:
    """Return whether the second half of the rounds costs nearly as much as the first."""
    middle = float(np.mean(curve.at(int(curve.rounds[-1]) // 2)))
    return bool(np.mean(curve.final) - middle >= LINEAR * middle > 0)


def ranks(curves: AllCurves, styles: Styles) -> pd.DataFrame:
    """Return the mean rank of each algorithm within its feedback model, lowest first."""
    parts = []
    for model, field in fields_of(curves, styles).items():
        estimate, low, high = intervals(field, mean_ranks)
        part = {
            "feedback_model": model,
            "algorithm": field.algorithms,
            **{key: [styles[name][key] for name in field.algorithms] for key in ("label", "given")},
            "mean_rank": estimate,
            "low": low,
            "high": high,
            "settings": len(field.settings),
            "environments": len(set(field.environments)),
        }
        parts.append(pd.DataFrame(part))
    return in_order(pd.concat(parts), curves, styles)


def improvement(curves: AllCurves, styles: Styles) -> pd.DataFrame:
    """Return how often one algorithm beats another, by pair within a feedback model."""
    rows = []
    for model, field in fields_of(curves, styles).items():
        found = np.stack(intervals(field, improvements(field)), axis=-1)
        for i, j in itertools.permutations(range(len(field.algorithms)), 2):
            name, other = field.algorithms[i], field.algorithms[j]
            rows.append((model, name, styles[name]["label"], other, *found[i, j]))
    columns = ["feedback_model", "algorithm", "label", "other", "probability", "low", "high"]
    return in_order(pd.DataFrame(rows, columns=columns), curves, styles)


def scaling(curves: AllCurves, styles: Styles) -> pd.DataFrame:
    """Return slopes of log regret against log mean delay, over 3 or more mean delays."""
    groups: dict[tuple[str, ...], list[Curves]] = {}
    for (_, name), curve in curves.items():
        at = curve.coordinates
        if at.get("mean_delay", 0) > 0:
            groups.setdefault((at["distribution"], at["problem"], name), []).append(curve)
    rows = []
    for (distribution, problem, name), group in groups.items():
        group.sort(key=lambda curve: curve.coordinates["mean_delay"])
        if len(group) < 3:
            continue
        style, slope = styles[name], slope_interval(group)
        for curve in group:
            about = distribution, problem, feedback_model_of(curve, style), name, style["label"]
            found = curve.coordinates["mean_delay"], *mean_interval(curve.final)[:3]
            rows.append((*about, *found, *slope))
    columns = ["distribution", "problem", "feedback_model", "algorithm", "label", "mean_delay"]
    columns += ["mean", "low", "high", "slope", "slope_low", "slope_high"]
    return in_order(pd.DataFrame(rows, columns=columns), curves, styles)


def slope_interval(group: list[Curves]) -> tuple[float, float, float]:
    """Return the slope of log mean regret against log mean delay, with its interval."""
    finals = np.array([curve.final for curve in group])
    delays = np.log([curve.coordinates["mean_delay"] for curve in group])
    centred = delays - delays.mean()

    def slopes(means: np.ndarray) -> np.ndarray:
        slope = centred @ np.log(np.maximum(means, 1.0)) / (centred @ centred)
        return slope.round(9) + 0.0  # rounding errors differ between processors

    random = streams_of(group[0]).open("bootstrap-slopes", 0)
    seeds = random.integers(finals.shape[1], size=(RESAMPLES, finals.shape[1]))
    tail = (1 - LEVEL) / 2
    low, high = np.quantile(slopes(finals[:, seeds].mean(axis=2)), [tail, 1 - tail])
    return float(slopes(finals.mean(axis=1))), float(low), float(high)


def spread(curves: AllCurves, styles: Styles) -> pd.DataFrame:
    """Count the runs of each algorithm in bins of regret / random play's mean regret."""
    ratios: dict[str, list[np.ndarray]] = {}
    for (setting, name), curve in curves.items():
        if curve.coordinates["distribution"] != "adversarial":
            uniform = np.mean(curves[setting, RANDOM_PLAY].final)
            ratios.setdefault(name, []).append(curve.final / uniform)
    parts = []
    for name, found in ratios.items():
        values = np.maximum(np.concatenate(found), 0)
        counts, _ = np.histogram(values, BINS)
        model, label = styles[name]["feedback_model"], styles[name]["label"]
        about = {"feedback_model": model, "algorithm": name, "label": label}
        shares = {"above": BINS[:-1], "up_to": BINS[1:], "runs": counts}
        parts.append(pd.DataFrame({**about, **shares, "share": counts / values.size}))
    return in_order(pd.concat(parts), curves, styles)


# The best algorithm in words


def given_nothing(field: Field, styles: Styles, first: int) -> tuple[str, list[tuple[Any, ...]]]:
    """Compare algorithm number `first` with the best two that are given nothing.

    Return part of a sentence, and a row for each number in it. Both are empty if `first` itself is
    given nothing about delays.
    """

    def over_first(field: Field, settings: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        means = np.maximum(field.regrets @ seeds, 1.0)
        return (means / means[first]) @ settings

    about = [styles[name] for name in field.algorithms]
    if about[first]["given"] == "-":
        return "", []
    found = np.stack(intervals(field, over_first), axis=-1)
    able = [n for n in np.argsort(found[:, 0], kind="stable") if about[n]["given"] == "-"][:2]
    others = [(about[n]["label"], *found[n]) for n in able]
    parts = ("{} {:.1f} [{:.1f}, {:.1f}]".format(*other) for other in others)
    words = f". It is given the {about[first]['given']}. Given nothing, times its regret: "
    return words + ", ".join(parts), others


def first_algorithm(field: Field, styles: Styles) -> dict[str, Any]:
    """Return a cell of text on the algorithm of best mean rank, and its numbers."""
    ranks = intervals(field, mean_ranks)
    first = int(np.argmin(ranks[0]))
    rank, low, high = (float(part[first]) for part in ranks)
    ahead = int((intervals(field, improvements(field))[1][first] > 0.5).sum())
    shares = field.regrets[first].mean(axis=1) / field.uniform
    learns, count, algorithms = int(sum(shares <= LEARNED)), len(shares), len(field.algorithms)
    ends = (f"{v:.0f}" if v >= 10 else f"{v:.2g}" for v in 100 * np.sort(shares)[[0, -1]])
    percent = " to ".join(dict.fromkeys(ends))
    ties = np.flatnonzero(ranks[0] == rank)
    name = " and ".join(styles[field.algorithms[place]]["label"] for place in ties)
    words = (
        f"mean rank {rank:.1f} [{low:.1f}, {high:.1f}] of {algorithms}. Wins significantly against "
        f"{ahead}. Learns in {learns} of {count} settings ({percent} %)"
    )
    recommended = 2 * learns > count
    if recommended:
        words += given_nothing(field, styles, first)[0]
    return {
        "cell": f"{name}: {words}" if recommended else f"none recommended: {name} has {words}",
        "mean_rank": rank,
        "low": low,
        "high": high,
        "algorithms": algorithms,
        "surely_ahead_of": ahead,
        "least": float(shares.min()),
        "most": float(shares.max()),
        "learns_in": learns,
        "settings": count,
    }


def sentence(field: Field, styles: Styles, model: str) -> list[tuple[Any, ...]]:
    """Return a row for each number in a sentence on the two best algorithms."""
    rank, low, high = intervals(field, mean_ranks)
    first, second = np.argsort(rank, kind="stable")[:2]
    wins = [part[first, second] for part in intervals(field, improvements(field))]
    names = [styles[field.algorithms[i]]["label"] for i in (first, second)]
    percent = "{:.0f} % [{:.0f}, {:.0f}]".format(*(100 * win for win in wins))
    sure = "" if wins[1] > 0.5 else ", which does not distinguish them"
    learns = field.regrets[first].mean(axis=1) <= LEARNED * field.uniform
    more, others = given_nothing(field, styles, first)
    words = (
        f"{model}: {names[0]} has the best mean rank, {rank[first]:.1f} [{low[first]:.1f}, "
        f"{high[first]:.1f}] of {len(rank)}. Second is {names[1]} with {rank[second]:.1f} "
        f"[{low[second]:.1f}, {high[second]:.1f}]. {names[0]} has less regret than {names[1]} in "
        f"{percent} of the runs{sure}. Learns in {sum(learns)} of {learns.size} settings{more}."
    )
    both = zip(names, (first, second), strict=True)
    numbers = [(f"mean rank of {name}", rank[i], low[i], high[i]) for name, i in both]
    numbers.append((f"probability that {names[0]} has less regret than {names[1]}", *wins))
    numbers += [
        (f"mean R(T) of {name} divided by that of {names[0]}", *ratio) for name, *ratio in others
    ]
    return [(words, *number) for number in numbers]


def answer(curves: AllCurves, styles: Styles) -> pd.DataFrame:
    """Return a sentence on each feedback model, with a row for each number in it."""
    fields = fields_of(curves, styles).items()
    rows = [sentence(field, styles, model) for model, field in fields if len(field.algorithms) > 1]
    columns = ["sentence", "quantity", "estimate", "low", "high"]
    return pd.DataFrame(itertools.chain(*rows), columns=columns)


def which(curves: AllCurves, styles: Styles) -> pd.DataFrame:
    """Return the best algorithm of each feedback model under each kind of delays."""
    delays = {setting: curve.coordinates["distribution"] for (setting, _), curve in curves.items()}
    fields = fields_of(curves, styles).items()
    rows = []
    for (kind, of_kind), (model, field) in itertools.product(KINDS.items(), fields):
        part = only(field, [delays[setting] in of_kind for setting in field.settings])
        if part.settings and len(part.algorithms) > 1:
            rows.append({"row": kind, "column": model, **first_algorithm(part, styles)})
    return pd.DataFrame(rows)
