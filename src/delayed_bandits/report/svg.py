"""Vector figures, made small: shared glyphs and styles, text as text, no point that nobody sees."""

import functools
import html
import itertools
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from matplotlib import get_data_path
from matplotlib.ft2font import FT2Font, LoadFlags

from delayed_bandits.report.paths import moved, parsed, short, simplified, written

SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"
NUMBER = re.compile(r"-?\d+\.\d+")
SHORT = 3  # characters
PLACED = re.compile(r"(translate\(.*?\)(?: rotate\(.*?\))?) scale\(([\d.]+) -[\d.]+\)")
UNTURNED = re.compile(r"translate\((-?[\d.]+) (-?[\d.]+)\)(?: rotate\(-?0\))?")

# colours of the page, so that a figure is legible in dark too
INK = {
    "#262626": "var(--ink)",
    "#000000": "var(--ink)",
    "#cccccc": "var(--line)",
    "#d3d3d3": "var(--line)",
}
PAGE = {"#ffffff": "var(--page)"}  # not of text, which is white on what has a colour


class Figures:
    """The figures of a page, which share glyphs and styles.

    Attributes
    ----------
    glyphs : dict
        Outlines by name, of the text that is no plain text.
    styles : dict
        Names of CSS classes by their declarations.
    """

    def __init__(self) -> None:
        self.glyphs: dict[str, str] = {}
        self.styles: dict[str, str] = {}
        self._numbers = itertools.count()

    def inline(self, path: Path, title: str) -> str:
        """Turn an SVG file of Matplotlib into an element of the page."""
        builder = ET.TreeBuilder(insert_comments=True)
        root = ET.fromstring(path.read_bytes(), ET.XMLParser(target=builder))
        body = "".join(_Drawing(self, root, f"f{next(self._numbers)}").elements(root))
        width, height = (float(root.get(side, "0pt")[:-2]) for side in ("width", "height"))
        return (
            f'<svg viewBox="0 0 {short(width)} {short(height)}" role="img" '
            f'aria-label={quoteattr(title)} style="--w:{short(width)}">{body}</svg>'
        )

    def style(self, declarations: str, colours: Mapping[str, str]) -> str:
        """Give the class of some declarations, with the page's variables for some colours."""
        for colour, variable in colours.items():
            declarations = declarations.replace(colour, variable)
        declarations = declarations.replace("; ", ";").replace(": ", ":")
        return self.styles.setdefault(declarations, f"s{len(self.styles)}")

    def css(self) -> str:
        """Write the rules of all classes."""
        return "".join(f".{name}{{{style}}}" for style, name in self.styles.items())


