"""Each manipulation of a finished run is found by `delayed-bandits verify`, and named."""

import json
import os
import pickle
import re
import shutil
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from attacks.table import copy_of_results, delayed_bandits
from delayed_bandits.files.digests import sha256
from delayed_bandits.files.tables import column, open_table, read_digest, write_table
from single_runs import rewrite

pytestmark = pytest.mark.workflow

RUN = "runs/tiny/.*"
FIRST = "runs/tiny/short/first_arm/0-6.parquet"
UNUSED = "runs/tiny/criteo/uniform_random/0-6.parquet"
LAST = "runs/tiny/short/first_arm/7-7.parquet"
FIGURE = "../figures/tiny/regret"
PNG = f"{FIGURE}.png"
ROWS = "../figures/tiny/claims.csv"
DELAYS = "criteo/delays.parquet"
REGRET = "regret/tiny.parquet"
CSV = "regret/tiny.csv"
PAGE = "report.html"
CLAIMS = "claims/tiny.json"

ONCE = """
import hashlib, json, pathlib, shutil
from delayed_bandits.files.tables import read_digest
from delayed_bandits.report.verification import rebuild

run_workflow = rebuild.run_workflow

def once(project, results, targets):
    runs = map(read_digest, sorted((results / "runs").rglob("*.parquet")))
    key = hashlib.sha256(repr((len(targets), *runs)).encode()).hexdigest()
    made = pathlib.Path({known!r}, key)
    if not made.exists():
        made.mkdir()
        errors = list(run_workflow(project, results, targets))
        (made / "errors.json").write_text(json.dumps(errors))
        for name in filter(lambda name: (project / name).exists(), ("results", "figures")):
            shutil.copytree(project / name, made / name)
    shutil.copytree(made, project, dirs_exist_ok=True)
    yield from json.loads((project / "errors.json").read_text())

rebuild.run_workflow = once
"""
"""The workflow makes the same of the same files, so it runs once for all folders."""


@pytest.fixture(scope="module")
def verifier(finished, tmp_path_factory):
    """A function that verifies results, or an archive; it gives the failures, and all findings."""
    once = ONCE.format(known=str(tmp_path_factory.mktemp("known")))

    def verify(results, size=10):
        options = ["--sample", size, "--seed", 0, "--json"]
        answer = delayed_bandits(finished, results.parent, "verify", results, *options, after=once)
        found = json.loads(answer.stdout)
        assert answer.returncode == bool(found["failed"])
        return {
            (os.path.relpath(row["file"], results), row["words"])
            for row in found["findings"]
            if row["verdict"] == "failed"
        }, found

    return verify


@pytest.fixture
def results(finished, tmp_path):
    return copy_of_results(finished, tmp_path) / "results"


def make_right(results):
    path = results / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    manifest["files"] = {
        name: {**entry, "sha256": sha256(results / name)}
        for name, entry in manifest["files"].items()
        if (results / name).exists()
    }
    path.write_text(json.dumps(manifest), encoding="utf-8")


def write_json(path, document):
    path.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def swap(name):
    """Swap the file with another; the name is relative to its folder."""

    def change(path):
        other, aside = path.parent / name, path.with_name("aside")
        path.rename(aside)
        other.rename(path)
        aside.rename(other)

    return change


def edit(old, new):
    def change(path):
        text = path.read_text(encoding="utf-8")
        assert re.search(old, text)
        path.write_text(re.sub(old, new, text, count=1), encoding="utf-8")

    return change


def append(path):
    path.write_bytes(path.read_bytes() + b"\n")


def changed(table, name, change):
    """The table with a column of which `change` makes another."""
    values = column(change(np.array(table[name].to_pylist())))
    return table.set_column(table.column_names.index(name), name, values)


def number(of, row=3, to=99.5):
    """Another number in a table, under a right digest."""

    def put(numbers):
        numbers[row] = to
        return numbers

    return lambda path: rewrite(path, changed(open_table(path)[0], of, put))


def footer(**changes):
    def change(path):
        _, before = open_table(path)
        joined = {
            key: {**before[key], **value} if isinstance(value, dict) else value
            for key, value in changes.items()
        }
        rewrite(path, **joined)

    return change


def word(path):
    document = json.loads(path.read_text(encoding="utf-8"))
    document["claims"][1]["readings"][0]["word"] = "reproduced"
    write_json(path, document)


def judged_after(change):
    """Change a run file, and make the digests of run files in the claims right."""

    def change_both(path):
        change(path)
        claims, runs = path.parents[4] / CLAIMS, path.parents[2]
        document = json.loads(claims.read_text(encoding="utf-8"))
        for claim in document["claims"]:
            for key in claim["runs"]:
                claim["runs"][key] = [read_digest(file) for file in sorted((runs / key).iterdir())]
        write_json(claims, document)

    return change_both


def seeds_of_another_master(path):
    for run in path.parents[3].rglob("*.parquet"):
        footer(specification={"master_seed": 99})(run)


def tables_of_other_runs(path):
    """The three regret tables, of runs with ten times the regret."""
    table, _ = open_table(path)
    for name in ("mean", "std", "sem", "ci_low", "ci_high"):
        table = changed(table, name, lambda numbers: 10 * numbers)
    rewrite(path, table)


def copy_first(path):
    shutil.copy(path.with_name(Path(FIRST).name), path)


