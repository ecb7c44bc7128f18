"""Figures of the report: small, shown as drawn, with their text as text."""

import itertools
import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure

from delayed_bandits.analysis.plots import band
from delayed_bandits.analysis.style import save, set_style
from delayed_bandits.report.svg import TOLERANCE, Figures, thinned

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
    ET.fromstring(inline)
    assert len(inline) < (drawn / "figure.svg").stat().st_size / 3
    assert 'aria-label="a &amp; b"' in inline
    assert ">UCB &amp; &lt;TS&gt;</text>" in inline
    assert ">delays</text>" in inline
    assert inline.count('class="legend"') == 1
    used = set(re.findall(r'href="#([^"]+)"', inline)) | set(re.findall(r"url\(#([^)]+)\)", inline))
    assert used <= set(re.findall(r'id="([^"]+)"', inline)) | figures.glyphs.keys()
    assert figures.glyphs  # of the powers of ten
    again = figures.inline(drawn / "figure.svg", "a & b")
    ids = [re.findall(r' id="([^"]+)"', text) for text in (inline, again)]
    assert not set(ids[0]) & set(ids[1])


def nearest(point, line):
    """The distance of a point from a line through points, by the angle at the ends."""
    point, line = complex(*point), [complex(*place) for place in line]
    distances = [abs(place - point) for place in line]
    for start, end in itertools.pairwise(line):
        turned = (point - start) / (end - start) if end != start else 0  # onto [0, 1]
        if 0 <= complex(turned).real <= 1:
            distances.append(abs(complex(turned).imag) * abs(end - start))
    return min(distances)


COORDINATE = st.floats(0, 300, allow_nan=False).map(lambda value: round(value, 6))


@given(st.lists(st.tuples(COORDINATE, COORDINATE), min_size=3, max_size=12, unique=True))
def test_a_thinned_line_stays_where_it_was(points):
    kept = thinned(np.array(points))
    assert all(nearest(point, kept) <= 2 * TOLERANCE for point in points)


def test_a_straight_line_needs_two_points():
    line = np.column_stack([X, 2 * X]).astype(float)
    assert len(np.unique(thinned(line), axis=0)) == 2
