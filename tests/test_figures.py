import html
import importlib.util
import itertools
import re

import numpy as np
import pytest
import yaml
from matplotlib.figure import Figure

from conftest import ROOT
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import mean_interval, ratio_interval
from delayed_bandits.analysis.plots import band, legend_below, mean_band, ratio_band
from delayed_bandits.analysis.style import PALETTE, drawn_as_written, save, set_style
from delayed_bandits.experiments.delay_sources import CAMPAIGNS
from delayed_bandits.experiments.description import check_label
from delayed_bandits.experiments.grid import with_grid
from delayed_bandits.experiments.specification import Specification

SCHEMA = yaml.safe_load((ROOT / "workflow/schemas/paper.schema.yaml").read_text(encoding="utf-8"))
PAPERS = {
    path.stem: with_grid(yaml.safe_load(path.read_text(encoding="utf-8")), SCHEMA, path.name)
    for path in sorted((ROOT / "workflow/papers").glob("*.yaml"))
}
FIGURES = {
    (paper, name): figure
    for paper, description in PAPERS.items()
    for name, figure in description["figures"].items()
    if "table" not in figure
}


def styles():
    return {
        (paper, name): {key: entry[key] for key in ("label", "colour", "line")}
        for paper, description in PAPERS.items()
        for name, entry in description["algorithms"].items()
    }


def made_up_curves(paper, setting):
    """Curves of three runs of everything that runs on the setting, one far better than others."""
    settings = PAPERS[paper]["settings"]
    trace = settings[setting]["trace"]
    rounds = np.arange(1, 21) * trace["horizon"] // 20
    spread = np.array([[0.9], [1.0], [1.1]])
    flat = np.ones((3, 20))
    columns = {
        "spent": np.minimum(rounds * spread, trace.get("budget", 0)),
        "identification": rounds[1] * flat,
        "best": 0.3 * flat,
        "largest_gap": 0.6 * flat,
        "active": 20 * flat - np.arange(20),
        "first_elimination": rounds[0] * flat,
        "updates_without_conversion": 0 * flat,
    }
    found = {}
    for name, entry in PAPERS[paper]["algorithms"].items():
        if setting in entry.get("settings", settings):
            i = len(found)
            own = {f"rate_{arm}": (arm + i) / 10 * flat for arm in (1, 2, 3)}
            own["regret"] = rounds * spread * (i or 1e-3) / 100
            own["reward"] = rounds * spread * (i + 5.0) / 10
            parameters = settings[setting].get("parameters", {}) | entry.get("parameters", {})
            about = Specification(paper, setting, name, 1, 20, trace, entry["run"], parameters)
            coordinates = settings[setting].get("coordinates", {})
            found[setting, name] = Curves(about, None, rounds, columns | own, coordinates)
    return found


def draw(paper, name):
    """The figure that its function draws, from delays if it has no settings."""
    set_style()
    curves = {}
    for setting in FIGURES[paper, name].get("settings", []):
        curves |= made_up_curves(paper, setting)
    delays = None if curves else np.arange(1, 2000) ** 2
    module = importlib.import_module(f"delayed_bandits.papers.{paper}.figures")
    looks = {name: style for (of, name), style in styles().items() if of == paper}
    return getattr(module, FIGURES[paper, name]["draw"])(curves, delays, looks)


@pytest.mark.parametrize("paper", dict.fromkeys(paper for paper, _ in FIGURES))
def test_equal_curves_give_the_same_bytes(tmp_path, paper):
    """Compare SVG; `verify` and another test compare PNG and PDF."""
    name = next(name for of, name in FIGURES if of == paper)
    drawn = []
    for output in (tmp_path / "a.svg", tmp_path / "b.svg"):
        save(draw(paper, name), [output])
        drawn.append(output.read_bytes())
    assert drawn[0] == drawn[1]
    assert b"<path" in drawn[0]


AS_WRITTEN = ["_ours", "$5 or $6", r"\$5", "a_b^{c}", r"$\foo{$", "<b> & --", "σ₀, A′ ≤ é"]


