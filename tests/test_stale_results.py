"""Results of another configuration are made again, or refused, whatever Snakemake knows of them."""

import json
import os
import re
import shutil

import pytest

from criteo_file import generate
from delayed_bandits.files.tables import open_table, read_footer, write_table
from projects import (
    ALL_RUNS,
    CLAIMS,
    FIGURE,
    OF_CRITEO,
    QUICKLY,
    REPORT,
    TABLES,
    blocks,
    contents,
    remove,
    snakemake,
    written,
)
from projects import RUNS as ALGORITHMS
from test_workflow import plan, run_with_failing, simulated

pytestmark = pytest.mark.workflow

RUN = "results/runs/tiny/short/first_arm/0-6.parquet"
OTHER = "results/runs/tiny/short/second_arm/0-6.parquet"
LAST = "results/runs/tiny/short/first_arm/7-7.parquet"
DELAYS = "results/criteo/delays.parquet"
ANEW = ("--forcerun", "report")
NOW = "as configured now; "
AGAIN = ", with the --config that you want"
TYPE = NOW + "run snakemake --cores 1 --forcerun {}" + AGAIN
DELETE = NOW + "delete results/runs/tiny and run snakemake --cores 1" + AGAIN


def edit_footer(path, **changes):
    table, footer = open_table(path)
    write_table(path, table, {**footer, **changes})


def runs_of_another_seed(project):
    for path in (project / "results/runs").rglob("*.parquet"):
        specification = read_footer(path)["specification"]
        edit_footer(path, specification={**specification, "master_seed": 99})
    remove(project, FIGURE)


def runs_of_another_confidence(project):
    for path in (project / "results/runs/tiny/short/otflinucb").iterdir():
        specification = read_footer(path)["specification"]
        parameters = {**specification["parameters"], "confidence": 0.9}
        edit_footer(path, specification={**specification, "parameters": parameters})
    remove(project, FIGURE)


def swapped_run(project):
    shutil.copy(project / OTHER, project / RUN)
    remove(project, FIGURE)


def swapped_seeds(project):
    shutil.copy(project / RUN, project / LAST)
    remove(project, FIGURE)


def other_delays(project):
    edit_footer(project / DELAYS, touch="last")
    remove(project, ["figures/criteo/fits.svg"])


def delays_of_runs(project):
    path = project / "results/runs/tiny/criteo/otflinucb/7-7.parquet"
    edit_footer(path, criteo="bundled, touch all, sha256 00")
    remove(project, ["results/regret/tiny.csv"])


def regret_of_another_run(project):
    path = project / "results/regret/tiny.parquet"
    digests = read_footer(path)["digests"]
    edit_footer(path, digests={**digests, "short/first_arm": "00"})


def claims_of_other_files(project):
    path = project / "results/claims/tiny.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    document["claims"][0]["runs"]["short/first_arm"][0] = "00"
    path.write_text(json.dumps(document), encoding="utf-8")


def figure_of_another_run(project):
    path = project / "results/drawn/tiny/regret.json"
    record = json.loads(path.read_text(encoding="utf-8"))
    record["files"]["short/first_arm/0-6.parquet"] = "00"
    path.write_text(json.dumps(record), encoding="utf-8")


def another_figure(project):
    with (project / "figures/tiny/regret.svg").open("a") as file:
        file.write("<!-- -->")


def nothing(project):
    pass


STALE = [
    (
        runs_of_another_confidence,
        (),
        "short/otflinucb/0-6.parquet: parameters.confidence is 0.9; expected 0.1",
        "",
    ),
    (
        runs_of_another_seed,
        (),
        "otflinucb/0-6.parquet: master_seed is 99; expected 2026",
        "",
    ),
    (swapped_run, (), f"{RUN}: algorithm is second_arm; expected first_arm", ""),
    (swapped_seeds, (), rf"{LAST}: seeds is \[0, 6\]; expected \[7, 7\]", ""),
    (
        other_delays,
        (),
        f"{DELAYS}: its origin is bundled, touch last, sha256 .*; expected bundled, touch all",
        "delays",
    ),
    (
        delays_of_runs,
        (),
        "criteo/otflinucb/7-7.parquet: criteo is bundled, touch all, sha256 00; expected bundled",
        "",
    ),
    (
        regret_of_another_run,
        ANEW,
        "results/regret/tiny.parquet: digest of short/first_arm is 00; expected [0-9a-f]{16}",
        "aggregate",
    ),
    (
        claims_of_other_files,
        ANEW,
        r"results/claims/tiny.json: c01: runs is on files \['00', .*expected those of short/first",
        "claims",
    ),
    (
        figure_of_another_run,
        ANEW,
        "figures/tiny/regret.svg: digest of short/first_arm/0-6.parquet is 00; expected [0-9a-f]+",
        "figure",
    ),
    (
        another_figure,
        ANEW,
        "figures/tiny/regret.svg: SHA-256 is [0-9a-f]{64}; expected [0-9a-f]{64}",
        "figure",
    ),
]


