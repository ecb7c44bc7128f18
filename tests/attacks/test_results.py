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
SECOND = RUN.replace("first", "second")
CRITEO_RUN = "results/runs/tiny/criteo/otflinucb/0-6.parquet"
REGRET = "results/regret/tiny.parquet"
DELAYS = "results/criteo/delays.parquet"
CLAIMS = "results/claims/tiny.json"
OTHER = (
    "; expected .*, as configured now; delete results/runs/tiny and run snakemake --cores 1, with"
)
IS_FOOTER = "its footer is {!r}; expected"
NOTHING = {"touch": 1}
CHANGED = "its SHA-256 is .*; expected .*, as it was made; delete it and run snakemake "
DAMAGED = "its bytes do not have the SHA-256 that it names"


def footer(name, rows=lambda table: table, **changes):
    """Give the function that changes the footer of a table, and its rows."""
    return lambda folder: rewrite(folder / name, rows(open_table(folder / name)[0]), **changes)


def bare(name, whole):
    def prepare(folder):
        write_table(folder / name, open_table(folder / name)[0], whole)

    return prepare


def copy(source, target):
    return lambda folder: shutil.copy(folder / source, folder / target)


def of_strings(table):
    place = table.column_names.index("seeds")
    return table.set_column(place, "seeds", pa.array(["8"] * table.num_rows))


def link(path):
    path.symlink_to(path.name)


def report(done, file, seen, prepare):
    return Attack(done, f"{file}: {seen}", ["report"], prepare)


def specification(key, value):
    """A row that changes a key of the specification of a run."""

    def prepare(folder):
        about = open_table(folder / RUN)[1]["specification"]
        rewrite(folder / RUN, specification={**about, key: value})

    return report(f"its {key}", RUN, rf"{key}\S* is .*" + OTHER, prepare)


def table(done, seen, prepare):
    return Attack(done, f"{CLAIMS}: {seen}", ["claims_table"], prepare)


def claim(done, seen, word=None, **changes):
    """A row that changes the first claim, or the word of its first reading."""

    def prepare(folder):
        document = json.loads((folder / CLAIMS).read_text(encoding="utf-8"))
        first = document["claims"][0]
        first.update(changes)
        first["readings"][0]["word"] = word or first["readings"][0]["word"]
        (folder / CLAIMS).write_text(json.dumps(document), encoding="utf-8")

    return report(done, CLAIMS, seen, prepare)


LIST = '[{"statement": "x"}]'
ATTACKS = [
    table("a list of claims", "the content is .*; expected a value", write(CLAIMS, LIST)),
    table("claims: null", "the content is None; expected", write(CLAIMS, "null")),
    table("no key", "key 'paper' is missing", write(CLAIMS, "{}")),
    table("no JSON", "not JSON: .*; expected claims as they were written", write(CLAIMS, "x")),
    table("nested without end", "not JSON: nested too deep", write(CLAIMS, "[" * 60000)),
    table("UTF-16", "not JSON: 'utf-8' codec", write(CLAIMS, b"\xff\xfe\x00")),
    table("a folder of that name", "Is a directory", replace(CLAIMS, lambda path: path.mkdir())),
    report("the page of a list of claims", CLAIMS, "the content is", write(CLAIMS, "[]")),
    claim("a word that is none", "claims.0.readings.0.word is 'great'", "great"),
    claim("a claim's name", "claims.0.id is 'x'; expected", id="x"),
    claim("runs that are a number", "claims.0.runs is 3; expected a value of type object", runs=3),
    claim("runs of none", CHANGED, runs={}),
    report("delays as a run", RUN, "specification of its footer is missing", copy(DELAYS, RUN)),
    report("a run as delays", DELAYS, "no Criteo delays found", copy(RUN, DELAYS)),
    report("another algorithm", RUN, "algorithm is second_arm" + OTHER, copy(SECOND, RUN)),
    report("a run of no bytes", RUN, DAMAGED, write(RUN, "")),
    report("a run of zeros", RUN, DAMAGED, write(RUN, b"\0" * 5000)),
    report("a run of PAR1", RUN, DAMAGED, write(RUN, "PAR1PAR1")),
    report("a folder as a run", RUN, "Is a directory", replace(RUN, lambda path: path.mkdir())),
    report("a link to itself", RUN, "Too many levels of symbolic links", replace(RUN, link)),
    report("a pipe", RUN, "a pipe or a device; expected a file", replace(RUN, os.mkfifo)),
    *(
        report(f"the footer is {whole!r}", name, seen.format(whole), bare(name, whole))
        for name, seen in {RUN: IS_FOOTER, REGRET: CHANGED, DELAYS: IS_FOOTER}.items()
        for whole in (None, 3, "x")
    ),
    report("an empty footer", RUN, "specification of its footer is missing", bare(RUN, NOTHING)),
    report("an empty footer", REGRET, CHANGED, bare(REGRET, NOTHING)),
    report("an empty footer", DELAYS, "no Criteo delays found", bare(DELAYS, NOTHING)),
    report("no specification", RUN, "specification of its footer", footer(RUN, specification=3)),
    report("seeds in words", RUN, "seeds is 0-6" + OTHER, footer(RUN, seeds="0-6")),
    report("no sources", RUN, "sources is None" + OTHER, footer(RUN, sources=None)),
    report("no digest", RUN, "digest is None" + OTHER, footer(RUN, digest=None)),
    report("origin: 3", CRITEO_RUN, "criteo of its footer is 3", footer(CRITEO_RUN, criteo=3)),
    report("a list as log", CRITEO_RUN, r"log of its footer is \[1\]", footer(CRITEO_RUN, log=[1])),
    specification("trace", {"delay": 3}),
    specification("run", "../x"),
    specification("parameters", None),
    specification("checkpoints", "x"),
    specification("extra", 1),
    report("a run as a regret table", REGRET, CHANGED, copy(RUN, REGRET)),
    report("delays as a regret table", REGRET, CHANGED, copy(DELAYS, REGRET)),
    report("digests that are a list", REGRET, CHANGED, footer(REGRET, digests=[])),
    report("no digests", REGRET, CHANGED, footer(REGRET, digests={})),
    report("no origins", REGRET, CHANGED, footer(REGRET, criteo=None)),
    report("origins in numbers", REGRET, CHANGED, footer(REGRET, criteo=[3])),
    report("no rows", REGRET, CHANGED, footer(REGRET, lambda rows: rows.slice(0, 0))),
    report("no means", REGRET, CHANGED, footer(REGRET, lambda rows: rows.drop_columns(["mean"]))),
    report("seeds as text", REGRET, CHANGED, footer(REGRET, of_strings)),
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
