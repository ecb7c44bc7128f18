import itertools
import re
import xml.etree.ElementTree as ET
from urllib.parse import unquote

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure

from browsing import UNFOLDED, WIDTHS, opened, overflow, violations
from conftest import ROOT
from delayed_bandits.analysis.plots import band
from delayed_bandits.analysis.style import save, set_style
from delayed_bandits.report.svg import TOLERANCE, Figures, thinned


@pytest.fixture(scope="module")
def report(finished):
    return finished / "results" / "report.html"


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_page_fits_and_is_accessible(browser, report, width, scheme):
    look = {"viewport": {"width": width, "height": 900}, "color_scheme": scheme}
    with opened(browser, report, **look) as page:
        assert overflow(page) == 0
        assert page.locator("#tiny-highlight svg").is_visible()
        assert violations(page) == {}
        assert overflow(page) == 0  # unfolded


def test_claims_are_filtered_by_verdict(browser, report):
    with opened(browser, report) as page:
        claims = page.locator("details.claim")
        shown = page.locator("details.claim:visible")
        assert shown.count() == 0 < claims.count()  # they are folded
        page.select_option("[name=verdict]", "fails")
        assert [claim.get_attribute("id") for claim in shown.all()] == ["tiny-o01"]
        assert page.locator("#filter output").inner_text() == f"1 of {claims.count()} claims"
        page.evaluate("location.hash = '#tiny-c01'")  # a link to what is hidden shows it again
        page.locator("#tiny-c01[open]").wait_for()
        assert shown.count() == claims.count()


def test_page_is_readable_without_script(browser, report):
    with opened(browser, report, java_script_enabled=False) as page:
        assert not page.locator("#filter").is_visible()
        for fold in page.locator("main details > summary").all():
            fold.click()
        for said in ("First arm has as much regret", "from 0.9 to 1.1", "second arm", "about 1"):
            assert page.locator("#tiny-c01").get_by_text(said).first.is_visible()
        assert page.locator("#tiny-highlight svg").is_visible()


def test_page_is_used_by_keyboard(browser, report):
    with opened(browser, report) as page:
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
        page.keyboard.press("Enter")
        page.wait_for_url("**#main")
        page.get_by_text("Each claim with its quote").focus()
        page.keyboard.press("Enter")
        page.locator("#tiny-c01 > summary").focus()
        page.keyboard.press("Enter")
        assert page.locator("#tiny-c01[open]").count() == 1


def test_page_is_printed_without_controls(browser, report):
    with opened(browser, report, viewport={"width": 760, "height": 1075}) as page:
        page.emulate_media(media="print")
        assert overflow(page) == 0
        assert not page.locator("nav").is_visible()
        assert not page.locator("#filter").is_visible()
        folded = page.pdf()
        assert not page.locator("#tiny-c01").is_visible()
        page.evaluate(UNFOLDED)
        assert len(page.pdf()) > len(folded)


def test_links_of_the_page_resolve(report):
    text = report.read_text(encoding="utf-8")
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    links = set(re.findall(r'\bhref="([^"]+)"', text))
    assert {unquote(link[1:]) for link in links if link[0] == "#"} <= set(ids)
    files = {link for link in links if link[0] != "#"}
    assert {"evidence.csv", "claims.csv", "../figures/tiny/regret.svg"} <= files
    docs = {link for link in files if link.startswith("../docs/")}
    assert [link for link in docs if not (ROOT / link[3:]).is_file()] == []
    assert [link for link in files - docs if not (report.parent / link).is_file()] == []


def test_claims_and_figures_name_their_command(report):
    text = report.read_text(encoding="utf-8")
    for name, command in (
        ("tiny-c01", "delayed-bandits claim tiny/c01"),
        ("tiny-o01", "delayed-bandits claim tiny/o01"),
        ("tiny-regret", "snakemake --cores 2 figures/tiny/regret.pdf"),
    ):
        part = text[text.index(f'id="{name}"') :]
        links = re.search(r'<p class="links">.*?</p>', part, re.DOTALL)[0]
        assert f'href="#{name}"' in links
        assert re.search(r'href="\.\./src/delayed_bandits/papers/tiny/\w+\.py".*line \d+', links)
        assert f"again: <code>{command}" in links


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


def test_inline_figure_is_small_with_real_text(drawn):
    figures = Figures()
    inline = figures.inline(drawn / "figure.svg", "a & b")
    ET.fromstring(inline)
    assert len(inline) < (drawn / "figure.svg").stat().st_size / 3
    assert 'aria-label="a &amp; b"' in inline
    assert ">UCB &amp; &lt;TS&gt;</text>" in inline
    assert ">delays</text>" in inline
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
def test_thinned_line_stays_in_place(points):
    kept = thinned(np.array(points))
    assert all(nearest(point, kept) <= 2 * TOLERANCE for point in points)


def test_page_checks_find_planted_faults(browser, tmp_path):
    bad = tmp_path / "bad.html"
    bad.write_text("<title>bad</title><img src='data:,'><p style='width: 999px'>wide", "utf-8")
    with opened(browser, bad, viewport={"width": 360, "height": 900}) as page:
        assert overflow(page) > 0
        assert {"html-has-lang", "image-alt"} <= violations(page).keys()
    for wrong in ("<link rel=stylesheet href=other.css>", "<script>console.log('oh')</script>"):
        bad.write_text(wrong, "utf-8")
        with pytest.raises(AssertionError), opened(browser, bad):
            pass
