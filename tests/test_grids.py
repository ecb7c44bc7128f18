import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import refused
from delayed_bandits.analysis.regret_table import regret_table
from delayed_bandits.experiments.grid import selected, with_grid
from projects import QUICKLY, edited, read_csv, snakemake
from single_runs import NO_SETTINGS, load_paper
from test_figures import SCHEMA, made_up_curves

names = st.text("abcdefgh0123456789", min_size=1, max_size=6)


def entries(key):
    """An axis whose entries give one argument of the trace, a parameter and a coordinate."""
    values = st.integers(0, 9)
    of_key = {
        "description": st.just(key),
        "trace": st.fixed_dictionaries({f"{key}_argument": values}),
        "parameters": st.fixed_dictionaries({f"{key}_parameter": values}),
        "coordinates": st.fixed_dictionaries({f"{key}_size": values}),
    }
    return st.dictionaries(names, st.fixed_dictionaries(of_key), min_size=1, max_size=4)


axes = st.lists(names.map("a{}".format), min_size=1, max_size=3, unique=True).flatmap(
    lambda keys: st.fixed_dictionaries({key: entries(key) for key in keys})
)


@given(axes)
def test_grid_is_the_product_of_its_axes(axes):
    grid = {"trace": {"horizon": 10}, "axes": axes}
    settings = with_grid({"settings": {"x": grid}}, SCHEMA, "x.yaml")["settings"]
    assert len(settings) == math.prod(map(len, axes.values()))
    for name, setting in settings.items():
        chosen = {axis: setting["coordinates"][axis] for axis in axes}
        assert name == "-".join(["x", *chosen.values()])
        assert setting["description"] == ", ".join(axes)
        parts = [axes[axis][entry] for axis, entry in chosen.items()]
        for part, more in (("trace", {"horizon": 10}), ("parameters", {}), ("coordinates", chosen)):
            joined = {key: value for entry in parts for key, value in entry[part].items()}
            assert setting[part] == joined | more


@given(axes, st.data())
def test_selection_filters_by_coordinates(axes, data):
    settings = with_grid({"settings": {"x": {"axes": axes}}}, SCHEMA, "x.yaml")["settings"]
    wanted = {
        axis: data.draw(st.lists(st.sampled_from(sorted(axes[axis])), min_size=1, unique=True))
        for axis in data.draw(st.sets(st.sampled_from(sorted(axes))))
    }
    assert selected(settings, wanted, "x.yaml: tables.x.settings") == [
        name
        for name, about in settings.items()
        if all(about["coordinates"][axis] in values for axis, values in wanted.items())
    ]


def test_values_and_braces_are_expanded():
    grid = {
        "name": "{rounds}-late-{arms}",
        "description": "{arms} arms, {distribution} after {rounds:,} rounds",
        "trace": {
            "delay": {"distribution": "constant", "rounds": "{rounds}"},
            "means": [0.5, "{best}"],
        },
        "parameters": {"largest_delay": "{rounds}"},
        "coordinates": {"distribution": "constant"},
        "axes": {
            "arms": {"2": {"description": "two", "coordinates": {"best": 0.6}}},
            "rounds": [10, 2000],
        },
    }
    both = with_grid({"settings": {"x": grid}}, SCHEMA, "x.yaml")["settings"]
    assert list(both) == ["10-late-2", "2000-late-2"]
    assert both["2000-late-2"] == {
        "description": "two arms, constant after 2,000 rounds",
        "trace": {"delay": {"distribution": "constant", "rounds": 2000}, "means": [0.5, 0.6]},
        "parameters": {"largest_delay": 2000},
        "coordinates": {"arms": "2", "rounds": 2000, "distribution": "constant", "best": 0.6},
    }


