"""Results that are tampered with, stale or of something else."""

import json
import os
import shutil

import pyarrow as pa
import pytest

from attacks.table import Attack, check, copy_of_results, delayed_bandits, each, replace, write
from delayed_bandits.experiments.records import write_record
from delayed_bandits.files.tables import open_table, write_table
from projects import record
from single_runs import rewrite

pytestmark = pytest.mark.workflow

RUN = "results/runs/tiny/short/first_arm/0-6.parquet"
CRITEO_RUN = "results/runs/tiny/criteo/otflinucb/0-6.parquet"
REGRET = "results/regret/tiny.parquet"
DELAYS = "results/criteo/delays.parquet"
CLAIMS = "results/claims/tiny.json"
OTHER = (
    "; expected .*, as configured now; delete results/runs/tiny and run snakemake --cores 1, with"
)
CHANGED = "its SHA-256 is .*; expected .*, as it was made; delete it and run snakemake "
DAMAGED = "its bytes do not have the SHA-256 that it names"


def footer(name, rows=lambda table: table, **changes):
    """Give the function that changes the footer of a table, and its rows."""
    return lambda folder: rewrite(folder / name, rows(open_table(folder / name)[0]), **changes)


def bare(name, whole):
    def prepare(folder):
        write_table(folder / name, open_table(folder / name)[0], whole)

    return prepare


def specification(**change):
    def prepare(folder):
        about = open_table(folder / RUN)[1]["specification"]
        rewrite(folder / RUN, specification={**about, **change})

    return prepare


def claims(change):
    """Give the function that changes the first claim, or all of the document."""

    def prepare(folder):
        document = json.loads((folder / CLAIMS).read_text(encoding="utf-8"))
        change(document)
        (folder / CLAIMS).write_text(json.dumps(document), encoding="utf-8")

    return prepare


def copy(source, target):
    return lambda folder: shutil.copy(folder / source, folder / target)


def of_strings(table):
    place = table.column_names.index("seeds")
    return table.set_column(place, "seeds", pa.array(["8"] * table.num_rows))


def report(done, file, seen, prepare):
    return Attack(done, f"{file}: {seen}", ["report"], prepare)


def table(done, seen, prepare):
    return Attack(done, f"{CLAIMS}: {seen}", ["claims_table"], prepare)


