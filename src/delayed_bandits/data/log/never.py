"""Values that may mean "no conversion", such as 9999-12-31."""

import shlex
from collections.abc import Sequence

from delayed_bandits.data.log.clicks import TEXTS, Clicks
from delayed_bandits.data.log.meaning import EARLY, SHORT, Fault, Options
from delayed_bandits.data.tables.dates import form_offered
from delayed_bandits.data.tables.durations import UNITS, duration
from delayed_bandits.data.tables.flags import SOME

FAR = 10 * 365 * UNITS["days"]  # from a click to a time that cannot be of its conversion
REPEATED = 10  # rows from which a repeated delay may mean never
KINDS, CROWDED = 3, 5  # most values that may mean never; how many times more often than others
CROWDS = "SELECT count(*) AS n FROM clicks WHERE {} GROUP BY clicked"


def refuse_never(clicks: Clicks, options: Options) -> None:
    """Refuse a log if many rows share a delay or time, which may mean no conversion."""
    last, many = clicks.last, max(2, SOME * clicks.rows)
    said = f"log.{last}"

    def refuse(found: Sequence[tuple[str, int]], other: str = "type --never ''") -> None:
        counted = " and ".join(f"{text!r} in {n:,}" for text, n in found)
        words = " ".join(shlex.quote(text) for text, _ in found if not text.startswith("-"))
        typed = [f"--never {words}"] if words else []
        typed += [f"--never={shlex.quote(text)}" for text, _ in found if text.startswith("-")]
        cure = f"If that means no conversion, type {' '.join(typed)}. If not, {other}."
        raise clicks.texts.fault(last, f"is {counted} of {clicks.rows:,} rows. {cure}")

    def frequent(rows: str, least: float) -> tuple[list[tuple[str, int]], int]:
        """Return (text, count) of texts found `least` times or more, and the total count."""
        some = f"WHERE {said} IS NOT NULL AND ({rows}) GROUP BY 1 ORDER BY n DESC, 1 LIMIT {KINDS}"
        found = clicks.ask(f"{said}, count(*) AS n, sum(n) OVER ()", some, TEXTS)
        return [(text, n) for text, n, _ in found if n >= least], found[0][2] if found else 0

    texts, refused = frequent(clicks.having(last), many)
    if 2 * sum(n for _, n in texts) >= refused > 0:
        refuse(texts, "write the times of these conversions, or type --never ''")
    usable, at = f"(why IS NULL OR {clicks.having(SHORT)}) AND delayed >= 0", "delayed"
    if last == "conversion_time":
        at = "(clicked + delayed)"
        beyond = f"{at} > (SELECT max(clicked) FROM clicks WHERE why IS NULL) + {FAR}"
        far = f"({usable} AND {beyond}) OR ({clicks.having(EARLY)} AND delayed < -{FAR})"
        if all_far := clicks.ask("count(*)", f"WHERE {far}")[0][0]:
            texts, _ = frequent(far, SOME * clicks.rows)
            if 2 * sum(n for _, n in texts) >= all_far:
                refuse(texts)
            if all_far >= many:
                example = clicks.ask(f"min({said})", f"WHERE {far}", TEXTS)[0][0]
                what = f"is ten years from the clicks in {all_far:,} rows, such as {example!r}"
                cure = form_offered(clicks.texts, last, example)
                raise clicks.texts.fault(last, f"{what}. {cure}.")
            what, never = "is ten years from the clicks", "If it means none: --never VALUE"
            clicks.leave_out(Fault(last, far, what, never))
    if "converted" in clicks.names:
        return
    for value in dict.fromkeys((at, "delayed")):
        at_click = " AND delayed > 0" if options.tolerance and value == "delayed" else ""
        if shared := _shared(clicks, value, usable + at_click):
            if value == at:
                equal = f"WHERE {usable} AND {value} = "
                said_so = (clicks.ask(f"min({said})", equal + repr(x), TEXTS) for x, _ in shared)
                refuse([(text[0][0], n) for text, (_, n) in zip(said_so, shared, strict=True)])
            seconds, n = shared[0]
            what = f"is {duration(seconds)} after the click in {n:,} of {clicks.rows:,} rows"
            cure = "Leave it empty where no conversion came, or type --never ''."
            raise clicks.texts.fault(last, f"{what}. {cure}")
    order = f"WHERE {usable} GROUP BY delayed ORDER BY delayed DESC LIMIT 2"
    if last != "delay":
        return
    longest = clicks.ask(f"delayed, count(*), min({said})", order, TEXTS)
    if len(longest) == 2:
        (top, n, text), (below, *_) = longest
        if n >= many and top > 3 * below > 0:
            refuse([(text, n)])


def _shared(clicks: Clicks, value: str, usable: str) -> list[tuple[float, int]]:
    """Return (value, count) for up to `KINDS` values far more frequent than others."""
    most = f"WHERE {usable} GROUP BY 1 ORDER BY n DESC LIMIT {KINDS + 1}"
    of_all = f"count(*) OVER (), sum(n) OVER (), min({value}) OVER ()"
    found = clicks.ask(f"{value}, count(*) AS n, {of_all}", most)
    if not found or found[0][1] < REPEATED:
        return []
    _, n, kinds, of_all, least = found[0]
    if 2 * n > clicks.rows:
        return [found[0][:2]]
    counts = [n for _, n, *_ in found] + [1] * (KINDS + 1 - len(found))
    falls = [i + 1 for i in range(KINDS) if counts[i] > CROWDED * counts[i + 1]]
    shared = [(x, n) for x, n, *_ in found[: falls[-1]] if n >= REPEATED] if falls else []
    others = of_all - sum(n for _, n in shared)
    if value == "delayed" and 2 * (kinds - len(shared)) < others:
        shared = [(x, n) for x, n in shared if x > least]  # delays in days: many have the shortest
    if not shared or kinds - len(shared) < KINDS:
        return []
    rows, crowd = clicks.ask("sum(n), max(n)", "", f"({CROWDS.format(clicks.timed)})")[0]
    return [(x, n) for x, n in shared if n / of_all > CROWDED * (crowd or 0) / (rows or 1)]
