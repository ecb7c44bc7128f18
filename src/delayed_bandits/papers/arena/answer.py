"""The answer of the arena: who is first in each game, in sentences, and by kind of delays."""

from typing import Any

import numpy as np

from delayed_bandits.analysis.style import Styles
from delayed_bandits.papers.arena.field import Field, improvements, intervals, mean_ranks

KINDS = {
    "none": ("none",),
    "fixed, geometric, uniform": ("fixed", "geometric", "uniform"),
    "heavy-tailed: Pareto of shape 0.5, 1, 1.5": ("Pareto 0.5", "Pareto 1.0", "Pareto 1.5"),
    "of Criteo": ("Criteo",),
    "in packets": ("packets",),
    "half of the feedback is lost": ("loss",),
    "dependent on the arm": ("by arm",),
    "dependent on the reward": ("by reward", "payoff", "by arm and reward"),
    "fixed, with adversarial rewards": ("adversarial",),
    "of conversions (a click log), the same for all arms": ("clicks",),
    "of conversions (a click log), dependent on the arm": ("clicks by arm",),
}
"""Laws of delays by their kind, in words."""

LEARNED = 0.5
"""Who learns has at most this share of the regret of uniform play."""


def first_player(field: Field, styles: Styles) -> dict[str, Any]:
    """Describe the first player, with its `least` and `most` regret over that of uniform play."""
    ranks = intervals(field, mean_ranks)
    first = int(np.argmin(ranks[0]))
    rank, low, high = (float(part[first]) for part in ranks)
    ahead = int((intervals(field, improvements(field))[1][first] > 0.5).sum())
    shares = field.regrets[first].mean(axis=1) / field.uniform
    learns, count, players = int(sum(shares <= LEARNED)), len(shares), len(field.players)
    alike = int(sum(ranks[0] == rank)) - 1
    name = styles[field.players[first]]["label"] + (f" and {alike} alike" if alike else "")
    words = (
        f"mean rank {rank:.1f} [{low:.1f}, {high:.1f}] of {players}, surely ahead of {ahead}; "
        f"learns in {learns} of {count} settings ({_range(100 * shares)} % of the regret of "
        "uniform play)"
    )
    recommended = 2 * learns > count
    return {
        "cell": f"{name}: {words}" if recommended else f"none to rely on: first is {name}, {words}",
        "mean_rank": rank,
        "low": low,
        "high": high,
        "players": players,
        "surely_ahead_of": ahead,
        "least": float(shares.min()),
        "most": float(shares.max()),
        "learns_in": learns,
        "settings": count,
    }


def _range(values: np.ndarray) -> str:
    shown = (f"{v:.0f}" if v >= 10 else f"{v:.2g}" for v in (values.min(), values.max()))
    return " to ".join(dict.fromkeys(shown))


def sentence(field: Field, styles: Styles, game: str) -> list[tuple[Any, ...]]:
    """Say who is first by mean rank, how sure that is, and where it learns: a row a number."""
    rank, low, high = intervals(field, mean_ranks)
    first, second = np.argsort(rank, kind="stable")[:2]
    wins = [part[first, second] for part in intervals(field, improvements(field))]
    names = [styles[field.players[place]]["label"] for place in (first, second)]
    sure = "" if wins[1] > 0.5 else ", which does not set them apart"
    learns = field.regrets[first].mean(axis=1) <= LEARNED * field.uniform
    words = (
        f"Of the players of the game “{game}”, {names[0]} has the best mean rank, "
        f"{rank[first]:.1f} [{low[first]:.1f}, {high[first]:.1f}] of {len(rank)}, before "
        f"{names[1]} with {rank[second]:.1f} [{low[second]:.1f}, {high[second]:.1f}]; in "
        f"{_percent(wins)} of the runs it has less regret than {names[1]}{sure}. It learns, with "
        f"at most half of the regret of uniform play, in {sum(learns)} of {learns.size} "
        "settings."
    )
    return [
        (words, f"mean rank of {name}", rank[place], low[place], high[place])
        for name, place in zip(names, (first, second), strict=True)
    ] + [(words, f"probability that {names[0]} has less regret than {names[1]}", *wins)]


def _percent(interval: list[float]) -> str:
    estimate, low, high = (100 * float(value) for value in interval)
    return f"{estimate:.0f} % [{low:.0f}, {high:.0f}]"
