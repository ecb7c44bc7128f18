"""Steps that Snakemake runs; each imports what it needs, as no job should wait for the rest."""

import argparse
import os
from pathlib import Path
from typing import Any

from delayed_bandits.checks.errors import InputError
from delayed_bandits.cli.table import argument, command, path, step

Recorded = tuple[list[Path], list[Path]]  # what a step made, and the results that it read

OUTPUT = path("--output")
PAPER = argument("--paper", required=True)
FUNCTION = argument("--function", required=True)
STYLES = path("--styles", help="plan of the looks of algorithms")
PLAN = path("--plan", help="plan of the page, which is the config")
WORKFLOW = path("--workflow")
FIGURES = path("--figures")
RUNS = (
    path("--runs", help="folder of a paper's runs"),
    path("--plans", nargs="*", help="plans of the settings"),
    argument("--words", type=Path, help="plan of the words on settings and algorithms"),
)


@command(argument("--source", choices=["download", "huggingface"], default="download"), OUTPUT)
def download(options: argparse.Namespace) -> None:
    """Fetch the official Criteo file."""
    from delayed_bandits.data.criteo.fetch import HUGGING_FACE, HUGGING_FACE_SHA256, fetch

    there = (HUGGING_FACE, HUGGING_FACE_SHA256, os.environ.get("HF_TOKEN"))
    fetch(options.output, *(there if options.source == "huggingface" else ()))


@step(
    argument("--source", choices=["bundled", "download", "huggingface", "local"], required=True),
    argument("--touch", required=True, help="rows that count: all, last, first or attributed"),
    path("--input"),
    OUTPUT,
)
def delays(options: argparse.Namespace) -> Recorded:
    """Turn a Criteo file, or the bundled quantiles, into delays."""
    from delayed_bandits.data.criteo import conversions

    if options.source == "bundled":
        conversions.from_bundled(options.input, options.output)
    else:
        conversions.from_file(options.input, options.touch, options.output, options.source)
    return [options.output], []


@step(
    path("--delays"),
    argument("--origin", default="", help="start of the origin of the delays"),
    path("--table"),
    path("--figures", nargs="+"),
)
def fit(options: argparse.Namespace) -> Recorded:
    """Fit delay laws to the delays, and draw them against the data."""
    from delayed_bandits.data.fits import compare
    from delayed_bandits.experiments.plan import checked_origin

    if options.origin:
        checked_origin(options.delays, options.origin)
    compare(options.delays, options.table, options.figures)
    return [options.table, *options.figures], [options.delays]


@command(
    path("--plans", nargs="+", help="plans of the settings"),
    argument("--planned", required=True, help="digest of what the plans must say"),
    path("--output", nargs="+", help="run files to write"),
)
def simulate(options: argparse.Namespace) -> None:
    """Make run files."""
    from delayed_bandits.experiments.delay_tables import read_delays
    from delayed_bandits.experiments.plan import read_plans, with_origins
    from delayed_bandits.files.layout import Layout
    from delayed_bandits.files.sources import keep_kernels

    results = options.plans[0].parents[2]
    planned = read_plans(options.plans)
    if planned.digest != options.planned:
        raise InputError(
            f"{options.plans[0]}: written by another command after the run was planned; run the "
            "same command again"
        )
    keep_kernels(results, planned.learners)
    from delayed_bandits.experiments.job import simulate_batch

    layout = Layout(str(results), "")
    criteo = Path(layout.delays) if planned.criteo else None
    log = Path(layout.log_delays) if planned.log else None
    delays = read_delays(criteo, log)
    simulate_batch(options.output, with_origins(results, planned, delays), results, delays)


def _planned(options: argparse.Namespace) -> tuple[list[Path], Any, Any]:
    """Give the run files of a step, what they should be made of, and the words on them."""
    from delayed_bandits.experiments.plan import read_plan, read_plans, with_origins

    expected = with_origins(options.runs.parents[1], read_plans(options.plans))
    words = read_plan(options.words) if options.words else {}
    return expected.files(options.runs), expected, words


