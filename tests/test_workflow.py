"""The workflow from end to end: same bytes however it is run, and nothing is run without need."""

import csv
import json
import os
import re

import pytest

import projects as p
from criteo_file import generate
from delayed_bandits.files.tables import read_footer

pytestmark = pytest.mark.workflow
PAPER, PACKAGE = "workflow/papers/tiny.yaml", "src/delayed_bandits/"
JUDGED = "results/claims/tiny.json"


def but_runs(found):
    return {name: data for name, data in found.items() if not name.startswith("results/runs/")}


def plan(project, *arguments):
    summary = p.snakemake(project, "--summary", *arguments).stdout
    table = csv.DictReader(summary.splitlines(), delimiter="\t")
    return {row["output_file"] for row in table if row["plan"] != "no update"}


def simulated(project, *arguments, of=p.ALL_RUNS):
    """The run files that are simulated, not taken from those that were kept."""
    before = set(project.glob("results/kept/*"))
    p.snakemake(project, *p.QUICKLY, *arguments, "--", *of)
    made = [read_footer(path) for path in set(project.glob("results/kept/*")) - before]
    return {
        "results/runs/{paper}/{setting}/{algorithm}/".format_map(footer["specification"])
        + "{}-{}.parquet".format(*footer["seeds"])
        for footer in made
    }


def test_a_run_makes_everything(finished, undisturbed):
    assert set(undisturbed) == p.ALL_RUNS | p.FIGURE | p.TABLES | p.CLAIMS | p.REPORT | p.FITS
    judged = json.loads(undisturbed[JUDGED])["claims"]
    words = {claim["statement"]: [one["word"] for one in claim["readings"]] for claim in judged}
    assert words == {
        "First arm has as much regret as the first arm": ["reproduced"],
        "The mean delay is above a year": ["not reproduced"],
    }
    assert "Nothing to be done" in p.snakemake(finished, "--cores", "2").stderr
    assert p.contents(finished) == undisturbed


def claims(found):
    """The judged claims without the digests of the run files, which depend on the blocks."""
    document = json.loads(found[JUDGED])
    for claim in document["claims"]:
        assert claim.pop("runs").keys() <= p.RUNS
    return document


def test_one_core_in_another_folder_and_blocks_of_another_size(tmp_path, finished, undisturbed):
    """A size changes only the partition of the runs into files."""
    project = p.copy_project(finished, tmp_path / "elsewhere")
    p.clear(project)
    p.copy_kernels(finished, project)
    p.snakemake(project, "--cores", "1", "--config", "seeds_per_job=100", "--", "tiny")
    found = p.read(project, p.files(project))
    assert but_runs(found).keys() >= p.FIGURE | p.TABLES | p.CLAIMS - p.ALL_CLAIMS
    assert claims(found) == claims(undisturbed)
    of_runs = (p.record(f"{step}.tiny") for step in ("aggregate", "claims"))
    for name in (JUDGED, *of_runs, p.record("figure.tiny.regret")):  # with digests of the run files
        found[name] = undisturbed[name]
    assert but_runs(found).items() <= undisturbed.items()
    assert len(found) - len(but_runs(found)) == len(p.RUNS)
    assert p.rows(found) == p.rows(undisturbed)
    block = "results/runs/tiny/criteo/otflinucb/0-6.parquet"
    p.snakemake(project, "--cores", "1", "--", block)
    assert (project / block).read_bytes() == undisturbed[block]


def test_commands_do_not_grow_with_the_seeds(unstarted):
    steps = ("aggregate", "figure", "claims")
    commands = {step: set() for step in steps}
    for seeds in (7, 700):
        answer = p.snakemake(unstarted, "-n", "-p", "--config", f"seeds={seeds}", "--", "tiny")
        lines = (answer.stdout + answer.stderr).splitlines()
        for step in steps:
            (command,) = [line for line in lines if f"delayed-bandits {step} " in line]
            commands[step].add(re.sub(r"\d+|\S+(?=results/plan/)", "", command))
    assert {len(different) for different in commands.values()} == {1}


def test_single_targets(unstarted):
    assert plan(unstarted, "figures/tiny/regret.png") == p.OF_SHORT | p.FIGURE
    paper = p.ALL_RUNS | p.FIGURE | p.TABLES | p.CLAIMS - p.ALL_CLAIMS
    assert plan(unstarted, "tiny") == paper | p.DELAYS
    p.snakemake(unstarted, "--dry-run", "--cores", "1", "--", "./figures//tiny/regret.png")


def test_more_seeds_add_blocks(remade):
    config = ("--config", "seeds=21")
    more = p.blocks(*p.RUNS, of=("7-13", "14-20"))
    expected = p.blocks(*p.RUNS, of=("0-6",)) | more | p.FIGURE | p.TABLES | p.CLAIMS | p.REPORT
    assert plan(remade, *config) == expected
    assert simulated(remade, *config, of=more) == more


def test_a_parameter_and_a_new_algorithm_run_alone(remade):
    entry = "{run: fixed.fixed_arm, label: third, colour: red, line: solid, settings: [short]"
    entry = f"  third_arm: {entry}, parameters: {{arm: 3}}}}\n\nfigures:"
    alone = p.blocks("short/second_arm", "short/third_arm")
    with (
        p.edited(remade / PAPER, "parameters: {arm: 2}", "parameters: {arm: 3}"),
        p.edited(remade / PAPER, "figures:", entry),
    ):
        assert plan(remade) == p.OF_SHORT | alone | p.FIGURE | p.TABLES | p.CLAIMS | p.REPORT
        assert simulated(remade, of=p.ALL_RUNS | alone) == alone


