"""Write the pages that are made from schemas, terms and claims.

python docs/generate.py
"""

import csv
import functools
import inspect
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, get_type_hints

import pandas as pd

from delayed_bandits.algorithms.registry import Algorithm, load
from delayed_bandits.analysis.claims import ID, Claim
from delayed_bandits.analysis.sentences import Sentences, count_in_words, decision_in_words
from delayed_bandits.analysis.verdicts import verdict_of
from delayed_bandits.checks.schema import schema_of
from delayed_bandits.checks.yaml_files import read_yaml
from delayed_bandits.cli import logs, users  # noqa: F401  they fill COMMANDS
from delayed_bandits.cli.table import COMMANDS, Argument
from delayed_bandits.comparison.results import Comparison, Crossing
from delayed_bandits.data.advice.answer import Advice
from delayed_bandits.data.log.arms import Log
from delayed_bandits.data.replay import Replay
from delayed_bandits.delays.base import Delays, Distribution, LogDelays
from delayed_bandits.delays.by_reward import REWARD_DISTRIBUTIONS
from delayed_bandits.delays.distributions import DISTRIBUTIONS
from delayed_bandits.experiments.catalogue import algorithms, distributions
from delayed_bandits.experiments.experiment import load_papers
from delayed_bandits.files.sources import PACKAGE
from delayed_bandits.papers.claims import claims_of, conclusions_of
from delayed_bandits.report.claims_tables import columns_of, heads_of
from delayed_bandits.report.data import dots_of_cells
from delayed_bandits.report.drawing import dot_plot
from delayed_bandits.report.sections import GLYPHS, sources_of_claims
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
ALL_DISTRIBUTIONS = DISTRIBUTIONS | REWARD_DISTRIBUTIONS
LARGEST = 10**9
"""Larger limits are those of the machine, and are not shown."""

KINDS = {"array": "list", "object": "mapping", "string": "text", "integer": "whole number"}


def allowed(schema: Schema) -> str:
    """Return the allowed values of a schema as text."""
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
    values = [" or ".join(KINDS.get(name, name) for name in names), *limits]
    return ", ".join(filter(None, values)) or "number"


def _shown(limit: object) -> str:
    text = f"{limit:,}" if isinstance(limit, int) else str(limit)
    return text.replace("|", "\\|")


