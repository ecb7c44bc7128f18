"""Bad input gets one line that names file and key, before anything long starts."""

import resource
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
import yaml

from conftest import ROOT
from delayed_bandits.cli.commands import main
from delayed_bandits.experiments.plan import merged
from delayed_bandits.experiments.plan_files import settle
from delayed_bandits.experiments.simulation import digest_of_sources
from delayed_bandits.experiments.specification import Specification
from delayed_bandits.files.tables import write_table
from projects import TINY, edited, environment, make_project, run_snakemake, snakemake

pytestmark = pytest.mark.workflow

BUNDLED = ROOT / "data" / "criteo_delay_quantiles.csv"


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    return make_project(tmp_path_factory.mktemp("errors") / "project")


def start(project, *arguments):
    """Start Snakemake for real, check that it refuses with one line, and give the line."""
    answer = run_snakemake(project, "--cores", "1", *arguments)
    printed = answer.stdout + answer.stderr
    assert answer.returncode != 0
    assert "Traceback" not in printed
    assert "rule " not in printed
    (line,) = [line for line in printed.splitlines() if line.startswith("error: ")]
    return line


def test_snakemake_and_an_unknown_paper(project):
    line = start(project, "--config", 'papers=["tinny"]')
    assert line == "error: config.yaml: papers: unknown paper 'tinny'; did you mean 'tiny'?"


def test_snakemake_and_an_unknown_key(project):
    line = start(project, "--config", "sedes=3")
    assert line == "error: config.yaml: unknown key 'sedes'; did you mean 'seeds'?"


def test_snakemake_and_a_paper_that_is_not_yaml(project):
    path = project / "workflow" / "papers" / "broken.yaml"
    path.write_text("title: [A\n", encoding="utf-8")
    line = start(project, "--config", 'papers=["broken"]')
    assert "broken.yaml line 2: not YAML" in line


def test_snakemake_and_a_paper_with_the_name_of_a_rule(project):
    paper = yaml.safe_load((TINY / "tiny.yaml").read_text(encoding="utf-8")) | {"figures": {}}
    del paper["highlight"]
    path = project / "workflow" / "papers" / "report.yaml"
    path.write_text(yaml.safe_dump(paper), encoding="utf-8")
    line = start(project, "--config", 'papers=["report"]')
    assert line.startswith(
        "error: config.yaml: papers: 'report' is a name that the workflow itself uses; expected"
    )


def test_snakemake_and_results_that_are_no_folder(project):
    shutil.rmtree(project / "results", ignore_errors=True)  # plans of other tests
    (project / "results").write_text("in the way", encoding="utf-8")
    try:
        line = start(project)
    finally:
        (project / "results").unlink()
    assert (
        line == "error: results: cannot be written; expected a writable folder, or "
        "another one: snakemake --directory FOLDER"
    )


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


