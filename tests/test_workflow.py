import datetime
import json
import os
import random
import re
import shutil
import signal
import time
from contextlib import nullcontext

import pandas as pd
import pyarrow as pa
import pytest

import delayed_bandits
import projects as p
from criteo_file import generate
from delayed_bandits.files.tables import open_table, write_table

pytestmark = pytest.mark.workflow
PAPER, PACKAGE = "workflow/papers/tiny.yaml", "src/delayed_bandits/"
NOTHING = "Nothing to be done"


def test_run_makes_everything_once(finished):
    assert p.products(finished).keys() == p.PRODUCTS
    made = {name.partition("/")[2] for name in p.run_files(finished)}
    assert made == {f"{run}/{block}.parquet" for run in p.RUNS for block in ("0-6", "7-7")}
    told = json.loads((finished / "results/claims/tiny.json").read_text(encoding="utf-8"))
    found = {c["statement"]: [one["verdict"] for one in c["variants"]] for c in told["claims"]}
    assert found == {
        "First arm has as much regret as the first arm": ["reproduced"],
        "The mean delay is above a year": ["not reproduced"],
    }
    assert NOTHING in p.snakemake(finished, "--cores", "2")


def planned(project, *arguments):
    """The jobs of a dry run, by rule, and all that it prints."""
    printed = p.snakemake(project, "--dry-run", "--cores", "1", *arguments)
    table = printed.partition("Job stats:")[2].partition("total")[0]
    counts = re.findall(r"^(\w+) +(\d+)$", table, flags=re.MULTILINE)
    return {rule: int(count) for rule, count in counts} or {}, printed


def simulated(project, *arguments):
    """Run the workflow up to its tables; return the runs that are simulated, not linked."""
    before = set(p.run_files(project).values())
    p.snakemake(project, *p.QUICKLY, *arguments, "--", "results/regret/tiny.csv")
    after = p.run_files(project).items()
    return {name.partition("/")[2][:-8] for name, inode in after if inode not in before}


def every(*runs, of=("0-6", "7-7")):
    return {f"{run}/{block}" for run in runs for block in of}


ENTRY = "{run: fixed.fixed_arm, label: third, colour: red, line: solid, settings: [short], "
THIRD = f"  third_arm: {ENTRY}parameters: {{arm: 3}}}}\n\nfigures:"
MORE = "  long:\n    description: long\n    trace: {<<: *trace, horizon: 90}\n"
MORE += "    parameters: {window: 10}\n"
IMPORT = "from delayed_bandits.algorithms.registry import algorithm\n"
FIXED = ("short/first_arm", "short/second_arm")
REST = {"aggregate": 1, "claims": 1, "page": 1, "all": 1}
SIMULATIONS = [
    # what changes, in which file, from, to; what is simulated
    (
        "an algorithm",
        f"{PACKAGE}algorithms/fixed.py",
        IMPORT,
        f"{IMPORT}EDITED = True\n",
        every(*FIXED),
    ),
    ("a parameter", PAPER, "{arm: 2}", "{arm: 3}", every("short/second_arm")),
    ("an algorithm more", PAPER, "\nfigures:", THIRD, every("short/third_arm")),
    ("a setting more", PAPER, "\nalgorithms:", f"{MORE}\nalgorithms:", every("long/otflinucb")),
]


@pytest.mark.parametrize(("what", "file", "old", "new", "expected"), SIMULATIONS)
def test_only_dependent_runs_are_simulated_again(what, file, old, new, expected, remade):
    with p.edited(remade / file, old, new):
        assert simulated(remade) == expected, what
    assert simulated(remade) == set()  # and back


def test_returning_to_a_seed_simulates_nothing(remade):
    before = p.products(remade)
    other = ("--config", "master_seed=1")
    assert simulated(remade, *other) == every(*p.RUNS)
    assert simulated(remade) == simulated(remade, *other) == set()
    p.snakemake(remade, *p.QUICKLY)
    assert p.products(remade) == before


