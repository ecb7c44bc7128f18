"""The page's charts as static SVG, from the same data as the script's charts."""

import decimal
import math
from collections.abc import Sequence
from statistics import median
from typing import Any

import numpy as np
from markupsafe import Markup, escape

from delayed_bandits.report.data import LINEAR, Block, ends_of, thinned

WIDTH = 928  # in CSS pixels
ROW, LEFT, RIGHT = 26, 190, 80  # of a dot plot
LABELS, GAP, PANEL = 58, 14, 225  # of curves: space for numbers and between panels; height
STATIC = 0.008  # the largest distance of a thinned curve, as a share of its height
NARROW = 1.5  # half-width in pixels up to which a band is not drawn
HIGH = 300  # end of the axis in percent


def dot_plot(block: Block, title: str, width: float = WIDTH) -> Markup:
    """Return a dot plot of the first feedback model, with a row for each algorithm."""
    rows = ranked(block, 0)
    height = len(rows) * ROW + 44
    least = min(max(dot[2], 0.01) for _, dots in rows for dot in dots if dot[2] > 0)
    ends = math.floor(math.log10(least)), math.log10(HIGH)

    def x(percent: float) -> float:
        share = math.log10(min(max(percent, 10.0 ** ends[0]), HIGH)) - ends[0]
        share /= ends[1] - ends[0]
        return round(LEFT + share * (width - LEFT - RIGHT), 1)

    parts = []
    for tick in (10.0**n for n in range(ends[0], 3)):
        kind = "hundred" if tick == 100 else "grid"
        parts.append(_line(x(tick), 4, x(tick), height - 34, kind))
        parts.append(_text(x(tick), height - 18, f"{tick:g} %", "tick"))
    parts.append(_text(x(100), height - 3, "random play", "tick strong"))
    for n, (place, dots) in enumerate(rows):
        y, (_, label, given, standard) = n * ROW + 18, block["algorithms"][place]
        middle = median(dot[2] for dot in dots)
        about = f"{label}: {shown(middle)} % of random play, median of {len(dots)} settings"
        parts.append(f'<g class="{"plain" if standard else "made"}"><title>{escape(about)}</title>')
        parts.append(_text(LEFT - 8, y + 4, label + (" †" if given else ""), "name"))
        below = sum(dot[2] < 10.0 ** ends[0] for dot in dots)
        parts += [_text(LEFT + 10 * n, y + 4, "◄", "below") for n in range(below)]
        within = [dot for dot in dots if dot[2] >= 10.0 ** ends[0]]
        drawn = "".join(f"M{x(dot[2]):g} {y}h0" for dot in within if not dot[5] & LINEAR)
        parts.append(f'<path class="sdot" d="{drawn}"/>' if drawn else "")
        for dot in (dot for dot in within if dot[5] & LINEAR):
            parts.append(f'<circle class="dot flat" cx="{x(dot[2]):g}" cy="{y}" r="3"/>')
        parts.append(_line(x(middle), y - 9, x(middle), y + 9, "median"))
        few = f" ({len(dots)})" if len(dots) < len(rows[0][1]) else ""
        parts.append(_text(width - RIGHT + 8, y + 4, f"{shown(middle)} %{few}", "value") + "</g>")
    return _svg(width, height, title, parts)


def ranked(block: Block, model: int) -> list[tuple[int, list[Sequence[Any]]]]:
    """Return a feedback model's algorithms with their dots, the lowest median first.

    Algorithms with fewer settings than others come last.
    """
    rows: dict[int, list[Sequence[Any]]] = {}
    for dot in block["cells"]:
        if block["algorithms"][dot[1]][0] == model:
            rows.setdefault(dot[1], []).append(dot)
    most = max(map(len, rows.values()), default=0)
    return sorted(
        rows.items(), key=lambda row: (len(row[1]) < most, median(dot[2] for dot in row[1]))
    )


def says(block: Block) -> str:
    """Return sentences on the algorithm with the least regret."""
    rows = ranked(block, 0)
    place, dots = rows[0]
    label, middle = block["algorithms"][place][1], median(dot[2] for dot in dots)
    others = [dot for _, found in rows[1:] for dot in found]
    clear = sum(all(one[3] > dot[4] for one in others if one[0] == dot[0]) for dot in dots)
    over = (
        f"{shown(middle)} % of random play, median of {len(dots)} settings, clearly best in {clear}"
    )
    return f"{label} has the least regret here: {over}."


