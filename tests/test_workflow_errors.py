"""Bad input gets one line that names file and key, before anything long starts."""

import pytest

from forks import errors
from projects import edited, make_project, run_snakemake, snakemake

pytestmark = pytest.mark.workflow


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    return make_project(tmp_path_factory.mktemp("errors") / "project")


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        ('papers=["tinny"]', "papers: unknown paper 'tinny'; did you mean 'tiny'?"),
        ("sedes=3", "unknown key 'sedes'; did you mean 'seeds'?"),
    ],
)
def test_snakemake_and_a_misspelt_name(config, expected, project):
    answer = run_snakemake(project, "--cores", "1", "--config", config)
    printed = answer.stdout + answer.stderr
    assert answer.returncode != 0
    assert "Traceback" not in printed
    assert "rule " not in printed
    assert errors(answer) == [f"error: config.yaml: {expected}"]


def test_snakemake_passes_a_remark_on(project):
    path = project / "workflow" / "papers" / "pikeburke2018.yaml"
    seeds = "  uniform-20-long: {seeds: 64}\n"
    with edited(path, seeds, f"{seeds}  halfnormal-50: {{parameters: {{mean_delay: 20}}}}\n"):
        config = ("--config", "scale=quick", 'papers=["pikeburke2018"]')
        answer = snakemake(project, "--dry-run", *config)
    lines = [line for line in answer.stderr.splitlines() if line.startswith("warning: ")]
    assert [line.partition(": mean_delay is 20; ")[0] for line in lines] == [
        f"warning: pikeburke2018.yaml: algorithms.{name} on halfnormal-50"
        for name in ("odaaf", "odaaf_v")
    ]