MANIFEST = "manifest.json"
GONE, CHANGED = "no such file", "its SHA-256 is"
OUT = "no such file; expected it, made by"
AGAIN = "as made again"
MANIPULATIONS = [
    *((name, Path.unlink, GONE) for name in (FIRST, PNG, CSV, CLAIMS, PAGE, DELAYS, MANIFEST)),
    (LAST, Path.unlink, OUT),
    (f"{FIGURE}.svg", Path.unlink, OUT),
    (MANIFEST, edit("sha256", "sha"), "no 'sha256'; expected the manifest"),
    (CSV, edit("60,", "61,"), CHANGED),
    (CSV, edit(r"short,otflinucb,60,.", "short,otflinucb,60,9"), f"line 2: .*{AGAIN}"),
    ("regret/tiny.tex", edit("8", "9"), AGAIN),
    (REGRET, number("mean", row=-1, to=0.0), f"line 100: .*'mean': 0.0.*expected .*, {AGAIN}"),
    (REGRET, footer(digests={"short/first_arm": "00"}), 'short/first_arm": "00"'),
    (REGRET, tables_of_other_runs, f"line 1: .*'mean': .*{AGAIN}"),
    (CLAIMS, word, '"word": "reproduced.*expected .*"word": "not reproduced'),
    (ROWS, edit("not reproduced", "reproduced"), "line 3: found .*expected .*not reproduced"),
    ("claims.csv", edit(",fails,", ",holds,"), "line 3: .*,holds,.*expected .*,fails,"),
    (CLAIMS, edit('"scale": "paper', '"scale": "quick'), '"quick.*expected .*"scale": "paper'),
    (PAGE, edit("confidence 0.1", "confidence 0.9"), "confidence 0.9.*expected .*confidence 0.1"),
    (f"{FIGURE}.svg", swap("../criteo/fits.svg"), AGAIN),
    (PNG, append, AGAIN),
    (f"{FIGURE}.pdf", append, CHANGED),
    ("criteo/fits.csv", edit("weibull", "Weibull"), "line"),
    (DELAYS, number("delay", row=5, to=7), f"line 6: .*'delay': 7.*expected .*{AGAIN}"),
    (DELAYS, footer(touch="last"), "origin is bundled, touch last.*expected bundled, touch all"),
    (DELAYS, footer(label="the raw data"), f"the raw data.*expected .*{AGAIN}"),
    (FIRST, judged_after(number("regret")), f"'regret': 99.5.*{AGAIN}"),
    (UNUSED, number("regret", row=4), f"'mean': .*{AGAIN}", REGRET),
    (FIRST, swap("../second_arm/0-6.parquet"), "algorithm is second_arm; expected first"),
    (FIRST, judged_after(seeds_of_another_master), "master_seed is 99; expected 2026", RUN),
    (LAST, judged_after(copy_first), r"seeds is \[0, 6\]; expected \[7, 7\]"),
    (UNUSED, footer(sources="0123456789abcdef"), "sources is 0123456789abcdef; expected"),
    (UNUSED, footer(specification={"parameters": {"x": 1}}), "parameters.x is 1; expected missing"),
    (FIRST, lambda path: path.write_bytes(path.read_bytes()[:-9]), "its bytes do not have the SHA"),
    (FIRST, lambda path: rewrite(path, open_table(path)[0].slice(1)), AGAIN),
]
"""The file, what changes it, words of the finding, and a pattern of the file of the finding, if it
is another."""


class Payload:
    """What runs a function when it is unpickled."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return Path.touch, (self.path,)


def test_a_finished_run_has_no_failure_and_its_compiled_kernels_are_not_read(
    verifier, results, finished
):
    shutil.copytree(finished / "results/numba", results / "numba")
    ran = results.parent / "ran"
    kernels = list((results / "numba").rglob("*.nb[ic]"))
    assert kernels
    for path in kernels:
        path.write_bytes(pickle.dumps(Payload(ran)))
    failed, answer = verifier(results)
    assert not failed
    assert answer["failed"] == 0
    assert "2 of 2 jobs, 1 of 1 figures made again (--seed 0)" in answer["summary"]
    assert "28 made again with the same bytes" in answer["summary"]
    assert not ran.exists()


def test_an_archive_is_verified(verifier, archive):
    failed, answer = verifier(archive)
    assert not failed
    assert "2 of 2 jobs, 1 of 1 figures made again" in answer["summary"]


@pytest.mark.parametrize("manipulation", MANIPULATIONS, ids=lambda row: f"{row[0]}: {row[2]}")
def test_a_manipulation_is_found(manipulation, verifier, results):
    file, change, words, *elsewhere = manipulation
    change(results / file)
    if words not in (GONE, CHANGED) and file != MANIFEST:
        make_right(results)
    failed, _ = verifier(results, 1 if file == UNUSED else 10)
    (found_in,) = elsewhere or [file]
    found = [said for path, said in failed if re.fullmatch(found_in, path)]
    assert any(re.search(words, said) for said in found), failed
    assert all("\n" not in said for _, said in failed)


def test_what_is_not_of_the_run_is_named_and_no_failure(verifier, results):
    (results / "regret/old.csv").write_text("x", encoding="utf-8")
    shutil.copy(results / PNG, results / f"{FIGURE}-old.png")
    write_table(results / "stray.parquet", pa.table({"x": column(np.arange(3))}), {"touch": 1})
    failed, answer = verifier(results)
    assert not failed
    unknown = {
        os.path.relpath(found["file"], results)
        for found in answer["findings"]
        if found["verdict"] == "not of this run"
    }
    assert unknown == {"regret/old.csv", f"{FIGURE}-old.png", "stray.parquet"}