def shown(number: float) -> str:
    """Return a number with two significant digits, or three from 100 on."""
    context = decimal.Context(3 if abs(number) >= 100 else 2, decimal.ROUND_HALF_UP)
    return f"{float(context.create_decimal(number)):,.10g}".replace("-", "−")


def curves(block: Block, title: str) -> Markup:
    """Return panels of curves with their bands, on linear scales."""
    panels, off = block["panels"], set(block["off"])
    width = WIDTH / len(panels)
    room = width - LABELS  # for a title above the middle of a panel
    ends = ends_of(panels, off)
    if block["shared"]:
        ends = [(min(low for low, _ in ends), max(high for _, high in ends))] * len(ends)
    head = 38 if any(len(halves(title, room)) > 1 for title, _ in panels) else 24
    parts = []
    for n, ((name, found), (bottom, top)) in enumerate(zip(panels, ends, strict=True)):
        own = not (n and block["shared"])
        start = n * width + (LABELS if own else GAP)
        wide = (n + 1) * width - start - GAP

        def y(value: float, bottom: float = bottom, top: float = top) -> float:
            share = (min(max(value, bottom), top) - bottom) / (top - bottom)
            return round(PANEL - 24 - share * (PANEL - 24 - head), 1)

        end = max(line[0][-1] for line in found.values())
        scale = wide / end
        for tick in ticks(bottom, top):
            parts.append(_line(start, y(tick), start + wide, y(tick), "grid"))
            if own:
                parts.append(_text(start - 6, y(tick) + 4, f"{tick:,g}", "name"))
        found_ticks = ticks(0, end)
        for tick in found_ticks[:: math.ceil(len(found_ticks) * 75 / width)]:
            x = min(start + tick * scale, start + wide - 12)
            parts.append(_text(x, PANEL - 8, f"{tick:,g}", "tick"))
        for line, part in enumerate(halves(name, room)):
            parts.append(_text(start + wide / 2, 13 + 15 * line, part, "tick strong"))
        for key, line in found.items():
            if key not in off:
                parts.append(_curve(block["algorithms"][key], line, start, scale, y))
    return _svg(WIDTH, PANEL, title, parts)


def halves(text: str, width: float) -> list[str]:
    """Return a title as one line, or as two of about equal length if it is too wide."""
    spaces = [n for n, letter in enumerate(text) if letter == " "]
    if len(text) * 7.4 < width or not spaces:
        return [text]
    cut = min(spaces, key=lambda n: abs(n - len(text) / 2))
    return [text[:cut], text[cut + 1 :]]


def _curve(style: Sequence[str], line: Sequence[Any], start: float, scale: float, y: Any) -> str:
    """Return a curve and its band as SVG."""
    label, colour, dash = style
    kept = thinned(*map(np.array, (line[0], [line[1]])), STATIC)
    rounds, mean, half = ([part[n] for n in kept] for part in line)
    x = [round(start + scale * at) for at in rounds]
    middle, above, below = (
        [f"{at} {round(y(v + part * h))}" for at, v, h in zip(x, mean, half, strict=True)]
        for part in (0, 1, -1)
    )
    wide = any(y(v) - y(v + h) > NARROW for v, h in zip(mean, half, strict=True))
    band = f"M{'L'.join([*above, *below[::-1]])}z"
    drawn = f'<path class="band" d="{band}"/>' if wide else ""
    drawn += f'<path class="curve" d="M{"L".join(middle)}"/>'
    return f'<g class="c-{colour} {dash}"><title>{escape(label)}</title>{drawn}</g>'


def ticks(low: float, high: float) -> list[float]:
    """Return round numbers from `low` to `high`, about five."""
    unit = 10.0 ** math.floor(math.log10((high - low) / 5))
    step = next(unit * m for m in (1, 2, 5, 10) if unit * m >= (high - low) / 5)
    return [n * step + 0.0 for n in range(math.ceil(low / step), math.floor(high / step) + 1)]


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<path class="{kind}" d="M{x1:.5g} {y1:g}L{x2:.5g} {y2:g}"/>'


def _text(x: float, y: float, said: str, kind: str) -> str:
    return f'<text x="{x:.5g}" y="{y:g}" class="{kind}">{escape(said)}</text>'


def _svg(width: float, height: float, title: str, parts: Sequence[str]) -> Markup:
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    return Markup(f'<svg {size} role="img" aria-label="{escape(title)}">{"".join(parts)}</svg>')
