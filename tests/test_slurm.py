import os
import shutil
import signal
import subprocess
from contextlib import contextmanager

import pytest

from projects import ROOT, TINY, command, environment, make_project, products, snakemake
from slurm_node import missing, slurm_node, wait_for

pytest.importorskip("snakemake_executor_plugin_slurm", reason="needs: make slurm")

pytestmark = [
    pytest.mark.slurm,
    pytest.mark.workflow,
    pytest.mark.skipif(bool(missing()), reason=f"SLURM is not installed: no {missing()}"),
]

PROFILE = (
    *("--workflow-profile", str(ROOT / "profiles" / "slurm")),
    *("--slurm-init-seconds-before-status-checks", "2"),
)
TROUBLED = """
  held: {run: troubled.held, label: held, colour: red, line: solid, settings: [short]}
  hungry: {run: troubled.hungry, label: hungry, colour: red, line: dotted, settings: [criteo]}

figures:"""


@pytest.fixture(scope="module")
def node(tmp_path_factory):
    folder = tmp_path_factory.getbasetemp() / "slurm"
    if len(f"{folder}/socket") > 107:
        pytest.skip(f"{folder} is too long a name for the folder of a socket")
    with slurm_node(folder) as variables:
        yield variables


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    project = make_project(tmp_path_factory.mktemp("cluster") / "project")
    shutil.copy(TINY / "troubled.py", project / "src" / "delayed_bandits" / "algorithms")
    paper = project / "workflow" / "papers" / "tiny.yaml"
    text = paper.read_text(encoding="utf-8")
    paper.write_text(text.replace("\nfigures:", TROUBLED), encoding="utf-8")
    return project


@pytest.fixture(scope="module")
def local(project):
    """The products of a run on this machine, which are then removed."""
    snakemake(project, "--cores", "2")
    return taken(project)


def taken(project):
    """The contents of all results; the files are no longer there."""
    made = products(project)
    for name in made:
        (project / name).unlink()
    shutil.rmtree(project / ".snakemake")
    shutil.rmtree(project / "results/runs")
    (project / "results/provenance.json").unlink()
    return made


def slurm(node, *arguments):
    answer = subprocess.run(arguments, env=node, capture_output=True, text=True, check=True)
    return answer.stdout.split()


def jobs(node, state):
    return slurm(node, "squeue", "--noheader", "--array", "--format=%i", f"--states={state}")


@contextmanager
def submitted(project, node):
    """Run Snakemake on SLURM within the block, with a folder `hold`, while which `held` waits."""
    (project / "hold").mkdir()
    process = subprocess.Popen(
        command(*PROFILE),
        cwd=project,
        env=node | environment(project) | {"PATH": node["PATH"]},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield process
    finally:
        shutil.rmtree(project / "hold", ignore_errors=True)
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=120)


def held(project):
    return [int(path.name) for path in (project / "hold").iterdir()]


@pytest.mark.usefixtures("interruptible")
def test_slurm_gives_the_same_bytes_despite_failures(project, node, local):
    with submitted(project, node) as process:
        wait_for(lambda: held(project), "held")
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=120)
        assert process.returncode != 0
        wait_for(lambda: not jobs(node, "running,pending,completing"), "the end of all jobs")
    with submitted(project, node) as process:
        wait_for(lambda: held(project), "held")
        slurm(node, "scontrol", "update", "nodename=localhost", "state=drain", "reason=test")
        os.kill(held(project)[0], signal.SIGKILL)
        shutil.rmtree(project / "hold")
        wait_for(lambda: not jobs(node, "running"), "the end of the other jobs")
        wait_for(lambda: jobs(node, "pending"), "a job that waits for the node")
        slurm(node, "scontrol", "update", "nodename=localhost", "state=resume")
        printed = process.communicate(timeout=600)[0]
    assert process.returncode == 0, printed
    logs = (project / ".snakemake" / "slurm_logs").glob("rule_simulate/**/*.log")
    assert any("exceeded memory limit" in log.read_text(encoding="utf-8") for log in logs)
    assert taken(project) == local
