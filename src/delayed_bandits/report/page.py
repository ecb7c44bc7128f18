"""The report: one HTML file that needs nothing else."""

import base64
import csv
import json
import platform
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import jinja2
import pandas as pd

from delayed_bandits.analysis.regret_table import final_regret
from delayed_bandits.checks.errors import InputError
from delayed_bandits.files.provenance import provenance
from delayed_bandits.files.tables import made_anew, read_footer, read_table, whole_file
from delayed_bandits.plan.experiment import Paper, load_papers

LIBRARIES = ("snakemake", "numpy", "numba", "scipy", "pandas", "pyarrow", "matplotlib", "seaborn")


def write_page(output: Path, config: Mapping[str, Any], workflow: Path, figures: Path) -> None:
    """Write the report.

    Parameters
    ----------
    output : Path
        The HTML file, in the folder of the results.
    config : mapping
        The checked content of config.yaml.
    workflow : Path
        The folder with the papers' YAML files and the schemas.
    figures : Path
        The folder with the figures.
    """
    results = output.parent
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("delayed_bandits", "report"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"number": number, "picture": picture, "bounds": bounds, "flat": flat}
    papers = load_papers(config, workflow)
    page = environment.get_template("page.html.jinja").render(
        config=config,
        provenance=provenance(LIBRARIES),
        platform=f"{platform.system()} {platform.machine()}",
        delays=read_footer(results / "criteo/delays.parquet"),
        fits=read_csv(results / "criteo/fits.csv"),
        fits_figure=figures / "criteo/fits.svg",
        papers=[paper_context(paper, results, figures) for paper in papers.values()],
        times=run_times(results / "benchmarks", papers.values()),
    )
    with whole_file(output) as temporary:
        temporary.write_text(page, encoding="utf-8")


def paper_context(paper: Paper, results: Path, figures: Path) -> dict[str, Any]:
    """What the template needs of one paper."""
    claims = read_claims(results / f"claims/{paper.name}.json")
    regret = read_table(results / f"regret/{paper.name}.parquet").to_pandas(use_threads=False)
    drawn = {
        name: (figure["caption"], figures / paper.name / f"{name}.svg")
        for name, figure in paper.description["figures"].items()
    }
    return {
        "name": paper.name,
        "seeds": paper.seeds,
        "description": paper.description,
        "claims": claims,
        "verdicts": Counter(
            finding["verdict"] for claim in claims for finding in claim["findings"]
        ),
        "figures": drawn,
        "traces": {setting: run.trace for (setting, _), run in paper.runs.items()},
        "final": {(row.setting, row.algorithm): row for row in final_regret(regret).itertuples()},
    }


def picture(path: Path) -> str:
    """An SVG file as the source of an <img>."""
    return "data:image/svg+xml;base64," + base64.b64encode(path.read_bytes()).decode()


def number(value: float) -> str:
    """A number to four significant digits, without an exponent where it is short without."""
    if value != 0 and not 1e-3 <= abs(value) < 1e7:
        return f"{value:.3g}"
    return f"{value:,.{max(0, 4 - len(str(int(abs(value)))))}f}"


def bounds(limits: list[float | None]) -> str:
    """The range within which a claim holds, in words."""
    low, high = limits
    if low is None:
        return f"below {high:.4g}"
    if high is None:
        return f"above {low:.4g}"
    return f"{low:.4g} to {high:.4g}"


def flat(value: object) -> str:
    """A value of a YAML file on one line."""
    if isinstance(value, dict):
        return ", ".join(f"{key.replace('_', ' ')} {flat(item)}" for key, item in value.items())
    if isinstance(value, list):
        items = [f"({flat(item)})" if isinstance(item, dict) else flat(item) for item in value]
        return f"[{', '.join(items)}]"
    return str(value)


def read_claims(path: Path) -> list[dict[str, Any]]:
    """The judged claims of a paper.

    Raises
    ------
    InputError
        If the file is not JSON.
    """
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise InputError(
            f"{path}: not JSON: {error}; expected claims as they were written; {made_anew(path)}"
        ) from error


def read_csv(path: Path) -> list[dict[str, str]]:
    """Rows of a CSV file with a header."""
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def run_times(folder: Path, papers: Iterable[Paper]) -> list[tuple[str, int, float, float]]:
    """Jobs, seconds and largest memory (MB) of each step, from Snakemake's benchmark files."""
    files = {step: [folder / f"{step}.tsv"] for step in ("delays", "fit")}
    for paper in papers:
        for setting, algorithm in paper.runs:
            step = files.setdefault(f"simulate {paper.name} {algorithm}", [])
            of_run = folder / "simulate" / paper.name / setting / algorithm
            step += [of_run / f"{name}.tsv" for name in paper.blocks(setting, algorithm)]
    timed = {step: [path for path in paths if _has_times(path)] for step, paths in files.items()}
    return [(step, len(paths), *_sum(paths)) for step, paths in timed.items() if paths]


def _has_times(path: Path) -> bool:
    """A full disk leaves an empty file, or none."""
    return path.is_file() and path.stat().st_size > 0


def _sum(paths: list[Path]) -> tuple[float, float]:
    frame = pd.concat(pd.read_csv(path, sep="\t", na_values="-") for path in paths)
    return frame["s"].sum(), frame["max_rss"].max()
