"""Kernels are compiled into a folder of their own for each state of the sources.

The compiler does not notice an edit in another file, so its cache must not outlive one.
"""

import os
from pathlib import Path

import pytest
import yaml
from hypothesis import settings

from delayed_bandits.files.sources import PACKAGE, source_digest

ROOT = Path(__file__).parents[1]
pytest_plugins = ["projects"]
os.environ["NUMBA_CACHE_DIR"] = str(
    ROOT / ".pytest_cache" / "numba" / source_digest(sorted(PACKAGE.rglob("*.py")))
)

settings.register_profile("compiling", deadline=None)  # the first call of a kernel takes long
settings.load_profile("compiling")

# the compiler reads the variable when it is first imported
from delayed_bandits.plan.experiment import load_papers  # noqa: E402


def pytest_collection_modifyitems(items):
    """Order the tests, those that take longest first, so that no worker ends alone with them.

    Files of one paper are not neighbours, or two workers would compile its kernels at one time.
    """
    marks = ("slurm", "workflow")
    items.sort(
        key=lambda item: (
            [item.get_closest_marker(mark) is None for mark in marks],
            item.path.name,
            item.path,
        )
    )


@pytest.fixture(scope="session")
def config():
    """The config as it is committed."""
    return yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def papers(config):
    """All papers at the quick scale, by name."""
    return load_papers({**config, "scale": "quick"}, ROOT / "workflow")
