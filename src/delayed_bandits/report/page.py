"""The report: one HTML page that loads nothing else."""

import functools
import itertools
import os
import platform
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from delayed_bandits.analysis import numbers
from delayed_bandits.analysis.sentences import verdict_in_words
from delayed_bandits.checks.yaml_files import read_yaml
from delayed_bandits.experiments.delay_sources import log_options
from delayed_bandits.experiments.experiment import Paper, load_papers
from delayed_bandits.files.html import template
from delayed_bandits.files.layout import Layout, results_of
from delayed_bandits.files.provenance import commit_date, provenance
from delayed_bandits.files.tables import read_footer, read_table, write_text
from delayed_bandits.report import sections
from delayed_bandits.report.claims_tables import LABELS, columns_of, heads_of, read_claims
from delayed_bandits.report.svg import Figures

PLATFORM = f"{platform.system()} {platform.machine()}"
VERDICTS = ("verdict", "uncorrected", "half_tolerance", "twice_tolerance")  # of a variant
LIBRARIES = ("snakemake", "numpy", "numba", "scipy", "pandas", "pyarrow", "matplotlib", "seaborn")
FILTERS = {"bounds": numbers.bounds, "flat": sections.flat, "measured": numbers.measured}


def write_page(output: Path, config: Mapping[str, Any], workflow: Path, figures: Path) -> None:
    """Write the page with judged claims, figures and settings to `output`."""
    layout = Layout(str(output.parent), str(figures))
    pictures = Figures()
    links = Layout("", os.path.relpath(layout.figures, layout.results))
    papers = load_papers(config, workflow, check=False)
    claims = {paper: read_claims(Path(layout.claims(paper))) for paper in papers}
    versions = {name: {version: None} for name, version in provenance(LIBRARIES).items()}
    for paper in papers:
        for name, found in read_footer(Path(layout.regret(paper, "parquet")))["runs"].items():
            versions.setdefault(name, {}).update(dict.fromkeys(found))
    shown = [paper_context(paper, claims[name], layout, pictures) for name, paper in papers.items()]
    page = template("report", **FILTERS).render(
        config=config,
        provenance={name: " and ".join(found) for name, found in versions.items()},
        date=commit_date(),
        platform=PLATFORM,
        project=os.path.relpath(".", results_of(config["scale"])) + "/",
        results=results_of(config["scale"]),
        links=links,
        heads_of=heads_of,
        command_of_figure=functools.partial(sections.command_of_figure, config, links),
        delays=read_footer(Path(layout.delays)),
        log=read_footer(Path(layout.log_delays)) if log_options(config) else None,
        papers=shown,
        former=former_criteria(workflow / "former_criteria.csv"),
        glossary=read_yaml(workflow / "glossary.yaml"),
        figures=pictures,
    )
    write_text(output, page)


def former_criteria(table: Path) -> dict[tuple[str, str], list[str]]:
    """Return the former criteria of each claim, and why they changed, by (paper, claim)."""
    return pd.read_csv(table).groupby(["paper", "claim"])["criterion"].agg(list).to_dict()


def paper_context(
    paper: Paper, judged: Mapping[str, Any], layout: Layout, figures: Figures
) -> dict[str, Any]:
    """Return the fields of a paper that the templates use."""
    about, claims = paper.description, judged["claims"]
    runs = sorted(set(paper.seeds.values()))  # settings may differ
    conclusions = sections.conclusions_of(judged["conclusions"], claims)
    context = functools.partial(figure_context, paper, judged["scale"], layout, figures)
    drawn = {name: context(name) for name in about["drawn"]}
    return {
        "name": paper.name,
        "runs": f"{runs[0]} to {runs[-1]}" if len(runs) > 1 else str(runs[0]),
        "description": about,
        "kind": about.get("kind", "paper"),
        "claims": [claim_context(paper, claim) for claim in claims],
        "tally": sections.tally(claims),
        "conclusions": conclusions,
        "headline": next((found for found in conclusions if found["headline"]), None),
        "figures": drawn,
        "highlight": highlight(paper, layout, drawn),
        "traces": {setting: run.trace for (setting, _), run in paper.runs.items()},
        "distributions": sections.distributions_of(run.trace for run in paper.runs.values()),
    }


def figure_context(
    paper: Paper, scale: str, layout: Layout, figures: Figures, name: str
) -> dict[str, Any]:
    """Return the fields of a figure that the templates use; no picture if it is folded."""
    about = paper.description["figures"][name]
    has_title = "title" in about and scale == "paper"  # titles state results at the paper's scale
    title = about["title"] if has_title else f"Figure {paper.name}/{name}"
    picture = Path(layout.figure(paper.name, name, "svg"))
    return {
        "title": title,
        "caption": about["caption"],
        "picture": "" if about.get("folded") else figures.inline(picture, title),
        "source": sections.source_of_figure(paper.name, about["draw"]),
    }


def claim_context(paper: Paper, claim: Mapping[str, Any]) -> dict[str, Any]:
    """Return a claim with the fields that the templates use."""
    columns = columns_of(claim)
    verdicts = list(itertools.chain(*columns.values()))
    variants = [
        {**variant, "shared": sections.shared_of(variant), "label": LABELS[variant["name"]]}
        | {key: verdict_in_words(claim, {"verdict": variant[key]}) for key in VERDICTS}
        for variant in claim["variants"]
    ]
    return {
        **claim,
        "variants": variants,
        "columns": columns,
        "verdicts": verdicts,
        "tested": any(one["verdict"] != "not tested" for one in verdicts),
        "source": sections.sources_of_claims(paper.name)[claim["id"]],
    }


def highlight(
    paper: Paper, layout: Layout, drawn: Mapping[str, Mapping[str, Any]]
) -> dict[str, Any] | None:
    """Return a paper's figure, text and table for the first screen, or None without one."""
    about = paper.description.get("highlight")
    if about is None:
        return None
    name = about["figure"]
    found = {**drawn[name], "name": name, "text": [], "columns": [], "rows": {}}
    if "text" in about:
        table = read_table(Path(layout.table(paper.name, about["text"])))
        found["text"] = list(dict.fromkeys(table["sentence"].to_pylist()))
    if "table" in about:
        table = read_table(Path(layout.table(paper.name, about["table"]))).to_pandas()
        found["columns"] = list(table["column"].unique())
        for row, cells in table.groupby("row", sort=False):
            found["rows"][row] = dict(zip(cells["column"], cells["cell"], strict=True))
    return found
