"""A learner of a user's file that fails, fails alone; a built-in algorithm stops the run."""

import json
import os
import signal

import pytest

import projects as p
from delayed_bandits.analysis.style import PALETTE
from delayed_bandits.files.tables import open_table, read_footer
from forks import errors

pytestmark = pytest.mark.workflow

LEARNERS = """
import ctypes, numba


@numba.njit
def endless():
    while True:
        pass
"""
LEARNER = """

class {name}:
    def __init__(self, problem, rng):
        self.n_arms = problem.n_arms

    def choose(self, t, action_set):
        return self.wrong() if t == 20 else t % self.n_arms

    def observe(self, round, arm, reward):
        pass

    def wrong(self):
        {wrong}
"""
WRONG = {
    "Fine": "return 0",
    "Raises": 'raise ValueError("no")',
    "Hangs": "while True: pass",
    "Crashes": "return ctypes.string_at(0)",
    "HangsCompiled": "endless()",
}
ENTRY = "  {}: {{run: mine.py:{}, label: {}, colour: {}, line: dashdot, settings: [short]}}\n"
ARM = "expected an arm, a whole number from 0 to 2"
FOUND = {  # for what else may be wrong see test_broken_learners.py
    "Raises": f"seed 0, round 20: choose raised ValueError: no; {ARM}",
    "Hangs": "seed 0, round 20: choose did not return for 1 s, where a round takes ",
    "Crashes": "seeds 0-6: its process ended, by a crash, a loop that cannot be interrupted, or ",
    "HangsCompiled": "seeds 0-6: its process ended, by a crash, a loop that cannot be ",
}


@pytest.fixture
def impatient(remade):
    """The finished project, with a limit of a second."""
    guard = remade / "src/delayed_bandits/algorithms/learners/guard.py"
    with p.edited(guard, "= 60.0", "= 1.0"), p.edited(guard, "= 1000", "= 1"):
        yield remade


def add_learners(project, names):
    learners = [LEARNER.format(name=name, wrong=wrong) for name, wrong in WRONG.items()]
    (project / "mine.py").write_text(LEARNERS + "".join(learners), encoding="utf-8")
    pairs = zip(names, PALETTE, strict=False)
    entries = "".join(ENTRY.format(name.lower(), name, name, colour) for name, colour in pairs)
    paper = project / "workflow/papers/tiny.yaml"
    return p.edited(paper, "\nfigures:\n", f"{entries}\nfigures:\n")


def inodes(project, names):
    return {name: (project / name).stat().st_ino for name in names}


def test_learners_that_fail_fail_alone(impatient, undisturbed):
    with add_learners(impatient, ["Fine", *FOUND]):
        answer = p.run_snakemake(impatient, *p.QUICKLY)
        assert answer.returncode != 0
        lines = errors(answer)
        assert len(lines) == len(FOUND)
        for line, (name, found) in zip(lines, FOUND.items(), strict=True):
            assert line.startswith(f"error: tiny/short/{name.lower()}: mine.py:{name}, {found}")
            assert line.endswith("; all other results were made without it")
        assert 'in wrong\n    raise ValueError("no")' in answer.stderr
        assert p.files(impatient) >= p.FIGURE | p.TABLES | p.REPORT | p.blocks("short/fine")
        runs = {name for name in undisturbed if name.startswith("results/runs/")}
        assert {name: undisturbed[name][:4] for name in runs} == dict.fromkeys(runs, b"PAR1")
        assert all((impatient / name).exists() for name in runs)
        final = (impatient / "results/regret/tiny.csv").read_text(encoding="utf-8")
        assert ",fine," in final
        assert ",raises," not in final
        report = (impatient / "results/report.html").read_text(encoding="utf-8")
        drawn = p.log(impatient, "figures/tiny/regret.log")
        for name in FOUND:
            assert f"<strong>{name.lower()} failed on short.</strong>" in report
            assert f"warning: left out: mine.py:{name}" in drawn

        made = p.written(impatient, p.files(impatient))
        again = p.run_snakemake(impatient, *p.QUICKLY)
        assert again.returncode != 0
        assert errors(again) == lines
        assert p.written(impatient, p.files(impatient)) == made


