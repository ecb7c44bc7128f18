"""What is compiled after an edit, after a copy, by another process, or for a broken file."""

import importlib
import pkgutil
import subprocess
import sys
from types import ModuleType

import pytest
from numba.core.dispatcher import Dispatcher

from delayed_bandits.algorithms.registry import Algorithm
from delayed_bandits.files.sources import PACKAGE, sources_of
from delayed_bandits.kernels import cache

SOURCE = '''
"""A learner."""
import enum
from typing import NamedTuple
import numpy as np
from delayed_bandits.kernels.compiling import inlined, njit

RATE, TABLE = 2.0, np.array([1.0, 2.0])
FACTORS = (1.0, 4.0)

class Sign(enum.IntEnum):
    UP = 1
    DOWN = -1

class State(NamedTuple):
    count: np.ndarray
    total: np.ndarray

@inlined
def add(state, x):
    """Add a reward."""
    state.count[0] += 1
    state.total[0] += RATE * TABLE[1] * FACTORS[1] * x / 3 * Sign.UP.value

@njit(cache=True)
def play(state, rounds, reward=5.0):
    """Play all rounds."""
    for t in range(rounds):
        add(state, reward + t)
    return state.total[0]

@njit(cache=True)
def other(rounds):
    return rounds + 1

def used():
    state = State(np.array([7.0]), np.array([8.0]))
    return play(state, 3), other(1)
'''
MAPS = PACKAGE / "algorithms" / "mirror_maps.py"
ALL, FIRST = {"add", "play", "other"}, {"add", "play"}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kernels"))
    return tmp_path / "kernels"


def module_of(source, path, monkeypatch, name="delayed_bandits.of_test"):
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_text(source, encoding="utf-8")
    module = ModuleType(name)
    module.__file__ = str(path)
    monkeypatch.setitem(sys.modules, name, module)
    exec(compile(source, path, "exec"), vars(module))
    return module


def compiled(module):
    """The functions that were compiled, not loaded."""
    found = {key: value for key, value in vars(module).items() if isinstance(value, Dispatcher)}
    return {key for key, value in found.items() if key in ALL and value.stats.cache_misses}


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("A learner.", "Another.", set()),
        ("Play all rounds.", "Play every round, and say more about it.", set()),
        ('"""Add a reward."""', '"""Add\n\n    a reward."""  # with a comment', set()),
        ("RATE, TABLE", "\n\nRATE, TABLE", set()),
        ("rounds + 1", "rounds + 2", {"other"}),
        ("RATE, TABLE = 2.0", "RATE, TABLE = 2.5", FIRST),
        ("np.array([1.0, 2.0])", "np.array([1.0, 2.5])", FIRST),
        ("(1.0, 4.0)", "(1.0, 4)", FIRST),
        ("x / 3", "x / 4", FIRST),
        ("UP = 1", "UP = 2", FIRST),
        ("reward=5.0", "reward=6.0", {"play"}),
        ("    count: np.ndarray\n    total", "    total: np.ndarray\n    count", FIRST),
        (
            "@njit(cache=True)\ndef play",
            '@njit(cache=True, error_model="numpy")\ndef play',
            {"play"},
        ),
        ("return state.total", "return state.count", {"play"}),
    ],
)
def test_an_edit_compiles_what_depends_on_it(old, new, expected, tmp_path, monkeypatch):
    assert SOURCE.count(old) == 1
    before = module_of(SOURCE, tmp_path / "mine.py", monkeypatch)
    before.used()
    assert compiled(before) == ALL
    after = module_of(SOURCE.replace(old, new), tmp_path / "mine.py", monkeypatch)
    found = after.used()
    assert compiled(after) == expected
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "empty"))
    anew = module_of(SOURCE.replace(old, new), tmp_path / "mine.py", monkeypatch)
    assert anew.used() == found
    assert compiled(anew) == ALL


@pytest.mark.usefixtures("folder")
def test_a_second_copy_compiles_nothing(tmp_path, monkeypatch):
    module_of(SOURCE, tmp_path / "first" / "mine.py", monkeypatch).used()
    copy = module_of(SOURCE, tmp_path / "second" / "mine.py", monkeypatch)
    copy.used()
    assert not compiled(copy)


