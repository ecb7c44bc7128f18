"""Words made from judged claims: counts, the deciding number, and texts with numbers filled in."""

import math
import re
import string
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from delayed_bandits.analysis import verdicts as v
from delayed_bandits.analysis.numbers import bounds, measured
from delayed_bandits.analysis.rows import Evidence
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import suggestion

FOUND = {
    "c": {},
    "o": {v.REPRODUCED: "holds", v.IN_PART: "holds in part", v.NOT_REPRODUCED: "fails"},
}
"""Words on findings of ours, which reproduce nothing, by the first letter of the claim."""

QUANTIFIERS = {
    "all": "in all rows",
    "each": "in each row",
    "most": "in most rows",
    "some": "in some row",
}


def deciding(rows: Sequence[Evidence], word: str) -> int:
    """Choose the row that decides a word: the least sure that holds, or the surest that fails.

    Of open rows it is the least sure, and of those that do not count one that is applicable.
    """
    wanted = {
        v.REPRODUCED: v.HOLDS,
        v.IN_PART: v.FAILS,
        v.NOT_SHOWN: v.FAILS,
        v.NOT_REPRODUCED: v.FAILS,
        v.INCONCLUSIVE: v.OPEN,
    }
    chosen = [n for n, row in enumerate(rows) if row.word() == wanted.get(word)]
    chosen = chosen or [n for n, row in enumerate(rows) if not row.not_applicable]
    chosen = chosen or range(len(rows))
    sign = -1 if wanted.get(word) == v.FAILS else 1

    def sure(number: int) -> tuple[float, float]:
        measured, bound = rows[number].measured, rows[number].bound
        limits = [limit for limit in (bound.low, bound.high) if math.isfinite(limit)]
        away = min((abs(limit - measured.estimate) for limit in limits), default=0.0)
        return sign * (v.p_value(measured, bound) or 0.0), -sign * away

    return max(chosen, key=sure)


def rows_that_hold(reading: Mapping[str, Any]) -> str:
    """Count the rows of a reading that hold, such as "3 of 5"; rows that do not count are apart."""
    words = [row["word"] for row in reading["evidence"]]
    return f"{words.count(v.HOLDS)} of {sum(word in (v.HOLDS, v.FAILS, v.OPEN) for word in words)}"


def count_in_words(reading: Mapping[str, Any]) -> str:
    """Count the rows of a reading by their words, such as "holds in 3 of 5, fails in 2"."""
    count = Counter(row["word"] for row in reading["evidence"])
    if count.total() == 1:
        return reading["evidence"][0]["word"]
    counted = count[v.HOLDS] + count[v.FAILS] + count[v.OPEN]
    parts = [f"holds in {rows_that_hold(reading)}"] if counted else []
    others = (v.FAILS, v.OPEN, v.NOT_TESTED, v.NOT_APPLICABLE)
    return ", ".join([*parts, *(f"{word} in {count[word]}" for word in others if count[word])])


def decision_in_words(reading: Mapping[str, Any]) -> str:
    """Put the measurement that decides a reading in words, with its seeds; "" if none does."""
    if reading["word"] == v.NOT_TESTED:
        return ""
    row = reading["evidence"][reading["decides"]]
    return measured(row) + (f", {row['seeds']} seeds" if row["seeds"] else "")


def word_in_words(claim: Mapping[str, Any], reading: Mapping[str, Any]) -> str:
    """Give the word of a reading; a finding of ours holds or fails."""
    return FOUND[claim["id"][0]].get(reading["word"], reading["word"])


def criterion_of(claim: Mapping[str, Any]) -> str:
    """Make the sentence of the criterion from quantities, bounds and quantifier."""
    if not claim["readings"]:
        return ""
    rows = claim["readings"][0]["evidence"]
    parts = dict.fromkeys(
        f"{row['quantity']} is {bounds((row['above'], row['below']))}" for row in rows
    )
    return f"{'; '.join(parts)}; {QUANTIFIERS[claim['quantifier']]}"


class Number:
    """A measurement that a text names: "0.2 [0.19, 0.21]"; `.estimate` is the number alone.

    With "%" it is in per cent, "20 [19, 21] %".
    """

    def __init__(self, row: Mapping[str, Any]) -> None:
        self.estimate, self.row = math.nan if row["estimate"] is None else row["estimate"], row

    def __format__(self, form: str) -> str:
        if not form:
            return measured(self.row)
        if form == "%":
            numbers = {key: self.row[key] for key in ("estimate", "low", "high")}
            return f"{measured({key: n and 100 * n for key, n in numbers.items()})} %"
        return format(self.estimate, form)


class Range(NamedTuple):
    """The least and the greatest of some estimates: "1.2 to 1.3", or one number if both read so."""

    least: float
    greatest: float

    def __format__(self, form: str) -> str:
        return " to ".join(dict.fromkeys(format(end, form) for end in self))


class Answer:
    """A reading that a text names: `word`, `count`, such as "3 of 5", and decisive measurement.

    `outcomes` counts them all: "holds in 3 of 5, fails in 2".

    `least` and `greatest` are of the estimates of all rows that are applicable, `range` is both.
    """

    def __init__(self, reading: Mapping[str, Any]) -> None:
        self._reading = reading
        self.word, self.count = reading["word"], rows_that_hold(reading)
        self.outcomes = count_in_words(reading)
        rows = [row for row in reading["evidence"] if not row["not_applicable"]]
        estimates = [row["estimate"] for row in rows if row["estimate"] is not None]
        self.least = min(estimates, default=math.nan)
        self.greatest = max(estimates, default=math.nan)
        self.range = Range(self.least, self.greatest)

    def __getitem__(self, key: str) -> Number:
        rows = {row["key"]: row for row in self._reading["evidence"]}
        if key not in rows:
            raise InputError(f"no row {key!r}; {suggestion(key, rows)}")
        return Number(rows[key])

    def __format__(self, form: str) -> str:
        return format(Number(self._reading["evidence"][self._reading["decides"]]), form)


class _Claim:
    """The answers of a claim, by the key of the reading."""

    def __init__(self, claim: Mapping[str, Any]) -> None:
        self._answers = {reading["key"]: Answer(reading) for reading in claim["readings"]}

    def __getattr__(self, key: str) -> Answer:
        if key not in self._answers:
            raise InputError(f"no reading {key!r}; {suggestion(key, self._answers)}")
        return self._answers[key]


class Answers(string.Formatter):
    """The formatter of texts that name measurements.

    "{c09.printed}" is the measurement that decides the reading, "{c09.printed[fig1a]}" that of a
    row, "{c09.printed.count}" its rows counted, "{c09.printed.least:.2f}" the least estimate, and
    "{c09.printed.range:.2f}" the least to the greatest.
    """

    def __init__(self, claims: Sequence[Mapping[str, Any]]) -> None:
        self._claims = {claim["id"]: claim for claim in claims}

    def fill(self, text: str, where: str) -> str:
        """Put the numbers into a text; "" where the claim that it names was not judged.

        An InputError refuses names of what is not there.
        """
        fields = [name for _, name, _, _ in self.parse(text) if name]
        named = {re.match(r"\w+", name).group() for name in fields}
        if any(not self._claims.get(name, {}).get("readings") for name in named):
            return ""
        try:
            return self.vformat(text, (), {name: _Claim(self._claims[name]) for name in named})
        except InputError as error:
            raise InputError(f"{where}: {error}") from error