def complaint(arguments, capsys):
    """Run a step in this process, and give its last line, after what tells of its progress."""
    capsys.readouterr()
    assert main([str(argument) for argument in arguments]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("error: ") == 1
    line = printed.err.splitlines()[-1]
    assert line.startswith("error: ")
    return line


SPECIFICATION = {
    "paper": "test",
    "setting": "short",
    "algorithm": "random",
    "master_seed": 1,
    "checkpoints": 20,
    "trace": {
        "horizon": 60,
        "arms": 3,
        "dimension": 2,
        "action_law": "binary",
        "delay": {"law": "criteo", "scale": 0.01},
    },
    "run": "linear_baselines.uniform_random",
    "parameters": {},
}
GEOMETRIC = SPECIFICATION | {
    "trace": SPECIFICATION["trace"] | {"delay": {"law": "geometric", "mean": 5}}
}


def write_plan(folder, specification, seeds=2):
    """Write the plan of one run of so many seeds; give its path, its digest and the run file."""
    run = Specification(**specification)
    sources = digest_of_sources(run.module)
    entry = {"specification": specification, "seeds": seeds, "size": seeds, "sources": sources}
    criteo = "bundled, touch all, " if run.uses_criteo else ""
    plan = {"criteo": criteo, "log": "", "runs": {"short/random": entry}}
    path = settle(folder / "results/plan/test/short.json", plan, write=True)
    file = folder / f"results/runs/test/short/random/0-{seeds - 1}.parquet"
    return path, merged([plan]).digest, file


def styles(folder):
    return settle(folder / "results/plan/test.styles.json", {}, write=True)


def simulation(folder, specification, seeds=2):
    path, digest, file = write_plan(folder, specification, seeds)
    return ["simulate", "--plans", str(path), "--planned", digest, "--output", str(file)]


@pytest.mark.parametrize("state", ["missing", "cut off", "foreign"])
@pytest.mark.parametrize("name", ["delays", "fit", "simulate", "aggregate", "figure"])
def test_unusable_input(name, state, tmp_path, capsys):
    plan, _, path = write_plan(tmp_path, GEOMETRIC)
    runs, output = path.parents[2], tmp_path / "out" / "output.png"
    if name == "simulate":
        path = tmp_path / "criteo/results/criteo/delays.parquet"
    path.parent.mkdir(parents=True)
    if state == "cut off":
        made = simulation(tmp_path, GEOMETRIC)
        assert main(made) == 0
        path.write_bytes(Path(made[-1]).read_bytes()[:-100])
    elif state == "foreign":
        path.write_text("something else entirely\n", encoding="utf-8")
    arguments = {
        "delays": ["--source", "bundled", "--touch", "all", "--input", path, "--output", output],
        "fit": ["--delays", path, "--table", output, "--figures", output],
        "simulate": simulation(tmp_path / "criteo", SPECIFICATION)[1:],
        "aggregate": [
            *("--runs", runs, "--plans", plan),
            *("--output", output, "--csv", output, "--latex", output),
        ],
        "figure": [
            *(
                "--paper",
                "vernade2020",
                "--function",
                "regret_panels",
                "--styles",
                styles(tmp_path),
            ),
            *("--runs", runs, "--plans", plan, "--figures", output),
        ],
    }[name]
    assert complaint([name, *arguments], capsys).startswith(f"error: {path}: ")
    assert not output.exists()


def fill_the_disk():
    """No file may grow beyond 1000 bytes; Python ignores the signal, so a write fails."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))


@pytest.mark.parametrize(
    "name",
    ["delays", "simulate", "fit", "figure"],
)
def test_disk_that_fills_leaves_no_file(name, tmp_path):
    delays = tmp_path / "delays.parquet"
    bundled = ["--source", "bundled", "--touch", "all", "--input", str(BUNDLED)]
    if name == "fit":
        footer = {"cap_seconds": 50, "clicks_without_conversion": 100}
        write_table(delays, pa.table({"delay": np.arange(40)}), footer)
    if name == "figure":
        assert main(["delays", *bundled, "--output", str(delays)]) == 0
    output = tmp_path / "full" / ("figure.png" if name in ("fit", "figure") else "output.tsv")
    arguments = {
        "delays": [*bundled, "--output", output],
        "fit": ["--delays", delays, "--table", output.with_name("fits.csv"), "--figures", output],
        "figure": [
            *(
                "--paper",
                "vernade2020",
                "--function",
                "delay_density",
                "--styles",
                styles(tmp_path),
            ),
            *(
                "--runs",
                tmp_path,
                "--plans",
                "--criteo",
                delays,
                "--figures",
                output,
            ),
        ],
    }
    before = set(tmp_path.iterdir())
    if name == "simulate":
        arguments[name] = simulation(output.parent, GEOMETRIC, seeds=10)[1:]
    answer = subprocess.run(
        [sys.executable, "-m", "delayed_bandits", name, *map(str, arguments[name])],
        env=environment(tmp_path)
        | {
            "PYTHONPATH": str(ROOT / "src"),
            "PYTHONDONTWRITEBYTECODE": "1",
            "NUMBA_DISABLE_JIT": "1",
        },
        preexec_fn=fill_the_disk,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert answer.returncode == 1, answer.stderr
    assert "Traceback" not in answer.stderr
    (line,) = [line for line in answer.stderr.splitlines() if line.startswith("error: ")]
    assert str(output.parent) in line
    assert "File too large" in line
    left = {path.name for path in output.parent.rglob("*") if path.is_file()}
    assert left <= {"fit": {"fits.csv"}, "simulate": {"short.json"}}.get(name, set())
    assert set(tmp_path.iterdir()) == before | {output.parent}