@pytest.mark.usefixtures("folder")
def test_any_edit_of_a_users_file_counts(tmp_path, monkeypatch):
    """Even an edit of a docstring compiles all, because the file may extend Numba."""
    for source in (SOURCE, SOURCE.replace("A learner.", "Another.")):
        module = module_of(source, tmp_path / "mine.py", monkeypatch, name="learner_mine")
        module.used()
        assert compiled(module) == ALL


def test_files_cut_off_are_compiled_again(folder, tmp_path, monkeypatch):
    module_of(SOURCE, tmp_path / "mine.py", monkeypatch).used()
    files = sorted(folder.iterdir())
    assert {file.name.partition("-")[0] for file in files} == ALL
    whole = [file.read_bytes() for file in files]
    for file, contents, rest in zip(files, whole, (0, 10, len(whole[2]) // 2), strict=True):
        file.write_bytes(contents[:rest])
    for expected in (ALL, set()):
        module = module_of(SOURCE, tmp_path / "mine.py", monkeypatch)
        module.used()
        assert compiled(module) == expected
    assert sorted(folder.iterdir()) == files


def test_without_a_folder_all_is_compiled(folder, tmp_path, monkeypatch):
    folder.write_text("a file")
    module = module_of(SOURCE, tmp_path / "mine.py", monkeypatch)
    assert module.used()[1] == 2
    assert compiled(module) == ALL


def test_what_cannot_be_compiled_stays_unlocked(folder, tmp_path, monkeypatch):
    source = SOURCE.replace("rounds + 1", "rounds.missing")
    with pytest.raises(Exception, match="missing"):
        module_of(source, tmp_path / "mine.py", monkeypatch).used()
    assert {file.name.partition("-")[0] for file in folder.iterdir()} == FIRST


def test_processes_at_once_compile_each_function_once(folder, tmp_path):
    (tmp_path / "mine.py").write_text(SOURCE, encoding="utf-8")
    program = "import mine; print(mine.used(), [len(f.stats.cache_misses) for f in "
    program += "(mine.add, mine.play, mine.other)])"
    how = {"cwd": tmp_path, "stdout": subprocess.PIPE, "text": True}
    processes = [subprocess.Popen([sys.executable, "-c", program], **how) for _ in range(3)]
    answers = [process.communicate()[0] for process in processes]
    assert [process.returncode for process in processes] == [0, 0, 0]
    values, misses = zip(*(answer.strip().split(" [") for answer in answers), strict=True)
    assert len(set(values)) == 1
    counts = [[int(number) for number in each.strip("]").split(", ")] for each in misses]
    assert [sum(numbers) for numbers in zip(*counts, strict=True)] == [1, 1, 1]
    assert len(list(folder.iterdir())) == 3


def kernels():
    """All compiled functions of the package, by module and name."""
    found = {}
    for name in ("algorithms", "delays", "kernels", "traces"):
        room = importlib.import_module(f"delayed_bandits.{name}")
        for about in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            for key, value in vars(importlib.import_module(about.name)).items():
                if isinstance(value, Algorithm) and value.compiled:
                    value = value._kernel
                if isinstance(value, Dispatcher) and value.__module__ == about.name:
                    found[f"{about.name}.{key}"] = value
    return found


def test_every_kernel_is_cached_by_its_contents():
    found = kernels()
    assert len(found) > 150
    for name, kernel in found.items():
        assert isinstance(kernel._cache, cache.KernelCache), name
        assert cache._described(kernel), name


def test_a_constant_of_one_algorithm_concerns_its_kernels_alone(monkeypatch):
    before = {name: cache._described(kernel) for name, kernel in kernels().items()}
    monkeypatch.setattr("delayed_bandits.algorithms.mirror_maps.MOST_STEPS", 7)
    after = {name: cache._described(kernel) for name, kernel in kernels().items()}
    changed = {name.split(".")[2] for name in before if before[name] != after[name]}
    modules = {path.stem for path in (PACKAGE / "algorithms").glob("*.py")}
    importers = {name for name in modules if MAPS in sources_of(f"algorithms.{name}")}
    assert "mirror_maps" in changed <= importers < modules


def test_all_kernels_are_decorated_after_the_cache_is_set():
    """Numba alone would cache a function next to its source, by its line."""
    for path in PACKAGE.rglob("*.py"):
        if path.parent.name != "kernels":
            assert "from numba" not in path.read_text(encoding="utf-8"), path
