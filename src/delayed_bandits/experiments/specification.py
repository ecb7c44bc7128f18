"""Specifications: all inputs of a run, except seed, observed delays and sources."""

import dataclasses
import functools
import hashlib
import json
from collections.abc import Mapping
from typing import Any

import numpy as np


@dataclasses.dataclass(frozen=True)
class Specification:
    """One algorithm on one setting of a paper. Run files contain it as JSON."""

    paper: str  # names of the YAML file and of the entries in it
    setting: str
    algorithm: str
    master_seed: int
    checkpoints: int  # the most rounds at which regret is recorded
    trace: Mapping[str, Any]  # arguments of the trace's `draw`, as in the YAML file
    run: str  # module and function of the algorithm
    parameters: Mapping[str, Any]  # arguments of that function

    @property
    def contents(self) -> dict[str, Any]:
        """The fields by name, as run files contain them. Values are not copied."""
        return {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}

    @property
    def digest(self) -> str:
        """The short SHA-256 of the specification."""
        return short_digest(self.contents)

    @property
    def module(self) -> str:
        """The algorithm's module in `delayed_bandits.algorithms`, or the user's file."""
        file, _, _ = self.run.rpartition(":")
        return file or self.run.partition(".")[0]

    @property
    def horizon(self) -> int:
        """The number of rounds."""
        return self.trace["horizon"]

    @property
    def seconds(self) -> float:
        """The estimated seconds of one run, within a factor of a few."""
        from delayed_bandits.algorithms.registry import load  # readers of run files need none

        return load(self.run).nanoseconds * self.horizon / 1e9

    @functools.cached_property
    def uses_criteo(self) -> bool:
        """Return whether the delays are drawn from the Criteo data."""
        return "criteo" in _names_of(self.trace.get("delay"))

    @functools.cached_property
    def uses_log(self) -> bool:
        """Return whether the delays are drawn from a log."""
        return "log" in _names_of(self.trace.get("delay"))

    def inputs(self, seeds: range, sources: str, delays: Any) -> dict[str, Any]:
        """Return all that the runs of `seeds` depend on. `sources` is the code's digest."""
        return {
            "specification": self.contents,
            "digest": self.digest,
            "seeds": [seeds[0], seeds[-1]],
            "criteo": delays.provenance if delays and self.uses_criteo else None,
            "sources": sources,
            **({"log": delays and delays.log_provenance} if self.uses_log else {}),
        }

    def shrunk(self, **arguments: Any) -> "Specification":
        """Return a copy with new values for those `arguments` that the trace has."""
        given = {name: value for name, value in arguments.items() if name in self.trace}
        return dataclasses.replace(self, trace={**self.trace, **given})

    def trace_arguments(
        self,
        delays: np.ndarray | None = None,
        log: Mapping[str | int | None, np.ndarray] | None = None,
    ) -> dict[str, Any]:
        """Return the arguments of the trace's `draw`, with delay distributions built.

        `delays` are Criteo's, sorted, in seconds (int64). `log` has the delays of a log by arm.
        """
        # not needed to read run files
        from delayed_bandits.delays.distributions import distributions_from

        arguments = dict(self.trace)
        if "delay" in arguments:
            arguments["delay"] = distributions_from(arguments["delay"], delays, log)
        return arguments


def _names_of(distribution: Any) -> list[Any]:
    """Return the names of all delay distributions in a description, also nested ones."""
    if isinstance(distribution, Mapping):
        return [distribution.get("distribution"), *_names_of([*distribution.values()])]
    within = distribution if isinstance(distribution, list) else ()
    return [name for one in within for name in _names_of(one)]


def short_digest(content: Any) -> str:
    """Return a short SHA-256 of content that can be written as JSON."""
    text = json.dumps(content, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
