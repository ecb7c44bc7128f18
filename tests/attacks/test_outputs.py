"""Each output of each step: edited, it is on no page; on a full disk, a line says so."""

import errno
import os
import re
import shutil

import pytest

from attacks.table import Attack, bytes_of, check, copy_of_results, delayed_bandits, each
from attacks.test_results import CHANGED, CLAIMS, DELAYS, REGRET, RUN, arguments
from delayed_bandits.experiments.plan import read_plans
from projects import ALL_CLAIMS, PAGE, PICTURE, record

pytestmark = pytest.mark.workflow

ROWS, FIT = "figures/tiny/claims.csv", "results/criteo/fits.csv"
FITS = {FIT, *(f"figures/criteo/fits.{kind}" for kind in ("png", "svg", "pdf"))}
TABLES = {f"results/regret/tiny.{kind}" for kind in ("parquet", "csv", "tex")}
NO_RECORD = "found no record of {}; delete it and run snakemake --cores 1 -- "


def edited(step, name):
    def prepare(folder):
        with (folder / name).open("ab") as file:
            file.write(b"\n")

    return Attack(f"{step}: {name} edited", f"{name}: {CHANGED}", [step], prepare)


def of_record(step, rule, content, done):
    name = record(rule)

    def prepare(folder):
        (folder / name).unlink()
        if content is not None:
            (folder / name).write_text(content, encoding="utf-8")

    said = f"{name}: {NO_RECORD.format(rule.partition('.')[0])}"
    return Attack(f"{step}: a record that is {done}", said, [step], prepare)


EDITED = [
    *(edited("report", name) for name in sorted(PICTURE | TABLES | FITS | {ROWS, CLAIMS})),
    *(edited("manifest", name) for name in sorted(ALL_CLAIMS - {record("claims_table")} | {PAGE})),
    edited("manifest", "figures/tiny/regret.pdf"),
    of_record("report", "figure.tiny.regret", None, "gone"),
    of_record("report", "aggregate.tiny", "[" * 99999, "nested without end"),
    of_record("report", "claims.tiny", '{"made": [1], "of": 3}', "of lists"),
    of_record("manifest", "report", "null", "null"),
]


@each(EDITED)
def test_what_was_edited_is_certified_by_nothing(attack, finished, tmp_path):
    copy_of_results(finished, tmp_path)
    attack.prepare(tmp_path)
    name = "manifest.json" if attack.arguments[0] == "manifest" else "report.html"
    before = (tmp_path / "results" / name).read_bytes()
    check(attack, delayed_bandits(finished, tmp_path, *arguments(*attack.arguments, finished)))
    assert (tmp_path / "results" / name).read_bytes() == before


PLANS = [f"results/plan/tiny/{setting}.json" for setting in ("short", "criteo")]
PICTURES = sorted(PICTURE)
OF_RUNS = "--runs results/runs/tiny --words results/plan/tiny.words.json"
STEPS = {
    "delays": f"--source bundled --touch all --output {DELAYS}",
    "fit": f"--delays {DELAYS} --table {FIT} --figures {' '.join(sorted(FITS - {FIT}))}",
    "aggregate": f"{OF_RUNS} --output {REGRET} --csv results/regret/tiny.csv "
    f"--latex results/regret/tiny.tex --plans {' '.join(PLANS)}",
    "figure": f"{OF_RUNS} --paper tiny --plans {PLANS[0]} --function regret "
    f"--figures {' '.join(PICTURES)} --styles results/plan/tiny.styles.json",
    "claims": f"{OF_RUNS} --paper tiny --plans {' '.join(PLANS)} --scale paper "
    f"--criteo {DELAYS} --rows {ROWS} --output {CLAIMS}",
    "simulate": f"--plans {PLANS[0]} --output {RUN}",
}
MADE = {
    "delays": [DELAYS],
    "fit": sorted(FITS),
    "aggregate": sorted(TABLES),
    "figure": PICTURES,
    "claims": [CLAIMS, ROWS],
    "claims_table": ["claims.csv", "evidence.csv", "claims/tiny.tex"],
    "report": [PAGE],
    "manifest": ["results/manifest.json"],
    "simulate": ["results/kept/"],
}
RECORDS = {"aggregate": "aggregate.tiny", "figure": "figure.tiny.regret", "report": "report"}


def command(step, project, folder):
    if step in ("claims_table", "report", "manifest"):
        return arguments(step, project)
    more = {
        "delays": [f"--input={project}/data/criteo_delay_quantiles.csv"],
        "simulate": ["--planned", read_plans([folder / PLANS[0]]).digest],
    }
    return [step, *STEPS[step].split(), *more.get(step, [])]


STAYS = """
import pathlib
unlink = pathlib.Path.unlink

def unlink_most(path, missing_ok=False):
    if not (path.is_symlink() and os.readlink(path) == "/dev/full"):
        unlink(path, missing_ok)

pathlib.Path.unlink = unlink_most
"""
"""Links to a device that is full stay, as a disk does."""

FULL = [(step, name) for step, names in MADE.items() for name in names]
FULL += [(step, record(name)) for step, name in RECORDS.items()]


@pytest.mark.parametrize(("step", "name"), FULL, ids=[" ".join(row) for row in FULL])
def test_a_disk_that_is_full_when_an_output_is_written(step, name, finished, tmp_path):
    """The name under which a file is written leads to a device that is full."""
    copy_of_results(finished, tmp_path)
    path = tmp_path / name
    places = sorted(path.iterdir()) if path.is_dir() else [path]
    if path.is_dir():  # what is kept there is simulated anew
        for place in places:
            place.unlink()
    before = bytes_of(tmp_path)
    for place in places:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.with_name(f".{place.name}.tmp").symlink_to("/dev/full")
    given = ["--record", record(RECORDS[step])] if step in RECORDS else []
    step_and_files = *command(step, finished, tmp_path), *given
    answer = delayed_bandits(finished, tmp_path, *step_and_files, after=STAYS)
    said = re.escape(os.strerror(errno.ENOSPC))
    check(Attack(step, rf"\S*{re.escape(name)}\S*: {said}$"), answer)
    assert all(place.read_bytes() == before[place] for place in places if place in before)


GROWS_NOT = """
import resource
run = main

def main(arguments):
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
    run(arguments)
"""


def test_no_kernel_may_grow(finished, tmp_path, monkeypatch):
    shutil.rmtree(copy_of_results(finished, tmp_path) / "results/kept")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "numba"))
    given = command("simulate", finished, tmp_path)
    code = f"# Not for those below, which do without the compiler{GROWS_NOT}"
    answer = delayed_bandits(finished, tmp_path, *given, after=code)
    check(Attack("a kernel", rf"\S*/numba\S*: {os.strerror(errno.EFBIG)}$"), answer)


@pytest.mark.parametrize("step", MADE)
def test_no_file_may_grow(step, finished, tmp_path, monkeypatch):
    """Python ignores the signal, so a write fails."""
    shutil.rmtree(copy_of_results(finished, tmp_path) / "results/kept")
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # or a kernel is the first file that grows
    before = bytes_of(tmp_path)
    given = command(step, finished, tmp_path)
    answer = delayed_bandits(finished, tmp_path, *given, after=GROWS_NOT)
    check(Attack(step, f".*{os.strerror(errno.EFBIG)}$"), answer)
    assert bytes_of(tmp_path) == before