class _Drawing:
    """One figure on its way into the page."""

    def __init__(self, shared: Figures, root: ET.Element, name: str) -> None:
        self.shared, self.name = shared, name
        self.ids: dict[str, str] = {}
        self.colours: Mapping[str, str] = INK | PAGE
        uses = [use.get(HREF, "")[1:] for use in root.iter(f"{SVG}use")]
        paths = root.iter(f"{SVG}path")
        self.outlines = {path.get("id", ""): path.get("d", "") for path in paths if path.get("id")}
        self.once = {name for name in self.outlines if uses.count(name) == 1}

    def elements(self, parent: ET.Element) -> Iterator[str]:
        """Write what is in an element."""
        for child in parent:
            name = child.tag.removeprefix(SVG) if isinstance(child.tag, str) else ""
            if name == "g" and child.get("id", "").startswith("text_"):
                yield from self.texts(child)
            elif name == "g" and child.get("id", "").startswith("QuadMesh_"):
                yield from self.mesh(child)
            elif name == "g" and child.get("id", "").startswith("axes_"):
                yield from self.panel(child)
            elif name in ("g", "defs"):
                yield from self.group(child, name)
            elif name == "path":
                yield self.path(child)
            elif name == "use":
                yield self.use(child)
            elif name == "clipPath":
                inner = "".join(self.elements(child))
                yield f'<clipPath id="{self.id(child)}">{inner}</clipPath>'
            elif name in ("rect", "image"):
                yield self.raw(child, name)

    def panel(self, axes: ET.Element) -> Iterator[str]:
        """Write axes; cells keep their colours, and so does what is drawn on them."""
        names = (group.get("id", "") for group in axes)
        cells = any(name.startswith("QuadMesh_") for name in names)
        self.colours = {} if cells else INK | PAGE
        yield from self.group(axes, "g")
        self.colours = INK | PAGE

    def group(self, element: ET.Element, name: str) -> Iterator[str]:
        """Write a group, without the marks of Matplotlib."""
        inner = "".join(self.elements(element))
        legend = ' class="legend"' if element.get("id", "").startswith("legend") else ""
        kept = legend + self.attributes(element, "transform", "clip-path", "opacity")
        if inner and (kept or name == "defs"):
            yield f"<{name}{kept}>{inner}</{name}>"
        else:
            yield inner

    def mesh(self, group: ET.Element) -> Iterator[str]:
        """Write the cells of a mesh, those of one look as one path."""
        looks: dict[str, list] = {}
        for cell in group:
            kept = self.look(cell) + self.attributes(cell, "clip-path")
            looks.setdefault(kept, []).extend(parsed(cell.get("d", "")))
        for kept, outline in looks.items():
            yield f'<path{kept} d="{written(simplified(outline))}"/>'

    def texts(self, group: ET.Element) -> Iterator[str]:
        """Write texts as text, and mathematics as glyphs."""
        said = ""
        for child in group:
            if not isinstance(child.tag, str):
                said = html.unescape(child.text or "").strip()
            elif (placed := PLACED.fullmatch(child.get("transform", ""))) and "$" not in said:
                yield self.text(said, placed[1], 100 * float(placed[2]), child)
            else:
                yield self.glyphs(child)

    def text(self, said: str, place: str, size: float, element: ET.Element) -> str:
        """Write a text at its place; longer ones keep their length in any font."""
        look = self.shared.style(
            f"{element.get('style', '')};font-size:{short(size)}px".lstrip(";"), INK
        )
        length = f' textLength="{short(text_width(said) * size)}"' if len(said) > SHORT else ""
        if unturned := UNTURNED.fullmatch(place):
            x, y = (short(float(number)) for number in unturned.groups())
            where = f'x="{x}" y="{y}"'
        else:
            where = f'transform="{NUMBER.sub(lambda number: short(float(number[0])), place)}"'
        return f'<text class="{look}" {where}{length}>{escape(said)}</text>'

    def glyphs(self, element: ET.Element) -> str:
        """Write glyphs as uses of outlines that the whole page shares."""
        uses = ""
        for use in element.iter(f"{SVG}use"):
            glyph = use.get(HREF, "")[1:]
            outline = re.sub(r"\s+", " ", self.outlines[glyph].strip())
            self.shared.glyphs.setdefault(glyph, outline)
            uses += f'<use href="#{glyph}"{self.attributes(use, "transform")}/>'
        lines = "".join(self.raw(rect, "rect") for rect in element.iter(f"{SVG}rect"))
        look = self.look(element, INK)
        return f"<g{look}{self.attributes(element, 'transform')}>{uses}{lines}</g>"

    def path(self, element: ET.Element) -> str:
        """Write a path; one that is used once is written where it is used."""
        if element.get("id") in self.once:
            return ""
        outline = parsed(element.get("d", ""))
        name = f' id="{self.id(element)}"' if element.get("id") else ""
        kept = self.look(element) + self.attributes(element, "clip-path", "transform")
        return f'<path{name}{kept} d="{written(simplified(outline))}"/>'

    def use(self, element: ET.Element) -> str:
        """Write a marker, or the path itself where it is used once."""
        target = element.get(HREF, "")[1:]
        x, y = float(element.get("x", 0)), float(element.get("y", 0))
        if target in self.once:
            outline = simplified(moved(parsed(self.outlines[target]), x, y))
            return f'<path{self.look(element)} d="{written(outline)}"/>'
        place = f' x="{short(x)}" y="{short(y)}"'
        return f'<use href="#{self.ids[target]}"{place}{self.look(element)}/>'

    def raw(self, element: ET.Element, name: str) -> str:
        names = ("x", "y", "width", "height", "transform")
        link = f' href="{element.get(HREF)}"' if element.get(HREF) else ""
        return f"<{name}{self.look(element)}{self.attributes(element, *names)}{link}/>"

    def id(self, element: ET.Element) -> str:
        """Give a name of its kind that no other figure has."""
        old = element.get("id", "")
        return self.ids.setdefault(old, f"{self.name}-{len(self.ids)}")

    def look(self, element: ET.Element, colours: Mapping[str, str] | None = None) -> str:
        style, colours = element.get("style"), colours or self.colours
        return f' class="{self.shared.style(style, colours)}"' if style else ""

    def attributes(self, element: ET.Element, *names: str) -> str:
        """Write the named attributes that an element has, with short numbers."""
        found: Mapping[str, str | None] = {name: element.get(name) for name in names}
        return "".join(
            f' {name}="{self.value(value)}"' for name, value in found.items() if value is not None
        )

    def value(self, value: str) -> str:
        if value.startswith("url(#"):
            return f"url(#{self.ids.setdefault(value[5:-1], f'{self.name}-{len(self.ids)}')})"
        return NUMBER.sub(lambda number: short(float(number[0]), 4), value)


@functools.cache
def _font() -> FT2Font:
    font = FT2Font(f"{get_data_path()}/fonts/ttf/DejaVuSans.ttf")
    font.set_size(100, 72)
    return font


@functools.cache
def text_width(text: str) -> float:
    """Measure a text in the font of the figures, over the size of the font."""
    _font().set_text(text, 0, flags=LoadFlags.NO_HINTING)
    return _font().get_width_height()[0] / 64 / 100
