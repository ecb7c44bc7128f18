"""Types of parameters, with their allowed values.

Traces and algorithms annotate their keyword-only arguments with these types. Delay distributions,
losses, instances and convex bodies annotate their fields. Checks and docs read the annotations.
"""

from typing import Annotated

Count = Annotated[int, {"type": "integer", "minimum": 1, "maximum": 100_000}]
Several = Annotated[int, {"type": "integer", "minimum": 2, "maximum": 100_000}]
Delay = Annotated[int, {"type": "integer", "minimum": 0, "maximum": 2**62}]
Rounds = Annotated[int, {"type": "integer", "minimum": 1, "maximum": 10**9}]
Horizon = Window = Rounds
Positive = Annotated[float, {"type": "number", "exclusiveMinimum": 0}]
NonNegative = Annotated[float, {"type": "number", "minimum": 0}]
Probability = Annotated[float, {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}]
Share = Annotated[float, {"type": "number", "minimum": 0, "maximum": 1}]
Flag = Annotated[bool, {"type": "boolean"}]
Means = Annotated[
    list[float] | None,
    {"type": "array", "minItems": 1, "items": {"type": "number", "minimum": 0, "maximum": 1}},
]

FROM_ENVIRONMENT = "from the environment"
"""Marks an argument whose value comes from the trace unless the user gives a value."""

MaybeNonNegative = Annotated[float | None, {"type": ["number", "null"], "minimum": 0}]
Known = Annotated[MaybeNonNegative, FROM_ENVIRONMENT]
