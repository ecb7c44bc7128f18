"""Parts of the page: verdicts, conclusions, commands, source lines."""

import ast
import functools
import inspect
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from delayed_bandits.analysis.claims import ID
from delayed_bandits.analysis.numbers import bounds
from delayed_bandits.analysis.verdicts import TOY
from delayed_bandits.files.sources import PACKAGE, place
from delayed_bandits.papers import module_of
from delayed_bandits.report.claims_tables import LABELS

GLYPHS = {
    "reproduced": "●",
    "holds": "●",
    "in part": "◐",
    "holds in part": "◐",
    "not shown": "◌",
    "not reproduced": "○",
    "fails": "○",
    "inconclusive": "?",
    "not tested": "–",
    "toy": "△",
}
"""The sign of each verdict."""


def case_of(measurement: Mapping[str, Any], settings: Mapping[str, Mapping[str, Any]]) -> str:
    """Return where a measurement was made: the name of a setting, or a case in words.

    The page's script replaces the name by the description in the table of settings.
    """
    key, case = measurement["key"], measurement["case"]
    described = settings.get(key, {}).get("description", "")
    return key if case.lower() == described.lower() else case


def shared_of(variant: Mapping[str, Any]) -> tuple[str, list[list[str]]]:
    """Return what most measurements of a variant share, and how each one differs."""
    found = [
        {
            "quantity": one["quantity"],
            "bound": bounds((one["above"], one["below"])),
            "runs": f"{one['runs']:,} runs" if one["runs"] else "",
            "control": "control, {name}: {why}".format(**one["control"]) if one["control"] else "",
        }
        for one in variant["evidence"]
    ]
    most = {key: Counter(one[key] for one in found).most_common(1)[0][0] for key in found[0]}
    words = [f"{most['quantity']}, {most['bound']}", most["runs"], most["control"]]
    differ = [
        [said or f"no {key}" for key, said in one.items() if said != most[key]] for one in found
    ]
    return "; ".join(filter(None, words)), differ


def conclusions_of(
    conclusions: Iterable[Mapping[str, Any]], claims: Iterable[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Return conclusions, each with variants whose verdicts differ from `rests_on`."""
    variants = [(claim["id"], variant) for claim in claims for variant in claim["variants"]]
    found = {f"{name}.{variant['key']}": variant["verdict"] for name, variant in variants}

    def changed(rests_on: Mapping[str, str]) -> list[str]:
        names = [name for name, v in rests_on.items() if found.get(name) not in (v, TOY)]
        return [name if name in found else f"{name} is not judged" for name in names]

    return [{**one, "changed": changed(one["rests_on"])} for one in conclusions if one["text"]]


def first_sentence(text: str) -> str:
    """Return the first sentence of a text."""
    return re.split(r"(?<=[.?!])(?<!\bal\.)(?<!\bFig\.)\s+(?=[A-Z(])", text)[0]


def strip_of(claims: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the rows of the page's strip of verdicts, one for each kind of variant.

    A cell has a claim's variants of one kind. All cells of a claim are as wide as its widest cell.
    """
    of_claims = [
        {name: [v for v in claim["variants"] if v["name"] == name] for name in LABELS}
        for claim in claims
    ]
    widths = [max(1, *map(len, found.values())) for found in of_claims]
    rows = []
    for name, label in LABELS.items():
        cells = [
            {"claim": claim, "variants": found[name], "blank": width - len(found[name])}
            for claim, found, width in zip(claims, of_claims, widths, strict=True)
        ]
        count = Counter(v["verdict"] for cell in cells for v in cell["variants"])
        if count:
            order = sorted(count.items(), key=lambda one: [*GLYPHS].index(one[0]))
            rows.append({"label": label, "cells": cells, "count": order})
    return rows


def command(config: Mapping[str, Any], target: str = "") -> str:
    """Return the command that makes a target, or everything, in the project's folder."""
    scale = config["scale"]
    given = {"scale": scale if scale != "paper" else None, "seeds": config["seeds"]}
    changed = "".join(f" {key}={flat(value)}" for key, value in given.items() if value is not None)
    config_of = f" --config{changed}" if changed else ""
    return f"snakemake --cores 2{config_of}{' --' if changed and target else ''} {target}".strip()


def _source(path: Path, line: int, name: str) -> dict[str, Any]:
    return {"path": place(path), "line": line, "name": name}


def source_of_figure(paper: str, function: str) -> dict[str, Any]:
    """Return path, line and name of the function that draws a figure."""
    code = inspect.unwrap(getattr(module_of(paper, "figures"), function)).__code__
    return _source(Path(code.co_filename), code.co_firstlineno, function)


@functools.cache
def sources_of_claims(paper: str) -> dict[str, dict[str, Any]]:
    """Return path and line of the source of each claim of a paper, by id."""
    found = {}
    for path in sorted((PACKAGE / "papers" / paper).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(args=[ast.Constant(str(name)), *_]) if ID.fullmatch(name):
                    found[name] = _source(path, node.lineno, name)
    return found


def flat(value: object) -> str:
    """Return a value of a YAML file as one line."""
    if isinstance(value, dict):
        return ", ".join(f"{key.replace('_', ' ')} {flat(item)}" for key, item in value.items())
    if isinstance(value, list):
        items = [f"({flat(item)})" if isinstance(item, dict) else flat(item) for item in value]
        return f"[{', '.join(items)}]"
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10_000:
        return f"{value:,}"
    return str(value)
