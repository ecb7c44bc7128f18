"""Variants of OTFLinTS in Vernade et al. 2020, by setting."""

from collections.abc import Mapping
from typing import Any

CODE_TS = ["otflints_code", "otflints_code_unit"]


def code_ts(trace: Mapping[str, Any]) -> str:
    """Name the OTFLinTS with the prior of the authors' scripts: 0.5 or, on Criteo delays, 1."""
    return CODE_TS[trace["delay"]["law"] == "criteo"]
