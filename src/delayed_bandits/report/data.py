"""The data of the page's charts. A block has one chart's data, embedded as JSON."""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from delayed_bandits.experiments.experiment import Paper
from delayed_bandits.files.layout import Layout
from delayed_bandits.files.tables import read_table

TOLERANCE = 0.006
"""Largest distance of a thinned curve from the points left out, as a share of its height."""

RELATIVE, LEAST = 0.1, 0.05
"""The distance is also at most RELATIVE times the value, so that small values are right on a log
scale. LEAST times the largest distance is always allowed."""

PANELS = 4  # panels of curves that a paper shows if its YAML file names none

SHARED = 4  # panels of curves have one scale if their highest values differ by this factor at most

NEAR = 0.02
"""Two curves coincide if they are this near (share of the height) in half of the rounds."""

LINEAR, VIOLATED = 1, 2  # flags of a dot

KEYS = ["setting", "algorithm"]

Block = dict[str, Any]


def significant(number: float, digits: int = 3) -> float:
    """Return a number with few significant digits, as an int if it is whole."""
    found = float(f"{number:.{digits}g}")
    return int(found) if found == int(found) else found


def blocks_of(paper: Paper, layout: Layout) -> dict[str, Block]:
    """Return a paper's chart: {"dots": block}, {"curves": block}, or {} without one."""
    about = paper.description.get("page", {})
    if "tables" in about:
        return {"dots": dots_of_cells(paper, about, cells_of(paper, layout))}
    names = [layout.table(paper.name, name) for name in about.get("curves", [])]
    names.append(layout.regret(paper.name, "parquet"))
    found = [read_table(Path(name)).to_pandas(use_threads=False) for name in names]
    regret = pd.concat(found).astype({"setting": str, "algorithm": str})
    panels = about.get("settings") or panels_of(paper)
    return {"curves": curves(paper, about, regret, panels)} if panels else {}


def panels_of(paper: Paper) -> dict[str, str]:
    """Return at most four settings of the paper's first figure, with their titles."""
    settings = paper.description["settings"]
    figures = (paper.description["figures"][name] for name in paper.description["drawn"])
    shown = next((figure["settings"] for figure in figures if "settings" in figure), [*settings])
    return {name: settings[name]["description"] for name in shown[:PANELS] if name in settings}


def dots_of_cells(paper: Paper, about: Mapping[str, Any], cells: pd.DataFrame) -> Block:
    """Return a dot plot's block. `cells` has a row for each setting and algorithm."""
    models, styles = about["models"], paper.styles
    cells = cells[cells["feedback_model"].isin(models)]
    cells = cells.sort_values(
        "feedback_model", key=lambda of: of.map([*models].index), kind="stable"
    )
    settings = cells.drop_duplicates("setting")
    words = settings["setting"].map(lambda name: paper.description["settings"][name]["description"])
    kinds = words.groupby(settings["environment"]).first().map(without_problem)
    delay_of, delays = pd.factorize(settings["environment"].map(kinds))
    problem_of, problems = pd.factorize(words.map(problem_of_setting))
    places = {name: n for n, name in enumerate(settings["setting"])}
    keys = [*dict.fromkeys(zip(cells["feedback_model"], cells["algorithm"], strict=True))]
    return {
        "models": list(models.values()),
        "delays": list(delays),
        "problems": list(problems),
        "settings": np.c_[delay_of, problem_of].tolist(),
        "algorithms": [
            [
                [*models].index(model),
                styles[name]["label"],
                styles[name].get("given", "").removeprefix("-"),
                int(name in about["standard"]),
            ]
            for model, name in keys
        ],
        "cells": [
            [
                places[cell.setting],
                keys.index((cell.feedback_model, cell.algorithm)),
                *(significant(100 * x / cell.uniform) for x in (cell.mean, cell.low, cell.high)),
                LINEAR * bool(cell.linear) + VIOLATED * bool(cell.violated),
            ]
            for cell in cells.itertuples()
        ],
    }


def problem_of_setting(description: str) -> str:
    """Return the arms, gap or rates in the description of a setting."""
    return description.removeprefix(without_problem(description)).removeprefix(", ")


def without_problem(description: str) -> str:
    """Return the description of a setting without its arms, gap or rates."""
    return re.split(r", (?:\d+ arms|rates)\b", description)[0]