def test_lists_of_settings_take_names_grids_and_selections():
    given = {
        "settings": {"x": {"axes": {"size": [1, 2, 3]}}, "y": {"axes": {"size": [3, 4]}}, "z": {}},
        "figures": {
            "a": {"settings": ["z", ["y-4"], "x"]},
            "b": {"settings": [{"size": 3}, "z"]},
            "c": {"settings": {"size": [1, 4]}},
        },
    }
    found = with_grid(given, SCHEMA, "x.yaml")["figures"]
    assert [found[key]["settings"] for key in "abc"] == [
        ["z", "y-4", "x-1", "x-2", "x-3"],
        ["x-3", "y-3", "z"],
        ["x-1", "y-4"],
    ]


def test_each_coordinate_has_one_type(papers):
    """Otherwise the columns of the regret table could not be joined."""
    for paper in papers.values():
        named = [pair for of in paper.coordinates.values() for pair in of.items()]
        kinds = {(name, type(value)) for name, value in named}
        assert len(kinds) == len(dict(kinds))


QPMD = {"run": "delayed_ucb.qpmd", "label": "QPM-D", "colour": "blue", "line": "solid"}
DESCRIPTION = NO_SETTINGS | {"algorithms": {"qpmd": QPMD}}


def environment(rounds):
    return {
        "description": f"delay {rounds}",
        "trace": {"delay": {"distribution": "constant", "rounds": rounds}},
        "coordinates": {"mean": rounds},
    }


AXES = {
    "environment": {"none": environment(0), "fixed": environment(5)},
    "gap": {
        "small": {"description": "gap 0.1", "trace": {"means": [0.5, 0.6]}},
        "wide": {"description": "gap 0.5", "trace": {"means": [0.2, 0.7]}},
    },
}
GRID = {"name": "{environment}-{gap}", "trace": {"horizon": 50}, "axes": AXES}
BY_HAND = {
    f"{environment}-{gap}": {
        "description": "x",
        "trace": {
            "horizon": 50,
            "means": means,
            "delay": {"distribution": "constant", "rounds": rounds},
        },
    }
    for environment, rounds in (("none", 0), ("fixed", 5))
    for gap, means in (("small", [0.5, 0.6]), ("wide", [0.2, 0.7]))
}


def load(folder, **content):
    return load_paper(folder, "crossed", DESCRIPTION | content)


def test_grid_and_settings_by_hand_have_the_same_digests(folder):
    crossed, by_hand = load(folder, settings={"x": GRID}), load(folder, settings=BY_HAND)
    digests = {key: run.digest for key, run in crossed.runs.items()}
    assert digests == {key: run.digest for key, run in by_hand.runs.items()}
    assert crossed.coordinates["fixed-wide"] == {"environment": "fixed", "gap": "wide", "mean": 5}
    assert by_hand.coordinates == {}


def test_entry_after_a_grid_changes_one_setting(folder):
    change = {"seeds": 5, "trace": {"horizon": 30}}
    settings = {"first": BY_HAND["none-small"], "x": GRID, "none-wide": change}
    paper = load(folder, settings=settings)
    assert paper.seeds == {"first": 8} | dict.fromkeys(BY_HAND, 8) | {"none-wide": 5}
    assert list(paper.seeds) == ["first", *BY_HAND]
    horizons = {setting: run.horizon for (setting, _), run in paper.runs.items()}
    assert horizons == dict.fromkeys(paper.seeds, 50) | {"none-wide": 30}


def changed(**changes):
    return {"settings": {"x": GRID | changes}}


def shown(settings):
    return {"settings": {"x": GRID}, "figures": {"x": {"settings": settings}}}


def gap(entry, **changes):
    return changed(axes=AXES | {"gap": AXES["gap"] | {entry: AXES["gap"][entry] | changes}})


