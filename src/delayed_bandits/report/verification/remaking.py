"""Tables, claims, figures and the page, made again from the run files and compared."""

import filecmp
import functools
import itertools
import json
import tempfile
from collections.abc import Callable, Container, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from delayed_bandits.analysis.judge import judge_claims
from delayed_bandits.analysis.regret_table import aggregate_to
from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.criteo.conversions import from_bundled
from delayed_bandits.data.fits import compare
from delayed_bandits.experiments.experiment import Paper
from delayed_bandits.experiments.plan import first_difference
from delayed_bandits.experiments.processes import apart
from delayed_bandits.files.layout import Layout
from delayed_bandits.files.provenance import other_versions
from delayed_bandits.files.tables import open_table
from delayed_bandits.report.claims_tables import export_claims
from delayed_bandits.report.figure_inputs import on_settings, shown_by
from delayed_bandits.report.make_figure import draw_figure
from delayed_bandits.report.make_table import make_table
from delayed_bandits.report.page import LIBRARIES, render_page
from delayed_bandits.report.verification.again import difference_of_tables
from delayed_bandits.report.verification.findings import Findings
from delayed_bandits.report.verification.manifest import FORMATS, TABLES, Manifest, files_of_runs
from delayed_bandits.report.verification.plan import Papers

LONGEST = 60
"""Characters of a line that are shown."""


class Making(NamedTuple):
    """A step that is repeated: what it makes first, in words, and how."""

    path: Path
    make: Callable[[], None]


def figures_of(papers: Papers, layout: Layout) -> list[Path]:
    """List the figures of papers, as SVG."""
    return [
        Path(layout.figure(paper.name, figure, "svg"))
        for paper in papers.values()
        for figure in paper.description["figures"]
    ]


def check_remade(
    layout: Layout,
    papers: Papers,
    manifest: Manifest,
    workflow: Path,
    chosen: Container[Path],
    findings: Findings,
) -> None:
    """Repeat all steps but simulations, each in a process of its own, and compare their files.

    Only the chosen figures, given by their SVG, are drawn again: all would take most of the time.
    """
    with tempfile.TemporaryDirectory() as temporary:
        new = Layout(f"{temporary}/results", f"{temporary}/figures")
        makings = list(_makings(layout, new, papers, manifest, workflow, chosen))
        answers = dict(apart([making.make for making in makings]))
        for number, making in enumerate(makings):
            if isinstance(error := answers[number], InputError):
                findings.fail(making.path, f"cannot be made again: {error}")
        versions = other_versions(manifest["provenance"], LIBRARIES)
        for made in sorted(Path(temporary).rglob("*.*")):
            kind, *parts = made.relative_to(temporary).parts
            path = Path(layout.results if kind == "results" else layout.figures, *parts)
            if path.is_file():
                _compare(path, made, versions, findings)


def _makings(
    old: Layout,
    new: Layout,
    papers: Papers,
    manifest: Manifest,
    workflow: Path,
    chosen: Container[Path],
) -> Iterator[Making]:
    """List the steps, those first that take longest."""
    config = manifest["config"]
    page = functools.partial(_page, Path(new.report), old, manifest, workflow)
    yield Making(Path(old.report), page)
    drawn = [Path(new.figure("criteo", "fits", kind)) for kind in FORMATS]
    make = functools.partial(compare, Path(old.delays), Path(new.fits), drawn)
    yield Making(Path(old.fits), make)
    if config["criteo"] == "bundled":
        quantiles = workflow.parent / "data/criteo_delay_quantiles.csv"
        make = functools.partial(from_bundled, quantiles, Path(new.delays))
        yield Making(Path(old.delays), make)
    for paper in papers.values():
        yield from _makings_of_paper(old, new, paper, config["scale"])
        yield from _drawings(old, new, paper, chosen)
    schema = workflow / "schemas/claims.schema.yaml"
    judged = [Path(old.claims(paper)) for paper in papers]
    tables = Path(new.claims_table), Path(new.evidence)
    yield Making(Path(old.claims_table), functools.partial(export_claims, *tables, judged, schema))


