"""Numbers as the page shows them: as many digits as the interval warrants."""

import math
from collections.abc import Mapping
from typing import Any

SAME = 1e-9
"""Half an interval over its estimate, below which it is the rounding of equal numbers."""


def places(half: float) -> int:
    """Count the decimals that give an error two significant digits; negative before the point."""
    return 1 - math.floor(math.log10(half))


def fixed(value: float, decimals: int) -> str:
    """Format a number to a number of decimals, with a minus sign and commas."""
    rounded = round(value, decimals) + 0.0
    text = f"{value:.2e}" if decimals > 6 else f"{rounded:,.{max(decimals, 0)}f}"
    return text.replace("-", "−")


def rounded(value: float) -> str:
    """Format a number that has no interval to four significant digits."""
    if value == 0:
        return "0"
    if not 1e-3 <= abs(value) < 1e7:
        return f"{value:.3g}".replace("-", "−")
    text = fixed(value, max(0, 4 - len(str(int(abs(value))))))
    return text.rstrip("0").rstrip(".") if "." in text else text


def estimate(value: float, low: float, high: float) -> str:
    """Format an estimate to the place of the second digit of its error."""
    half = (high - low) / 2
    return rounded(value) if same(value, half) else fixed(value, places(half))


def interval(value: float, low: float, high: float, exact: bool = False) -> str:
    """Format an interval to the place of the second digit of half its width."""
    half = (high - low) / 2
    if same(value, half):
        return "exact" if exact else "same in all runs"
    return f"{fixed(low, places(half))} to {fixed(high, places(half))}"


def same(value: float, half: float) -> bool:
    """Tell whether half an interval is nothing but rounding."""
    return half <= SAME * max(abs(value), SAME)


def measured(row: Mapping[str, Any]) -> str:
    """Format an estimate with its interval; few seeds give neither."""
    if None in (row["estimate"], row["low"], row["high"]):
        return "undefined"
    numbers = row["estimate"], row["low"], row["high"]
    extent = interval(*numbers, exact=not row["seeds"])
    if same(numbers[0], (numbers[2] - numbers[1]) / 2):
        return f"{estimate(*numbers)}, {extent}"
    return f"{estimate(*numbers)} [{extent}]"


def bounds(limits: list[float | None]) -> str:
    """Put the range within which a claim holds in words."""
    low, high = limits
    if low is None:
        return f"below {high:.4g}"
    if high is None:
        return f"above {low:.4g}"
    return f"{low:.4g} to {high:.4g}"


def flat(value: object) -> str:
    """Format a value of a YAML file on one line."""
    if isinstance(value, dict):
        return ", ".join(f"{key.replace('_', ' ')} {flat(item)}" for key, item in value.items())
    if isinstance(value, list):
        items = [f"({flat(item)})" if isinstance(item, dict) else flat(item) for item in value]
        return f"[{', '.join(items)}]"
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10_000:
        return f"{value:,}"
    return str(value)
