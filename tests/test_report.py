"""The report stands alone and says which delays it is about."""

import re
import shutil
from pathlib import Path
from types import SimpleNamespace

import pyarrow as pa
import pytest
from markupsafe import escape

from browsing import UNFOLDED, opened
from conftest import ROOT
from delayed_bandits.analysis.judge import judge_claims
from delayed_bandits.analysis.numbers import bounds, measured, rounded
from delayed_bandits.analysis.regret_files import aggregate_to, with_interval
from delayed_bandits.checks.schema import check_schema
from delayed_bandits.checks.yaml_files import read_yaml
from delayed_bandits.data.criteo.conversions import from_bundled
from delayed_bandits.data.fits import compare
from delayed_bandits.experiments.delay_tables import read_delays
from delayed_bandits.experiments.experiment import load_papers
from delayed_bandits.files.digests import read_json
from delayed_bandits.files.layout import Layout, key_of_run, run_path
from delayed_bandits.files.tables import write_table
from delayed_bandits.papers.claims import claims_of, conclusions_of
from delayed_bandits.report.figures import draw_figure, make_tables
from delayed_bandits.report.page import highlight, write_page
from delayed_bandits.report.sections import flat
from single_runs import simulate_to

SEEDS = 3


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(["vernade2020", "liu2024"], id="two"),
        pytest.param(None, marks=pytest.mark.long, id="all"),
    ],
)
def config(request, config):
    return {**config, "papers": request.param or config["papers"]}


@pytest.fixture(scope="module")
def papers(config):
    return load_papers({**config, "scale": "quick"}, ROOT / "workflow")


@pytest.fixture(scope="module")
def report(tmp_path_factory, papers, config):
    """A report of the quick scale with three seeds, made without Snakemake."""
    root = tmp_path_factory.mktemp("results")
    delays = root / "criteo/delays.parquet"
    from_bundled(ROOT / "data/criteo_delay_quantiles.csv", delays)
    compare(delays, root / "criteo/fits.csv", [root / "figures/criteo/fits.svg"])
    for paper in papers.values():
        run_paper(paper, root, delays)
    quick = {**config, "scale": "quick", "seeds": SEEDS}
    write_page(root / "report.html", quick, ROOT / "workflow", root / "figures")
    return root / "report.html"


@pytest.fixture(scope="module")
def page(report):
    return report.read_text(encoding="utf-8")


def run_paper(paper, root, delays):
    """Everything that the report shows of a paper."""
    layout, observed = Layout(str(root), str(root / "figures")), read_delays(delays)
    every = []
    for run in paper.runs.values():
        place = run_path(run.setting, run.algorithm, f"0-{SEEDS - 1}")
        every.append(Path(layout.batch(paper.name, "batch"), place))
        simulate_to(every[-1], run, range(SEEDS), observed, "a")
    tables = [root / f"regret/{paper.name}.{kind}" for kind in ("parquet", "csv", "tex")]
    at = {"coordinates": paper.coordinates}
    aggregate_to(*tables, every, **at)
    judged = root / f"claims/{paper.name}.json"
    given = paper.name, "quick", claims_of(paper.name), conclusions_of(paper.name)
    judge_claims(judged, *given, every, delays, words=paper.words)
    algorithms = paper.description["algorithms"]
    entries = paper.description.get("tables", {})
    make_tables(Path(layout.tables(paper.name)), paper.name, entries, algorithms, every, **at)
    drawn = None
    for name, figure in paper.description["figures"].items():
        output = Path(layout.figure(paper.name, name, "svg"))
        if drawn is None:
            drawn = output
            shown = [path for path in every if key_of_run(path)[0] in figure["settings"]]
            draw_figure([output], paper.name, figure["draw"], algorithms, shown)
        else:
            shutil.copy(drawn, output)  # what the others show is tested elsewhere


def test_it_needs_nothing_else(page):
    assert not re.search(r"""(?:src|href)=["'](?:https?:|//)""", page)
    assert "@import" not in page
    assert not re.search(r"url\((?!#)", page)
    script = re.search(r"<script>(.*?)</script>", page, re.DOTALL)[1]
    assert len(script.splitlines()) <= 200


def test_the_delays_are_named_first_and_with_their_papers(page, papers):
    users = [name for name, paper in papers.items() if "'law': 'criteo'" in str(paper.runs)]
    assert users
    assert page.count("Criteo delays: bundled") == 2 + len(users)
    assert page.count("NOT the raw data") == 2 + len(users)
    assert page.index("NOT the raw data") < page.index("<h2")


def test_it_claims_no_experiments_that_we_did_not_have(page, papers):
    lead = " ".join(page.partition('<p class="lead">')[2].partition("</p>")[0].split())
    theirs = [paper for paper in papers.values() if "kind" not in paper.description]
    start = f"The algorithms of {len(theirs)} papers were programmed again and run in the papers'"
    assert lead.startswith(f"{start} experiments where we had them, else in experiments of ours.")


def test_judged_claims_are_as_their_schema_says(report, papers):
    schema = read_yaml(ROOT / "workflow/schemas/claims.schema.yaml")
    for name in papers:
        check_schema(read_json(report.parent / f"claims/{name}.json"), schema, name)