def table(header: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table in Markdown."""
    header = list(header)
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def arguments_of(function: Callable) -> str:
    """Return the arguments of a function as text, with their types and defaults."""
    schema, types = schema_of(function), get_type_hints(function)
    found = []
    for name, values in schema["properties"].items():
        if types[name] in (Delays, LogDelays):
            continue  # no user gives it
        default = inspect.signature(function).parameters[name].default
        given = "" if default is inspect.Parameter.empty else f"; default: {default}"
        if name not in schema.get("required", []) and default is None:
            given = "; optional"
        what = "a distribution" if types[name] is Distribution else allowed(values)
        found.append(f"`{name}` ({what}{given})")
    return ", ".join(found) or "none"


def keys_of(schema: Schema, above: str = "", required: bool = True) -> list[list[str]]:
    """Return the keys of a schema, with those of its mappings: name, values, meaning."""
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
    """Return the algorithms of the package by their name under `run`."""
    return {name: load(name) for name, _ in algorithms()}


def environments(found: Iterable[Algorithm]) -> list[type[Trace]]:
    """Return the kinds of traces that algorithms play on."""
    return sorted({learner.trace for learner in found}, key=lambda kind: kind.__name__)


def configuration() -> str:
    """Return configuration.md."""
    chosen = read_yaml(ROOT / "config.yaml")
    found = learners()
    keys = [
        [name, kinds, _chosen(chosen, name.strip("`")), meaning]
        for name, kinds, meaning in keys_of(schema_file("config"), required=False)
    ]
    known = dict(distributions())
    tables = {
        "config.yaml": table(["key", "allowed", "in `config.yaml`", "meaning"], keys),
        "The YAML file of a paper": table(
            ["key", "allowed", "meaning"], keys_of(schema_file("paper"))
        ),
        "Distributions": table(
            ["distribution", "arguments", "meaning"],
            (
                [f"`{name}`", arguments_of(distribution), known[name]]
                for name, distribution in ALL_DISTRIBUTIONS.items()
            ),
        ),
        "Arguments of a setting": table(
            ["trace", "arguments", "source"],
            (
                [
                    f"`{kind.__name__}`",
                    arguments_of(kind.draw),
                    f"[{_file(kind)}](../src/delayed_bandits/{_file(kind)})",
                ]
                for kind in environments(found.values())
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
    """Return the value of a key in config.yaml, or "" for a key of a mapping."""
    return f"`{json.dumps(config[key])}`" if key in config else ""


ABOUT = {
    "config.yaml": """\
You can also set a key on the command line: `snakemake --config seeds=1000`. A name such as
`log.unit` means the key `unit` of the mapping `log`.""",
    "The YAML file of a paper": """\
The file is `workflow/papers/<paper>.yaml`. A `*` means any name or entry.""",
    "Distributions": """\
Write `delay: {distribution: NAME, ...}` in a setting. If the delays of K arms differ, `delay` is a
list with a distribution for each arm.""",
    "Arguments of a setting": """\
These are the keys under `trace` in a setting. The algorithms of the setting decide the kind of
trace.""",
    "Parameters of the algorithms": """\
These are the keys under `parameters` in an algorithm or a setting. Properties of the delays, such
as `mean_delay`, come from the setting's distribution unless you give a value.""",
}


def glossary() -> str:
    """Return glossary.md: the terms of the page, then those of each paper."""
    terms = table(["term", "meaning"], read_yaml(ROOT / "workflow/glossary.yaml").items())
    text = f"# Glossary\n\n{MADE_BY}\n\n{GLOSSARY}\n{terms}\n"
    rows = []
    for name in read_yaml(ROOT / "config.yaml")["papers"]:
        terms = read_yaml(ROOT / f"workflow/papers/{name}.yaml").get("terms", {})
        rows += [[_cell(term), f"`{name}`", _cell(meaning)] for term, meaning in terms.items()]
    return f"{text}\n## Terms of the papers\n\n{table(['term', 'paper', 'meaning'], rows)}\n"


def findings() -> str:
    """Return findings.md."""
    text = f"# What was found\n\n{MADE_BY}\n\n{FINDINGS}"
    for name in read_yaml(ROOT / "config.yaml")["papers"]:
        rows = ROOT / f"figures/{name}/claims.csv"
        if rows.exists():
            text += f"\n{_findings_of(name, rows)}"
    return text


def coverage() -> str:
    """Return coverage.md: the items of each paper, each with its place here or a reason."""
    text, every = "", []
    for name in read_yaml(ROOT / "config.yaml")["papers"]:
        if items := read_yaml(ROOT / f"workflow/papers/{name}.yaml").get("coverage"):
            rows = [
                [_cell(one["item"]), _places(name, one), _cell(one.get("missing", ""))]
                for one in items
            ]
            text += (
                f"\n## {name}\n\n{_done(items)}\n\n{table(['item', 'here', 'not done'], rows)}\n"
            )
            every += items
    return (
        f"# What of the papers is here\n\n{MADE_BY}\n\n{COVERAGE}\nIn all: {_done(every)}\n{text}"
    )


def _done(items: Sequence[Mapping[str, Any]]) -> str:
    return f"{sum('missing' not in one for one in items)} of {len(items)} items are done."


def _places(paper: str, item: Mapping[str, Any]) -> str:
    """Return the names of an item, a claim with a link to its verdict, and what was checked."""
    names = item.get("here", [])
    linked = [
        f"[{one}](findings.md#{paper}-{one})" if ID.fullmatch(one) else f"`{one}`" for one in names
    ]
    return ", ".join([*linked, *([_cell(item["checked"])] if "checked" in item else [])])