@step(*RUNS, OUTPUT, path("--csv"), path("--latex"))
def aggregate(options: argparse.Namespace) -> Recorded:
    """Turn a paper's runs into a regret table, with the final regrets as CSV and LaTeX."""
    from delayed_bandits.analysis.regret_files import aggregate_to

    files, expected, words = _planned(options)
    about = words.get("coordinates", {}), words.get("labels", {})
    made = [options.output, options.csv, options.latex]
    aggregate_to(*made, files, expected, *about)
    return made, files


@step(
    *(PAPER, path("--entries", help="plan of the tables"), STYLES, *RUNS),
    path("--tables", nargs="+"),
)
def tables(options: argparse.Namespace) -> Recorded:
    """Make the tables of a paper, for its figures."""
    from delayed_bandits.experiments.plan import read_plan
    from delayed_bandits.report.figures import make_tables

    files, expected, words = _planned(options)
    styles, coordinates = read_plan(options.styles), words.get("coordinates", {})
    what = options.tables, options.paper, read_plan(options.entries)
    make_tables(*what, styles, files, expected, coordinates)
    return options.tables, files


@step(
    *(PAPER, FUNCTION, STYLES, *RUNS),
    argument("--criteo", type=Path, nargs="?", help="table of delays, for a figure of them"),
    argument("--table", type=Path, nargs="?", help="table that it shows, in place of runs"),
    path("--figures", nargs="+"),
)
def figure(options: argparse.Namespace) -> Recorded:
    """Draw one figure of a paper."""
    from delayed_bandits.experiments.plan import read_plan
    from delayed_bandits.report.figures import draw_figure

    files, expected, _ = _planned(options)
    made_by = options.paper, options.function, read_plan(options.styles)
    draw_figure(options.figures, *made_by, files, options.criteo, options.table, expected)
    return options.figures, [*files, *filter(None, (options.criteo, options.table))]


@step(
    PAPER,
    argument("--scale", required=True, help="scale; at another than paper all words are toy"),
    *RUNS,
    path("--criteo", help="table of delays"),
    path("--rows", help="CSV file for all rows"),
    OUTPUT,
)
def claims(options: argparse.Namespace) -> Recorded:
    """Judge a paper's claims."""
    from delayed_bandits.analysis.judge import judge_claims
    from delayed_bandits.papers.claims import claims_of, conclusions_of

    files, expected, words = _planned(options)
    stated = claims_of(options.paper), conclusions_of(options.paper)
    read = files, options.criteo, options.rows, expected, words
    judge_claims(options.output, options.paper, options.scale, *stated, *read)
    return [options.output, options.rows], [*files, options.criteo]


@step(path("--claims", nargs="+"), path("--table"), path("--evidence"))
def claims_table(options: argparse.Namespace) -> Recorded:
    """Write a table of all papers' claims."""
    from delayed_bandits.files.sources import PROJECT
    from delayed_bandits.report.claims_tables import export_claims

    schema = PROJECT / "workflow/schemas/claims.schema.yaml"
    export_claims(options.table, options.evidence, options.claims, schema)
    of_papers = [path.with_suffix(kind) for path in options.claims for kind in (".csv", ".tex")]
    return [options.table, options.evidence, *of_papers], options.claims


@command(path("--runs", nargs="+", help="run files of learners"), OUTPUT)
def learners(options: argparse.Namespace) -> None:
    """Check that no learner of a user's file failed."""
    from delayed_bandits.experiments.outcome import check_learners

    check_learners(options.output, options.runs)


@step(PLAN, WORKFLOW, FIGURES, OUTPUT)
def report(options: argparse.Namespace) -> Recorded:
    """Write the report."""
    from delayed_bandits.experiments.plan import read_plan
    from delayed_bandits.report.page import write_page

    write_page(options.output, read_plan(options.plan), options.workflow, options.figures)
    return [options.output], []


@step(PLAN, WORKFLOW, FIGURES, OUTPUT)
def manifest(options: argparse.Namespace) -> Recorded:
    """Write the manifest of a finished run."""
    from delayed_bandits.experiments.plan import read_plan
    from delayed_bandits.report.verification.manifest import write_manifest

    write_manifest(options.output, read_plan(options.plan), options.workflow, options.figures)
    return [options.output], []
