"""Algorithms of Vernade et al. 2020 as printed, attributed and narrowed, for its claims."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from delayed_bandits.analysis.claims import Evidence, Reading, ReadingName, Runs, Setting
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import Interval, ratio_interval


class Case(NamedTuple):
    """A pair of algorithms on one law of the arms.

    Attributes
    ----------
    reading : {"printed", "code", "ours"}
    what : str
        The pair and the law, in words.
    ucb_name, ts_name : str
        The algorithms.
    suffix : str
        Of the names of the settings.
    """

    reading: ReadingName
    what: str
    ucb_name: str
    ts_name: str
    suffix: str = ""


PRINTED = Case("printed", "as printed, arms from {0,1}⁵", "otflinucb", "otflints")
CODE = Case(
    "code", "attributed code, arms from [0,1]⁵", "otflinucb_code", "otflints_code", "-uniform"
)
TENTH = Case("ours", "as printed but width × 0.1, arms from {0,1}⁵", "otflinucb_tenth", "otflints")
PRINTED_UNIFORM = PRINTED._replace(
    reading="ours", what="as printed, arms from [0,1]⁵", suffix="-uniform"
)
CODE_BINARY = CODE._replace(reading="ours", what="attributed code, arms from {0,1}⁵", suffix="")

FIG1_CASES = [PRINTED, CODE, TENTH, PRINTED_UNIFORM, CODE_BINARY]
CRITEO_CASES = [PRINTED, CODE, PRINTED_UNIFORM, CODE_BINARY]
NEW_CASES = [PRINTED, CODE, TENTH]
"""Those that run on the settings that the paper does not have."""


class On(NamedTuple):
    """The runs of a case."""

    runs: Runs
    case: Case

    def named(self, setting: str, algorithm: str) -> Curves:
        """Select the curve of an algorithm, on the case's law of the arms."""
        return self.runs[setting + self.case.suffix, algorithm]

    def ucb(self, setting: str) -> Curves:
        """Select the curve of OTFLinUCB."""
        return self.named(setting, self.case.ucb_name)

    def ts(self, setting: str) -> Curves:
        """Select the curve of OTFLinTS."""
        return self.named(setting, self.case.ts_name)

    def random(self, setting: str) -> Curves:
        """Select the curve of uniform random play."""
        return self.named(setting, "uniform_random")


def measured_on(
    cases: Iterable[Case], rows: Callable[[On], list[Evidence]]
) -> Callable[[Runs], list[Reading]]:
    """Make the measurement that gives a reading for each case."""
    return lambda runs: [Reading(case.reading, case.what, rows(On(runs, case))) for case in cases]


def among(*names: str) -> Callable[[Setting], bool]:
    """Select settings by name, for both laws of the arms."""
    return lambda setting: setting.name.removesuffix("-uniform") in names


def late_slope(curve: Curves, parts: int = 5) -> Interval:
    """Estimate the regret of the last part of the horizon over that of the first."""
    part = int(curve.rounds[-1]) // parts
    return ratio_interval(curve.final - curve.at((parts - 1) * part), curve.at(part))


def unless_nothing_is_learned(on: On, setting: str) -> str:
    """Say why a claim does not apply, if OTFLinUCB's regret still grows as it did at first."""
    if late_slope(on.ucb(setting)).estimate < 0.9:
        return ""
    return "nothing is learned: the last fifth of the horizon costs as much as the first"