def api() -> str:
    """Return api.md: the public functions and the classes of their results."""
    import delayed_bandits

    names = [name for name in delayed_bandits.__all__ if not name.startswith("_")]
    parts = [_documented(name, getattr(delayed_bandits, name)) for name in names]
    for kind in (Log, Advice, Replay, Comparison, Crossing):
        parts.append(_documented(kind.__name__, kind))
        parts += [
            f"`.{name}`: {(inspect.getdoc(one) or '').partition(chr(10))[0]}"
            for name, one in vars(kind).items()
            if not name.startswith("_")
            and (callable(one) or hasattr(one, "__get__"))
            and inspect.getdoc(one)
            and name not in kind.__dict__.get("_fields", ())
        ]
    return f"# Functions and classes\n\n{MADE_BY}\n\n{API}\n" + "\n\n".join(parts) + "\n"


def _documented(name: str, what: Any) -> str:
    """Return the signature and the docstring of a function or a class."""
    shown = f"{name}{inspect.signature(what)}" if inspect.isfunction(what) else name
    return f"## {name}\n\n```text\n{shown}\n\n{inspect.getdoc(what)}\n```"


def cli() -> str:
    """Return cli.md: the commands with their arguments; those of a log are listed once."""
    parts = [f"## Arguments of a log\n\n{_arguments(logs.LOG)}"]
    for name, (function, given) in COMMANDS.items():
        own = [one for one in given if one not in logs.LOG]
        text = inspect.getdoc(function) + (
            " It also takes the arguments of a log." if len(own) < len(given) else ""
        )
        parts.append(f"## {name}\n\n{text}" + (f"\n\n{_arguments(own)}" if own else ""))
    return f"# Commands\n\n{MADE_BY}\n\n{CLI}\n" + "\n\n".join(parts) + "\n"


def _arguments(given: Iterable[Argument]) -> str:
    rows = []
    for name, about in given:
        known = "" if about.get("action") == "store_true" else name.strip("-").upper()
        value = about.get("metavar") or "|".join(about.get("choices", ())) or known
        option = f"{name} {value}" if name.startswith("-") else value
        more = " ..." if about.get("nargs") in ("+", "*") else ""
        needed = " (required)" if about.get("required") else ""
        rows.append(
            [_cell(f"`{option.strip()}{more}`"), _cell(about["help"].replace("%%", "%")) + needed]
        )
    return table(["argument", "meaning"], rows)


def readme() -> str:
    """Return README.md with its made parts: the report's first findings, and the papers."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    lines, rows = [], []
    for name in read_yaml(ROOT / "config.yaml")["papers"]:
        about = read_yaml(ROOT / f"workflow/papers/{name}.yaml")
        shown = f"{about['title']}. {about['reference'].split('. arXiv')[0]}"
        counts = dict.fromkeys(COLUMNS, "")
        table_of = ROOT / f"figures/{name}/claims.csv"
        if table_of.exists():
            claims = claims_of(name)
            judged = read_judged(table_of, claims)
            texts = Sentences(judged)
            for entry in conclusions_of(name):
                if entry.first:
                    link = f"([{name}](docs/findings.md#{name}))"
                    lines.append(f"- {texts.fill(entry.headline, name)} {link}")
            counts |= _signs([found for found in judged if found["id"].startswith("c")])
        if about.get("kind", "paper") == "paper":
            rows.append([f"[{name}](docs/findings.md#{name})", shown, *counts.values()])
    text = _between(text, "findings", "\n".join(lines))
    return _between(text, "papers", table(["name", "paper", *COLUMNS.values()], rows))


COLUMNS = {"printed": "as printed or reconstructed", "code": "public code", "ours": "our variant"}
"""Columns of the README's table of papers."""


