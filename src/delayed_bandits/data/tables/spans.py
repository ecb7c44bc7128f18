"""Times far from all others, such as those with a mistyped year."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

BINS = 500
FEWEST = 100  # clicks from which a log is searched for such times
SOME = 0.01  # share of the clicks or conversions that may have such times


Ask = Callable[..., list[tuple[Any, ...]]]


def far_times(ask: Ask, events: str) -> tuple[bool, str, float] | None:
    """Find a few times that are much later, or much earlier, than all others.

    Parameters
    ----------
    ask : callable
        Returns the rows of an SQL query, given its columns, the rest and FROM.
    events : str
        SQL of a relation with columns `moment` and `clicked` (false for a conversion).

    Returns
    -------
    tuple or None
        Whether the times are late, SQL that selects them, such as ">= 1.7e9", and the nearest of
        the other times.

    Notes
    -----
    The gap between far times and the others is at least this multiple of the others' span:

    - 0.2 for late times, because the end of a log says how long its clicks were observed,
    - 1 for early times, and for late times after a tail of conversions,
    - 10 if the share of clicks or of conversions that are far is above `SOME` (at most 0.1).
    """
    first, last = ask("min(moment), max(moment)", "", events)[0]
    if first is None or first == last:
        return None
    place = f"floor((moment - {first!r}) / {(last - first) / BINS!r})"
    counts = "count(*) FILTER (clicked), count(*) FILTER (NOT clicked)"
    end = "max(moment) FILTER (clicked)"
    where = "WHERE moment IS NOT NULL GROUP BY ALL ORDER BY 2"
    bins = ask(f"{place} AS bin, min(moment), max(moment), {counts}, {end}", where, events)
    of_all = [sum(b[i] for b in bins) for i in (3, 4)]
    if of_all[0] < FEWEST:
        return None
    for is_late in (True, False):
        cut = [0, 0]
        ordered = bins[::-1] if is_late else bins
        for (_, low, high, *tail, _), other in pairwise(ordered):
            cut = [n + more for n, more in zip(cut, tail, strict=True)]
            share = max(n / max(1, of) for n, of in zip(cut, of_all, strict=True))
            if share > 10 * SOME and sum(cut) > 1:
                break
            gap = low - other[2] if is_late else other[1] - high
            rest = other[2] - first if is_late else last - other[1]
            clicks = [b[5] for b in bins if b[5] is not None and b[5] < low] or [first]
            follows = not cut[0] and other[2] - max(clicks) > 0.05 * (max(clicks) - first)
            few = is_late and share <= SOME and not follows
            if gap > rest * (0.2 if few else 1 if share <= SOME or sum(cut) == 1 else 10):
                beyond, near = (f">= {low!r}", other[2]) if is_late else (f"<= {high!r}", other[1])
                return is_late, beyond, near
    return None
