"""Results of another configuration, unknown to Snakemake, are refused before anything is drawn."""

import json
import os
import re
import shutil

import pytest

from delayed_bandits.files.tables import open_table, read_footer, write_table
from projects import BATCHES, FIGURE, QUICKLY, blocks, remove, snakemake

pytestmark = pytest.mark.workflow

RUN = "results/runs/tiny/short/first_arm/0-6.parquet"
OTHER = "results/runs/tiny/short/second_arm/0-6.parquet"
LAST = "results/runs/tiny/short/first_arm/7-7.parquet"
DELAYS = "results/criteo/delays.parquet"
MTIME = ("--rerun-triggers", "mtime")
ANEW = ("--forcerun", "report")
TYPE = "as configured now; run snakemake --cores 1 --forcerun {}, with the --config that you want"


def replace(project, name, old, new):
    path = project / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def forget(project):
    """Forget what Snakemake knows."""
    shutil.rmtree(project / ".snakemake")


def another_confidence(project):
    replace(project, "workflow/papers/tiny.yaml", "confidence: 0.1", "confidence: 0.9")


def without_memory(project):
    another_confidence(project)
    forget(project)


def touched(project):
    without_memory(project)
    snakemake(project, "--cores", "1", "--touch")


def listed(project):
    """Make the lists of run files newer than these, as a copied folder may have them."""
    for name in BATCHES:
        os.utime(project / name)


def edit_footer(path, **changes):
    table, footer = open_table(path)
    write_table(path, table, {**footer, **changes})


def runs_of_another_seed(project):
    for path in (project / "results/runs").rglob("*.parquet"):
        specification = read_footer(path)["specification"]
        edit_footer(path, specification={**specification, "master_seed": 99})
    listed(project)
    remove(project, FIGURE)


def swapped_run(project):
    shutil.copy(project / OTHER, project / RUN)
    listed(project)
    remove(project, FIGURE)


def swapped_seeds(project):
    shutil.copy(project / RUN, project / LAST)
    listed(project)
    remove(project, FIGURE)


def other_sources(project):
    source = project / "src/delayed_bandits/algorithms/fixed.py"
    source.write_text(source.read_text(encoding="utf-8") + "# x\n", encoding="utf-8")
    forget(project)
    remove(project, FIGURE)


def other_delays(project):
    edit_footer(project / DELAYS, touch="last")
    remove(project, ["figures/criteo/fits.svg"])


def delays_of_runs(project):
    path = project / "results/runs/tiny/criteo/otflinucb/7-7.parquet"
    edit_footer(path, criteo="bundled, touch all, sha256 00")
    listed(project)
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


CONFIDENCE = (
    r"results/runs/tiny/short/otflinucb/0-6.parquet: parameters.confidence is 0.1; expected 0.9"
)
STALE = [
    (without_memory, (), CONFIDENCE, "batch"),
    (another_confidence, MTIME, CONFIDENCE, "batch"),
    (touched, ANEW, CONFIDENCE, "batch"),
    (
        nothing,
        (*MTIME, *ANEW, "--config", "master_seed=7"),
        "otflinucb/0-6.parquet: master_seed is 2026; expected 7",
        "batch",
    ),
    (
        runs_of_another_seed,
        (),
        "otflinucb/0-6.parquet: master_seed is 99; expected 2026",
        "batch",
    ),
    (swapped_run, (), f"{RUN}: algorithm is second_arm; expected first_arm", "batch"),
    (swapped_seeds, (), rf"{LAST}: seeds is \[0, 6\]; expected \[7, 7\]", "batch"),
    (other_sources, (), f"{RUN}: sources is [0-9a-f]{{16}}; expected [0-9a-f]{{16}}", "batch"),
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
        "batch",
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
    paper, source = "workflow/papers/tiny.yaml", "src/delayed_bandits/algorithms/fixed.py"
    before = {name: (remade / name).read_bytes() for name in (paper, source)}
    try:
        attack(remade)
        command = (*QUICKLY, "--show-failed-logs", *arguments)
        answer = snakemake(remade, *command, status=1)
        printed = answer.stdout + answer.stderr
        assert "Traceback" not in printed
        said = [part.strip() for part in printed.splitlines() if "error: " in part]
        assert any(re.search(line, part) and part.endswith(TYPE.format(rule)) for part in said)
    finally:
        for name, data in before.items():
            (remade / name).write_bytes(data)


def test_what_the_line_says_makes_results_of_the_configuration(remade):
    paper = remade / "workflow/papers/tiny.yaml"
    before = paper.read_bytes()
    try:
        without_memory(remade)
        snakemake(remade, *QUICKLY, status=1)
        snakemake(remade, *QUICKLY, "--forcerun", "batch")
        for name in blocks("short/otflinucb", "criteo/otflinucb"):
            assert read_footer(remade / name)["specification"]["parameters"]["confidence"] == 0.9
        assert "confidence 0.9" in (remade / "results/report.html").read_text(encoding="utf-8")
    finally:
        paper.write_bytes(before)
