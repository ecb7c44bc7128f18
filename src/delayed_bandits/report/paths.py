"""Paths of vector figures: read, thinned, and written in few characters."""

import itertools
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

TOLERANCE = 0.1
"""The distance, in points of 1/72 inch, that a thinned line may keep from what was drawn."""

TOKENS = re.compile(r"[MLQCz]|-?[\d.]+(?:e-?\d+)?")
SIZES = {"M": 1, "L": 1, "Q": 2, "C": 3, "z": 0}


class Piece(NamedTuple):
    """A command with its points: M, L with all points that follow by lines, Q, C or z."""

    command: str
    points: np.ndarray


def parsed(path: str) -> list[Piece]:
    """Read a path that Matplotlib wrote, with lines in a row as one piece."""
    pieces: list[tuple[str, list[float]]] = []
    for token in TOKENS.findall(path):
        if token not in SIZES:
            pieces[-1][1].append(float(token))
        elif not (token == "L" and pieces and pieces[-1][0] == "L"):
            pieces.append((token, []))
    return [Piece(command, np.array(numbers).reshape(-1, 2)) for command, numbers in pieces]


def moved(path: Iterable[Piece], x: float, y: float) -> list[Piece]:
    """Shift a path."""
    return [Piece(command, np.add(points, [x, y])) for command, points in path]


def simplified(path: Iterable[Piece]) -> list[Piece]:
    """Leave out the points of lines that lie where a line without them goes."""
    pieces: list[Piece] = []
    for command, points in path:
        if command == "L" and len(points) > 2 and pieces and len(pieces[-1].points):
            start = pieces[-1].points[-1:]
            points = thinned(np.concatenate([start, points]))[1:]
        pieces.append(Piece(command, points))
    return pieces


def thinned(points: np.ndarray) -> np.ndarray:
    """Thin a line out by the algorithm of Ramer, Douglas and Peucker."""
    places = points[:, 0] + 1j * points[:, 1]  # half the calls of NumPy that pairs would take
    keep = np.zeros(len(points), dtype=bool)
    keep[[0, -1]] = True
    pending = [(0, len(points) - 1)]
    while pending:
        first, last = pending.pop()
        if last - first < 2:
            continue
        distances = distance_to(places[first + 1 : last], places[first], places[last])
        farthest = int(np.argmax(distances))
        if distances[farthest] > TOLERANCE:
            middle = first + 1 + farthest
            keep[middle] = True
            pending += [(first, middle), (middle, last)]
    return points[keep]


def distance_to(places: np.ndarray, start: complex, end: complex) -> np.ndarray:
    """Compute the distances of places from a segment; x is the real part, y the imaginary."""
    along, steps = end - start, places - start
    length = abs(along)
    if length == 0:
        return np.abs(steps)
    turned = steps * (along.conjugate() / length)
    share = np.minimum(np.maximum(turned.real, 0), length)
    return np.abs(turned - share)


def written(path: Sequence[Piece]) -> str:
    """Write a path with relative coordinates, each from the rounded place of the one before."""
    text, at, start = [], np.zeros(2), np.zeros(2)
    digits = 2 if any(command in "QC" for command, _ in path) else 1
    for command, points in path:
        if command == "z":
            text.append("z")
            at = start
            continue
        points = np.round(points, digits)
        if command == "L":
            text.append(_lines(np.diff(points, axis=0, prepend=[at]), digits))
        else:
            size = SIZES[command]
            places = np.concatenate([[at], points])
            starts = np.repeat(places[:-1:size], size, axis=0)
            text.append(command.lower() + _joined((points - starts).ravel(), digits))
        at = points[-1]
        start = at if command == "M" else start
    return "".join(text)


def _lines(steps: np.ndarray, digits: int) -> str:
    """Write lines by their steps; horizontal and vertical ones take one number."""
    kinds = np.where(steps[:, 1] == 0, "h", np.where(steps[:, 0] == 0, "v", "l"))
    text = ""
    for kind, group in itertools.groupby(zip(kinds, steps, strict=True), key=lambda pair: pair[0]):
        numbers = np.array([step for _, step in group])
        shown = {"h": numbers[:, 0], "v": numbers[:, 1], "l": numbers.ravel()}[str(kind)]
        text += f"{kind}{_joined(shown, digits)}"
    return text


def _joined(numbers: Iterable[float], digits: int) -> str:
    """Write numbers with a space only where two would be read as one."""
    text = last = ""
    for number in numbers:
        item = short(number, digits)
        apart = not last or item[0] == "-" or (item[0] == "." and "." in last)
        text += item if apart else f" {item}"
        last = item
    return text


def short(number: float, digits: int = 2) -> str:
    """Write a number in as few characters as it takes."""
    text = f"{number:.{digits}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    if text.startswith(("0.", "-0.")):
        text = text.replace("0", "", 1)
    return "0" if text == "-0" else text
