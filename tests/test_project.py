"""The project as a whole: one set of versions, clean style, and a README that is true."""

import re
import shutil
import subprocess
import sys
import tomllib

import numpy as np
import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from conftest import ROOT
from delayed_bandits import algorithms
from delayed_bandits.algorithms.registry import load
from delayed_bandits.plan.experiment import load_papers
from delayed_bandits.simulation import simulate
from delayed_bandits.traces.streams import Streams

CONDA_NAMES = {
    "matplotlib-base": "matplotlib",
    "seaborn-base": "seaborn",
    "snakemake-minimal": "snakemake",
}


def pins():
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    return dict(re.findall(r"^([\w.-]+)==([\w.]+)", lock, flags=re.MULTILINE))


def requirements():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    texts = project["dependencies"] + project["optional-dependencies"]["test"]
    return [Requirement(text) for text in texts]


def test_the_lock_satisfies_the_project():
    locked = pins()
    for requirement in requirements():
        assert requirement.specifier.contains(locked[requirement.name]), requirement


def conda_pins():
    environment = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
    found = dict(re.fullmatch(r"(\S+) ==(\S+)", e).groups() for e in environment["dependencies"])
    return {CONDA_NAMES.get(name, name): version for name, version in found.items()}


def test_the_conda_environment_has_the_versions_of_the_lock():
    found = conda_pins()
    del found["python"]
    assert found == {r.name: pins()[r.name] for r in requirements()}


def recipe(name, base):
    """The base image of a container recipe, and the text below its comments."""
    text = (ROOT / "workflow/container" / name).read_text(encoding="utf-8")
    lines = [line.strip() for line in text.splitlines() if not line.strip().startswith("#")]
    (image,) = [line.removeprefix(base) for line in lines if line.startswith(base)]
    return image, lines


def test_the_containers_are_made_alike_from_the_lock():
    docker_image, docker = recipe("Dockerfile", "FROM ")
    apptainer_image, apptainer = recipe("apptainer.def", "From: ")
    assert docker_image == apptainer_image
    post = apptainer[apptainer.index("%post") + 1 : apptainer.index("%environment")]
    commands = [line.removeprefix("RUN ") for line in docker if line.startswith("RUN ")]
    assert ["cd /project", *commands] == [line for line in post if line]
    installs = [command.split() for command in commands if command.startswith("pip install")]
    assert {"--require-hashes", "requirements.lock"} <= set(installs[0])
    assert {"--no-deps", "."} <= set(installs[1])
    assert len(installs) == 2

    copies = [line for line in docker if line.startswith("COPY ")]
    copied = " ".join(line.removeprefix("COPY ").rpartition(" ")[0] for line in copies).split()
    files = apptainer[apptainer.index("%files") + 1 : apptainer.index("%post")]
    assert [f"{name} /project/{name}" for name in copied] == [line for line in files if line]
    assert all((ROOT / name).exists() for name in copied)


def test_containers_and_conda_have_the_python_of_the_lock():
    python = conda_pins()["python"]
    image, _ = recipe("Dockerfile", "FROM ")
    assert image.startswith(f"python:{python}-slim-")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert SpecifierSet(project["requires-python"]).contains(python)
    (compiled_for,) = re.findall(r"--python-version (\S+)", (ROOT / "Makefile").read_text())
    assert python.startswith(f"{compiled_for}.")


def test_the_lock_has_hashes_and_no_index():
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert "://" not in lock
    assert "--index" not in lock
    for block in re.split(r"\n(?=\w)", lock.strip()):
        assert "--hash=sha256:" in block, block.splitlines()[0]


@pytest.mark.parametrize(
    "command",
    [
        ["ruff", "check", "src", "tests", "benchmarks"],
        ["ruff", "format", "--check", "src", "tests", "benchmarks"],
        ["snakefmt", "--check", "Snakefile", "workflow"],
        ["snakemake", "--lint"],
    ],
    ids=" ".join,
)
def test_style_is_clean(command):
    answer = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr


def readme_block(language):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (block,) = re.findall(rf"```{language}\n(.*?)```", readme, flags=re.DOTALL)
    return block


def test_the_readmes_algorithm_runs(tmp_path, monkeypatch, config):
    code = readme_block("python")
    assert len(code.splitlines()) <= 30
    (tmp_path / "epsilon_greedy.py").write_text(code, encoding="utf-8")
    monkeypatch.setattr(algorithms, "__path__", [*algorithms.__path__, str(tmp_path)])
    workflow = tmp_path / "workflow"
    shutil.copytree(ROOT / "workflow", workflow)
    yaml_file = workflow / "papers/vernade2020.yaml"
    text = yaml_file.read_text(encoding="utf-8")
    text = text.replace("\nalgorithms:\n", "\nalgorithms:\n" + readme_block("yaml"))
    yaml_file.write_text(text, encoding="utf-8")

    paper = load_papers({**config, "scale": "quick"}, workflow)["vernade2020"]
    specification = paper.runs["fig1a", "epsilon_greedy"]
    assert specification.parameters == {"window": 100, "epsilon": 0.05}
    regret = simulate(specification, range(5))["regret"].to_numpy().reshape(5, -1)
    random = simulate(paper.runs["fig1a", "uniform_random"], range(5))["regret"].to_numpy()
    assert regret[:, -1].mean() < random.reshape(5, -1)[:, -1].mean()

    # exploring half of the time with the same estimate as greedy: greedy in the other rounds
    protocol = load("linear_baselines.greedy").protocol
    trace = protocol.draw(Streams(1, "readme"), 0, **specification.trace_arguments())
    played = load("epsilon_greedy.epsilon_greedy").play(trace, window=100, epsilon=0.5)
    explored = trace.learner_uniforms < 0.5
    expected = (trace.learner_uniforms * 2 * 10).astype(int)
    np.testing.assert_array_equal(played[explored], expected[explored])


def test_the_readmes_files_and_targets_exist():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in re.findall(r"`((?:workflow|src|tests|data|figures)/[\w./-]*)`", readme):
        assert (ROOT / name).exists(), name
    assert (ROOT / "figures/vernade2020/fig1.png").exists()