SHOWN = "figures.x.settings"
BY = {"settings": BY_HAND}
TABLE = {"tables": {"x": {"make": "x", "columns": "x"}}}
OF_TABLE = {"figures": {"x": {"draw": "x", "caption": "x", "table": "y"}}}
FAULTS = [
    ({}, "settings"),
    (changed(axes=AXES | {"gap": {}}), "settings.x.axes.gap"),
    (gap("small", mean=1), "settings.x.axes.gap.small.mean"),
    (gap("wide", trace={"delay": {}}), "settings.x.axes"),
    (gap("wide", coordinates={"environment": "x"}), "settings.x.axes"),
    (gap("wide", trace={"means": [0.5, 2]}), "settings.none-wide.trace"),
    (changed(name="{wold}"), "settings.x.name"),
    (changed(trace={"horizon": "{hrizon}"}), "settings.x.trace"),
    (changed(description="{gap:,}"), "settings.x.description"),
    ({"settings": {"x": GRID, "y": GRID}}, "settings.y"),
    ({"settings": {"x": GRID, "none": {"seeds": 5}}}, "settings.none.description"),
    (shown({"enviroment": "none"}), SHOWN),
    (shown({"environment": ["non"]}), f"{SHOWN}.environment"),
    (shown({"environment": "none", "mean": 5}), SHOWN),
    (shown({"environment": "none"}) | BY, SHOWN),
    (BY | TABLE, "tables.x.make"),
    (BY | OF_TABLE, "figures.x.table"),
    (BY | {"page": {"settings": {"x": "X"}}}, "page.settings"),
]


@pytest.mark.parametrize(("content", "key"), FAULTS)
def test_bad_grid_names_file_and_key(folder, content, key):
    with refused("crossed.yaml: ", key):
        load(folder, **content)


def test_coordinates_are_columns_of_the_regret_table():
    made_up = made_up_curves("huang2023", "arms-8-geometric")
    curves = {key: replace(curve, coordinates={}) for key, curve in made_up.items()}
    plain = regret_table(curves)
    key = next(iter(curves))
    placed = replace(curves[key], coordinates={"environment": "none", "arms": 8})
    table = regret_table(curves | {key: placed}).to_pandas()
    assert list(table.columns[:3]) == ["setting", "environment", "arms"]
    here = table["algorithm"] == key[1]
    assert set(table[here]["environment"]) == {"none"}
    assert table[~here]["arms"].isna().all()
    assert table.drop(columns=["environment", "arms"]).equals(plain.to_pandas())


MAKE = """
import pandas as pd


def last(curves, styles):
    rows = [(s, styles[n]["label"], c.final.mean()) for (s, n), c in curves.items()]
    return pd.DataFrame(rows, columns=["setting", "label", "mean"])
"""
DRAW = """
def bars(table, styles):
    figure = Figure(figsize=(3, 2))
    figure.subplots().bar(table["label"], table["mean"])
    return figure
"""
ENTRIES = """tables:
  last: {make: last, columns: mean regret at the horizon, settings: [short]}
figures:
  bars: {draw: bars, table: last, caption: Means.}
"""


@pytest.mark.workflow
def test_workflow_makes_tables_and_their_figures(remade):
    folder = remade / "src/delayed_bandits/papers/tiny"
    figures, table = folder / "figures.py", remade / "figures/tiny/tables/last.csv"
    (folder / "tables.py").write_text(MAKE, encoding="utf-8")
    text = figures.read_text(encoding="utf-8")
    with (
        edited(figures, text, text + DRAW),
        edited(remade / "workflow/papers/tiny.yaml", "figures:\n", ENTRIES),
    ):
        made = snakemake(remade, *QUICKLY, "figures/tiny/bars.png")
        assert made.count("Finished jobid") == 2
        again = snakemake(remade, *QUICKLY, "figures/tiny/bars.png")
    (folder / "tables.py").unlink()
    assert "Nothing to be done" in again
    assert (remade / "figures/tiny/bars.svg").exists()
    final = read_csv(remade / "results/regret/tiny.csv")
    expected = {row["algorithm"]: float(row["mean"]) for row in final if row["setting"] == "short"}
    found = read_csv(table)
    assert sorted(float(row["mean"]) for row in found) == pytest.approx(sorted(expected.values()))
    assert table.with_suffix(".parquet").exists()