ATTACKS = [
    table(
        "a list of claims",
        "the content is .*; expected a value",
        write(CLAIMS, '[{"statement": "x"}]'),
    ),
    table("claims: null", "the content is None; expected", write(CLAIMS, "null")),
    table("no key", "key 'paper' is missing", write(CLAIMS, "{}")),
    table("no JSON", "not JSON: .*; expected claims as they were written", write(CLAIMS, "x")),
    table("nested without end", "not JSON: nested too deep", write(CLAIMS, "[" * 60000)),
    table("UTF-16", "not JSON: 'utf-8' codec", write(CLAIMS, b"\xff\xfe\x00")),
    table("a folder of that name", "Is a directory", replace(CLAIMS, lambda path: path.mkdir())),
    report("the page of a list of claims", CLAIMS, "the content is", write(CLAIMS, "[]")),
    report(
        "a word that is none",
        CLAIMS,
        "claims.0.readings.0.word is 'great'; expected one of",
        claims(lambda all_: all_["claims"][0]["readings"][0].update(word="great")),
    ),
    report(
        "a claim's name",
        CLAIMS,
        "claims.0.id is 'x'; expected",
        claims(lambda all_: all_["claims"][0].update(id="x")),
    ),
    report(
        "runs of a claim that are a number",
        CLAIMS,
        "claims.0.runs is 3; expected a value of type object",
        claims(lambda all_: all_["claims"][0].update(runs=3)),
    ),
    report("runs of none", CLAIMS, CHANGED, claims(lambda all_: all_["claims"][0].update(runs={}))),
    report("delays as a run", RUN, "specification of its footer is missing", copy(DELAYS, RUN)),
    report("a run as delays", DELAYS, "no Criteo delays found", copy(RUN, DELAYS)),
    report(
        "a run of another algorithm",
        RUN,
        "algorithm is second_arm" + OTHER,
        copy(RUN.replace("first", "second"), RUN),
    ),
    report("a run of no bytes", RUN, DAMAGED, write(RUN, "")),
    report("a run of zeros", RUN, DAMAGED, write(RUN, b"\0" * 5000)),
    report("a run of PAR1", RUN, DAMAGED, write(RUN, "PAR1PAR1")),
    report("a folder as a run", RUN, "Is a directory", replace(RUN, lambda path: path.mkdir())),
    report(
        "a link to itself",
        RUN,
        "Too many levels of symbolic links",
        replace(RUN, lambda path: path.symlink_to(path.name)),
    ),
    report("a pipe", RUN, "a pipe or a device; expected a file", replace(RUN, os.mkfifo)),
    *(
        report(
            f"the footer of {name} is {whole}",
            name,
            CHANGED if name == REGRET else f"its footer is {whole}; expected",
            bare(name, given),
        )
        for name in (RUN, REGRET, DELAYS)
        for whole, given in {"None": None, "3": 3, "'x'": "x"}.items()
    ),
    *(
        report(f"nothing in the footer of {name}", name, seen, bare(name, {"touch": 1}))
        for name, seen in {
            RUN: "specification of its footer is missing",
            REGRET: CHANGED,
            DELAYS: "no Criteo delays found",
        }.items()
    ),
    report("no specification", RUN, "specification of its footer", footer(RUN, specification=3)),
    report("seeds in words", RUN, "seeds is 0-6" + OTHER, footer(RUN, seeds="0-6")),
    report("no sources", RUN, "sources is None" + OTHER, footer(RUN, sources=None)),
    report("no digest", RUN, "digest is None" + OTHER, footer(RUN, digest=None)),
    report(
        "a number as origin", CRITEO_RUN, "criteo of its footer is 3", footer(CRITEO_RUN, criteo=3)
    ),
    report("a list as log", CRITEO_RUN, r"log of its footer is \[1\]", footer(CRITEO_RUN, log=[1])),
    *(
        report(
            f"{key} of the specification",
            RUN,
            rf"{key}\S* is " + ".*" + OTHER,
            specification(**{key: value}),
        )
        for key, value in {
            "trace": {"delay": 3},
            "run": "../x",
            "parameters": None,
            "checkpoints": "x",
            "extra": 1,
        }.items()
    ),
    *(
        report(done, REGRET, CHANGED, prepare)
        for done, prepare in {
            "a run as a regret table": copy(RUN, REGRET),
            "delays as a regret table": copy(DELAYS, REGRET),
            "digests that are a list": footer(REGRET, digests=[]),
            "no digests": footer(REGRET, digests={}),
            "no origins": footer(REGRET, criteo=None),
            "origins in numbers": footer(REGRET, criteo=[3]),
            "no rows": footer(REGRET, lambda rows: rows.slice(0, 0)),
            "no means": footer(REGRET, lambda rows: rows.drop_columns(["mean"])),
            "seeds as text": footer(REGRET, of_strings),
        }.items()
    ),
]


@each(ATTACKS)
def test_results(attack, finished, tmp_path):
    copy_of_results(finished, tmp_path)
    attack.prepare(tmp_path)
    make_right(tmp_path)
    before = (tmp_path / "results/report.html").read_bytes()
    check(attack, delayed_bandits(finished, tmp_path, *arguments(*attack.arguments, finished)))
    assert (tmp_path / "results/report.html").read_bytes() == before


def make_right(folder):
    """Make the record of the delays right, as if a step had made what is there."""
    if (folder / DELAYS).is_file():
        write_record(folder / record("delays"), [folder / DELAYS], [], [])


def arguments(step, project):
    workflow = project / "workflow"
    if step in ("report", "manifest"):
        output = {"report": "report.html", "manifest": "manifest.json"}[step]
        given = ["--plan", project / "results/plan/report.json", "--workflow", workflow]
        return [step, *given, "--figures", "figures", "--output", f"results/{output}"]
    tables = ["--table", "claims.csv", "--evidence", "evidence.csv"]
    return [step, "--claims", CLAIMS, *tables]
