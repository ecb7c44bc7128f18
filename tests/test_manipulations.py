"""Each manipulation of a finished run is found by `delayed-bandits verify`, and named."""

import json
import os
import pickle
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from attacks.table import copy_of_results, delayed_bandits
from delayed_bandits.files.digests import sha256
from delayed_bandits.files.layout import Layout
from delayed_bandits.files.tables import column, open_table, read_digest, write_table
from projects import environment

pytestmark = pytest.mark.workflow

FIRST = "runs/tiny/short/first_arm/0-6.parquet"
SECOND = "runs/tiny/short/second_arm/0-6.parquet"
UNUSED = "runs/tiny/criteo/uniform_random/0-6.parquet"
LAST = "runs/tiny/short/first_arm/7-7.parquet"
FIGURE = "../figures/tiny/regret"
ROWS = "../figures/tiny/claims.csv"
DELAYS = "criteo/delays.parquet"
REGRET = "regret/tiny.parquet"
CLAIMS = "claims/tiny.json"

# The workflow makes the same of the same run files, so it runs once for all folders that have them;
# of each line's folder the findings are printed
VERIFIER = """
import json, shutil, sys, tempfile
from pathlib import Path
from delayed_bandits.files.tables import read_digest
from delayed_bandits.report.verification import rebuild
from delayed_bandits.report.verification.verify import verify

run_workflow, known = rebuild.run_workflow, {}

def once(project, results, targets):
    runs = map(read_digest, sorted((results / "runs").rglob("*.parquet")))
    key = len(targets), *runs
    if key not in known:
        errors = list(run_workflow(project, results, targets))
        known[key] = tempfile.mkdtemp(), errors
        for name in filter(lambda name: (project / name).exists(), ("results", "figures")):
            shutil.copytree(project / name, Path(known[key][0], name))
    folder, errors = known[key]
    shutil.copytree(folder, project, dirs_exist_ok=True)
    yield from errors

rebuild.run_workflow = once
for line in sys.stdin:
    folder, size = json.loads(line)
    print(verify(Path(folder), size).json().replace("\\n", " "), flush=True)
"""


