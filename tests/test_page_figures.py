"""Figures of the report: small, shown as drawn, with their text as text."""

import itertools
import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from delayed_bandits.analysis.plots import band
from delayed_bandits.analysis.style import save, set_style
from delayed_bandits.papers.arena.heat import SCALE, Cell, draw
from delayed_bandits.report.paths import (
    TOLERANCE,
    moved,
    parsed,
    short,
    simplified,
    thinned,
    written,
)
from delayed_bandits.report.svg import Figures

STYLE = {"colour": "blue", "line": "dashed", "label": "UCB & <TS>"}
X = np.arange(1, 401)


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    """A curve with its band, bars on a logarithmic axis, and an image."""
    set_style()
    figure = Figure(figsize=(6, 2))
    left, middle, right = figure.subplots(1, 3)
    band(left, X, np.column_stack([3 * X, 3 * X - 2, 3 * X + 2]), STYLE)
    left.legend()
    left.set_title("delays")
    middle.errorbar([1, 10], [2.0, 30.0], yerr=[0.5, 4.0], label="bars", marker="o")
    middle.set_xscale("log")
    right.imshow([[1.0, 2.0], [3.0, 4.0]])
    folder = tmp_path_factory.mktemp("paper")
    save(figure, [folder / "figure.svg"])
    return folder


def test_a_figure_is_small_and_its_text_is_text(drawn):
    figures = Figures()
    inline = figures.inline(drawn / "figure.svg", "a & b")
    assert len(inline) < (drawn / "figure.svg").stat().st_size / 4
    assert 'aria-label="a &amp; b"' in inline
    assert ">UCB &amp; &lt;TS&gt;</text>" in inline
    assert ">delays</text>" in inline
    assert "style" not in inline.replace('style="--w:', "")
    used = set(re.findall(r'href="#([^"]+)"', inline)) | set(re.findall(r"url\(#([^)]+)\)", inline))
    assert used <= set(re.findall(r'id="([^"]+)"', inline)) | figures.glyphs.keys()
    assert figures.glyphs  # of the powers of ten
    classes = set(re.findall(r'class="(s\d+)"', inline))
    assert classes <= set(re.findall(r"\.(s\d+)\{", figures.css()))
    again = figures.inline(drawn / "figure.svg", "a & b")
    ids = [re.findall(r' id="([^"]+)"', text) for text in (inline, again)]
    assert not set(ids[0]) & set(ids[1])


def test_cells_and_their_words_keep_their_colours_in_the_dark(tmp_path):
    figure = Figure()
    axes = figure.subplots()
    depths = {"won": 0.0, "near": 0.2, "far": 0.7, "lost": 1.0}
    draw(axes, [Cell(x, 0, depth, word) for x, (word, depth) in enumerate(depths.items())])
    axes.set_title("title")
    save(figure, [tmp_path / "figure.svg"])
    figures = Figures()
    root = ET.fromstring(figures.inline(tmp_path / "figure.svg", "cells"))
    looks = {name: look for look, name in figures.styles.items()}
    cells = [looks[path.get("class", "")] for path in root.iter("path")]
    cells = [look.split(";")[0] for look in cells if "stroke:#ffffff" in look]
    assert cells == [f"fill:{to_hex(SCALE(depth))}" for depth in depths.values()]
    inks = {text.text: looks[text.get("class")].split(";")[0] for text in root.iter("text")}
    words = {"won": "#1a1a1a", "near": "#1a1a1a", "far": "#ffffff", "lost": "#ffffff"}
    for word, ink in {**words, "title": "var(--ink)"}.items():
        assert inks[word] == f"fill:{ink}"


def nearest(point, line):
    """The distance of a point from a line through points, by the angle at the ends."""
    point, line = complex(*point), [complex(*place) for place in line]
    distances = [abs(place - point) for place in line]
    for start, end in itertools.pairwise(line):
        turned = (point - start) / (end - start)  # the segment becomes [0, 1]
        if 0 <= turned.real <= 1:
            distances.append(abs(turned.imag) * abs(end - start))
    return min(distances)


COORDINATE = st.floats(0, 300, allow_nan=False).map(lambda value: round(value, 6))


@given(st.lists(st.tuples(COORDINATE, COORDINATE), min_size=3, max_size=12, unique=True))
def test_a_thinned_line_stays_where_it_was(points):
    points = np.array(points)
    kept = thinned(points)
    assert {tuple(point) for point in kept} <= {tuple(point) for point in points}
    assert all(nearest(point, kept) <= TOLERANCE + 1e-9 for point in points)


def test_a_straight_line_needs_two_points():
    line = "M 0 0 " + "".join(f"L {x} {2 * x} " for x in range(1, 200))
    assert written(simplified(parsed(line))) == "m0 0l199 398"


def steps_of(path):
    """The steps of a path of lines: both coordinates, or the one that changes."""
    steps = []
    for command, rest in re.findall(r"([mlhv])([^mlhv]+)", path):
        numbers = [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", rest)]
        if command in "ml":
            steps += zip(numbers[::2], numbers[1::2], strict=True)
        else:
            steps += [(number, 0) if command == "h" else (0, number) for number in numbers]
    return np.array(steps)


@given(st.lists(st.tuples(COORDINATE, COORDINATE), min_size=2, max_size=50))
def test_rounding_does_not_add_up(points):
    path = "M " + " L ".join(f"{x} {y}" for x, y in points)
    steps = steps_of(written(parsed(path)))
    assert np.abs(steps.cumsum(axis=0) - np.array(points)).max() < 0.051


def test_a_path_is_moved():
    assert written(moved(parsed("M 1 2 L 3 4 L 9 0 z"), 10, -1)) == "m11 1l2 2 6-4z"


def test_short_numbers():
    assert [short(x) for x in (0.0, -0.001, 0.5, -0.25, 12.0, 100.0, 3.14159)] == [
        "0", "0", ".5", "-.25", "12", "100", "3.14",
    ]  # fmt: skip
