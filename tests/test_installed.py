"""The installed wheel works in any folder, without the checkout."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from logs import clicks

ROOT = Path(__file__).parents[1]
LEFT_OUT = shutil.ignore_patterns(".*", "results", "figures", "build", "__pycache__", "tests")
BUILD = ["-m", "pip", "wheel", "--no-deps", "--no-index", "--no-build-isolation", "--quiet"]
INSTALL = ["-m", "pip", "install", "--no-deps", "--no-index", "--quiet", "--target"]

pytestmark = pytest.mark.workflow


def python(*arguments, folder, path=None):
    """Run Python in a folder; return what it prints."""
    told = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"} | (
        {"PYTHONPATH": str(path)} if path else {}
    )
    command = [sys.executable, *map(str, arguments)]
    done = subprocess.run(command, cwd=folder, env=told, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Return a folder with the package as it is in the wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    shutil.copytree(ROOT, folder / "checkout", ignore=LEFT_OUT)
    python(*BUILD, "--wheel-dir", folder, folder / "checkout", folder=folder)
    shutil.rmtree(folder / "checkout")
    (wheel,) = folder.glob("*.whl")
    python(*INSTALL, folder / "site", wheel, folder=folder)
    return folder / "site"


@pytest.fixture
def command(installed, tmp_path):
    """Return a function that runs delayed-bandits in an empty folder."""

    def run(*arguments):
        return python("-m", "delayed_bandits", *arguments, folder=tmp_path, path=installed)

    return run


def test_package_is_that_of_the_wheel(installed, tmp_path):
    code = "import delayed_bandits; print(delayed_bandits.__file__)"
    assert str(installed) in python("-c", code, folder=tmp_path, path=installed)


def test_settings_are_listed(command):
    assert "vernade2020/fig1a" in command("list", "settings")


def test_claim_is_measured(command):
    assert "REPRODUCED" in command("claim", "zhang2025/c03")


def test_learner_is_compared(command, tmp_path):
    command("new-learner", "Mine")
    on = ("--on", "pikeburke2018/poisson-50", "--seeds", "2", "--against", "qpmd")
    assert "qpmd" in command("try", "mine.py:Mine", *on)
    assert (tmp_path / "Mine_on_pikeburke2018_poisson-50.png").is_file()


def test_workflow_runs_in_a_new_folder(installed, command, tmp_path):
    command("init", "mine")
    figure = "figures/vernade2020/fig2.png"
    arguments = ("-m", "snakemake", "--cores", "1", "--", figure)
    python(*arguments, folder=tmp_path / "mine", path=installed)
    assert (tmp_path / "mine" / figure).read_bytes() == (ROOT / figure).read_bytes()
    made = {path.name for path in (tmp_path / "mine").iterdir()} - {".snakemake"}
    assert made == {"Snakefile", "config.yaml", "profiles", "figures", "results"}


COMPLETE = ("--config", "papers=[chapelle2011]", "scale=quick")
RUNS = """
import delayed_bandits as db
print(sorted(set(db.runs("chapelle2011", results="results/quick").seed)))
"""


def test_results_in_a_new_folder_are_read_verified_archived_and_guarded(
    installed, command, tmp_path
):
    command("init", "mine")
    folder = tmp_path / "mine"
    snakemake = ("-m", "snakemake", "--cores", "2", *COMPLETE)
    how = {"folder": folder, "path": installed}
    python(*snakemake, "--dry-run", **how)
    assert not (folder / "results").exists()
    python(*snakemake, **how)
    assert python("-c", RUNS, **how).startswith("[0, 1")
    python("-m", "delayed_bandits", "verify", "results/quick", "--sample", "1", **how)
    python("-m", "delayed_bandits", "archive", "results/quick", "out.zip", **how)
    with zipfile.ZipFile(folder / "out.zip") as file:
        names = set(file.namelist())
    assert names >= {"config.yaml", "requirements.lock", "src/delayed_bandits/algorithms/odaaf.py"}
    python("-m", "delayed_bandits", "verify", "out.zip", "--sample", "1", **how)
    shutil.rmtree(folder / ".snakemake")
    with pytest.raises(AssertionError, match=r"config.master_seed 2026, now 1, and .snakemake is"):
        python(*snakemake, "master_seed=1", **how)


def test_init_replaces_no_file(command, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/config.yaml").write_text("mine")
    with pytest.raises(AssertionError, match=r"config\.yaml: exists already"):
        command("init", "mine")
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["config.yaml"]


FRAME = """
import json
import pandas as pd
import delayed_bandits as db
frame = pd.read_csv("log.csv")
advice = db.advise(frame, horizon="6d", seeds=8)
same = json.load(open("advised.json"))
names = {"file", "sha256"}
assert {k for k in same if same[k] != json.loads(advice.json)[k]} <= names
weights = json.load(open("weights.json"))["weights"]
assert advice.weights()["weights"] == weights
print(db.replay(frame, weights).frame.estimate[0])
"""


def test_advice_weights_and_replay_agree_on_a_file_and_a_frame(installed, command, tmp_path):
    clicks(4000).to_csv(tmp_path / "log.csv", index=False)
    given = ("--horizon", "6d", "--seeds", "8", "--json", "--weights", "weights.json")
    (tmp_path / "advised.json").write_text(command("advise", "log.csv", *given))
    again = command("weights", "log.csv", "--rule", "advised.json")
    assert again == (tmp_path / "weights.json").read_text()
    assert "doubly robust" in command("replay", "log.csv", "--rule", "slow")
    assert python("-c", FRAME, folder=tmp_path, path=installed) == "doubly robust\n"
