import json
import re

import pandas as pd
import pytest

from browsing import UNFOLDED, WIDTHS, opened, overflow, violations
from conftest import ROOT
from delayed_bandits.cli.commands import main
from delayed_bandits.experiments.experiment import load_papers
from delayed_bandits.report import data, drawing
from delayed_bandits.report.page import embedded, link

SOURCES = ROOT / "src/delayed_bandits/report"


@pytest.fixture(scope="module")
def report(finished):
    return finished / "results" / "report.html"


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_page_fits_and_is_accessible(browser, report, width, scheme):
    look = {"viewport": {"width": width, "height": 900}, "color_scheme": scheme}
    with opened(browser, report, **look) as page:
        assert overflow(page) == 0
        assert page.locator("#tiny-chart svg").is_visible()
        assert violations(page) == {}
        assert overflow(page) == 0  # unfolded


def test_tables_are_searched_filtered_and_sorted(browser, report):
    with opened(browser, report) as page:
        rows = page.locator("#verdicts\\.all tbody tr")
        shown = page.locator("#verdicts\\.all tbody tr:visible")
        assert shown.count() == 0 < rows.count()  # folded
        page.locator("#verdicts-tools input").fill("a year")
        assert ["o01" in row.inner_text() for row in shown.all()] == [True]
        assert page.locator("#verdicts-tools output").inner_text() == f"1 of {rows.count()}"
        page.locator("#verdicts-tools input").fill("")
        page.locator("#verdicts-tools select").last.select_option("fails")
        assert ["o01" in row.inner_text() for row in shown.all()] == [True]
        page.locator("#verdicts-tools select").last.select_option("")
        for name, order in (("ascending", ["c01", "o01"]), ("descending", ["o01", "c01"])):
            page.get_by_role("button", name="claim").first.click()
            assert page.locator("#verdicts\\.all th").first.get_attribute("aria-sort") == name
            assert [row.inner_text().split()[1] for row in shown.all()] == order
        page.locator("#measurements-tools select").last.select_option("fails")
        assert not page.locator("#tiny-c01").is_visible()
        page.evaluate("location.hash = '#tiny-c01'")  # a link to what is hidden shows it again
        page.locator("#tiny-c01").wait_for()


def test_page_is_readable_without_script(browser, report):
    with opened(browser, report, java_script_enabled=False) as page:
        assert not page.locator("form:visible").count()
        assert page.locator("#tiny-chart > svg").is_visible()
        assert "OTFLinUCB" in page.locator("#tiny-chart .legend").inner_text()
        for fold in page.locator("main details > summary").all():
            fold.click()
        for said in ("First arm has as much regret", "from 0.9 to 1.1", "second arm", "about 1"):
            assert page.locator("#measurements\\.all").get_by_text(said).first.is_visible()


def test_page_is_used_by_keyboard(browser, report):
    with opened(browser, report) as page:
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
        page.keyboard.press("Enter")
        page.wait_for_url("**#main")
        page.locator("#tiny-chart").focus()
        page.keyboard.press("ArrowLeft")
        said = page.locator(".tip").inner_text()
        assert re.search("round.*± .*OTFLinUCB", said, re.DOTALL)
        page.keyboard.press("Escape")
        assert not page.locator(".tip").is_visible()
        sign = page.locator(".signs a").first
        sign.focus()
        assert "First arm has as much regret" in page.locator(".tip").inner_text()
        page.keyboard.press("Enter")
        page.locator("#tiny-c01").wait_for()
        assert page.locator("[tabindex='0']:visible, .legend button:visible").count() < 20


def test_first_tap_says_what_a_sign_means(browser, report):
    look = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    with opened(browser, report, **look) as page:
        sign = page.locator(".signs a").first
        assert min(sign.bounding_box()[side] for side in ("width", "height")) >= 23.9
        sign.tap()
        assert "First arm has as much regret" in page.locator(".tip").inner_text()
        assert not page.locator("#tiny-c01").is_visible()
        sign.tap()
        page.locator("#tiny-c01").wait_for()


def test_page_is_printed_without_controls_and_folds(browser, report):
    with opened(browser, report, viewport={"width": 760, "height": 1075}) as page:
        page.emulate_media(media="print")
        assert overflow(page) == 0
        for name in ("nav", "form", "[aria-pressed=false]", "#tiny-c01", "summary"):
            assert not page.locator(f"{name}:visible").count()
        folded = page.pdf()
        page.evaluate(UNFOLDED)
        assert len(page.pdf()) > len(folded)


def test_nothing_moves_by_itself():
    assert not re.search("animation|transition|smooth", (SOURCES / "style.css").read_text())


