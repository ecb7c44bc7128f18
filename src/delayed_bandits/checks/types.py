"""Types of parameters, each with the values it allows.

Traces and algorithms state their parameters once, as keyword-only arguments annotated with these
types; the workflow reads names, defaults and allowed values from there.
"""

import typing
from typing import Annotated

if typing.TYPE_CHECKING:
    pass

Count = Annotated[int, {"type": "integer", "minimum": 1, "maximum": 100_000}]
Horizon = Annotated[int, {"type": "integer", "minimum": 1, "maximum": 10**9}]
Window = Annotated[int, {"type": "integer", "minimum": 1, "maximum": 10**9}]
Positive = Annotated[float, {"type": "number", "exclusiveMinimum": 0}]
NonNegative = Annotated[float, {"type": "number", "minimum": 0}]
Probability = Annotated[float, {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}]
Flag = Annotated[bool, {"type": "boolean"}]
Means = Annotated[
    list[float] | None,
    {"type": "array", "minItems": 1, "items": {"type": "number", "minimum": 0, "maximum": 1}},
]
TOLD = "told"
"""Marks arguments that an algorithm is given by the trace, unless the user gives a value."""

MaybeNonNegative = Annotated[float | None, {"type": ["number", "null"], "minimum": 0}]
Told = Annotated[MaybeNonNegative, TOLD]

Description = Annotated[dict, {"type": "object"}]
