"""Vector figures for the page, with shared glyphs, real text and thinned lines."""

import functools
import html
import itertools
import re
from pathlib import Path

import numpy as np
from matplotlib import get_data_path
from matplotlib.ft2font import FT2Font, LoadFlags
from matplotlib.path import Path as Outline

TOLERANCE = 0.1
"""The largest distance of a thinned line from the drawn one, in points (1/72 inch)."""

GLYPH = re.compile(r'<path id="([\w-]+)" d="([^"]*)" transform="scale\(0\.015625\)"/>')
TEXT = re.compile(
    r'<!-- ([^$]*?) -->\s*<g(?: style="([^"]*)")? '
    r'transform="(translate\S+ \S+(?: rotate\(.*?\))?) scale\(([\d.]+) -[\d.]+\)">.*?</g>',
    flags=re.DOTALL,
)
SHORT = 3  # characters
LINES = re.compile(r"M [\d.e-]+ [\d.e-]+ \n(?:L [\d.e-]+ [\d.e-]+ \n)+")
SHORTER = [
    (re.compile(r"<!--.*?-->|<defs>\s*</defs>", re.DOTALL), ""),
    (re.compile(r' id="[\w.]+_\d+"'), ""),
    (re.compile(r'(?<=[ "(])-?\d+\.\d{3,}(?=[ ")])'), lambda number: f"{float(number[0]):.2f}"),
    (re.compile(r"xlink:href"), "href"),
    (re.compile(r"(?<=>)\s+(?=<)"), ""),
    (re.compile(r"\s+"), " "),
]
FONT = FT2Font(f"{get_data_path()}/fonts/ttf/DejaVuSans.ttf")
FONT.set_size(100, 72)


class Figures:
    """The figures of a page: their shared glyphs by name, and class names by style."""

    def __init__(self) -> None:
        self.glyphs: dict[str, str] = {}
        self.styles: dict[str, str] = {}
        self._numbers = itertools.count()

    def inline(self, path: Path, title: str) -> str:
        """Return an SVG file of Matplotlib as an element of the page."""
        text = path.read_text(encoding="utf-8")
        width, height = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', text).groups()
        body = text[text.index("</style>") : text.rindex("</svg>")].partition("</defs>")[2]
        self.glyphs |= {glyph[1]: " ".join(glyph[2].split()) for glyph in GLYPH.finditer(body)}
        body = LINES.sub(_thinned, TEXT.sub(_text, GLYPH.sub("", body)))
        for pattern, shorter in SHORTER:
            body = pattern.sub(shorter, body)
        for style in dict.fromkeys(re.findall(r'style="([^"]*)"', body)):
            name = self.styles.setdefault(html.unescape(style), f"s{len(self.styles)}")
            body = body.replace(f'style="{style}"', f'class="{name}"')
        # another figure may have other markers and clips of this name
        body = re.sub(r'((?: id="|#)[a-z]+[0-9a-f]{10}\b)', rf"\1-{next(self._numbers)}", body)
        return (
            f'<svg viewBox="0 0 {width} {height}" role="img" '
            f'aria-label="{html.escape(title)}" style="--w:{width}">{body}</svg>'
        )


def _text(found: re.Match[str]) -> str:
    """Return a text element; the length of a long text is the same in any font."""
    said, look, place = html.unescape(found[1]), found[2] or "", found[3]
    size = 100 * float(found[4])
    length = f' textLength="{text_width(said) * size:.2f}"' if len(said) > SHORT else ""
    look = f"{look};font-size:{size:g}px".lstrip(";")
    return f'<text style="{look}" transform="{place}"{length}>{html.escape(said)}</text>'


def _thinned(found: re.Match[str]) -> str:
    """Return the SVG path of a line without redundant points, to a tenth of a point."""
    points = np.array(re.findall(r"[\d.e-]+", found[0]), dtype=float).reshape(-1, 2)
    tenths = np.rint(10 * thinned(points)).astype(int)
    start, *steps = (f"{x / 10:g} {y / 10:g}" for x, y in np.diff(tenths, axis=0, prepend=0))
    return f"M{start}l{' '.join(steps)} "


def thinned(points: np.ndarray) -> np.ndarray:
    """Return the points of a line without redundant ones, thinned as Matplotlib does."""
    outline = Outline(points)
    outline.should_simplify, outline.simplify_threshold = True, TOLERANCE
    cleaned = outline.cleaned(simplify=True)
    return cleaned.vertices[cleaned.codes != Outline.STOP]


@functools.cache
def text_width(text: str) -> float:
    """Return the width of a text in the figures' font, in units of the font size."""
    FONT.set_text(text, 0, flags=LoadFlags.NO_HINTING)
    return FONT.get_width_height()[0] / 64 / 100
