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
    return measured(claim["variants"][0]["evidence"][0]["control"])


def test_claim_is_measured_on_current_results(finished, control):
    before = products(finished)
    answer = claim(finished, "tiny/c01")
    assert answer.returncode == 0, answer.stderr
    assert "in all measurements" in answer.stdout
    assert "printed, first arm: REPRODUCED" in answer.stdout
    assert f"control, second arm and first arm: {control}" in answer.stdout
    assert products(finished) == before


def test_claim_simulates_missing_runs(control, unstarted):
    """The first seeds of a run are the same in every run."""
    fewer = claim(unstarted, "tiny/c01", "--seeds", "3")
    assert fewer.returncode == 0, fewer.stderr
    assert "R(T) of first arm 1, 3 runs, must be from 0.9 to 1.1: holds" in fewer.stdout
    as_planned = claim(unstarted, "tiny/c01")
    assert control in as_planned.stdout
    assert not (unstarted / "results" / "runs").exists()


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (["tiny/c02"], ["c02", "c01"]),
        (["tinny/c01"], ["tinny", "tiny"]),
        (["tiny/c01", "--seeds", "1"], ["--seeds"]),
    ],
)
def test_unknown_claims_and_seeds_are_named(finished, arguments, names):
    answer = claim(finished, *arguments)
    assert answer.returncode == 1
    (line,) = answer.stderr.splitlines()
    assert line.startswith("error: ")
    assert all(name in line for name in names)