def test_a_mailed_page_has_no_dead_link(report):
    text = report.read_text(encoding="utf-8")
    ids = re.findall(r'\bid="?([^"\s>]+)', text)
    assert len(ids) == len(set(ids))
    links = set(re.findall(r'\bhref="?([^"\s>]+)', text))
    assert {"#tiny-c01", "#papers", "#criteo"} <= links
    assert [link for link in links if link[0] != "#"] == []  # no repository is configured
    assert {link[1:] for link in links} <= set(ids)


def test_links_are_absolute_where_a_repository_is_configured():
    assert link(None, "docs/claims.md") == "<code>docs/claims.md</code>"
    found = link("https://example.org/me/project/", "docs/claims.md", "<how>")
    address = "https://example.org/me/project/blob/HEAD/docs/claims.md"
    assert found == f'<a href="{address}">&lt;how&gt;</a>'


def test_page_names_commands(report):
    text = report.read_text(encoding="utf-8")
    for command in (
        "snakemake --cores 2 tiny",
        "snakemake --cores 2 figures/tiny/regret.pdf",
        "delayed-bandits claim tiny/c01",
    ):
        assert command in text


@pytest.fixture(scope="module")
def arena(config):
    return load_papers({**config, "papers": ["arena"]}, ROOT / "workflow", check=False)["arena"]


@pytest.fixture(scope="module")
def cells(arena):
    """The committed tables of the arena, without the algorithms that its chart leaves out."""
    folder = ROOT / "figures/arena/tables"
    tables = [folder / f"{name}.csv" for name in arena.description["page"]["tables"]]
    found = pd.concat([pd.read_csv(table, keep_default_na=False) for table in tables])
    return found[~found["algorithm"].isin(arena.description["page"]["hidden"])]


@pytest.fixture(scope="module")
def block(arena, cells):
    return data.dots_of_cells(arena, arena.description["page"], cells)


def medians(cells, model):
    """The median regret in percent of random play by label, of algorithms in all settings."""
    cells = cells[cells["feedback_model"] == model]
    percent = 100 * cells["mean"] / cells["uniform"]
    found = percent.groupby(cells["label"]).agg(["median", "size"])
    return found["median"], found["size"]


def test_dots_are_the_cells_of_the_tables(arena, cells, block):
    models, texts = [*arena.description["page"]["models"]], arena.description["settings"]
    described = cells["setting"].map(lambda name: texts[name]["description"])
    assert len(block["cells"]) == cells["feedback_model"].isin(models).sum()
    for setting, place, *numbers, flags in block["cells"][::97]:
        model, label, _, standard = block["algorithms"][place]
        delay, problem = block["settings"][setting]
        row = cells[
            (cells["feedback_model"] == models[model])
            & (cells["label"] == label)
            & described.str.endswith(f", {block['problems'][problem]}")
        ]
        start = f"{block['delays'][delay]}, "
        named = [
            name
            for name in cells["setting"].unique()
            if texts[name]["description"].startswith(start)
        ]
        row = row[row["environment"].isin(cells.loc[cells["setting"].isin(named), "environment"])]
        row = row[(100 * row["mean"] / row["uniform"] - numbers[0]).abs() < 0.01 * abs(numbers[0])]
        (found,) = row.to_dict("records")
        wanted = [100 * found[key] / found["uniform"] for key in ("mean", "low", "high")]
        assert numbers == pytest.approx(wanted, rel=0.006, abs=1e-6)
        assert flags == bool(found["linear"]) + 2 * bool(found["violated"])
        assert standard == (found["algorithm"] in arena.description["page"]["standard"])


def test_static_dot_plot_shows_the_medians_of_the_table(cells, block):
    picture = drawing.dot_plot(block, "title")
    found = dict(re.findall(r"<title>(.*?): ([\d.]+) % of random play", picture))
    middle, size = medians(cells, "identified")
    assert found.keys() == set(middle.index)
    for label, number in found.items():
        assert float(number) == pytest.approx(middle[label], rel=0.06)
    best = middle[size == size.max()].idxmin()
    assert drawing.says(block).startswith(f"{best} has the least regret here")
    dots = picture.count("h0") + picture.count("<circle") + picture.count("◄")
    assert dots == len(cells[cells["feedback_model"] == "identified"])


@pytest.fixture
def chart(tmp_path, block):
    """A page with the dot plot alone."""
    script = (SOURCES / "page.js").read_text(encoding="utf-8")
    path = tmp_path / "chart.html"
    path.write_text(
        f'<html lang="en"><title>chart</title><style>{(SOURCES / "style.css").read_text()}</style>'
        f'<main><h1>chart</h1><p class="says"></p><div class="chart" id="chart" data-dots="block">'
        f'{drawing.dot_plot(block, "t")}</div><script type="application/json" id="block">'
        f"{embedded(block)}</script></main><script>{script}</script>",
        encoding="utf-8",
    )
    return path