def test_more_runs_keep_full_blocks_and_seeds_unique(remade):
    more = every(*p.RUNS, of=("7-12",))
    assert simulated(remade, "--config", "seeds=13") == more
    frame = delayed_bandits.runs("tiny", results=remade / "results")
    counts = frame.groupby(["setting", "algorithm", "seed"]).size()
    assert (counts == 20).all()
    assert frame["seed"].nunique() == 13
    one = delayed_bandits.runs("tiny", "short", "first_arm", results=remade / "results")
    assert set(one["algorithm"]) == {"first_arm"}
    for folder in (remade / "results/runs/tiny").iterdir():
        for run in folder.glob("*/*"):
            rows = pd.concat(map(pd.read_parquet, run.glob("*.parquet")))
            assert not rows.duplicated(["seed", "round"]).any()


FIGURE = {"figure": 1, "page": 1, "all": 1}
REASONS = [
    # what changes, in which file, from, to; jobs; what a dry run says
    (PAPER, "label: first arm", "label: arm 1", REST | FIGURE, "'label': 'arm 1'"),
    (PAPER, "note: The smallest", "note: Small", {"page": 1, "all": 1}, f"{PAPER} "),
    (PAPER, "caption: Regret", "caption: A regret", {"page": 1, "all": 1}, f"{PAPER} "),
    (f"{PACKAGE}papers/tiny/figures.py", "columns=3", "columns=2", FIGURE, "tiny/figures.py "),
    (f"{PACKAGE}papers/tiny/claims.py", "not counted", "left out", None, "tiny/claims.py "),
    (f"{PACKAGE}algorithms/fixed.py", IMPORT, f"{IMPORT}EDITED = True\n", None, "'fixed': '"),
]


@pytest.mark.parametrize(("file", "old", "new", "jobs", "says"), REASONS)
def test_dry_run_says_what_changed(file, old, new, jobs, says, finished):
    with p.edited(finished / file, old, new):
        found, text = planned(finished)
    assert jobs is None or found == jobs
    lines = {line for line in text.splitlines() if "before: " in line and "now: " in line}
    assert sum(says in line for line in lines) == 1, text
    assert NOTHING in planned(finished)[1]


def test_dry_run_writes_nothing(finished):
    generate(finished / "made_up.tsv", 2000, 0)
    before = {path: path.stat().st_mtime_ns for path in (finished / "results").rglob("*")}
    source = "before: .*'bundled, attribution all, sha256 .* now: .*'local, attribution all"
    changes = {"master_seed=1": "before: 2026 now: 1 ", "criteo=made_up.tsv": source}
    for change, says in changes.items():
        assert re.search(says, planned(finished, "--config", change)[1])
    assert {path: path.stat().st_mtime_ns for path in (finished / "results").rglob("*")} == before


def test_new_timestamps_remake_nothing(finished):
    found = [path for n in ("src", "workflow", "data") for path in (finished / n).rglob("*.*")]
    times = {path: path.stat() for path in found}
    try:
        for path in times:
            os.utime(path)
        assert NOTHING in planned(finished)[1]
    finally:
        for path, about in times.items():
            os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))


LOST = [
    ((), nullcontext(), None),
    (("--config", "master_seed=1"), nullcontext(), "config.master_seed 2026, now 1, "),
    ((), "label: first arm", rf"sources\.{PAPER} [0-9a-f]+, now [0-9a-f]+, "),
]


@pytest.mark.parametrize(("arguments", "edit", "says"), LOST, ids=["same", "seed", "label"])
def test_results_without_snakemake_folder_are_checked(arguments, edit, says, remade):
    shutil.rmtree(remade / ".snakemake")
    if isinstance(edit, str):
        edit = p.edited(remade / PAPER, edit, "label: arm 1")
    with edit:
        answer = p.run_snakemake(remade, "--cores", "1", *arguments)
    if says is None:
        assert NOTHING in answer.stdout
    else:
        (line,) = p.errors(answer.stdout)
        assert re.search(f"error: results: made with {says}and .snakemake is missing", line)


