"""Kernels are compiled into a folder of their own for each state of the sources.

The compiler does not notice an edit in another file, so its cache must not outlive one.
"""

import os
from pathlib import Path

from delayed_bandits.sources import PACKAGE, source_digest

ROOT = Path(__file__).parents[1]
os.environ["NUMBA_CACHE_DIR"] = str(
    ROOT / ".pytest_cache" / "numba" / source_digest(sorted(PACKAGE.rglob("*.py")))
)
