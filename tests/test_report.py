"""The report stands alone and says which delays it is about."""

import re

import numpy as np
import pytest

from conftest import ROOT
from delayed_bandits.aggregation import aggregate_to, tabulate_to
from delayed_bandits.claims import judge_to
from delayed_bandits.criteo.conversions import from_bundled
from delayed_bandits.delays.comparison import compare
from delayed_bandits.figures import draw
from delayed_bandits.report.page import bounds, flat, number, write_page
from delayed_bandits.simulation import simulate_to

SEEDS = 3


@pytest.fixture(scope="module")
def page(tmp_path_factory, paper, config):
    """A report of the quick scale with three seeds, made without Snakemake."""
    root = tmp_path_factory.mktemp("results")
    delays = root / "criteo/delays.parquet"
    from_bundled(ROOT / "data/criteo_delay_quantiles.csv", delays)
    compare(delays, root / "criteo/fits.csv", [root / "figures/criteo/fits.svg"])
    parts, runs = [], []
    for setting, specifications in paper.runs.items():
        files = [root / "runs" / setting / name for name in specifications]
        for file, specification in zip(files, specifications.values(), strict=True):
            simulate_to(file, specification, range(SEEDS), delays)
        parts.append(root / "regret" / setting)
        aggregate_to(parts[-1], files, SEEDS)
        runs += files
    regret = [root / f"regret/vernade2020.{kind}" for kind in ("parquet", "csv", "tex")]
    tabulate_to(*regret, parts)
    judge_to(root / "claims/vernade2020.json", "vernade2020", runs, SEEDS, delays)
    algorithms = paper.description["algorithms"]
    for name, figure in paper.description["figures"].items():
        tables = [root / "regret" / setting for setting in figure.get("settings", [])]
        output = root / f"figures/vernade2020/{name}.svg"
        draw("vernade2020", name, algorithms, tables or [delays], [output])
    (root / "benchmarks/simulate/p/s/a").mkdir(parents=True)
    (root / "benchmarks/simulate/p/s/a/0-2.tsv").write_text("s\tmax_rss\n1.5\t-\n")
    quick = {**config, "scale": "quick"}
    write_page(root / "report.html", quick, ROOT / "workflow", root / "figures")
    return (root / "report.html").read_text(encoding="utf-8")


def test_it_needs_nothing_else(page):
    assert not re.search(r"""(?:src|href)=["'](?!data:|#)""", page)
    assert "<script" not in page
    assert "@import" not in page
    assert "url(" not in page


def test_the_delays_stand_with_every_paper(page):
    assert page.count("Criteo delays: bundled.") == 3
    assert page.count("NOT the raw data") == 3


def test_every_figure_claim_and_setting_is_there(page, paper):
    for name in paper.description["figures"]:
        assert f'id="vernade2020-{name}"' in page
    assert page.count("data:image/svg+xml") == len(paper.description["figures"]) + 1
    for verdict in ("reproduced", "not reproduced"):
        assert f">{verdict}</td>" in page
    for setting in paper.runs:
        assert f"<td>{setting}</td>" in page
    assert "simulate p a" in page


def test_numbers_are_short():
    assert [number(x) for x in (0.0, 1.2345678, 75.326, 12345.6, 0.0001234, 2e9, -40.04)] == [
        "0.000", "1.235", "75.33", "12,346", "0.000123", "2e+09", "-40.04",
    ]  # fmt: skip
    assert bounds([-np.inf, 0]) == "below 0"
    assert bounds([0.625, np.inf]) == "above 0.625"
    assert bounds([50, 150]) == "50 to 150"
    assert flat({"law": "geometric", "mean": 3}) == "law geometric, mean 3"
