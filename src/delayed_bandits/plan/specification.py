"""The specification of a run: all that its numbers depend on but the seed and the Criteo delays.

A dict made from a paper's YAML file: paper, setting, algorithm, master_seed, checkpoints, trace
(the arguments of the trace's `draw`), run (the algorithm's module and function), parameters.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any


def digest(specification: Mapping[str, Any]) -> str:
    """Short SHA-256 of a specification."""
    text = json.dumps(specification, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def uses_criteo(specification: Mapping[str, Any]) -> bool:
    """Tell whether a run draws its delays from the Criteo data."""
    delay = specification["trace"].get("delay", [])
    laws = delay if isinstance(delay, list) else [delay]
    return any(law.get("law") == "criteo" for law in laws)