def test_a_run_file_that_is_asked_for_by_name(remade, undisturbed):
    """Of another seed it is made again, and so is the rest of its batch."""
    (one,) = p.blocks("short/first_arm", of=("7-7",))
    p.snakemake(remade, *p.QUICKLY, "--config", "master_seed=1", "--", one)
    assert (remade / one).read_bytes() != undisturbed[one]
    p.remove(remade, p.FIGURE)
    p.snakemake(remade, *p.QUICKLY)
    assert p.contents(remade) == undisturbed


IMPORT = "from delayed_bandits.algorithms.registry import algorithm\n"
SHARED = p.TABLES | p.CLAIMS | p.REPORT
EDITS = [
    (PAPER, "scale: 0.001", "scale: 0.002", p.OF_CRITEO | SHARED),
    (PAPER, "label: first arm", "label: arm 1", p.FIGURE | SHARED),
    (PAPER, "note: The smallest", "note: The very smallest", p.REPORT),
    (f"{PACKAGE}algorithms/fixed.py", IMPORT, f"{IMPORT}# x\n", p.OF_SHORT | p.FIGURE | SHARED),
    (f"{PACKAGE}algorithms/linear_baselines.py", IMPORT, f"{IMPORT}# x\n", p.OF_CRITEO | SHARED),
    (f"{PACKAGE}algorithms/otflin.py", IMPORT, f"{IMPORT}# x\n", p.ALL_RUNS | p.FIGURE | SHARED),
    (f"{PACKAGE}papers/tiny/claims.py", "are not counted", "do not count", p.CLAIMS | p.REPORT),
]
"""File, text, new text, what is made again; linear_baselines imports otflin. More in a folder that
was copied: test_stale_results.py."""


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"), EDITS, ids=[f"{row[0]} {row[1][:20]}" for row in EDITS]
)
def test_an_edit_reruns_what_it_touches(file, old, new, expected, finished):
    with p.edited(finished / file, old, new):
        assert plan(finished) == expected


def test_a_touch_reruns_nothing(finished):
    inputs = [path for name in ("src", "workflow", "data") for path in (finished / name).rglob("*")]
    times = {path: path.stat() for path in inputs if path.is_file()}
    try:
        for path in times:
            os.utime(path)
        assert plan(finished) == set()
    finally:
        for path, time_ in times.items():
            os.utime(path, ns=(time_.st_atime_ns, time_.st_mtime_ns))


MADE_OF_RUNS = p.FIGURE | p.TABLES | p.CLAIMS


def run_with_failing(step, project, *arguments):
    (project / "failing").mkdir(exist_ok=True)
    fail = f"import os, sys\nif sys.orig_argv[3:4] == [{step!r}]:\n    os._exit(1)\n"
    (project / "failing" / "sitecustomize.py").write_text(fail, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(project / "failing"))
        p.snakemake(project, "--cores", "2", "--keep-going", *arguments, status=1)


def test_the_same_command_after_failed_simulations_gives_the_bytes_of_a_clean_run(
    remade, undisturbed
):
    arguments = ("--config", "master_seed=1", "--", *MADE_OF_RUNS)
    before = p.written(remade, MADE_OF_RUNS)
    run_with_failing("simulate", remade, *arguments)
    assert p.read(remade, MADE_OF_RUNS).items() <= undisturbed.items()
    p.snakemake(remade, *p.QUICKLY, *arguments)
    assert not p.written(remade, MADE_OF_RUNS).items() & before.items()
    made = p.read(remade, p.files(remade))
    p.remove(remade, made)
    p.snakemake(remade, *p.QUICKLY, *arguments)
    clean = p.read(remade, p.files(remade))
    assert MADE_OF_RUNS | p.blocks(*p.RUNS) <= clean.keys()
    assert clean.items() <= made.items()


@pytest.mark.parametrize("step", ["delays", "simulate"])
def test_a_step_that_failed_with_other_delays_is_not_forgotten(step, remade):
    """Not even if the file of the delays is older than all that was made of others."""
    for seed in (0, 1):
        generate(remade / f"made_up_{seed}.tsv", 2000, seed)
        os.utime(remade / f"made_up_{seed}.tsv", (0, 0))
    fits = "results/criteo/fits.csv"
    p.snakemake(remade, *p.QUICKLY, "--config", "criteo=made_up_0.tsv", "--", fits)
    other = ("--config", "criteo=made_up_1.tsv", "--", fits, *p.TABLES)
    run_with_failing(step, remade, *other)
    assert plan(remade, *other) >= p.OF_CRITEO | p.TABLES


def test_the_page_of_a_paper_without_claims_counts_none(remade):
    """As add-a-paper.md has one begin; nothing is said of other papers, and all links lead on."""
    claims = remade / PACKAGE / "papers/tiny/claims.py"
    before = claims.read_text(encoding="utf-8")
    with (
        p.edited(claims, before, '"""Claims."""\n\nCONCLUSIONS, CLAIMS = [], []\n'),
        p.edited(remade / PAPER, "highlight: {figure: regret}\n", ""),
    ):
        p.snakemake(remade, *p.QUICKLY)
    page = (remade / p.PAGE).read_text(encoding="utf-8")
    assert not re.search(r"(?<![\d,.])0\s+(paper|statement|could)|claims[^.]* are 0\b", page)
    assert '<table class="papers">' not in page
    assert set(re.findall('href="#([^"]+)"', page)) <= set(re.findall(' id="([^"]+)"', page))