def test_every_figure_claim_and_setting_is_there(page, papers):
    figures = [(p, name) for p in papers.values() for name in p.description["drawn"]]
    shown = [(p, name) for p, name in figures if "folded" not in p.description["figures"][name]]
    assert page.count('role="img"') == len(shown)
    assert all(f'id="{paper.name}-{name}"' in page for paper, name in figures)
    for paper in papers.values():
        _, _, section = page.partition(f'<h2 id="{paper.name}">')
        section, _, _ = section.partition("<h2")
        for word in ("holds", "fails"):
            assert f">{word}</b>" in section
        for setting in paper.description["settings"]:
            assert f"<td>{setting}</td>" in section
        for claim in claims_of(paper.name):
            assert f'id="{paper.name}-{claim.id}"' in section
        assert "claims.py, line 1<" not in section  # each claim is found in the sources
        for term in paper.description.get("terms", {}):
            assert f"<dt>{escape(term)} " in page


def test_a_paper_opens_with_its_whole_headline(page, papers):
    for name in papers:
        _, _, section = page.partition(f'<h2 id="{name}">')
        section, _, _ = section.partition("<ul")
        for conclusion in conclusions_of(name):
            for text in re.split(r"\{.*?\}", conclusion.headline):
                assert str(escape(text)) in section


def test_papers_are_filtered(browser, report, papers):
    with opened(browser, report) as page:
        page.select_option("[name=paper]", "liu2024")
        assert page.locator("section.paper:visible").count() == 1
        page.evaluate(UNFOLDED)
        assert page.locator("details.claim:visible").count() == len(claims_of("liu2024"))
        page.evaluate("location.hash = '#vernade2020-fig1'")
        page.locator("#vernade2020-fig1").wait_for()
        assert page.locator("section.paper:visible").count() == len(papers)


def test_numbers_have_the_digits_that_their_error_warrants():
    assert [rounded(x) for x in (0.0, 1.2345678, 75.326, 12345.6, 0.0001234, 2e9, -40.04)] == [
        "0", "1.235", "75.33", "12,346", "0.000123", "2e+09", "−40.04",
    ]  # fmt: skip
    for value, half, shown, extent in (
        (152.38671, 2.362, "152.4", "150.0 to 154.7"),
        (10803.4, 1276.0, "10,800", "9,500 to 12,100"),
        (-0.0151, 0.0054, "−0.015", "−0.021 to −0.010"),
        (2776.0, 9.09e-13, "2,776", "same in all runs"),
        (0.0, 0.0, "0", "same in all runs"),
        (0.99999, 0.012, "1.000", "0.988 to 1.012"),
    ):
        numbers = value, value - half, value + half
        assert with_interval(*numbers) == (shown, extent)
    row = {"estimate": 2.0, "low": 2.0, "high": 2.0, "seeds": 0}
    assert measured(row) == "2"
    assert measured({**row, "low": 1.5, "high": 2.5, "seeds": 9}) == "2.0 [1.5, 2.5]"
    assert measured({**row, "low": None}) == "undefined"


def test_bounds_and_values_are_put_in_words():
    assert bounds([None, 0]) == "below 0"
    assert bounds([0.625, None]) == "above 0.625"
    assert bounds([50, 150]) == "from 50 to 150"
    assert bounds([0.9926, 0.9934]) == "from 0.9926 to 0.9934"
    assert flat({"law": "geometric", "mean": 3}) == "law geometric, mean 3"
    assert flat({"horizon": 250000}) == "horizon 250,000"
    laws = [{"law": "constant", "rounds": 3}, {"law": "constant", "rounds": 4}]
    assert flat({"delay": laws}) == "delay [(law constant, rounds 3), (law constant, rounds 4)]"


def test_a_highlight_is_figure_text_and_table(tmp_path):
    layout = Layout(str(tmp_path), str(tmp_path))
    about = {"figure": "f", "text": "answer", "table": "which"}
    paper = SimpleNamespace(name="x", description={"highlight": about})
    tables = {
        "answer": {"sentence": ["One.", "One.", "Two."]},
        "which": {"row": ["a", "a", "b"], "column": ["c", "d", "d"], "cell": ["1", "2", "3"]},
    }
    for name, columns in tables.items():
        write_table(Path(layout.table("x", name)), pa.table(columns), {})
    assert highlight(paper, layout, {"f": {"title": "F"}}) == {
        "title": "F",
        "name": "f",
        "text": ["One.", "Two."],
        "columns": ["c", "d"],
        "rows": {"a": {"c": "1", "d": "2"}, "b": {"d": "3"}},
    }
    paper.description["highlight"] = {"figure": "f"}
    assert highlight(paper, layout, {"f": {}})["rows"] == {}


def test_the_answer_of_the_arena_is_on_the_first_screen(page, papers):
    if "arena" not in papers:
        pytest.skip("it is on the page of all papers")
    first, _, later = page.partition('<section class="paper"')
    assert "<strong>reward and arm:</strong> Thompson sampling, mean rank" in first
    assert "Who is first, by kind of delays" in first
    assert re.findall('id="(arena.*?)"', first) == ["arena-highlight"]
    section = later.partition('id="arena"')[2]
    assert "What was run</summary>" in section
    assert "What the paper leaves open" not in section.partition("</section>")[0]
