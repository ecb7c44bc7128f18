import shutil
from pathlib import Path

import pytest
from markupsafe import escape

from conftest import ROOT
from delayed_bandits.analysis.judge import judge_claims
from delayed_bandits.analysis.numbers import measured, rounded, with_ends
from delayed_bandits.analysis.regret_files import aggregate_to
from delayed_bandits.checks.schema import check_schema
from delayed_bandits.checks.yaml_files import read_yaml
from delayed_bandits.data.criteo.conversions import from_bundled
from delayed_bandits.data.fits import compare
from delayed_bandits.experiments.delay_tables import read_delays
from delayed_bandits.experiments.experiment import load_papers
from delayed_bandits.files.digests import read_json
from delayed_bandits.files.layout import Layout, key_of_run, run_path
from delayed_bandits.papers.claims import claims_of, conclusions_of
from delayed_bandits.papers.figures import draw_figure
from delayed_bandits.papers.tables import make_tables
from delayed_bandits.report.page import write_page
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
        every.append(Path(layout.run_group(paper.name, "batch"), place))
        simulate_to(every[-1], run, range(SEEDS), observed, "a")
    tables = [root / f"regret/{paper.name}.{kind}" for kind in ("parquet", "csv", "tex")]
    at = {"coordinates": paper.coordinates}
    aggregate_to(*tables, every, **at)
    judged = root / f"claims/{paper.name}.json"
    given = paper.name, "quick", claims_of(paper.name), conclusions_of(paper.name)
    judge_claims(judged, *given, every, delays, texts=paper.texts)
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


def test_page_names_the_source_of_delays_first(page, papers):
    users = [n for n, paper in papers.items() if "'distribution': 'criteo'" in str(paper.runs)]
    assert users
    assert page.count("Criteo delays: bundled") == 2 + len(users)
    assert page.count("NOT the raw data") == 2 + len(users)
    assert page.index("NOT the raw data") < page.index('<h2 id="papers">')


def test_judged_claims_fit_their_schema(report, papers):
    schema = read_yaml(ROOT / "workflow/schemas/claims.schema.yaml")
    for name in papers:
        check_schema(read_json(report.parent / f"claims/{name}.json"), schema, name)


def test_page_has_every_figure_claim_and_setting(page, papers):
    for paper in papers.values():
        _, _, section = page.partition(f'<article id="{paper.name}">')
        section, _, _ = section.partition("</article>")
        assert "page" not in paper.description or f'id="{paper.name}-chart"' in page
        for name in paper.description["drawn"]:
            assert f'id="{paper.name}-{name}"' in section
        for setting in paper.description["settings"]:
            assert f"<td>{setting}<td>" in section
        for claim in claims_of(paper.name):
            assert f"<tbody id={paper.name}-{claim.id}>" in page
            assert f"<b>{paper.name} {claim.id}: " in page
        items = paper.description.get("coverage", [])
        done = sum("missing" not in one for one in items)
        assert (f">{done} of {len(items)} items done<" in section) == bool(items)
        assert all(f"<li>{escape(one['item'])}: " in section for one in items)
        for term in paper.description.get("terms", {}):
            assert f"<dt>{term} ".replace("'", "&#39;") in page.replace("'", "&#39;")
    assert "line 1</div>" not in page  # each claim is found in the sources
    for outcome in ("holds", "fails"):
        assert f"<td>{outcome}" in page


def test_numbers_have_the_digits_of_their_interval():
    assert [rounded(x) for x in (0.0, 1.2345678, 75.326, 12345.6, 0.0001234, 2e9, -40.04)] == [
        "0", "1.235", "75.33", "12,346", "0.000123", "2e+09", "−40.04",
    ]  # fmt: skip
    for value, half, shown, *ends in (
        (152.38671, 2.362, "152.4", "150.0", "154.7"),
        (10803.4, 1276.0, "10,800", "9,500", "12,100"),
        (-0.0151, 0.0054, "−0.0151", "−0.0205", "−0.0097"),
        (2776.0, 9.09e-13, "2,776"),
        (0.0, 0.0, "0"),
        (0.99999, 0.012, "1.000", "0.988", "1.012"),
    ):
        numbers = value, value - half, value + half
        assert with_ends(*numbers) == [shown, *ends]
    measurement = {"estimate": 2.0, "low": 2.0, "high": 2.0, "runs": 0}
    assert measured(measurement) == "2"
    assert measured({**measurement, "low": 1.5, "high": 2.5, "runs": 9}) == "2.00 [1.50, 2.50]"
    assert measured({**measurement, "low": None}) == "undefined"
