"""Numbers as text, with as many digits as their intervals support."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

SAME = 1e-9  # half-widths below this share of the estimate are rounding errors


def places(half: float) -> int:
    """Return how many decimals show an interval's half-width to two digits."""
    return 1 - math.floor(math.log10(half))


def fixed(value: float, decimals: int) -> str:
    """Return a number as text, with `decimals` decimals and commas."""
    rounded = round(value, decimals) + 0.0
    text = f"{value:.2e}" if decimals > 6 else f"{rounded:,.{max(decimals, 0)}f}"
    return text.replace("-", "−")


def rounded(value: float) -> str:
    """Return a number without an interval as text, to four significant digits."""
    if value == 0:
        return "0"
    if not 1e-3 <= abs(value) < 1e7:
        return f"{value:.3g}".replace("-", "−")
    text = fixed(value, max(0, 4 - len(str(int(abs(value))))))
    return text.rstrip("0").rstrip(".") if "." in text else text


def same(value: float, half: float) -> bool:
    """Return whether an interval's half-width is only a rounding error."""
    return half <= SAME * max(abs(value), SAME)


def with_ends(value: float, low: float, high: float) -> list[str]:
    """Return estimate and limits as text, or one number if all three are equal."""
    half = (high - low) / 2
    if same(value, half):
        return [rounded(value)]
    return [fixed(number, places(half)) for number in (value, low, high)]


def measured(measurement: Mapping[str, Any]) -> str:
    """Return an estimate with its interval as text, or "undefined" if there are too few runs."""
    numbers = measurement["estimate"], measurement["low"], measurement["high"]
    if None in numbers:
        return "undefined"
    shown, *ends = with_ends(*numbers)
    return f"{shown} [{', '.join(ends)}]" if ends else shown


def bounds(limits: Sequence[float | None]) -> str:
    """Return the range of values in which a claim holds, as text."""
    low, high = limits
    if low is None:
        return f"below {rounded(high)}"
    if high is None:
        return f"above {rounded(low)}"
    ends = rounded(low), rounded(high)
    if ends[0] == ends[1]:
        ends = f"{low:.4g}", f"{high:.4g}"
    return f"from {ends[0]} to {ends[1]}"