def _signs(claims: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Return the verdicts of each column, counted by sign."""
    found = [columns_of(claim) for claim in claims]
    return {
        column: " ".join(
            f"{count} {sign}"
            for verdict, sign in GLYPHS.items()
            if (count := sum(v["verdict"] == verdict for one in found for v in one[column]))
        )
        for column in COLUMNS
    }


def _between(text: str, name: str, made: str) -> str:
    """Return a text with what is made between the two marks of a name."""
    marks = f"<!-- {name}: made by `make docs` -->", f"<!-- end of {name} -->"
    before, _, rest = text.partition(marks[0])
    _, _, after = rest.partition(marks[1])
    return f"{before}{marks[0]}\n{made}\n{marks[1]}{after}"


def picture(dark: bool = False) -> str:
    """Return the page's first picture as an SVG file, from the committed tables of the arena."""
    config = {**read_yaml(ROOT / "config.yaml"), "papers": ["arena"]}
    paper = load_papers(config, ROOT / "workflow", check=False)["arena"]
    about = paper.description["page"]
    tables = [ROOT / f"figures/arena/tables/{name}.csv" for name in about["tables"]]
    cells = pd.concat([pd.read_csv(name, keep_default_na=False) for name in tables])
    block = dots_of_cells(paper, about, cells[~cells["algorithm"].isin(about["hidden"])])
    title = "Regret of algorithms in percent of random play"
    drawn = str(dot_plot(block, title, PICTURE_WIDTH))
    style = (PACKAGE / "report/style.css").read_text(encoding="utf-8")
    colours = re.findall(r":root {(.*?)}", style, re.S)[: 1 + dark]
    rules = style[style.index("text {") : style.index(".curve {")]
    start = '<svg xmlns="http://www.w3.org/2000/svg" '
    made = f"<style>:root {{{' '.join(colours)}}}\n{rules}</style>"
    return drawn.replace("<svg ", start, 1).replace("><path", f">{made}<path", 1) + "\n"


PICTURE_WIDTH = 530  # in CSS pixels, so that its letters have 8 on a narrow screen


def read_judged(rows: Path, claims: Sequence[Claim]) -> list[dict[str, Any]]:
    """Return judged claims, as far as texts need them, from the CSV of measurements."""
    with rows.open(encoding="utf-8", newline="") as file:
        found = list(csv.DictReader(file))
    for row in found:
        for key in ("estimate", "low", "high", "above", "below"):
            row[key] = float(row[key]) if row[key] else None
        row["runs"] = int(row["runs"])
    judged = []
    for claim in claims:
        variants = []
        for variant in claim.variants:
            mine = [row for row in found if (row["id"], row["key"]) == (claim.id, variant.key)]
            if mine:
                decides = [row["decides"] for row in mine].index("yes")
                evidence = [{**row, "key": row["measurement"]} for row in mine]
                known = {"name": variant.name, "key": variant.key, "what": variant.what}
                outcomes = {
                    "verdict": mine[0]["verdict"],
                    "uncorrected": verdict_of((row["outcome"] for row in mine), claim.quantifier),
                }
                variant = {**known, **outcomes, "decides": decides, "evidence": evidence}
                decided = {
                    "count": count_in_words(variant),
                    "decided_by": decision_in_words(variant),
                }
                variants.append(variant | decided)
        judged.append({"id": claim.id, "variants": variants})
    return judged


def _findings_of(name: str, rows: Path) -> str:
    title = read_yaml(ROOT / f"workflow/papers/{name}.yaml")["title"]
    claims, sources = claims_of(name), sources_of_claims(name)
    judged = read_judged(rows, claims)
    texts = Sentences(judged)
    stated = conclusions_of(name)
    heads = heads_of(judged)
    said = [[texts.fill(t, name) for t in (c.headline, c.text, c.reply)] for c in stated]
    headlines = [headline for headline, _, _ in said if headline]
    conclusions = [
        f"- {headline if headline not in headlines[:1] else ''} {text}".replace("  ", " ")
        for headline, text, _ in said
    ]
    replies = [reply for _, _, reply in said if reply]
    lines = []
    for claim, found in zip(claims, judged, strict=True):
        anchor = f'<a id="{name}-{claim.id}"></a>[{claim.id}](../{sources[claim.id]["path"]})'
        columns = columns_of(found)
        criterion, wanted = "", {}
        for wanted in found["variants"] and next(filter(None, columns.values()))[:1]:
            criterion = f"{wanted['quantity']}: {wanted['of_all']}"
        cells = [_verdicts(columns[name], wanted) for name in heads]
        criterion += f" ({claim.quantifier} of the measurements)" if criterion else ""
        lines.append([anchor, *map(_cell, (claim.statement, criterion, *cells))])
    header = ["claim", "statement", "holds if", *heads.values()]
    opening = "\n\n".join(
        [f"## {name}", f"{title}.", *headlines[:1], "\n".join(conclusions), *replies]
    )
    return f"{opening}\n\n{table(header, lines)}\n"


def _verdicts(column: list[dict[str, str]], wanted: Mapping[str, str]) -> str:
    """Return a cell: the verdicts of a column, with counts, decisive measurements, and runs."""
    return "<br>".join(
        f"**{one['verdict']}**{_alone(one)}, {one['count']}{_decided(one, wanted)} ({one['what']})"
        for one in column
    )


def _decided(one: dict[str, str], wanted: Mapping[str, str]) -> str:
    """Return the decisive measurement or "", with its quantity and bound if they differ.

    Quantities that differ only in brackets, which name a variant, are the same.
    """
    same, other = (re.sub(r" \(.*?\)", "", text["quantity"]) for text in (one, wanted))
    quantity = "" if same == other else f"{one['quantity']}: "
    bound = "" if one["bounds"] == wanted["of_all"] else f", must be {one['bounds']}"
    return f": {quantity}{one['decides']}{bound}" if one["decides"] else ""


def _alone(one: dict[str, str]) -> str:
    return f" ({one['alone']} before Holm's correction)" if one["alone"] else ""


def _file(kind: type) -> Path:
    """Return the source file of a class, relative to the package."""
    return Path(inspect.getsourcefile(kind)).relative_to(PACKAGE)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


API = """\
Write `import delayed_bandits as db`. Results have frames, figures and tables for notebooks.
"""
FINDINGS = """\
Each paper has its conclusions, and the verdicts on its claims at the paper's scale. A claim `c` is
a statement of the paper, a claim `o` is a finding of ours. [claims.md](claims.md) explains verdicts
and counts. After the count comes the decisive measurement with its 95 % interval. The id of a claim
links to its source. `delayed-bandits claim vernade2020/c09` prints all measurements of a claim, and
`figures/<paper>/claims.csv` has the measurements of all claims.
"""
CLI = """\
Call `delayed-bandits COMMAND`. Its option `--help` prints the same text as this page. An error is
one line: where, what is wrong, what to do. After an error the status is 1.
"""
COVERAGE = """\
The items of a paper are its figures, algorithms, theorems, and the remarks that runs can test. The
column *here* names figures, claims and algorithms of this project, or says what a test or
arithmetic found. An item with a reason in the column *not done* does not count as done.
"""
GLOSSARY = """\
In this project "regret" means pseudo-regret. [outputs.md](outputs.md#run-files) lists the
exceptions.
"""
PAGES = {
    "docs/api.md": api,
    "docs/cli.md": cli,
    "docs/configuration.md": configuration,
    "docs/glossary.md": glossary,
    "docs/findings.md": findings,
    "docs/coverage.md": coverage,
    "docs/answer.svg": picture,
    "docs/answer-dark.svg": functools.partial(picture, dark=True),
    "README.md": readme,
}


if __name__ == "__main__":
    for page, write in PAGES.items():
        (ROOT / page).write_text(write(), encoding="utf-8")
