"""Claims: statements of a paper, with what would support each and what must not."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

import numpy as np

from delayed_bandits.analysis.curves import AllCurves, Curves
from delayed_bandits.analysis.intervals import Interval
from delayed_bandits.analysis.verdicts import (
    NO_POWER,
    NOT_APPLICABLE,
    REPRODUCED,
    Bound,
    verdict_of,
    weakest,
)
from delayed_bandits.checks.errors import InputError

MOST_QUOTED = 300
"""Characters of a paper's own words that a claim may show."""

ReadingName = Literal["printed", "code", "ours"]


class Control(NamedTuple):
    """The measurement of an algorithm or a world that lacks the claimed property.

    Attributes
    ----------
    name : str
        What is measured instead, such as "uniform play".
    measured : Interval
    """

    name: str
    measured: Interval


@dataclass(frozen=True)
class Evidence:
    """A claim's measurement in one case, a row of its table.

    Attributes
    ----------
    case : str
        Setting, law or algorithm of the measurement, in words.
    quantity : str
        The measured quantity.
    measured : Interval
        Estimate and 95 % confidence interval; an exact value has an interval of no width.
    bound : Bound
        Where the quantity lies if the claim holds.
    control : Control or None
        The same quantity where it must not lie within the bound.
    not_applicable : str
        Why the premise of the claim fails in this case; empty where it does not.
    """

    case: str
    quantity: str
    measured: Interval
    bound: Bound
    control: Control | None = None
    not_applicable: str = ""

    def verdict(self, tolerance: float = 1) -> str:
        """Judge the case, with `tolerance` times the claim's tolerance."""
        if self.not_applicable:
            return NOT_APPLICABLE
        verdict = verdict_of(self.measured, self.bound.times(tolerance))
        if verdict == REPRODUCED and self.control_verdict(tolerance) == REPRODUCED:
            return NO_POWER
        return verdict

    def control_verdict(self, tolerance: float = 1) -> str | None:
        """Judge the control by the same bound; None without a control."""
        if self.control is None:
            return None
        return verdict_of(self.control.measured, self.bound.times(tolerance))


@dataclass(frozen=True)
class Reading:
    """One way to read a statement: what is printed, what attributed code does, or a correction.

    Attributes
    ----------
    name : {"printed", "code", "ours"}
    what : str
        The algorithm and the setting of this reading, in words.
    evidence : list of Evidence
        All cases; the statement holds if it holds in each.
    """

    name: ReadingName
    what: str
    evidence: list[Evidence]

    def verdict(self, tolerance: float = 1) -> str:
        """Judge the reading: the verdict of its weakest case."""
        return weakest([row.verdict(tolerance) for row in self.evidence])


class Setting(NamedTuple):
    """A setting of the paper, as a claim chooses it.

    Attributes
    ----------
    name : str
    trace : mapping
        The arguments of the trace.
    parameters : mapping
        For each algorithm that runs on it, its parameters.
    coordinates : mapping
        Its values, by name.
    """

    name: str
    trace: Mapping[str, Any]
    parameters: Mapping[str, Mapping[str, Any]]
    coordinates: Mapping[str, Any] = {}


class Runs:
    """The runs that a claim may use, and the Criteo delays.

    Attributes
    ----------
    settings : list of Setting
        Those that qualify and are not left out.
    delays : ndarray of int64
        Sorted seconds.
    used : dict
        The (setting, algorithm) that were looked at, in order.
    """

    def __init__(
        self, curves: AllCurves, delays: np.ndarray, settings: list[Setting], also: set[str]
    ) -> None:
        self.settings = settings
        self.delays = delays
        self.used: dict[tuple[str, str], None] = {}
        self._curves = curves
        self._allowed = {setting.name for setting in settings} | also

    def __getitem__(self, key: tuple[str, str]) -> Curves:
        if key[0] not in self._allowed:
            raise InputError(f"setting {key[0]} is neither one that qualifies nor in `also`")
        self.used[key] = None
        return self._curves[key]

    def __contains__(self, key: tuple[str, str]) -> bool:
        return key[0] in self._allowed and key in self._curves

    def __iter__(self) -> Iterator[Setting]:
        return iter(self.settings)


@dataclass(frozen=True)
class Earlier:
    """A criterion that a claim had before.

    Attributes
    ----------
    criterion : str
        What it was, in words.
    changed : str
        When and why it was changed.
    measure : callable, optional
        Gives the readings that it judged, from the claim's runs; None where it judged what is no
        longer run.
    """

    criterion: str
    changed: str
    measure: Callable[[Runs], list[Reading]] | None = None


@dataclass(frozen=True)
class Tolerance:
    """Why the bounds of a claim lie where they do.

    Attributes
    ----------
    reason : str
    knowing_results : bool
        Whether results were known when it was set.
    """

    reason: str
    knowing_results: bool = True


def of_no_setting(setting: Setting) -> bool:  # noqa: ARG001
    """Tell that a statement is not about any setting, such as one about the delays alone."""
    return False


SHARP = Tolerance("the statement gives the bound", knowing_results=False)


@dataclass(frozen=True)
class Claim:
    """A statement of a paper, and how it is measured.

    Attributes
    ----------
    id : str
        Stable name within the paper, such as "c07".
    statement : str
        The statement, in short.
    quote : str
        The paper's own words, at most 300 characters; empty for statements of ours.
    place : str
        Section, theorem or figure.
    criterion : str
        The condition for "reproduced", in words.
    measure : callable
        Gives the readings from the runs.
    kind : {"paper", "ours"}
        Whether the paper makes the statement.
    qualifies : callable
        Tells of a `Setting` whether the statement is about it.
    left_out : dict
        The settings that qualify and are not used, each with its reason.
    also : set of str
        Settings beside those that qualify, for controls and comparisons.
    tolerance : Tolerance
    no_control : str
        Why nothing can fail the criterion as a control; empty where evidence has controls.
    history : list of Earlier
    remark : str
        What explains the measurements.
    """

    id: str
    statement: str
    criterion: str
    measure: Callable[[Runs], list[Reading]]
    quote: str = ""
    place: str = ""
    kind: Literal["paper", "ours"] = "paper"
    qualifies: Callable[[Setting], bool] = of_no_setting
    left_out: Mapping[str, str] = field(default_factory=dict)
    also: frozenset[str] = frozenset()
    tolerance: Tolerance = SHARP
    no_control: str = ""
    history: list[Earlier] = field(default_factory=list)
    remark: str = ""

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[a-z]\d\d", self.id):
            raise InputError(f"{self.id}: expected an id of a letter and two digits, such as c07")
        if len(self.quote) > MOST_QUOTED:
            raise InputError(
                f"{self.id}: the quote has {len(self.quote)} characters; expected at most "
                f"{MOST_QUOTED}"
            )
        if (self.kind == "paper") != bool(self.quote):
            raise InputError(f"{self.id}: a statement of the paper, and no other, has a quote")
        for setting, reason in self.left_out.items():
            if not reason:
                raise InputError(f"{self.id}: setting {setting} is left out; expected a reason")

    def qualifying(self, settings: list[Setting]) -> list[Setting]:
        """Select the settings that the statement is about."""
        return [setting for setting in settings if self.qualifies(setting)]

    def needs(self, settings: list[Setting]) -> list[str]:
        """Name the settings whose runs the claim may look at."""
        qualifying = {setting.name for setting in self.qualifying(settings)}
        return sorted((qualifying - self.left_out.keys()) | self.also)
