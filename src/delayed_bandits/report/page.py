"""The report: one HTML page that loads nothing else."""

import functools
import json
import platform
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd
from markupsafe import Markup, escape

from delayed_bandits.analysis import numbers
from delayed_bandits.analysis.sentences import count_in_words, verdict_in_words
from delayed_bandits.checks.yaml_files import read_yaml
from delayed_bandits.experiments.delay_sources import log_options
from delayed_bandits.experiments.experiment import Paper, load_papers
from delayed_bandits.files.html import template
from delayed_bandits.files.layout import Layout, results_of
from delayed_bandits.files.provenance import commit_date, provenance
from delayed_bandits.files.tables import read_footer, write_text
from delayed_bandits.report import data, drawing, sections
from delayed_bandits.report.claims_tables import LABELS, read_claims

VERDICTS = ("verdict", "uncorrected", "half_tolerance", "twice_tolerance")  # of a variant
LIBRARIES = ("snakemake", "numpy", "numba", "scipy", "pandas", "pyarrow", "matplotlib", "seaborn")


def write_page(output: Path, config: Mapping[str, Any], workflow: Path, figures: Path) -> None:
    """Write the page with judged claims, figures and settings to `output`."""
    layout, at_scale = Layout(str(output.parent), str(figures)), Layout.at(config["scale"])
    papers = load_papers(config, workflow, check=False)
    claims = {paper: read_claims(Path(layout.claims(paper))) for paper in papers}
    versions = {name: {version: None} for name, version in provenance(LIBRARIES).items()}
    for paper in papers:
        for name, found in read_footer(Path(layout.regret(paper, "parquet")))["runs"].items():
            versions.setdefault(name, {}).update(dict.fromkeys(found))
    shown = [paper_context(paper, claims[name], layout) for name, paper in papers.items()]
    filters = {"bounds": numbers.bounds, "flat": sections.flat, "measured": numbers.measured}
    filters |= {"rounded": numbers.rounded, "code": code}
    filters |= {"first_sentence": sections.first_sentence, "kind": kind_in_address}
    filters["outcomes"] = count_in_words
    page = template("report", **filters, embedded=embedded).render(
        config=config,
        provenance={name: " and ".join(found) for name, found in versions.items()},
        date=commit_date(),
        platform=f"{platform.system()} {platform.machine()}",
        file=functools.partial(link, config.get("repository")),
        results=results_of(config["scale"]),
        figures=at_scale.figures,
        formats=", ".join(at_scale.formats).upper(),
        kind=f".{at_scale.formats[-1]}",  # PNG and SVG are in the repository
        command=functools.partial(sections.command, config),
        delays=read_footer(Path(layout.delays)),
        log=read_footer(Path(layout.log_delays)) if log_options(config) else None,
        papers=shown,
        former=former_criteria(workflow / "former_criteria.csv", claims),
        glossary=read_yaml(workflow / "glossary.yaml"),
        glyphs=sections.GLYPHS,
    )
    page = re.sub(r"\s*\n\s*", "\n", page.replace("&#39;", "'"))  # attributes have double quotes
    write_text(output, page)


def embedded(block: data.Block) -> Markup:
    """Return a block as JSON that is safe in a script element."""
    text = json.dumps(block, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", r"\u003c"))


def kind_in_address(description: str) -> str:
    """Return the kind of delays of a setting, as in the address of the page's chart."""
    return re.sub(r"[^a-z0-9.]+", "-", data.without_problem(description).lower())


def link(repository: str | None, path: str, said: str = "", plain: str = "") -> Markup:
    """Return a link to a file in the repository or, without one, the path as code.

    The link shows `said`, and the code `plain`. Both are the path by default.
    """
    if not repository:
        return Markup("<code>{}</code>").format(plain or path)
    address = f"{repository.rstrip('/')}/blob/HEAD/{path}"
    return Markup('<a href="{}">{}</a>').format(address, said or path)


def former_criteria(table: Path, judged: Mapping[str, Any]) -> dict[tuple[str, str], list[str]]:
    """Return the former criteria of judged claims, with reasons, by (paper, claim)."""
    found = pd.read_csv(table).groupby(["paper", "claim"])["criterion"].agg(list).to_dict()
    there = {(paper, claim["id"]) for paper in judged for claim in judged[paper]["claims"]}
    return {claim: criteria for claim, criteria in found.items() if claim in there}


def code(text: str) -> Markup:
    """Return a text as HTML, in which words between back-ticks are code."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text))))


def paper_context(paper: Paper, judged: Mapping[str, Any], layout: Layout) -> dict[str, Any]:
    """Return the fields of a paper that the templates use."""
    about = paper.description
    claims = [claim_context(paper, claim) for claim in judged["claims"]]
    kind = about.get("kind", "paper")
    runs = sorted(set(paper.seeds.values()))  # settings may differ
    conclusions = sections.conclusions_of(judged["conclusions"], judged["claims"])
    on_strip = [claim for claim in claims if claim["kind"] == "paper"] or claims
    return {
        "name": paper.name,
        "runs": f"{runs[0]} to {runs[-1]}" if len(runs) > 1 else str(runs[0]),
        "description": about,
        "kind": kind,
        "claims": claims,
        "strip": sections.strip_of(on_strip),
        "conclusions": conclusions,
        "headline": next((found for found in conclusions if found["headline"]), None),
        "figures": figures_of(paper, judged["scale"]),
        "chart": chart_of(paper, layout),
        "answers": "tables" in about.get("page", {}),
        "traces": {setting: run.trace for (setting, _), run in paper.runs.items()},
        "criteo": paper.uses_criteo,
    }


def chart_of(paper: Paper, layout: Layout) -> dict[str, Any] | None:
    """Return a paper's chart (kind, block, static picture and title), or None."""
    for kind, block in data.blocks_of(paper, layout).items():
        draw = drawing.dot_plot if kind == "dots" else drawing.curves
        title = "Regret in percent of random play" if kind == "dots" else "Cumulative regret"
        return {
            "kind": kind,
            "block": block,
            "title": title,
            "says": drawing.says(block) if kind == "dots" else "",
            "picture": draw(block, f"{title}, {paper.name}"),
            "caption": paper.description.get("page", {}).get("caption", ""),
        }
    return None


def figures_of(paper: Paper, scale: str) -> dict[str, dict[str, Any]]:
    """Return title, caption and source of each figure that is drawn, by name."""
    found = {}
    for name in paper.description["drawn"]:
        about = paper.description["figures"][name]
        has_title = "title" in about and scale == "paper"  # titles state results at this scale
        found[name] = {
            "title": about["title"] if has_title else f"Figure {name}",
            "caption": about["caption"],
            "source": sections.source_of_figure(paper.name, about["draw"]),
        }
    return found


def claim_context(paper: Paper, claim: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a claim that the templates use."""
    variants = [
        {
            **variant,
            "cases": [
                sections.case_of(one, paper.description["settings"]) for one in variant["evidence"]
            ],
            "shared": sections.shared_of(variant),
            "label": LABELS[variant["name"]],
            "decisive": variant["evidence"][variant["decides"]] if variant["decided_by"] else None,
        }
        | {key: verdict_in_words(claim, {"verdict": variant[key]}) for key in VERDICTS}
        for variant in claim["variants"]
    ]
    return {
        **claim,
        "variants": variants,
        "source": sections.sources_of_claims(paper.name)[claim["id"]],
    }