def test_same_bytes_on_one_core_elsewhere_in_other_blocks(tmp_path, finished):
    project = p.copy_project(finished, tmp_path / "elsewhere")
    for name in ("runs", "regret", "claims", "criteo"):
        shutil.rmtree(project / "results" / name)
    shutil.rmtree(project / ".snakemake")
    (project / "results/provenance.json").unlink()
    p.snakemake(project, "--cores", "1", "--config", "seeds_per_job=100", "--", "tiny")
    before, after = p.products(finished), p.products(project)
    same = p.PICTURE | p.TABLES | p.CLAIMS - {"results/claims/tiny.json"}  # it names the runs
    assert p.read(project, same) == {name: before[name] for name in same}
    assert after.keys() <= before.keys()


@pytest.mark.parametrize("least", [2, pytest.param(20, marks=pytest.mark.long)])
def test_killed_and_resumed_runs_give_the_same_bytes(least, finished):
    expected, runs = p.products(finished), p.run_files(finished)
    targets = ("--", *p.TABLES)
    times, kills = random.Random(2026), 0
    with p.set_aside(finished):
        began = time.monotonic()
        p.snakemake(finished, *p.QUICKLY, *targets)
        length = time.monotonic() - began
        while kills < least:
            for name in ("results", "figures", ".snakemake"):
                shutil.rmtree(finished / name, ignore_errors=True)
            while status := p.run_snakemake(
                *(finished, *p.QUICKLY, *targets),
                most=times.uniform(0, length) if kills < least else 600,
            ).returncode:
                assert status == -signal.SIGKILL
                kills += 1
                p.snakemake(finished, "--unlock")
                for name in p.products(finished).keys() & expected.keys():
                    assert (finished / name).read_bytes() == expected[name]
            assert p.products(finished).items() <= expected.items()
            assert p.run_files(finished).keys() == runs.keys()


def test_no_result_has_a_date(finished):
    now = datetime.datetime.now()
    for day in (now, now - datetime.timedelta(days=1)):
        for form in ("%Y-%m-%d", "%Y%m%d", "%d %b %Y", "%b %d"):
            date = day.strftime(form).encode()
            assert [name for name, data in p.products(finished).items() if date in data] == []


def flip(data):
    middle = len(data) // 3
    return data[:middle] + bytes([data[middle] ^ 4]) + data[middle + 1 :]


def test_damaged_run_is_refused_and_made_again(remade):
    before = p.products(remade)
    (path,) = (remade / "results/runs/tiny").glob("*/short/first_arm/0-6.parquet")
    path.write_bytes(flip(path.read_bytes()))
    p.remove(remade, p.PICTURE)
    (line,) = p.errors(p.snakemake(remade, *p.QUICKLY, status=1))
    folder = path.parents[2].relative_to(remade)
    assert line.startswith(f"error: {path.relative_to(remade)}: ")
    assert f"elete {folder}" in line
    shutil.rmtree(remade / folder)
    p.snakemake(remade, *p.QUICKLY)
    assert p.products(remade) == before


def test_forced_simulations_are_simulated(remade):
    assert planned(remade, "--forcerun", "simulate")[0]["simulate"] == len(p.groups(remade))
    p.snakemake(remade, *p.QUICKLY, "--forcerun", "simulate")
    assert NOTHING in planned(remade)[1]


LEARNER = """
class {name}:
    def __init__(self, problem, rng):
        self.n_arms = problem.n_arms

    def choose(self, t, action_set):
        return {choice}

    def observe(self, round, arm, reward):
        pass
"""
LEARNERS = """
  good: {run: mine.py:Good, label: good, colour: red, line: solid, settings: [criteo]}
  bad: {run: mine.py:Bad, label: bad, colour: red, line: dotted, settings: [short]}

figures:"""


def test_failing_learner_fails_only_its_job(remade):
    choices = {"Good": "0", "Bad": "1 // (20 - t)"}
    learners = (LEARNER.format(name=name, choice=choice) for name, choice in choices.items())
    (remade / "mine.py").write_text("".join(learners), encoding="utf-8")
    p.remove(remade, p.PICTURE)
    with p.edited(remade / PAPER, "\nfigures:", LEARNERS):
        printed = p.snakemake(remade, *p.QUICKLY, status=1)
        (line,) = p.errors(printed)
        said = "error: mine.py:Bad, seed 0, round 20: choose raised ZeroDivisionError: "
        assert line.startswith(said)
        assert "in choose\n" in printed  # the traceback in the user's file
        assert [name for name in p.run_files(remade) if "/good/" in name]
        assert not p.PICTURE & p.products(remade).keys()
        with p.edited(remade / "mine.py", "1 // (20 - t)", "2"):
            assert simulated(remade) == every("short/bad", "criteo/good")
        assert "bad" in (remade / "results/regret/tiny.tex").read_text(encoding="utf-8")


