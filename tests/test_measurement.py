"""One claim by command: the same on results as in the run, or on runs simulated for it."""

import json

import pytest

from delayed_bandits.analysis.numbers import measured
from projects import environment, products, run_python


def claim(project, *arguments):
    command = ["-P", project / "src/delayed_bandits/__main__.py", "claim", *arguments]
    return run_python(*command, folder=project, variables=environment(project))


@pytest.fixture(scope="module")
def control(finished):
    judged = json.loads((finished / "results/claims/tiny.json").read_text(encoding="utf-8"))
    claim = judged["claims"][0]
    return measured(claim["readings"][0]["evidence"][0]["control"])


def test_results_that_are_current_are_measured(finished, control):
    before = products(finished)
    answer = claim(finished, "tiny/c01")
    assert answer.returncode == 0, answer.stderr
    assert "in all rows" in answer.stdout
    assert "printed, first arm: REPRODUCED" in answer.stdout
    assert f"control, second arm / first arm: {control}" in answer.stdout
    assert products(finished) == before


def test_runs_are_simulated_where_none_is_there_or_others_are_wanted(control, unstarted):
    """The first seeds of a run are the same in every run."""
    fewer = claim(unstarted, "tiny/c01", "--seeds", "3")
    assert fewer.returncode == 0, fewer.stderr
    assert "R(T) of first arm 1, 3 seeds, bound from 0.9 to 1.1: holds" in fewer.stdout
    as_planned = claim(unstarted, "tiny/c01")
    assert control in as_planned.stdout
    assert not (unstarted / "results" / "runs").exists()


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["tiny/c02"], "tiny has no claim 'c02'; did you mean 'c01'?"),
        (["tinny/c01"], "tinny/c01: there is no paper 'tinny'; did you mean 'tiny'?"),
        (["tiny/c01", "--seeds", "1"], "--seeds: found 1; expected at least 2"),
    ],
)
def test_what_cannot_be_measured_gets_a_line(finished, arguments, line):
    answer = claim(finished, *arguments)
    assert answer.returncode == 1
    assert answer.stderr.startswith(f"error: {line}")
    assert answer.stderr.count("\n") == 1
