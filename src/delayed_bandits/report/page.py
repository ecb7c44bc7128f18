"""The report: one HTML file that loads nothing else."""

import csv
import itertools
import math
import platform
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from delayed_bandits.analysis.claims_export import read_claims
from delayed_bandits.analysis.judge import TOY
from delayed_bandits.analysis.regret_table import final_regret
from delayed_bandits.files.failures import failures
from delayed_bandits.files.html import picture, template
from delayed_bandits.files.layout import Layout
from delayed_bandits.files.provenance import provenance
from delayed_bandits.files.tables import read_footer, read_table, whole_file
from delayed_bandits.plan.experiment import Paper, load_papers
from delayed_bandits.plan.observed import log_options
from delayed_bandits.report.current import check_current

READINGS = {
    "printed": "the paper's statements, as printed",
    "code": "the paper's statements, as attributed code has them",
    "ours": "the paper's statements, as we read or correct them",
}

PLATFORM = f"{platform.system()} {platform.machine()}"
LIBRARIES = ("snakemake", "numpy", "numba", "scipy", "pandas", "pyarrow", "matplotlib", "seaborn")


def write_page(output: Path, config: Mapping[str, Any], workflow: Path, figures: Path) -> None:
    """Write the report, if its runs, tables and claims are of the configuration.

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
    layout = Layout(str(output.parent), str(figures))
    for paper in load_papers(config, workflow).values():
        check_current(paper, config, layout, workflow / "schemas/claims.schema.yaml")
    page = render_page(config, workflow, layout, provenance(LIBRARIES), PLATFORM)
    with whole_file(output) as temporary:
        temporary.write_text(page, encoding="utf-8")


def render_page(
    config: Mapping[str, Any],
    workflow: Path,
    layout: Layout,
    versions: Mapping[str, str],
    system: str,
) -> str:
    """Render the report of a folder of results, made with these versions on such a machine."""
    filters = {"rounded": rounded, "picture": picture, "bounds": bounds, "flat": flat}
    papers = load_papers(config, workflow)
    return template("report", measured=measured, **filters).render(
        config=config,
        provenance=versions,
        platform=system,
        delays=read_footer(Path(layout.delays)),
        log=read_footer(Path(layout.log_delays)) if log_options(config) else None,
        fits=read_csv(Path(layout.fits)),
        fits_figure=layout.figure("criteo", "fits", "svg"),
        papers=[paper_context(paper, layout, workflow) for paper in papers.values()],
        times=run_times(papers.values(), layout),
    )


def paper_context(paper: Paper, layout: Layout, workflow: Path) -> dict[str, Any]:
    """Collect what the template shows of one paper."""
    schema = workflow / "schemas/claims.schema.yaml"
    claims = read_claims(Path(layout.claims(paper.name)), schema)["claims"]
    regret = read_table(Path(layout.regret(paper.name, "parquet"))).to_pandas(use_threads=False)
    drawn = {
        name: (figure["caption"], layout.figure(paper.name, name, "svg"))
        for name, figure in paper.description["figures"].items()
    }
    return {
        "name": paper.name,
        "seeds": replications(regret["seeds"]),
        "description": paper.description,
        "claims": claims,
        "counts": counts_of(claims),
        "conclusions": conclusions_of(paper.description["conclusions"], claims),
        "figures": drawn,
        "traces": {setting: run.trace for (setting, _), run in paper.runs.items()},
        "left_out": left_out(paper, layout),
        "final": {(row.setting, row.algorithm): row for row in final_regret(regret).itertuples()},
    }


def left_out(paper: Paper, layout: Layout) -> dict[tuple[str, str], str]:
    """Find the runs that failed; give what the learner did, by setting and algorithm."""
    blocks = itertools.chain(*paper.batches.values())
    files = [
        Path(layout.run(run.paper, run.setting, run.algorithm, block)) for run, block in blocks
    ]
    return {key: record["failure"] for key, record in failures(files).items()}


def replications(seeds: Iterable[int]) -> str:
    """Put the number of replications in words; settings may differ in it."""
    numbers = sorted(set(seeds))
    return f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else str(numbers[0])


def rounded(value: float) -> str:
    """Format a number to four significant digits, without an exponent where it is short so."""
    if value != 0 and not 1e-3 <= abs(value) < 1e7:
        return f"{value:.3g}"
    return f"{value:,.{max(0, 4 - len(str(int(abs(value)))))}f}"


def measured(row: Mapping[str, Any]) -> str:
    """Format an estimate with its interval; an exact value has none, and few seeds give neither."""
    if None in (row["estimate"], row["low"], row["high"]):
        return "undefined"
    if row["low"] == row["high"]:
        return rounded(row["estimate"])
    return f"{rounded(row['estimate'])} [{rounded(row['low'])}, {rounded(row['high'])}]"


def bounds(limits: list[float | None]) -> str:
    """Put the range within which a claim holds in words."""
    low, high = limits
    if low is None:
        return f"below {high:.4g}"
    if high is None:
        return f"above {low:.4g}"
    return f"{low:.4g} to {high:.4g}"


def flat(value: object) -> str:
    """Format a value of a YAML file on one line."""
    if isinstance(value, dict):
        return ", ".join(f"{key.replace('_', ' ')} {flat(item)}" for key, item in value.items())
    if isinstance(value, list):
        items = [f"({flat(item)})" if isinstance(item, dict) else flat(item) for item in value]
        return f"[{', '.join(items)}]"
    return str(value)


def counts_of(claims: Iterable[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """Count the verdicts on the paper's statements by reading, and those on statements of ours."""
    counted: dict[str, Counter[str]] = {}
    for claim in claims:
        for reading in claim["readings"]:
            whose = READINGS[reading["name"]] if claim["kind"] == "paper" else "statements of ours"
            counted.setdefault(whose, Counter())[reading["verdict"]] += 1
    return [
        (whose, ", ".join(f"{count} {verdict}" for verdict, count in counted[whose].items()))
        for whose in (*READINGS.values(), "statements of ours")
        if whose in counted
    ]