@pytest.mark.parametrize("label", AS_WRITTEN)
def test_labels_are_drawn_as_written(label, tmp_path):
    check_label(label, "label")
    figure = Figure()
    axes = figure.subplots()
    (look,) = drawn_as_written({"x": {"label": label, "colour": "red", "line": "solid"}}).values()
    band(axes, [0, 1], [[0, 0, 0], [1, 1, 1]], look)
    axes.set_title(look["label"])
    legend_below(figure, [axes], 1)
    set_style()
    save(figure, [tmp_path / "figure.svg"])
    svg = (tmp_path / "figure.svg").read_text(encoding="utf-8").replace("\u200b", "")
    drawn = [html.unescape(text) for text in re.findall("<!-- (.*) -->", svg)]
    assert drawn.count(label.replace("--", "- -")) == 2, drawn


def test_each_algorithm_has_one_style():
    by_name = {}
    for (paper, name), style in styles().items():
        if paper != "price":  # its algorithms are bases, which may have the name of an algorithm
            assert by_name.setdefault(name, style) == style
    for paper in PAPERS:
        entries = PAPERS[paper]["algorithms"].values()
        looks = [(entry["colour"], entry["line"], entry.get("feedback_model")) for entry in entries]
        assert len(set(looks)) == len(looks)
        assert {colour for colour, *_ in looks} <= set(PALETTE)


@pytest.mark.parametrize("colour", PALETTE)
def test_colours_reach_three_to_one_on_white(colour):
    """As WCAG 2.2, 1.4.11 asks of graphical objects."""
    srgb = np.array([int(PALETTE[colour][i : i + 2], 16) / 255 for i in (1, 3, 5)])
    linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    assert 1.05 / (linear @ [0.2126, 0.7152, 0.0722] + 0.05) >= 3


def tick_labels(axes):
    for axis in (axes.xaxis, axes.yaxis):
        low, high = sorted(axis.get_view_interval())
        for tick in axis.get_major_ticks():
            label = tick.label1
            if low <= tick.get_loc() <= high and label.get_visible() and label.get_text():
                yield label.get_window_extent()


def lies_in(box, other):
    return (box.min >= other.min).all() and (box.max <= other.max).all()


@pytest.mark.parametrize(("paper", "name"), FIGURES)
def test_legend_and_labels_hide_nothing(paper, name):
    figure, about = draw(paper, name), FIGURES[paper, name]
    figure.draw_without_rendering()
    assert all(axes.lines for axes in figure.axes)
    assert len(figure.legends) == (about["draw"] != "delay_density")
    for legend in figure.legends:
        box = legend.get_window_extent()
        assert not any(box.overlaps(axes.get_tightbbox()) for axes in figure.axes)
        assert lies_in(box, figure.bbox)
    assert all(axes.get_legend() is None for axes in figure.axes)
    labels = [box for axes in figure.axes for box in tick_labels(axes)]
    assert len(labels) > 4
    assert not any(a.overlaps(b) for a, b in itertools.combinations(labels, 2))
    for line in (line for axes in figure.axes for line in axes.lines):
        if line.get_transform() == line.axes.transData and about.get("settings"):
            lowest = min(line.axes.get_xlim()), min(line.axes.get_ylim())
            assert (line.get_xydata()[-1] >= lowest).all(), line


def test_committed_figures_are_those_of_the_yaml():
    for paper, description in PAPERS.items():
        if paper == CAMPAIGNS:  # the Criteo file itself may not be there
            continue
        for kind in ("png", "svg"):
            drawn = {path.stem for path in (ROOT / "figures" / paper).glob(f"*.{kind}")}
            assert drawn == set(description["figures"])
    for svg in (ROOT / "figures").rglob("*.svg"):
        assert not re.search(r"<dc:date>|\d{4}-\d\d-\d\dT", svg.read_text(encoding="utf-8"))


def test_bands_are_the_intervals_at_every_checkpoint():
    above, below = np.random.default_rng(0).lognormal(size=(2, 40, 5)).cumsum(axis=2)
    runs = [Curves({}, None, np.arange(5), {"regret": rows, "x": rows}) for rows in (above, below)]
    expected = [mean_interval(rows)[:3] for rows in above.T]
    np.testing.assert_allclose(mean_band(*runs[0].moments("x"), 40), expected)
    expected = [ratio_interval(*pair)[:3] for pair in zip(above.T, below.T, strict=True)]
    np.testing.assert_allclose(ratio_band(*runs, "x"), expected)
