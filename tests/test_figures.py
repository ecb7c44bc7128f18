"""Figures: the same bytes every time, a style per algorithm, and nothing hidden."""

import itertools
import re

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
import yaml

from conftest import ROOT
from delayed_bandits.figures import PALETTE
from delayed_bandits.papers import vernade2020
from delayed_bandits.papers.steps import draw_figure
from delayed_bandits.tables import column, write_table


def styles():
    """(paper, algorithm) -> (label, colour, line)."""
    found = {}
    for path in sorted((ROOT / "workflow/papers").glob("*.yaml")):
        entries = yaml.safe_load(path.read_text(encoding="utf-8"))["algorithms"]
        for name, entry in entries.items():
            found[path.stem, name] = {key: entry[key] for key in ("label", "colour", "line")}
    return found


def write_regret(path, setting):
    rounds = np.arange(10, 110, 10)
    names = [name for paper, name in styles() if paper == "vernade2020"]
    frame = pd.concat(
        pd.DataFrame(
            {
                "setting": setting,
                "algorithm": name,
                "round": rounds,
                "mean": rounds * (i + 1.0),
                "ci_low": rounds * (i + 0.9),
                "ci_high": rounds * (i + 1.1),
            }
        )
        for i, name in enumerate(names)
    )
    write_table(path, pa.Table.from_pandas(frame, preserve_index=False), {})
    return path


def draw_all(folder, tables, name, function="regret_panels"):
    algorithms = {key[1]: style for key, style in styles().items() if key[0] == "vernade2020"}
    outputs = [folder / f"{name}.{kind}" for kind in ("png", "svg", "pdf")]
    draw_figure("vernade2020", function, algorithms, tables, outputs)
    return [output.read_bytes() for output in outputs]


@pytest.mark.parametrize("name", ["fig1a", "fig1"])
def test_the_same_table_gives_the_same_bytes(tmp_path, name):
    settings = ["fig1a"] if name == "fig1a" else ["fig1a", "fig1b", "fig1c"]
    tables = [write_regret(tmp_path / setting, setting) for setting in settings]
    assert draw_all(tmp_path / "a", tables, name) == draw_all(tmp_path / "b", tables, name)


def test_the_delays_figure_has_a_curve_over_its_histogram(tmp_path):
    delays = pa.table({"delay": column(np.arange(1, 2000) ** 2)})
    write_table(tmp_path / "delays", delays, {})
    png, svg, _ = draw_all(tmp_path, [tmp_path / "delays"], "fig2", "delay_density")
    assert len(png) > 5000
    assert b"<path" in svg


def test_an_algorithm_has_one_style_in_all_papers_and_no_two_share_one():
    by_name = {}
    for (_, name), style in styles().items():
        assert by_name.setdefault(name, style) == style
    looks = [(style["colour"], style["line"]) for style in by_name.values()]
    assert len(set(looks)) == len(looks)
    assert {colour for colour, _ in looks} <= set(PALETTE)


@pytest.mark.parametrize("settings", [["fig3"], ["fig1a", "fig1b", "fig1c"]], ids=len)
def test_no_legend_covers_a_curve(tmp_path, settings):
    table = pd.concat(pd.read_parquet(write_regret(tmp_path / s, s)) for s in settings)
    algorithms = {key[1]: style for key, style in styles().items()}
    figure = vernade2020.regret_panels(table, algorithms)
    figure.draw_without_rendering()
    (legend,) = figure.legends
    box = legend.get_window_extent()
    for axes in figure.axes:
        assert not box.overlaps(axes.get_tightbbox())
        labels = [t for t in axes.get_xticklabels() if t.get_text() and t.get_visible()]
        boxes = [label.get_window_extent() for label in labels]
        assert not any(a.overlaps(b) for a, b in itertools.pairwise(boxes))


def test_committed_figures_are_those_of_the_yaml():
    for path in sorted((ROOT / "workflow/papers").glob("*.yaml")):
        names = set(yaml.safe_load(path.read_text(encoding="utf-8"))["figures"])
        for kind in ("png", "svg"):
            drawn = {p.stem for p in (ROOT / "figures" / path.stem).glob(f"*.{kind}")}
            assert drawn == names
    for svg in (ROOT / "figures").rglob("*.svg"):
        assert not re.search(r"<dc:date>|\d{4}-\d\d-\d\dT", svg.read_text(encoding="utf-8"))