def _makings_of_paper(old: Layout, new: Layout, paper: Paper, scale: str) -> Iterator[Making]:
    name, files = paper.name, files_of_runs(paper, old)
    tables = [Path(new.regret(name, kind)) for kind in TABLES]
    labels = {key: look["label"] for key, look in paper.styles.items()}
    known = {"coordinates": paper.coordinates}
    make = functools.partial(aggregate_to, *tables, files, labels=labels, **known)
    yield Making(Path(old.regret(name, "parquet")), make)
    judged = Path(new.claims(name)), name, scale, files, Path(old.delays)
    make = functools.partial(judge_claims, *judged, table=Path(new.rows(name)), words=paper.words)
    yield Making(Path(old.claims(name)), make)
    for key, about in paper.description.get("tables", {}).items():
        made = [Path(new.table(name, key, kind)) for kind in ("csv", "parquet")]
        runs = on_settings(files, about.get("settings", paper.seeds))
        given = made, name, about["make"], paper.styles, runs
        make = functools.partial(make_table, *given, **known)
        yield Making(Path(old.table(name, key, "parquet")), make)


def _drawings(old: Layout, new: Layout, paper: Paper, chosen: Container[Path]) -> Iterator[Making]:
    name, files = paper.name, files_of_runs(paper, old)
    for figure, about in paper.description["figures"].items():
        path = Path(old.figure(name, figure, "svg"))
        if path not in chosen:
            continue
        drawn = [Path(new.figure(name, figure, kind)) for kind in FORMATS]
        given = drawn, name, about["draw"], paper.styles, shown_by(paper, figure, old, files)
        more = {"record": Path(new.record(name, figure))}
        make = functools.partial(draw_figure, *given, **more)
        yield Making(path, make)


def _page(output: Path, layout: Layout, manifest: Manifest, workflow: Path) -> None:
    page = render_page(
        manifest["config"], workflow, layout, manifest["provenance"], manifest["platform"]
    )
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(page, encoding="utf-8")


def _compare(path: Path, made: Path, versions: str, findings: Findings) -> None:
    """Compare a file with what was made again; other versions may draw, and round, otherwise."""
    if filecmp.cmp(path, made, shallow=False):
        findings.passed(path, "made again with the same bytes")
        return
    try:
        difference = _difference(path, made)
    except (InputError, OSError, ValueError) as error:
        difference = f"cannot be read: {error}"
    if not difference:
        findings.passed(path, "made again with the same content under other versions")
    elif versions and made.suffix in (".png", ".svg", ".pdf"):
        findings.remark(path, "not compared", versions)
    else:
        findings.fail(path, f"{difference}{versions}")


def _difference(path: Path, made: Path) -> str:
    """Describe the first difference between two files, but for provenance; "" if none."""
    if path.suffix == ".parquet":
        (old, before), (new, after) = map(open_table, (path, made))
        rows = difference_of_tables(old, new, "made again")
        return rows or _difference_of_entries(before, after)
    if path.suffix == ".json":
        old, new = (json.loads(file.read_text(encoding="utf-8")) for file in (path, made))
        if isinstance(old, dict):
            return _difference_of_entries(old, new)
    if path.suffix in (".png", ".pdf"):
        return "found other bytes than when it is drawn again; expected the same"
    old, new = (file.read_text(encoding="utf-8").splitlines() for file in (path, made))
    for number, (found, expected) in enumerate(itertools.zip_longest(old, new), 1):
        if found != expected:
            return _difference_of_lines(number, found or "", expected or "")
    return "found other ends of lines; expected those of the file when it is made again"


def _difference_of_lines(number: int, found: str, expected: str) -> str:
    pairs = itertools.zip_longest(found, expected)
    same = sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))
    start = max(0, same - LONGEST // 2)
    shown = [repr(line[start : start + LONGEST]) for line in (found, expected)]
    return f"line {number}: found {shown[0]}; expected {shown[1]}, as made again"


def _difference_of_entries(found: Mapping[str, Any], expected: Mapping[str, Any]) -> str:
    old, new = ({**entries, "provenance": None} for entries in (found, expected))
    difference = first_difference(old, new)
    if difference is None:
        return ""
    name, *values = difference
    shown = [str(value)[:LONGEST] for value in values]
    return f"{name} is {shown[0]}; expected {shown[1]}, as made again"
