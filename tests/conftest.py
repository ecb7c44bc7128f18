"""Options, fixtures and the folder of compiled kernels of all tests."""

import os
import signal
from contextlib import contextmanager
from pathlib import Path

import pytest
import yaml
from hypothesis import settings

from delayed_bandits.checks.errors import InputError
from delayed_bandits.experiments.experiment import load_papers

ROOT = Path(__file__).parents[1]
pytest_plugins = ["projects", "single_runs", "logs", "browsing"]
os.environ["NUMBA_CACHE_DIR"] = str(ROOT / ".pytest_cache" / "kernels")

settings.register_profile("compiling", deadline=None)  # the first call of a kernel takes long
settings.load_profile("compiling")

# The longest files first, so that none is left to a single worker at the end. While one worker
# makes the project that all tests of the workflow share, another compiles kernels.
FIRST = (
    "test_slurm.py",
    "test_disk_faults.py",
    "test_kernels.py",
    "test_workflow.py",
    "test_anywhere.py",
    "test_docs.py",
    "test_archive.py",
)


def pytest_collection_modifyitems(items):
    """Order the tests.

    Files of one paper are not neighbours, or two workers would compile its kernels at one time.
    """
    names = [*FIRST, *sorted({item.path.name for item in items} - set(FIRST))]
    items.sort(key=lambda item: (names.index(item.path.name), item.path))


def listed(name):
    """The cases of a file in tests/broken: broken input, and the error that it gives."""
    return yaml.safe_load((ROOT / "tests" / "broken" / name).read_text(encoding="utf-8"))


@contextmanager
def refused(start, *words):
    """Expect an InputError of the block: one line that begins with `start` and has these words."""
    with pytest.raises(InputError) as caught:
        yield caught
    (line,) = str(caught.value).splitlines()
    assert line.startswith(str(start)), line
    assert all(word in line for word in words), line


@pytest.fixture
def interruptible():
    """Processes of the test obey Ctrl-C, which background jobs of a shell ignore."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="session")
def config():
    return yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def papers(config):
    """All papers at the quick scale, by name."""
    return load_papers({**config, "scale": "quick"}, ROOT / "workflow")