@pytest.fixture(scope="module")
def verifier(finished):
    """A process in the project that verifies folders of results."""
    process = subprocess.Popen(
        [sys.executable, "-c", VERIFIER],
        cwd=finished,
        env=environment(finished)
        | {"PYTHONPATH": str(finished / "src"), "OPENBLAS_NUM_THREADS": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        bufsize=1,
    )

    def verify(folder, size=1):
        process.stdin.write(json.dumps([str(folder), size]) + "\n")
        answer = json.loads(process.stdout.readline())
        return {
            (os.path.relpath(found["file"], folder), found["words"])
            for found in answer["findings"]
            if found["verdict"] == "failed"
        }, answer

    yield verify
    process.stdin.close()
    process.wait()


@pytest.fixture
def results(finished, tmp_path):
    """A copy of what the project has made."""
    return copy_of_results(finished, tmp_path) / "results"


def make_right(results):
    """Make all digests of the manifest right."""
    path = results / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    manifest["files"] = {
        name: {**entry, "sha256": sha256(results / name)}
        for name, entry in manifest["files"].items()
        if (results / name).exists()
    }
    path.write_text(json.dumps(manifest), encoding="utf-8")


def judged_on_what_is_there(results):
    """Make the digests of run files in the claims right."""
    path = results / CLAIMS
    document = json.loads(path.read_text(encoding="utf-8"))
    for claim in document["claims"]:
        for key in claim["runs"]:
            files = sorted((results / "runs/tiny" / key).iterdir())
            claim["runs"][key] = [read_digest(file) for file in files]
    write_json(path, document)


def write_json(path, document):
    path.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def delete(name):
    return lambda results: (results / name).unlink()


def swap(one, other):
    def manipulate(results):
        (results / one).rename(results / "aside")
        (results / other).rename(results / one)
        (results / "aside").rename(results / other)

    return manipulate


def edit(name, old, new):
    def manipulate(results):
        text = (results / name).read_text(encoding="utf-8")
        assert re.search(old, text)
        (results / name).write_text(re.sub(old, new, text, count=1), encoding="utf-8")

    return manipulate


def append(name):
    def manipulate(results):
        (results / name).write_bytes((results / name).read_bytes() + b"\n")

    return manipulate


def number(name, of, row=3, to=99.5):
    """Another number in a table, under a right digest."""

    def manipulate(results):
        table, footer = open_table(results / name)
        numbers = np.array(table[of].to_pylist())
        numbers[row] = to
        place = table.column_names.index(of)
        write_table(results / name, table.set_column(place, of, column(numbers)), footer)

    return manipulate


def footer(name, **changes):
    def manipulate(results):
        table, before = open_table(results / name)
        after = {
            key: {**before[key], **value} if isinstance(value, dict) else value
            for key, value in changes.items()
        }
        write_table(results / name, table, {**before, **after})

    return manipulate


def word(results):
    path = results / CLAIMS
    document = json.loads(path.read_text(encoding="utf-8"))
    document["claims"][1]["readings"][0]["word"] = "reproduced"
    write_json(path, document)


def judged_after(*manipulations):
    """Manipulate run files, and make their digests in the claims right."""

    def manipulate(results):
        for each in manipulations:
            each(results)
        judged_on_what_is_there(results)

    return manipulate


def seeds_of_another_master(results):
    for path in (results / "runs").rglob("*.parquet"):
        footer(path, specification={"master_seed": 99})(results)


def tables_of_other_runs(results):
    """The three regret tables, of runs with ten times the regret."""
    table, about = open_table(results / REGRET)
    for name in ("mean", "std", "sem", "ci_low", "ci_high"):
        place = table.column_names.index(name)
        ten = 10 * np.array(table[name].to_pylist())
        table = table.set_column(place, name, column(ten))
    write_table(results / REGRET, table, about)


def chop(results):
    (results / FIRST).write_bytes((results / FIRST).read_bytes()[:-9])


def stray_footer(results):
    write_table(results / "stray.parquet", pa.table({"x": column(np.arange(3))}), {"touch": 1})


RIGHT, AS_IS = True, False
GONE, CHANGED = "no such file", "its SHA-256 is"
OUT = "not named in the manifest, and there is no such file"
AGAIN = "as made again"
MANIPULATIONS = {
    **{
        f"{name} deleted": (delete(name), AS_IS, name, GONE)
        for name in (FIRST, f"{FIGURE}.png", "regret/tiny.csv", CLAIMS, "report.html", DELAYS)
    },
    "the manifest deleted": (delete("manifest.json"), AS_IS, "manifest.json", GONE),
    "a run deleted everywhere": (delete(LAST), RIGHT, LAST, OUT),
    "a figure deleted everywhere": (delete(f"{FIGURE}.svg"), RIGHT, f"{FIGURE}.svg", OUT),
    "the manifest broken": (
        *(edit("manifest.json", "sha256", "sha"), AS_IS, "manifest.json"),
        "not a manifest: found a file without step or SHA-256",
    ),
    "CSV edited": (edit("regret/tiny.csv", "60,", "61,"), AS_IS, "regret/tiny.csv", CHANGED),
    "CSV edited, digest right": (
        edit("regret/tiny.csv", r"short,otflinucb,60,.", "short,otflinucb,60,9"),
        *(RIGHT, "regret/tiny.csv", f"line 2: .*{AGAIN}"),
    ),
    "LaTeX edited": (edit("regret/tiny.tex", "8", "9"), RIGHT, "regret/tiny.tex", AGAIN),
    "zeros in the regret table": (
        *(number(REGRET, "mean", row=-1, to=0.0), RIGHT, REGRET),
        f"row 99: mean is 0.0; expected .*, {AGAIN}",
    ),
    "digests in the regret table": (
        *(footer(REGRET, digests={"short/first_arm": "00"}), RIGHT, REGRET),
        "digests.short/first_arm is 00; expected",
    ),
    "tables of other runs": (tables_of_other_runs, RIGHT, REGRET, f"row 0: mean .*{AGAIN}"),
    "a word changed": (word, RIGHT, CLAIMS, "word is reproduced; expected not reproduced"),
    "rows changed": (
        *(edit(ROWS, "not reproduced", "reproduced"), RIGHT, ROWS),
        "line 3: found .*expected .*not reproduced",
    ),
    "words of all papers changed": (
        *(edit("claims.csv", ",fails,", ",holds,"), RIGHT, "claims.csv"),
        "line 3: .*,holds,.*expected .*,fails,",
    ),
    "claims at another scale": (
        edit(CLAIMS, '"scale": "paper"', '"scale": "quick"'),
        *(RIGHT, CLAIMS, "scale is quick; expected paper"),
    ),
    "a parameter on the page": (
        edit("report.html", "confidence 0.1", "confidence 0.9"),
        *(RIGHT, "report.html", "confidence 0.9.*expected .*confidence 0.1"),
    ),
    "figures swapped": (
        swap(f"{FIGURE}.svg", "../figures/criteo/fits.svg"),
        *(RIGHT, f"{FIGURE}.svg", AGAIN),
    ),
    "a figure changed": (append(f"{FIGURE}.png"), RIGHT, f"{FIGURE}.png", "other bytes"),
    "a figure changed, PDF": (append(f"{FIGURE}.pdf"), AS_IS, f"{FIGURE}.pdf", CHANGED),
    "fits changed": (
        edit("criteo/fits.csv", "weibull", "Weibull"),
        *(RIGHT, "criteo/fits.csv", "line"),
    ),
    "a delay changed": (
        *(number(DELAYS, "delay", row=5, to=7), RIGHT, DELAYS),
        f"row 5: delay is 7; expected .*{AGAIN}",
    ),
    "delays of another touch": (
        *(footer(DELAYS, touch="last"), RIGHT, DELAYS),
        "its origin is bundled, touch last.*expected bundled, touch all",
    ),
    "a run edited, claims right": (
        judged_after(number(FIRST, "regret")),
        *(RIGHT, REGRET, f"mean is .*{AGAIN}"),
    ),
    "a run on Criteo delays edited": (
        number(UNUSED, "regret", row=4),
        *(RIGHT, REGRET, f"mean is .*{AGAIN}"),
    ),
    "runs swapped": (swap(FIRST, SECOND), RIGHT, FIRST, "algorithm is second_arm; expected first"),
    "runs of another master seed": (
        judged_after(seeds_of_another_master),
        *(RIGHT, FIRST, "master_seed is 99; expected 2026"),
    ),
    "seeds of another block": (
        judged_after(lambda results: shutil.copy(results / FIRST, results / LAST)),
        *(RIGHT, LAST, r"seeds is \[0, 6\]; expected \[7, 7\]"),
    ),
    "a run of another version": (
        footer(UNUSED, sources="0123456789abcdef"),
        *(RIGHT, UNUSED, "sources is 0123456789abcdef; expected"),
    ),
    "a run with other parameters": (
        footer(UNUSED, specification={"parameters": {"x": 1}}),
        *(RIGHT, UNUSED, "parameters.x is 1; expected missing"),
    ),
    "a run cut off": (chop, AS_IS, FIRST, "its bytes do not have the SHA-256"),
    "a broken footer": (stray_footer, AS_IS, "stray.parquet", "no Criteo delays found"),
}


def test_there_are_thirty_and_a_finished_run_has_no_failure(verifier, results):
    assert len(MANIPULATIONS) >= 30
    failed, answer = verifier(results, 10)
    assert not failed
    assert answer["failed"] == 0
    assert "10 same bytes" in answer["summary"]
    assert "19 made again with the same bytes" in answer["summary"]


@pytest.mark.parametrize("name", MANIPULATIONS)
def test_a_manipulation_is_found(name, verifier, results):
    manipulate, right, file, words = MANIPULATIONS[name]
    manipulate(results)
    if right:
        make_right(results)
    failed, _ = verifier(results)
    assert any(path == file and re.search(words, said) for path, said in failed), failed
    assert all("\n" not in said for _, said in failed)


class Payload:
    """What runs a function when it is unpickled."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return Path.touch, (self.path,)


def test_compiled_kernels_of_the_folder_are_not_read(finished, results):
    shutil.copytree(finished / "results/numba", results / "numba")
    ran = results.parent / "ran"
    for path in (results / "numba").rglob("*.nb[ic]"):
        path.write_bytes(pickle.dumps(Payload(ran)))
    answer = delayed_bandits(finished, finished, "verify", results, "--sample", "1", "--json")
    assert answer.returncode == 0, answer.stderr
    assert not ran.exists()
    assert json.loads(answer.stdout)["failed"] == 0


def test_what_is_not_of_the_run_is_named_and_no_failure(verifier, results):
    (results / "regret/old.csv").write_text("x", encoding="utf-8")
    shutil.copy(results / f"{FIGURE}.png", results / f"{FIGURE}-old.png")
    failed, answer = verifier(results)
    assert not failed
    unknown = {
        os.path.relpath(found["file"], results)
        for found in answer["findings"]
        if found["verdict"] == "not of this run"
    }
    assert unknown == {"regret/old.csv", f"{FIGURE}-old.png"}


def test_the_command_says_what_is_missing(finished, results):
    delete(Path(Layout(".", "").fits))(results)
    answer = delayed_bandits(finished, finished, "verify", results, "--sample", "1")
    assert answer.returncode == 1
    assert answer.stderr.splitlines()[-1].endswith("; expected none to fail")
    assert "criteo/fits.csv: no such file" in answer.stderr