@pytest.mark.parametrize(
    ("attack", "arguments", "line", "rule"), STALE, ids=[row[0].__name__ for row in STALE]
)
def test_stale_results_are_refused(attack, arguments, line, rule, remade):
    attack(remade)
    command = (*QUICKLY, "--show-failed-logs", *arguments)
    answer = snakemake(remade, *command, status=1)
    printed = answer.stdout + answer.stderr
    assert "Traceback" not in printed
    said = [part.strip() for part in printed.splitlines() if "error: " in part]
    assert any(
        re.search(line, part) and part.endswith(TYPE.format(rule) if rule else DELETE)
        for part in said
    )


def test_what_the_line_says_makes_results_of_the_configuration(remade, undisturbed):
    runs_of_another_seed(remade)
    snakemake(remade, *QUICKLY, status=1)
    shutil.rmtree(remade / "results/runs/tiny")
    snakemake(remade, *QUICKLY)
    assert contents(remade) == undisturbed


# What Snakemake does not know, or knows of other results, is made again

SEVEN = ("--config", "master_seed=7")
FITS = {"results/criteo/delays.parquet", "results/criteo/fits.csv"} | {
    f"figures/criteo/fits.{kind}" for kind in ("png", "svg", "pdf")
}
PLANS = {f"results/plan/{name}.json" for name in ("tiny/short", "tiny/criteo", "criteo/delays")}


def forget(project):
    """Forget what Snakemake knows, as in a folder that was copied."""
    shutil.rmtree(project / ".snakemake")


def failed(project):
    """Let a run fail that Snakemake then knows nothing of."""
    forget(project)
    run_with_failing("simulate", project, *SEVEN)
    forget(project)


def copy(project, folder):
    for name in ("results", "figures"):
        shutil.rmtree(folder / name, ignore_errors=True)
        shutil.copytree(project / name, folder / name)


def touched(project):
    snakemake(project, "--cores", "1", "--touch", *SEVEN)


def without_plans(project):
    """Leave the results of a version that wrote no plans."""
    shutil.rmtree(project / "results/plan")


def with_an_old_file(project):
    forget(project)
    generate(project / "made_up.tsv", 2000, 0)
    os.utime(project / "made_up.tsv", (0, 0))


SIXTEEN = ("0-6", "7-13", "14-15")
PRODUCTS = FIGURE | TABLES | CLAIMS | REPORT
RUNS = ALL_RUNS | PRODUCTS
MADE_OF_CRITEO = OF_CRITEO | TABLES | CLAIMS | REPORT | FITS
UNKNOWN = [
    (forget, SEVEN, RUNS),
    (forget, ("--config", "seeds=4"), blocks(*ALGORITHMS, of=("0-3",)) | PRODUCTS),
    (forget, ("--config", "seeds=16"), blocks(*ALGORITHMS, of=SIXTEEN) | PRODUCTS),
    (forget, ("--config", "seeds_per_job=4"), blocks(*ALGORITHMS, of=("0-3", "4-7")) | PRODUCTS),
    (forget, ("--config", "job_seconds=11"), REPORT),
    (with_an_old_file, ("--config", "criteo=made_up.tsv"), MADE_OF_CRITEO),
    (nothing, (*SEVEN, "--rerun-triggers", "mtime"), RUNS),
    (touched, SEVEN, RUNS),
    (failed, SEVEN, RUNS),
    (without_plans, (), RUNS | FITS),
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
    snakemake(remade, *QUICKLY, *SEVEN)
    seven = contents(remade)
    copy(tmp_path, remade)  # a backup, which Snakemake takes for what it made last
    snakemake(remade, *QUICKLY, *SEVEN)
    assert contents(remade) == seven
    copy(tmp_path, remade)
    forget(remade)
    snakemake(remade, *QUICKLY, *SEVEN)
    assert contents(remade) == seven


def test_results_without_plans_are_not_simulated_again(remade):
    without_plans(remade)
    assert simulated(remade) == set()


def test_a_dry_run_of_another_configuration_changes_nothing(remade):
    forget(remade)
    before = written(remade, PLANS)
    said = snakemake(remade, "-n", *SEVEN).stdout
    assert len(set(re.findall(r"^simulate_tiny_\S+ +1$", said, re.M))) == 2
    assert written(remade, PLANS) == before
    assert plan(remade) <= REPORT