def curves(
    paper: Paper, about: Mapping[str, Any], regret: pd.DataFrame, panels: Mapping[str, str]
) -> Block:
    """Return a block of curves by panel: mean regret by round, with 95 % half-widths."""
    drawn = {
        (at, name): thinned_curve(line, at in paper.description["settings"])
        for (at, name), line in regret[regret["setting"].isin(panels)].groupby(KEYS)
    }
    styles, there = {**paper.styles, **about.get("lines", {})}, {name for _, name in drawn}
    names = [name for name in about.get("algorithms", styles) if name in there]
    found = [
        [title, {name: drawn[at, name] for name in names if (at, name) in drawn}]
        for at, title in panels.items()
    ]
    panels_found = [panel for panel in found if panel[1]]
    off = [name for name in about.get("hidden", []) if name in names]
    tops = [top for _, top in ends_of(panels_found, off)]
    level = levels(panels_found, [name for name in names if name not in off], tops)
    looks = {name: [styles[name][key] for key in ("label", "colour", "line")] for name in names}
    return {
        "algorithms": {
            name: [label, colour, f"{line} wide-{level[name]}" if level.get(name) else line]
            for name, (label, colour, line) in looks.items()
        },
        "off": off,
        "shared": max(tops) <= SHARED * min(tops),  # whether panels have the same scale
        "panels": panels_found,
    }


def levels(panels: Sequence[Any], names: Sequence[str], tops: Iterable[float]) -> dict[str, int]:
    """Return each curve's level, 0 to 3: one above the later curves that cover it."""
    found = dict.fromkeys(names, 0)
    for (_, lines), top in zip(panels, tops, strict=True):
        grid = np.linspace(0, max(line[0][-1] for line in lines.values()), 101)
        drawn = {name: np.interp(grid, *line[:2]) for name, line in lines.items()}
        for n, name in reversed([*enumerate(names)]):
            for other in names[n + 1 :] if name in drawn else ():
                near = other in drawn and np.abs(drawn[name] - drawn[other]) < NEAR * top
                if np.mean(near) > 0.5:
                    found[name] = max(found[name], min(found[other] + 1, 3))
    return found


def ends_of(panels: Sequence[Any], off: Iterable[str]) -> list[tuple[float, float]]:
    """Return (low, high) of each panel's y axis, which fits all curves except `off`."""
    hidden = set(off)
    values = [
        [
            y + h
            for name, line in lines.items()
            if name not in hidden
            for y, h in zip(*line[1:], strict=True)
        ]
        for _, lines in panels
    ]
    return [(min([0.0, *ys]), 1.04 * max([1.0, *ys])) for ys in values]


def thinned_curve(line: pd.DataFrame, from_0: bool) -> list[list[float]]:
    """Return a thinned curve: rounds, means, half-widths. `from_0` adds (0, 0)."""
    line = line.sort_values("round")
    start = np.zeros(int(from_0))
    rounds = np.r_[start, line["round"].to_numpy()]
    mean = np.r_[start, line["mean"].to_numpy()]
    half = np.r_[start, (line["ci_high"] - line["mean"]).to_numpy()]
    kept = thinned(rounds, [mean, mean - half, mean + half])
    return [
        [int(x) for x in rounds[kept]],
        [significant(y, 4) for y in mean[kept]],
        [significant(y, 2) for y in half[kept]],
    ]


def thinned(x: np.ndarray, curves: Sequence[np.ndarray], tolerance: float = TOLERANCE) -> list[int]:
    """Return the indices of points to keep (Douglas-Peucker, vertical distances)."""
    most = tolerance * max(1e-9, *(float(np.abs(curve).max()) for curve in curves))
    kept, parts = {0, len(x) - 1}, [(0, len(x) - 1)]
    while parts:
        first, last = parts.pop()
        if last - first < 2:
            continue
        share = (x[first + 1 : last] - x[first]) / (x[last] - x[first])
        chords = [curve[first] + share * (curve[last] - curve[first]) for curve in curves]
        inner = [curve[first + 1 : last] for curve in curves]
        allowed = np.clip(RELATIVE * np.abs(inner[0]), LEAST * most, most)
        distance = np.max(np.abs(np.subtract(inner, chords)), axis=0) / allowed
        if distance.max() > 1:
            middle = first + 1 + int(distance.argmax())
            kept.add(middle)
            parts += [(first, middle), (middle, last)]
    return sorted(kept)


def cells_of(paper: Paper, layout: Layout) -> pd.DataFrame:
    """Return the rows of a paper's chart from its tables, without hidden algorithms."""
    about = paper.description["page"]
    tables = [read_table(Path(layout.table(paper.name, name))) for name in about["tables"]]
    cells = pd.concat([table.to_pandas(use_threads=False) for table in tables])
    return cells[~cells["algorithm"].isin(about.get("hidden", []))]
