"""Durations: texts such as 3 days 21:56:41 into seconds, and seconds into words."""

import contextlib
import re

from delayed_bandits.checks.errors import InputError

UNITS = {"milliseconds": 0.001, "seconds": 1, "minutes": 60, "hours": 3600, "days": 86400}
NAMES_OF_UNITS = {
    "milliseconds": {"ms", "msec", "msecs", "millis", "milliseconds", "millisekunden"},
    "seconds": {"sec", "secs", "seconds", "sekunden"},
    "minutes": {"mins", "minutes", "minuten"},
    "hours": {"hr", "hrs", "hours", "std", "stunden"},
    "days": {"days", "tage", "tagen"},
}
# Units at the end of a column's name
SHORT_UNITS = dict(zip(UNITS, ("ms", "s", "min", "h", "d"), strict=True))
LONGEST = 10.0**11  # the largest delay or time since 1970; larger numbers are in another unit

CLOCK = r"(?:([-+]?\d+)(?: ?d(?:ays?)?,? |\.))?([-+]?)(\d+):(\d\d):(\d\d(?:[.,]\d+)?)"
UNIT = r"(?:([\d.]+) ?{},? ?)?".format
WORDS = "w(eeks?)? d(ays?)? h((ou)?rs?)? m(in(ute)?s?)? s(ec(ond)?s?)?".replace("(", "(?:")
NAMED = (
    r"([-+]?)P(?:([\d.]+)W)?(?:([\d.]+)D)?(?:T(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+)S)?)?",
    "([-+]?)" + "".join(map(UNIT, WORDS.split())),
)
PARTS = (7 * UNITS["days"], UNITS["days"], UNITS["hours"], UNITS["minutes"], 1)


def lasting(text: str | None) -> float | None:
    """Return the seconds in a text such as "3 days 21:56:41" or "PT5H", or None."""
    text = text or ""
    if found := re.fullmatch(CLOCK, text):
        days, sign, hours, minutes, seconds = found.groups()
        time = int(hours) * 3600 + int(minutes) * 60 + float(seconds.replace(",", "."))
        return int(days or 0) * UNITS["days"] + (-time if sign == "-" else time)
    for form in NAMED if not re.fullmatch(r"[-+]?[\d.]+ ?M", text) else ():  # M: months? millions?
        found = re.fullmatch(form, text, re.IGNORECASE)
        if found and any(found.groups()[1:]):
            with contextlib.suppress(ValueError):  # such as 1.2.3 h
                parts = zip(found.groups()[1:], PARTS, strict=True)
                total = sum(float(n) * seconds for n, seconds in parts if n)
                return -total if found[1] == "-" else total
    return None


def named_unit(column: str) -> str:
    """Return the unit in a column's name, such as delay_days or lagHours, or ""."""
    words = re.findall(r"[a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", column).lower())
    found = {unit for unit, names in NAMES_OF_UNITS.items() if not names.isdisjoint(words)}
    found |= {unit for unit in UNITS if words[1:] and words[-1] == SHORT_UNITS[unit]}
    return found.pop() if len(found) == 1 else ""


def duration(seconds: float) -> str:
    """Return a time in words, in the largest unit that it reaches."""
    fitting = [unit for unit in UNITS if 1 <= UNITS[unit] <= seconds] or ["seconds"]
    number = seconds / UNITS[fitting[-1]]
    shown = f"{number:,.0f}" if number >= 1000 else f"{number:.3g}"
    return f"{shown} {fitting[-1].removesuffix('s') if shown == '1' else fitting[-1]}"


def time_of(text: str, where: str, least: float = 1e-9) -> float:
    """Return the seconds in a text such as 1h or 7d. An error starts with `where`."""
    seconds = lasting(text)
    if seconds is None or not least <= seconds < LONGEST:
        raise InputError(f"{where}: found {text!r}. Give a time such as 30m, 1h, 7d or 2w.")
    return seconds
