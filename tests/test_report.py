"""The report stands alone and says which delays it is about."""

import itertools
import re
import shutil
from pathlib import Path

import pytest

from conftest import ROOT
from delayed_bandits.analysis.draw import draw_figure
from delayed_bandits.analysis.judge import judge_claims
from delayed_bandits.analysis.regret_table import aggregate_to
from delayed_bandits.batch import simulate_batch
from delayed_bandits.criteo.conversions import from_bundled
from delayed_bandits.files.delay_tables import read_delays
from delayed_bandits.files.layout import Layout
from delayed_bandits.fits.comparison import compare
from delayed_bandits.plan.blocks import Block
from delayed_bandits.report.page import bounds, flat, rounded, write_page
from delayed_bandits.simulation import digest_of_sources

SEEDS = 3


@pytest.fixture(scope="module")
def page(tmp_path_factory, papers, config):
    """A report of the quick scale with three seeds, made without Snakemake."""
    root = tmp_path_factory.mktemp("results")
    delays = root / "criteo/delays.parquet"
    from_bundled(ROOT / "data/criteo_delay_quantiles.csv", delays)
    compare(delays, root / "criteo/fits.csv", [root / "figures/criteo/fits.svg"])
    for paper in papers.values():
        run_paper(paper, root, delays)
    for step in ("delays", "fit"):
        (root / f"benchmarks/{step}.tsv").write_text("s\tmax_rss\n1.5\t-\n")
    quick = {**config, "scale": "quick", "seeds": SEEDS}
    write_page(root / "report.html", quick, ROOT / "workflow", root / "figures")
    return (root / "report.html").read_text(encoding="utf-8")


def run_paper(paper, root, delays):
    """Everything that the report shows of a paper."""
    runs, batch = {}, []
    for (setting, algorithm), specification in paper.runs.items():
        block = Block(specification, f"0-{SEEDS - 1}")
        file = Path(Layout(root, "").run(paper.name, setting, algorithm, block.name))
        runs.setdefault(setting, []).append(file)
        batch.append((block, digest_of_sources(specification.module)))
    simulate_batch(root / f"batches/{paper.name}.json", batch, root, read_delays(delays))
    every = list(itertools.chain(*runs.values()))
    tables = [root / f"regret/{paper.name}.{kind}" for kind in ("parquet", "csv", "tex")]
    aggregate_to(*tables, every)
    judge_claims(root / f"claims/{paper.name}.json", paper.name, "quick", every, delays)
    algorithms = paper.description["algorithms"]
    first, *others = paper.description["figures"]
    figure = paper.description["figures"][first]
    shown = list(itertools.chain(*map(runs.get, figure["settings"])))
    output = root / f"figures/{paper.name}/{first}.svg"
    draw_figure([output], paper.name, figure["draw"], algorithms, shown, None)
    for name in others:  # what they show is tested elsewhere
        shutil.copy(output, output.with_stem(name))


def test_it_needs_nothing_else(page):
    assert not re.search(r"""(?:src|href)=["'](?!data:|#)""", page)
    assert "<script" not in page
    assert "@import" not in page
    assert "url(" not in page


def test_the_delays_stand_with_every_paper(page, papers):
    assert page.count("Criteo delays: bundled.") == 2 + len(papers)
    assert page.count("NOT the raw data") == 2 + len(papers)


def test_every_figure_claim_and_setting_is_there(page, papers):
    figures = [
        (paper.name, name) for paper in papers.values() for name in paper.description["figures"]
    ]
    for paper, name in figures:
        assert f'id="{paper}-{name}"' in page
    assert page.count("data:image/svg+xml") == len(figures) + 1
    for paper in papers.values():
        _, _, section = page.partition(f'<h2 id="{paper.name}">')
        section, _, _ = section.partition("<h2")
        for verdict in ("reproduced", "not reproduced"):
            assert f">{verdict}</td>" in section
        for setting in paper.description["settings"]:
            assert f"<td>{setting}</td>" in section
    runs = sum(algorithm == "greedy" for _, algorithm in papers["vernade2020"].runs)
    assert f'<td>simulate vernade2020 greedy</td><td class="number">{runs}</td>' in page


def test_numbers_are_short():
    assert [rounded(x) for x in (0.0, 1.2345678, 75.326, 12345.6, 0.0001234, 2e9, -40.04)] == [
        "0.000", "1.235", "75.33", "12,346", "0.000123", "2e+09", "-40.04",
    ]  # fmt: skip
    assert bounds([None, 0]) == "below 0"
    assert bounds([0.625, None]) == "above 0.625"
    assert bounds([50, 150]) == "50 to 150"
    assert flat({"law": "geometric", "mean": 3}) == "law geometric, mean 3"
    laws = [{"law": "constant", "rounds": 3}, {"law": "constant", "rounds": 4}]
    assert flat({"delay": laws}) == "delay [(law constant, rounds 3), (law constant, rounds 4)]"
