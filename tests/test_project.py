import re
import shutil
import tomllib

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from conftest import ROOT
from delayed_bandits import algorithms
from delayed_bandits.experiments.experiment import load_papers
from delayed_bandits.experiments.simulation import replay
from projects import run_python

LOCKS = ("requirements.lock", "profiles/slurm/requirements.lock")


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


PROJECT = tomllib.loads(read("pyproject.toml"))["project"]


def pins():
    locks = "".join(map(read, LOCKS))
    return dict(re.findall(r"^([\w.-]+)==([\w.]+)", locks, flags=re.MULTILINE))


def requirements():
    extras = PROJECT["optional-dependencies"]
    return list(map(Requirement, PROJECT["dependencies"] + extras["test"] + extras["slurm"]))


def test_lock_satisfies_the_requirements():
    locked = pins()
    for requirement in requirements():
        assert requirement.specifier.contains(locked[requirement.name]), requirement


def conda_pins():
    """Versions by name on PyPI: Conda adds "python-", and "-base" or "-minimal" without extras."""
    environment = yaml.safe_load(read("environment.yml"))
    found = dict(re.fullmatch(r"(\S+) ==(\S+)", e).groups() for e in environment["dependencies"])
    return {re.sub("^python-|-(base|minimal)$", "", name): pin for name, pin in found.items()}


def test_conda_environment_has_the_versions_of_the_lock():
    found = conda_pins()
    del found["python"]
    browser = {"axe-playwright-python", "playwright"}  # from PyPI alone; tests are skipped without
    assert found == {r.name: pins()[r.name] for r in requirements() if r.name not in browser}


def test_demo_config_loads(config):
    assert "--configfile config/demo.yaml" in read("Makefile")
    assert (ROOT / ".test/config/config.yaml").samefile(ROOT / "config/demo.yaml")
    demo = yaml.safe_load(read("config/demo.yaml"))
    papers = load_papers({**config, **demo}, ROOT / "workflow")
    assert demo.keys() <= config.keys()
    assert list(papers) == ["vernade2020", "arena"]


def test_containers_use_the_python_and_the_lock_of_the_project():
    python = conda_pins()["python"]
    assert SpecifierSet(PROJECT["requires-python"]).contains(python)
    for name, base in {"Dockerfile": "FROM", "apptainer.def": "From:"}.items():
        recipe = read(f"workflow/container/{name}")
        assert f"{base} python:{python}-slim-" in recipe
        assert re.search(r"pip install .*--require-hashes.* requirements\.lock", recipe)


@pytest.mark.parametrize("name", LOCKS)
def test_lock_has_hashes_and_no_index(name):
    lock = read(name)
    assert "://" not in lock
    assert "--index" not in lock
    for block in re.split(r"\n(?=\w)", lock.strip()):
        assert "--hash=sha256:" in block, block.splitlines()[0]


def lint():
    """The commands of `make lint`, without Snakemake's, which a documented command runs."""
    recipe = re.search(r"^lint:.*\n((?:\t.*\n)+)", read("Makefile"), re.M)[1]
    lines = [line.strip().removeprefix(".venv/bin/") for line in recipe.splitlines()]
    return [line.split() for line in lines if line != "snakemake --lint"]


@pytest.mark.parametrize("command", lint(), ids=" ".join)
def test_style_is_clean(command):
    answer = run_python("-m", *command, folder=ROOT)
    assert answer.returncode == 0, answer.stdout + answer.stderr


def last_block(language):
    return re.findall(rf"```{language}\n(.*?)```", read("docs/extending.md"), flags=re.DOTALL)[-1]


def test_documented_algorithm_runs(tmp_path, monkeypatch, config):
    code = last_block("python")
    without_docstrings = re.sub(r'""".*?"""', "", code, flags=re.DOTALL).split("\n")
    assert sum(1 for line in without_docstrings if line.strip()) <= 15
    (tmp_path / "optimistic_leader.py").write_text(code, encoding="utf-8")
    monkeypatch.setattr(algorithms, "__path__", [*algorithms.__path__, str(tmp_path)])
    workflow = tmp_path / "workflow"
    shutil.copytree(ROOT / "workflow", workflow)
    text = read("workflow/papers/pikeburke2018.yaml")
    text = text.replace("\nalgorithms:\n", "\nalgorithms:\n" + last_block("yaml"))
    (workflow / "papers/pikeburke2018.yaml").write_text(text, encoding="utf-8")

    paper = load_papers({**config, "scale": "quick"}, workflow)["pikeburke2018"]
    specification = paper.runs["uniform-20", "optimistic_leader"]
    assert specification.parameters == {"exploration": 0.5}
    final = {
        name: replay([paper.runs["uniform-20", name]], range(6))[0]["regret"].to_numpy()[399::400]
        for name in ("optimistic_leader", "odaaf")
    }
    assert final["optimistic_leader"].mean() < final["odaaf"].mean() / 2
