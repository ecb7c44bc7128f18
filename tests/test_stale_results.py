"""Results of another configuration are made again, or refused, whatever Snakemake knows of them."""

import contextlib
import json
import os
import re
import shutil

import pytest

import projects as p
from criteo_file import generate
from delayed_bandits.files.tables import read_footer
from single_runs import rewrite
from test_workflow import plan, simulated

pytestmark = pytest.mark.workflow

DELAYS = "results/criteo/delays.parquet"
FIRST = "runs/tiny/short/first_arm/0-6.parquet"
ANEW = ("--forcerun", "report")
NOW = "as configured now; "
AGAIN = ", with the --config that you want"
TYPE = NOW + "run snakemake --cores 1 --forcerun {}" + AGAIN
DELETE = NOW + "delete results/runs/tiny and run snakemake --cores 1" + AGAIN


def runs_of_another_seed(project):
    for path in (project / "results/runs").rglob("*.parquet"):
        specification = read_footer(path)["specification"]
        rewrite(path, specification={**specification, "master_seed": 99})
    p.remove(project, p.FIGURE)


def other_delays(project):
    rewrite(project / DELAYS, touch="last")
    p.remove(project, ["figures/criteo/fits.svg"])


def delays_of_runs(project):
    path = project / "results/runs/tiny/criteo/otflinucb/7-7.parquet"
    rewrite(path, criteo="bundled, touch all, sha256 00")
    p.remove(project, ["results/regret/tiny.csv"])


def figure_of_others(project):
    path = project / p.record("figure.tiny.regret")
    found = json.loads(path.read_text(encoding="utf-8"))
    found["of"][FIRST] = "00"
    path.write_text(json.dumps(found), encoding="utf-8")


def nothing(project):
    pass


OF_ANOTHER = "is bundled, touch last, sha256 .*; expected bundled, touch all"
STALE = [
    (runs_of_another_seed, (), "otflinucb/0-6.parquet: master_seed is 99; expected 2026", DELETE),
    (other_delays, (), f"{DELAYS}: its origin {OF_ANOTHER}", TYPE.format("delays")),
    (delays_of_runs, (), "ucb/7-7.parquet: criteo is .*, sha256 00; expected bundled", DELETE),
    (figure_of_others, ANEW, f"of {FIRST} is 00; expected [0-9a-f]+", TYPE.format("figure")),
]
"""Attack, arguments, line, its end; more through the page alone are in attacks/test_results.py."""


@pytest.mark.parametrize(
    ("attack", "arguments", "line", "end"), STALE, ids=[row[0].__name__ for row in STALE]
)
def test_stale_results_are_refused(attack, arguments, line, end, remade):
    attack(remade)
    command = (*p.QUICKLY, "--show-failed-logs", *arguments)
    answer = p.snakemake(remade, *command, status=1)
    printed = answer.stdout + answer.stderr
    assert "Traceback" not in printed
    said = [part.strip() for part in printed.splitlines() if "error: " in part]
    assert any(re.search(line, part) and part.endswith(end) for part in said), said


def test_what_the_line_says_makes_results_of_the_configuration(remade, undisturbed):
    runs_of_another_seed(remade)
    shutil.rmtree(remade / "results/runs/tiny")
    p.snakemake(remade, *p.QUICKLY)
    assert p.contents(remade) == undisturbed


# What Snakemake does not know, or knows of other results, is made again

SEVEN = ("--config", "master_seed=7")
PLANS = {f"results/plan/{name}.json" for name in ("tiny/short", "tiny/criteo", "criteo/delays")}


def forget(project):
    """Forget what Snakemake knows, as in a folder that was copied."""
    shutil.rmtree(project / ".snakemake")


def copy(project, folder):
    for name in ("results", "figures"):
        shutil.rmtree(folder / name, ignore_errors=True)
        shutil.copytree(project / name, folder / name)


def touched(project):
    p.snakemake(project, "--cores", "1", "--touch", *SEVEN)


def without_plans(project):
    """Leave the results of a version that wrote no plans."""
    shutil.rmtree(project / "results/plan")


def purged(project):
    """Delete the run files, but not those that are kept."""
    shutil.rmtree(project / "results/runs")


def with_an_old_file(project):
    forget(project)
    generate(project / "made_up.tsv", 2000, 0)
    os.utime(project / "made_up.tsv", (0, 0))


SIXTEEN = ("0-6", "7-13", "14-15")
PRODUCTS = p.FIGURE | p.TABLES | p.CLAIMS | p.REPORT
RUNS = p.ALL_RUNS | PRODUCTS
MADE_OF_CRITEO = p.OF_CRITEO | p.TABLES | p.CLAIMS | p.REPORT | p.FITS
UNKNOWN = [
    (forget, SEVEN, RUNS),
    (forget, ("--config", "seeds=4"), p.blocks(*p.RUNS, of=("0-3",)) | PRODUCTS),
    (forget, ("--config", "seeds=16"), p.blocks(*p.RUNS, of=SIXTEEN) | PRODUCTS),
    (forget, ("--config", "seeds_per_job=4"), p.blocks(*p.RUNS, of=("0-3", "4-7")) | PRODUCTS),
    (forget, ("--config", "job_seconds=11"), p.REPORT),
    (with_an_old_file, ("--config", "criteo=made_up.tsv"), MADE_OF_CRITEO),
    (nothing, (*SEVEN, "--rerun-triggers", "mtime"), RUNS),
    (touched, SEVEN, RUNS),
    (without_plans, (), RUNS | p.FITS),
    (purged, (), RUNS),
]


