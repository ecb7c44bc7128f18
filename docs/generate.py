"""The pages that are made from schemas and verdicts: configuration.md and findings.md.

python docs/generate.py
"""

import csv
import inspect
import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from delayed_bandits.algorithms.registry import Algorithm, load
from delayed_bandits.analysis.judge import claims_of
from delayed_bandits.catalogue import algorithms, laws
from delayed_bandits.checks.schema import schema_of
from delayed_bandits.checks.yaml_files import read_yaml
from delayed_bandits.delays.laws import LAWS
from delayed_bandits.files.sources import PACKAGE
from delayed_bandits.traces.protocol import Trace

ROOT = Path(__file__).parents[1]
MADE_BY = "<!-- Made by `make docs`; edits are lost. -->"
Schema = Mapping[str, Any]
LIMITS = {
    "minimum": "at least {}",
    "exclusiveMinimum": "above {}",
    "maximum": "at most {}",
    "exclusiveMaximum": "below {}",
    "minItems": "{} or more entries",
    "pattern": "matches `{}`",
}
LARGEST = 10**9
"""Limits above are those of the machine."""

KINDS = {"array": "list", "object": "mapping", "string": "text", "integer": "whole number"}


def allowed(schema: Schema) -> str:
    """Put the allowed values of a schema in words."""
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    types = schema.get("type", [])
    names = [types] if isinstance(types, str) else types
    limits = [
        text.format(_shown(schema[key]))
        for key, text in LIMITS.items()
        if key in schema and (key != "maximum" or schema[key] <= LARGEST)
    ]
    if "enum" in schema.get("items", {}):
        limits.append(f"of {allowed(schema['items'])}")
    words = [" or ".join(KINDS.get(name, name) for name in names), *limits]
    return ", ".join(filter(None, words)) or "number"


def _shown(limit: object) -> str:
    text = f"{limit:,}" if isinstance(limit, int) else str(limit)
    return text.replace("|", "\\|")


def table(header: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Write a table in Markdown."""
    header = list(header)
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def arguments_of(function: Callable) -> str:
    """List the arguments of a function with what they may be, and their defaults."""
    schema = schema_of(function)
    found = []
    for name, values in schema["properties"].items():
        default = inspect.signature(function).parameters[name].default
        given = "" if default is inspect.Parameter.empty else f"; else {default}"
        if name not in schema.get("required", []) and default is None:
            given = "; optional"
        found.append(f"`{name}` ({allowed(values)}{given})")
    return ", ".join(found) or "none"


def keys_of(schema: Schema, above: str = "", required: bool = True) -> list[list[str]]:
    """List the keys of a schema and those below them: name, allowed values, meaning."""
    rows = []
    for key, values in schema.get("properties", {}).items():
        name = f"{above}{key}"
        optional = required and key not in schema.get("required", [])
        meaning = values.get("description", "").replace("|", "\\|")
        rows.append([f"`{name}`", allowed(values), f"{meaning}{' (optional)' * optional}"])
        rows += keys_of(values, f"{name}.")
        inside = values.get("additionalProperties") or values.get("items")
        if isinstance(inside, dict):
            rows += keys_of(inside, f"{name}.*.")
    return rows


def schema_file(name: str) -> Schema:
    """Read a schema of the workflow."""
    return read_yaml(ROOT / f"workflow/schemas/{name}.schema.yaml")


def learners() -> dict[str, Algorithm]:
    """Load the algorithms of the package, by the name that `run` gives them."""
    return {name: load(name) for name, _ in algorithms()}


def worlds(found: Iterable[Algorithm]) -> list[type[Trace]]:
    """List the kinds of traces that algorithms play on."""
    return sorted({learner.trace for learner in found}, key=lambda kind: kind.__name__)


def configuration() -> str:
    """Write configuration.md."""
    chosen = read_yaml(ROOT / "config.yaml")
    found = learners()
    keys = [
        [name, kinds, _chosen(chosen, name.strip("`")), meaning]
        for name, kinds, meaning in keys_of(schema_file("config"), required=False)
    ]
    known = dict(laws())
    tables = {
        "config.yaml": table(["key", "allowed", "in `config.yaml`", "meaning"], keys),
        "The YAML file of a paper": table(
            ["key", "allowed", "meaning"], keys_of(schema_file("paper"))
        ),
        "Delay laws": table(
            ["law", "arguments", "meaning"],
            ([f"`{name}`", arguments_of(law), known[name]] for name, law in LAWS.items()),
        ),
        "Arguments of a setting": table(
            ["trace", "arguments", "source"],
            (
                [
                    f"`{kind.__name__}`",
                    arguments_of(kind.draw),
                    f"[{_file(kind)}](../src/delayed_bandits/{_file(kind)})",
                ]
                for kind in worlds(found.values())
            ),
        ),
        "Parameters of the algorithms": table(
            ["run", "plays on", "parameters"],
            (
                [f"`{name}`", f"`{learner.trace.__name__}`", arguments_of(learner.function)]
                for name, learner in found.items()
            ),
        ),
    }
    sections = [f"## {name}\n\n{ABOUT[name]}\n\n{text}\n" for name, text in tables.items()]
    return "\n".join([f"# Configuration\n\n{MADE_BY}\n", *sections])


def _chosen(config: Mapping[str, Any], key: str) -> str:
    """Show the value of a key in config.yaml; nothing of a key of a mapping."""
    return f"`{json.dumps(config[key])}`" if key in config else ""


ABOUT = {
    "config.yaml": """\
Every key can also be set on the command line, as in `snakemake --config seeds=1000`. A `.` leads to
a key of a mapping.""",
    "The YAML file of a paper": """\
`workflow/papers/<paper>.yaml`. A `*` stands for any name or entry.""",
    "Delay laws": """\
`delay: {law: NAME, ...}` in a setting. Where the delays of K arms differ, `delay` is a list with a
law for each.""",
    "Arguments of a setting": """\
What stands under `trace` in a setting. The kind of trace follows from the setting's algorithms.""",
    "Parameters of the algorithms": """\
What stands under `parameters` in an algorithm or in a setting. Those that the world knows, such as
`mean_delay`, are taken from the setting's law of delays unless they are given.""",
}