@pytest.mark.parametrize("width", [360, 1280])
def test_script_draws_the_medians_of_the_table_for_each_choice(browser, chart, cells, width):
    with opened(browser, chart, viewport={"width": width, "height": 900}) as page:
        for number, model in enumerate(("identified", "conversions only")):
            page.locator("[name=observe]").select_option(str(number))
            rows = page.locator("svg g[aria-label]").all()
            found = [row.get_attribute("aria-label").split(": ") for row in rows]
            middle, size = medians(cells, model)
            assert {label for label, _ in found} == set(middle.index)
            for label, said in found:
                assert float(said.split()[0]) == pytest.approx(middle[label], rel=0.06)
            assert found[0][0] == middle[size == size.max()].idxmin()
            assert found[0][0] in page.locator(".says").inner_text()
            assert page.locator(".dot").count() == size.sum()
        assert "observe=only-successes" in page.url
        page.locator("[name=axis]").select_option("linear")
        page.locator("[name=delays]").select_option(index=1)
        address, said = page.url, page.locator(".says").inner_text()
        assert {"axis=linear", "observe", "delays"} <= set(re.split("[?&]|(?<!axis)=", address))
        assert overflow(page) == 0
        page.goto("about:blank")
        page.goto(address)
        assert page.locator(".says").inner_text() == said


def test_dots_tell_their_values_and_intervals(browser, chart):
    with opened(browser, chart) as page:
        page.locator("svg g[aria-label]").first.focus()
        assert "median of" in page.locator(".tip").inner_text()
        page.keyboard.press("ArrowRight")
        assert re.search(r"% \[[\d.]+, [\d.]+\] of random play", page.locator(".tip").inner_text())
        page.keyboard.press("ArrowDown")
        focus = "document.activeElement.getAttribute('aria-label')"
        second = page.locator("svg g[aria-label]").nth(1).get_attribute("aria-label")
        assert page.evaluate(focus) == second
        page.locator("circle").nth(5).hover(force=True)
        assert "arms, gap" in page.locator(".tip").inner_text()


def test_thinned_curves_stay_in_place(browser, report):
    text = report.read_text(encoding="utf-8")
    block = json.loads(re.search(r'id="tiny-data">(.*?)</script>', text)[1])
    table = pd.read_parquet(report.parent / "regret/tiny.parquet")
    ((_, lines),) = block["panels"]
    for name, (rounds, mean, half) in lines.items():
        found = table[(table["setting"] == "short") & (table["algorithm"] == name)]
        top = found["ci_high"].max()
        for row in found.itertuples():
            after = next(i for i, at in enumerate(rounds) if at >= row.round)
            share = (row.round - rounds[after - 1]) / (rounds[after] - rounds[after - 1])
            for values, wanted in ((mean, row.mean), (half, row.ci_high - row.mean)):
                read = values[after - 1] + share * (values[after] - values[after - 1])
                assert abs(read - wanted) <= (3 * data.TOLERANCE + 0.01) * top
    with opened(browser, report) as page:
        keys = page.locator("#tiny-chart g[data-key]").all()
        assert {key.get_attribute("data-key") for key in keys} == lines.keys()
        page.locator(".legend button").first.click()
        assert page.locator("#tiny-chart g[data-key]").count() == len(lines) - 1
        page.get_by_role("button", name="log scale").click()
        drawn = page.locator("#tiny-chart polyline").first.get_attribute("points")
        assert len(drawn.split()) > 100  # a straight line bends on a log scale


def test_a_curve_on_which_others_lie_is_wide():
    lines = {
        name: [[0, 50, 100], [0, top / 2, top], [0, 0, 0]]
        for name, top in {"low": 40, "a": 99, "b": 100, "c": 101}.items()
    }
    found = data.levels([["panel", lines]], [*lines], [104])
    assert found == {"low": 0, "a": 2, "b": 1, "c": 0}


@pytest.fixture(scope="module")
def pages_of_a_log(late, tmp_path_factory):
    """The pages of `log` and `advise`."""
    folder = tmp_path_factory.mktemp("log")
    assert main(["log", str(late), "--output", str(folder / "log")]) == 0
    given = ["--horizon", "6d", "--seeds", "8", "--output", str(folder / "advice")]
    assert main(["advise", str(late), *given]) == 0
    return [folder / name / "index.html" for name in ("log", "advice")]


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_of_a_log_have_the_same_style(browser, pages_of_a_log, width, scheme):
    look = {"viewport": {"width": width, "height": 900}, "color_scheme": scheme}
    for path in pages_of_a_log:
        with opened(browser, path, **look) as page:
            assert overflow(page) == 0
            assert violations(page) == {}
            ground = "getComputedStyle(document.body).backgroundColor"
            assert (page.evaluate(ground) == "rgb(255, 255, 255)") == (scheme == "light")


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