@pytest.mark.parametrize(
    ("attack", "arguments", "expected"),
    UNKNOWN,
    ids=[" ".join([row[0].__name__, *row[1][1:]]) for row in UNKNOWN],
)
def test_what_is_of_another_configuration_is_made_again(attack, arguments, expected, remade):
    attack(remade)
    assert plan(remade, *arguments) == expected


def test_what_was_made_again_is_that_of_a_clean_run(remade, tmp_path):
    copy(remade, tmp_path)
    p.snakemake(remade, *p.QUICKLY, *SEVEN)
    seven = p.contents(remade)
    copy(tmp_path, remade)  # a backup, which Snakemake takes for what it made last
    p.snakemake(remade, *p.QUICKLY, *SEVEN)
    assert p.contents(remade) == seven
    copy(tmp_path, remade)
    forget(remade)
    p.snakemake(remade, *p.QUICKLY, *SEVEN)
    assert p.contents(remade) == seven
    figures = {"dirs_exist_ok": True, "copy_function": shutil.copyfile}
    shutil.copytree(tmp_path / "figures", remade / "figures", **figures)  # newer than all else
    answer = p.snakemake(remade, *p.QUICKLY, *SEVEN, "--show-failed-logs", status=1)
    assert re.search(r"error: figures/tiny/\S+: its SHA-256 is ", answer.stderr)


@pytest.mark.parametrize("attack", [without_plans, purged])
def test_results_that_are_kept_are_not_simulated_again(attack, remade):
    attack(remade)
    assert simulated(remade) == set()


def test_a_plan_that_only_some_results_follow_is_not_touched_away(remade):
    with p.edited(remade / "workflow/papers/tiny.yaml", "label: second arm", "label: the second"):
        p.snakemake(remade, *p.QUICKLY, "--", "results/regret/tiny.csv")
        assert plan(remade) >= p.FIGURE
        p.snakemake(remade, *p.QUICKLY, "--touch")
        assert plan(remade) >= p.FIGURE


PACKAGE = "src/delayed_bandits/"
OLD_SOURCES = [
    (f"{PACKAGE}papers/tiny/figures.py", "(settings), 2)", "(settings), 3)", p.FIGURE | p.REPORT),
    (f"{PACKAGE}papers/tiny/claims.py", "within(1, 0.1)", "within(1, 0.2)", p.CLAIMS | p.REPORT),
    (f"{PACKAGE}data/fits.py", "POINTS = 400", "POINTS = 40", p.FITS - p.DELAYS | p.REPORT),
    (f"{PACKAGE}report/page.html.jinja", "<title>Bandits", "<title>The bandits", p.REPORT),
    ("workflow/papers/tiny.yaml", "caption: Regret", "caption: The regret", p.REPORT),
]


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"), OLD_SOURCES, ids=[row[0] for row in OLD_SOURCES]
)
def test_results_of_another_commit(file, old, new, expected, remade):
    """Not even if its sources, copied with their times, are older than all results."""
    forget(remade)
    with p.edited(remade / file, old, new):
        os.utime(remade / file, (0, 0))
        assert plan(remade) == expected


def test_a_source_that_is_edited_while_a_figure_is_drawn(remade, undisturbed):
    begun = "results/logs/figures/tiny/regret.log"
    p.remove(remade, p.FIGURE | p.REPORT | {begun})
    file, *edit, _ = OLD_SOURCES[0]
    with p.running(remade) as process, contextlib.ExitStack() as until_it_ends:
        with p.stopped_when((remade / begun).exists, process):
            until_it_ends.enter_context(p.edited(remade / file, *edit))
        assert process.wait(timeout=600) == 1
        (line,) = (remade / begun).read_text(encoding="utf-8").splitlines()
        assert line == f"error: {file}: edited after this was planned; run the same command again"
    p.snakemake(remade, *p.QUICKLY)
    assert p.contents(remade) == undisturbed


def test_the_page_names_the_versions_of_all_run_files(remade):
    path = remade / "results" / FIRST
    versions = read_footer(path)["provenance"]
    rewrite(path, provenance={**versions, "numpy": "0.9"})
    p.snakemake(remade, *p.QUICKLY)
    page = (remade / "results/report.html").read_text(encoding="utf-8")
    assert f"{versions['numpy']} and 0.9" in page


def test_a_dry_run_of_another_configuration_changes_nothing(remade):
    forget(remade)
    before = p.written(remade, PLANS)
    said = p.snakemake(remade, "-n", *SEVEN).stdout
    assert len(set(re.findall(r"^simulate_tiny_\S+ +1$", said, re.M))) == 2
    assert p.written(remade, PLANS) == before
    assert plan(remade) <= p.REPORT
