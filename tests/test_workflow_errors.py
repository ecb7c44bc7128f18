"""Bad input gets one line that names file and key, before anything long starts."""

import resource
import subprocess
import sys
from dataclasses import asdict, replace

import numpy as np
import pyarrow as pa
import pytest

from conftest import ROOT
from delayed_bandits.experiments.plan import merged
from delayed_bandits.experiments.plan_files import settle
from delayed_bandits.files.sources import digest_of_sources
from delayed_bandits.files.tables import write_table
from forks import errors
from projects import edited, environment, make_project, run_snakemake, snakemake
from single_runs import LINEAR

pytestmark = pytest.mark.workflow

BUNDLED = ROOT / "data" / "criteo_delay_quantiles.csv"


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


GEOMETRIC = replace(LINEAR, paper="test", setting="short")


def simulation(folder, run, seeds):
    """Plan one run of so many seeds; give the arguments of the step that simulates it."""
    sources = digest_of_sources(run.module)
    entry = {"specification": asdict(run), "seeds": seeds, "size": seeds, "sources": sources}
    plan = {"criteo": "", "log": "", "runs": {"short/random": entry}}
    path = settle(folder / "results/plan/test/short.json", plan, {}, write=True)
    file = folder / f"results/runs/test/short/random/0-{seeds - 1}.parquet"
    return ["simulate", "--plans", path, "--planned", merged([plan]).digest, "--output", file]


TAKEN = ["delays", "--source", "bundled", "--touch", "all", "--input", BUNDLED]


def drawing(folder, delays, output):
    styles = settle(output.parent / "results/plan/test.styles.json", {}, {}, write=True)
    about = ["--paper", "vernade2020", "--function", "delay_density", "--styles", styles]
    return ["figure", *about, "--runs", folder, "--plans", "--criteo", delays, "--figures", output]


def fill_the_disk():
    """No file may grow beyond 1000 bytes; Python ignores the signal, so a write fails."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))


@pytest.mark.parametrize("name", ["delays", "simulate", "fit", "figure"])
def test_disk_that_fills_leaves_no_file(name, tmp_path):
    delays = tmp_path / "delays.parquet"
    if name in ("fit", "figure"):
        footer = {"cap_seconds": 50, "clicks_without_conversion": 100}
        write_table(delays, pa.table({"delay": np.arange(40)}), footer)
    output = tmp_path / "full" / ("figure.png" if name in ("fit", "figure") else "output.tsv")
    table, before = output.with_name("fits.csv"), set(tmp_path.iterdir())
    arguments = {
        "delays": lambda: [*TAKEN, "--output", output],
        "fit": lambda: ["fit", "--delays", delays, "--table", table, "--figures", output],
        "figure": lambda: drawing(tmp_path, delays, output),
        "simulate": lambda: simulation(output.parent, GEOMETRIC, seeds=10),
    }[name]()
    answer = subprocess.run(
        [sys.executable, "-m", "delayed_bandits", *map(str, arguments)],
        env=environment(tmp_path)
        | {"PYTHONPATH": str(ROOT / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
        | {"NUMBA_DISABLE_JIT": "1"},
        preexec_fn=fill_the_disk,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert answer.returncode == 1, answer.stderr
    assert "Traceback" not in answer.stderr
    (line,) = errors(answer)
    assert str(output.parent) in line
    assert "File too large" in line
    left = {path.name for path in output.parent.rglob("*") if path.is_file()}
    planned = {"simulate": {"short.json"}, "figure": {"test.styles.json"}}
    assert left <= {"fit": {"fits.csv"}, **planned}.get(name, set())
    assert set(tmp_path.iterdir()) == before | {output.parent}