def test_wrong_names_are_refused_before_any_job(finished):
    for config, key in {'papers=["tinny"]': "tinny", "sedes=3": "sedes"}.items():
        printed = p.snakemake(finished, "--cores", "1", "--config", config, status=1)
        assert "Traceback" not in printed
        assert "rule " not in printed
        (line,) = p.errors(printed)
        assert line.startswith("error: config.yaml")
        assert key in line


HOST = """
module bandits:
    snakefile: "{project}/Snakefile"
    config: {{"papers": ["tiny"], "seeds_per_job": 7}}

use rule * from bandits as bandits_*

rule mine:
    default_target: True
    input: "figures/tiny/regret.png", "results/regret/tiny.csv"
    output: "mine.txt"
    shell: "echo hello > {{output}}"
"""


def test_workflow_is_a_module_of_another(tmp_path, finished):
    """Five lines make a figure and a table in the folder."""
    (tmp_path / "Snakefile").write_text(HOST.format(project=finished), encoding="utf-8")
    p.snakemake(tmp_path, *p.QUICKLY)
    shown = p.PICTURE | {"results/regret/tiny.csv"}
    assert p.read(tmp_path, shown) == p.read(finished, shown)
    assert not (tmp_path / p.PAGE).exists()
    assert NOTHING in p.snakemake(tmp_path, *p.QUICKLY)


def test_working_directory_may_be_elsewhere(tmp_path, finished):
    where = ("--snakefile", finished / "Snakefile", "--directory", tmp_path)
    p.snakemake(tmp_path, *where, *p.QUICKLY, "--", *p.PICTURE)
    assert p.read(tmp_path, p.PICTURE) == p.read(finished, p.PICTURE)


def verify(project, status):
    command = ["-P", "src/delayed_bandits/__main__.py", "verify", "results", "--seed", "0"]
    answer = p.run_python(*command, folder=project, variables=p.environment(project))
    assert answer.returncode == status, answer.stderr
    return answer.stderr


def test_verify_makes_the_same_bytes_again(finished):
    assert "0 of 18 differ" in verify(finished, 0)


def test_verify_finds_a_number_that_was_changed(remade):
    path = remade / "results/regret/tiny.parquet"
    table, footer = open_table(path)
    means = table["mean"].to_numpy().copy()
    means[3] += 0.5
    place = table.column_names.index("mean")
    write_table(path, table.set_column(place, "mean", pa.array(means)), footer)
    assert "error: results/regret/tiny.parquet, line 4: " in verify(remade, 1)


def test_verify_compares_the_numbers_of_an_edited_tree(finished):
    with p.edited(finished / f"{PACKAGE}algorithms/fixed.py", IMPORT, f"{IMPORT}EDITED = True\n"):
        said = verify(finished, 0)
    assert "src/delayed_bandits/algorithms/fixed.py" in said


def test_page_of_a_paper_without_claims_counts_none(remade):
    """A paper begun as in extending.md; the page names no other papers, and links resolve."""
    claims = remade / f"{PACKAGE}papers/tiny/claims.py"
    before = claims.read_text(encoding="utf-8")
    empty = '"""Claims."""\n\nCONCLUSIONS, CLAIMS = [], []\n'
    with p.edited(claims, before, empty):
        p.snakemake(remade, *p.QUICKLY)
    page = (remade / p.PAGE).read_text(encoding="utf-8")
    assert not re.search(r"(?<![\d,.])0\s+(paper|statement|could)|claims[^.]* are 0\b", page)
    assert 'id="verdicts"' not in page
    links = re.findall(r'href="?#([^"\s>]+)', page)
    assert set(links) <= set(re.findall(r' id="?([^"\s>]+)', page))