def test_a_learner_that_is_mended_is_played_again(remade, undisturbed):
    with add_learners(remade, ["Raises"]):
        (line,) = errors(p.snakemake(remade, *p.QUICKLY, "--", "figures/tiny/regret.svg"))
        assert line.startswith("error: tiny/short/raises: mine.py:Raises, seed 0, round 20: ")
        assert errors(p.run_snakemake(remade, *p.QUICKLY, "--", "tiny"))
        record = remade / "results/runs/tiny/short/raises/0-6.parquet"
        table, footer = open_table(record)
        assert (table.num_rows, footer["failure"].partition(":")[0]) == (0, "mine.py")
        same = p.PICTURE | p.blocks("criteo/otflinucb")
        assert p.read(remade, same) == {name: undisturbed[name] for name in same}
        others = inodes(remade, p.blocks("short/otflinucb", "criteo/otflinucb"))
        with p.edited(remade / "mine.py", 'raise ValueError("no")', "return 1"):
            p.snakemake(remade, *p.QUICKLY)
        assert open_table(record)[0].num_rows > 0
        assert inodes(remade, others) == others  # linked again, not simulated
        assert ",raises," in (remade / "results/regret/tiny.csv").read_text(encoding="utf-8")
        assert "failed on" not in (remade / "results/report.html").read_text(encoding="utf-8")


@pytest.mark.usefixtures("interruptible")
def test_the_users_interrupt_is_no_failure_of_a_learner(remade):
    with (
        add_learners(remade, ["Hangs"]),
        p.edited(remade / "mine.py", "while True: pass", 'while open("waits", "w"): pass'),
        p.running(remade) as process,
    ):
        p.wait_until((remade / "waits").exists, process)
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(60) != 0
        with pytest.raises(ProcessLookupError):
            os.killpg(process.pid, 0)
    runs = remade.glob("results/runs/**/*.parquet")
    assert not any("failure" in read_footer(path) for path in runs)


def test_what_needs_a_learner_that_failed_says_so(remade):
    claims = remade / "src/delayed_bandits/papers/tiny/claims.py"
    figures = remade / "src/delayed_bandits/papers/tiny/figures.py"
    with (
        add_learners(remade, ["Raises"]),
        p.edited(claims, '("{arm}", "first_arm")', '("{arm}", "raises")'),
        p.edited(figures, "    figure = ", '    curves["short", "raises"]\n    figure = '),
    ):
        answer = p.run_snakemake(remade, *p.QUICKLY)
        assert len(errors(answer)) == 1
        judged = json.loads((remade / "results/claims/tiny.json").read_text(encoding="utf-8"))
        claim, other = judged["claims"]
        assert (claim["readings"], len(other["readings"])) == ([], 1)
        said = "not judged: short/raises failed: mine.py:Raises, seed 0"
        assert claim["not_tested"].startswith(said)
        assert "warning: not drawn: short/raises failed" in p.log(remade, "figures/tiny/regret.log")
        report = (remade / "results/report.html").read_text(encoding="utf-8")
        assert "of the regret of the first arm" not in report  # a conclusion without its number


def test_a_built_in_algorithm_stops_the_run(remade):
    fixed = remade / "src/delayed_bandits/algorithms/fixed.py"
    with p.edited(fixed, "pull(view, t, arm - 1)", "pull(view, t, 3)"):
        answer = p.run_snakemake(remade, *p.QUICKLY)
    assert answer.returncode != 0
    assert "no such arm was played" in p.log(remade, "simulate/tiny/short-1.log")
    runs = remade.glob("results/runs/**/*.parquet")
    assert not any("failure" in read_footer(path) for path in runs)