def conclusions_of(
    conclusions: Iterable[Mapping[str, Any]], claims: Iterable[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """List the conclusions, each with the verdicts that it rests on and are no longer so."""
    found: dict[str, set[str]] = {}
    for claim in claims:
        for reading in claim["readings"]:
            found.setdefault(f"{claim['id']}/{reading['name']}", set()).add(reading["verdict"])
    return [
        {
            "text": conclusion["text"],
            "rests_on": list(conclusion["rests_on"]),
            "changed": [
                name if name in found else f"{name} is not judged"
                for name, verdict in conclusion["rests_on"].items()
                if found.get(name) not in ({verdict}, {TOY})
            ],
        }
        for conclusion in conclusions
    ]


def read_csv(path: Path) -> list[dict[str, str]]:
    """Read the rows of a CSV file with a header."""
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def run_times(papers: Iterable[Paper], layout: Layout) -> list[tuple[str, int, float, float]]:
    """Sum up jobs or run files, seconds and the largest memory (MB) of each step."""
    steps = {step: [step] for step in ("delays", "fit")}
    for paper in papers:
        steps[f"jobs of {paper.name}"] = [f"batches/{paper.name}/{name}" for name in paper.batches]
        for run, block in itertools.chain(*paper.batches.values()):
            file = f"simulate/{paper.name}/{run.setting}/{run.algorithm}/{block}"
            steps.setdefault(f"simulate {paper.name} {run.algorithm}", []).append(file)
    times = []
    for step, names in steps.items():
        paths = [path for path in map(Path, map(layout.benchmark, names)) if _has_times(path)]
        if paths:
            frame = pd.concat(pd.read_csv(path, sep="\t", na_values="-") for path in paths)
            memory = frame["max_rss"].max() if "max_rss" in frame else math.nan
            times.append((step, len(paths), frame["s"].sum(), memory))
    return times


def _has_times(path: Path) -> bool:
    """Tell whether there is a benchmark file with content: a full disk leaves an empty one."""
    return path.is_file() and path.stat().st_size > 0
