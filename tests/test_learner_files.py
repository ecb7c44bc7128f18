"""Files of users that have no learner, or cannot be imported: one clear line."""

import pickle

import pytest

from delayed_bandits.algorithms.learners import guard
from delayed_bandits.algorithms.learners.files import object_of
from delayed_bandits.algorithms.registry import load
from delayed_bandits.checks.errors import InputError
from test_learners import COPIES

FILE = COPIES.with_name("broken.py")


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("NoChoose", "has no method choose; expected choose and observe"),
        ("NoObserve", "has no method observe; expected choose and observe"),
        ("ChooseIsNoFunction", "has no method choose; expected choose and observe"),
        ("ObserveOfTwo", "observe takes 2 arguments; expected observe(round, arm, reward)"),
        ("ChooseOfNone", "choose takes 0 arguments; expected choose(t) or choose(t, action_set)"),
        ("ChooseOfThree", "choose takes 3 arguments; expected choose(t) or "),
        ("NoProblem", "the constructor takes (); expected (problem, rng) and parameters"),
        ("function", "has no method choose"),
        ("Goood", "there is no 'Goood' in that file; did you mean 'Good'?"),
    ],
)
def test_what_is_no_learner(name, found):
    with pytest.raises(InputError) as caught:
        load(f"{FILE}:{name}")
    assert str(caught.value).startswith(f"{FILE}:{name}")
    assert found in str(caught.value)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("class Mine(:", "line 1: invalid syntax"),
        ("import no_such_module", "its import raised ModuleNotFoundError: No module named"),
        ("1 / 0", "its import raised ZeroDivisionError"),
        ("import sys; sys.exit(0)", "its import raised SystemExit: 0"),
        ("import os; os._exit(0)", "its import called os._exit(0)"),
        ("while True: pass", "its import did not return for 0.3 s"),
        ("", "there is no 'Mine' in that file; it has no class"),
    ],
)
def test_a_file_that_cannot_be_imported(text, found, tmp_path, monkeypatch):
    monkeypatch.setattr(guard, "MIN_TIMEOUT", 0.3)
    monkeypatch.setattr(guard, "TICK", 0.1)
    path = tmp_path / "mine.py"
    path.write_text(text + "\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        object_of(f"{path}:Mine")
    (line,) = str(caught.value).splitlines()
    assert str(path) in line
    assert found in line


def test_files_of_one_name_in_two_folders(tmp_path):
    found = []
    for folder in (tmp_path / "a", tmp_path / "b"):
        folder.mkdir()
        (folder / "mine.py").write_text("class Mine: pass\n", encoding="utf-8")
        found.append(object_of(f"{folder}/mine.py:Mine"))
    assert [pickle.loads(pickle.dumps(one)) for one in found] == found


def test_modules_of_one_name_beside_learners_in_two_folders(tmp_path):
    for folder in (tmp_path / "a", tmp_path / "b"):
        folder.mkdir()
        (folder / "beside_mine.py").write_text("", encoding="utf-8")
        (folder / "mine.py").write_text("import beside_mine\nclass Mine: pass", encoding="utf-8")
    object_of(f"{tmp_path}/a/mine.py:Mine")
    with pytest.raises(InputError) as caught:
        object_of(f"{tmp_path}/b/mine.py:Mine")
    assert str(caught.value) == (
        f"{tmp_path}/b/mine.py: its import of beside_mine found {tmp_path}/a/beside_mine.py, not "
        f"{tmp_path}/b/beside_mine.py; expected another name"
    )


def test_a_file_that_is_not_there():
    with pytest.raises(InputError, match=r"there is no file nowhere/mine.py; expected FILE"):
        load("nowhere/mine.py:Mine")