def findings() -> str:
    """Write findings.md."""
    text = f"# What was found\n\n{MADE_BY}\n\n{FINDINGS}"
    for name in read_yaml(ROOT / "config.yaml")["papers"]:
        verdicts = ROOT / f"figures/{name}/verdicts.csv"
        if verdicts.exists():
            with verdicts.open(encoding="utf-8", newline="") as file:
                text += f"\n{_findings_of(name, list(csv.DictReader(file)))}"
    return text


def _findings_of(name: str, verdicts: list[dict[str, str]]) -> str:
    paper = read_yaml(ROOT / f"workflow/papers/{name}.yaml")
    conclusions = [f"- {conclusion['text']}" for conclusion in paper["conclusions"]]
    rows = []
    for claim in claims_of(name):
        found = [row for row in verdicts if row["id"] == claim.id]
        judged = "<br>".join(
            f"{row['reading']}, {row['what']}: **{row['verdict']}**" for row in found
        )
        anchor = f'<a id="{name}-{claim.id}"></a>[{claim.id}]({_place(name, claim.id)})'
        rows.append([anchor, _cell(claim.statement), _cell(judged)])
    claims = table(["claim", "statement", "verdict of each reading"], rows)
    return f"## {name}\n\n{paper['title']}.\n\n" + "\n".join(conclusions) + f"\n\n{claims}\n"


def _file(kind: type) -> Path:
    """Give the source file of a class below the package."""
    return Path(inspect.getsourcefile(kind)).relative_to(PACKAGE)


def _place(paper: str, claim: str) -> str:
    """Give the source file that defines a claim."""
    files = sorted((PACKAGE / "papers" / paper).glob("*.py"))
    (found,) = (file for file in files if f'"{claim}"' in file.read_text(encoding="utf-8"))
    return f"../{found.relative_to(ROOT)}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


FINDINGS = """\
The conclusions on each paper, and its claims with the verdicts of the committed run at the paper's
scale. `c` is a statement of the paper, `o` one of ours; [claims.md](claims.md) says what a reading
and a verdict are. The number of a claim leads to its source. `delayed-bandits claim
vernade2020/c09` prints the evidence of one, and `results/report.html` has all of it.
"""
PAGES = {"configuration.md": configuration, "findings.md": findings}


if __name__ == "__main__":
    for page, write in PAGES.items():
        (ROOT / "docs" / page).write_text(write(), encoding="utf-8")
