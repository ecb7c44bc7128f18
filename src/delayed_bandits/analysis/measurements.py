"""Measurements of claims: measures compared with bounds, and negative controls."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import Interval, exact
from delayed_bandits.analysis.settings import Runs, Setting, find
from delayed_bandits.analysis.verdicts import HOLDS, NOT_APPLICABLE, NOT_TESTED, Bound, compare
from delayed_bandits.checks.placeholders import fill

AN_ORDER = "a comparison of two algorithms; the reverse order fails it"
"""Why a measurement of an order has no control."""

ORDINALS = ("first", "second", "third", "fourth")
"""Names that stand in braces for the labels of a measurement's runs, as in "{first}"."""

VariantName = Literal["printed", "reconstructed", "authors' code", "attributed code", "ours"]


class Control(NamedTuple):
    """A negative control: its result, and why it lacks the claimed property."""

    name: str
    measured: Interval
    why: str = ""


@dataclass(frozen=True)
class Evidence:
    """The result of one measurement of a claim, with its bound and control."""

    case: str  # setting, distribution or algorithm, in words
    quantity: str  # what is measured, in words
    measured: Interval  # estimate and 95 % interval, of no width for an exact value
    bound: Bound  # where the quantity lies if the claim holds
    control: Control | None = None  # the same quantity for something that lacks the property
    not_applicable: str = ""  # why a premise of the claim fails in this case, if one does
    key: str = ""  # names the measurement in texts
    printed: str = ""  # what the paper prints for the quantity, if it does

    def outcome(self, tolerance: float = 1) -> str:
        """Return the outcome with the bound's tolerance multiplied by `tolerance`."""
        if self.not_applicable:
            return NOT_APPLICABLE
        verdict = compare(self.measured, self.bound.times(tolerance))
        if verdict == HOLDS and self.control_outcome(tolerance) == HOLDS:
            return NOT_TESTED
        return verdict

    def control_outcome(self, tolerance: float = 1) -> str | None:
        """Return the control's outcome with the same bound, or None if there is no control."""
        if self.control is None:
            return None
        return compare(self.control.measured, self.bound.times(tolerance))


class Variant(NamedTuple):
    """A way to test a statement: whose algorithm runs, and in which environments."""

    name: VariantName
    what: str  # algorithm and environments in words
    names: Mapping[str, Any]  # values of names in braces, such as {"ucb": "otflinucb"}
    key: str  # names the variant in texts and measurements


def variant(name: VariantName, what: str, key: str = "", **names: Any) -> Variant:
    """Return a variant, whose key is by default its name."""
    return Variant(name, what, names, key or name)


@dataclass(frozen=True)
class VariantRuns:
    """The runs on which a variant of a claim is measured."""

    spec: Variant
    runs: Runs
    settings: Sequence[Setting]
    names: Mapping[str, Any] = field(default_factory=dict)  # in addition to the variant's

    def fill(self, text: str, **names: Any) -> str:
        """Return a text with names in braces replaced by values of the variant or of `names`."""
        return fill(text, {**self.spec.names, **self.names, **names}, f"variant {self.spec.key}")

    def curve(self, run: str, setting: Setting | None = None) -> Curves:
        """Return the curves of "setting:algorithm", or of "algorithm" on `setting`."""
        name, _, algorithm = self.fill(run).rpartition(":")
        return self.runs[name or setting.name, algorithm]

    def label(self, run: str) -> str:
        """Return the algorithm's label, given "algorithm" or "setting:algorithm"."""
        algorithm = self.fill(run).rpartition(":")[2]
        return self.runs.labels.get(algorithm, algorithm)

    def on(self, name: str) -> Setting:
        """Return a setting by name."""
        return find(self.fill(name), self.runs.settings)


@dataclass(frozen=True)
class Measure:
    """A measure for claims: the quantity in words, and a function of curves."""

    quantity: str  # {first}, {second}, ... are the labels of its runs
    of: Callable[..., Interval]  # of curves


class Instead(NamedTuple):
    """A negative control: the same measure on other runs, which lack the claimed property."""

    runs: tuple[str, ...]
    why: str
    name: str = ""  # by default the labels of the runs

    def measured(
        self, measurement: "Measurement", variant: VariantRuns, setting: Setting | None
    ) -> Control:
        """Return the control: the measure of the measurement, taken on `runs`."""
        labels = dict.fromkeys(map(variant.label, self.runs))
        name = variant.fill(self.name) or " and ".join(labels)
        curves = (variant.curve(run, setting) for run in self.runs)
        return Control(name, measurement.measure.of(*curves), self.why)


class Known(NamedTuple):
    """A negative control of known value, such as 1 for a straight line."""

    name: str
    value: float
    why: str

    def measured(self, *_: Any) -> Control:
        """Return the control with its known value."""
        return Control(self.name, exact(self.value), self.why)


@dataclass(frozen=True)
class Measurement:
    """A measure of runs and its bound, taken on each setting of a claim.

    The measure is taken only once if all runs are "setting:algorithm". Texts and runs may have
    names in braces: coordinates of the setting, or keys of `names`.
    """

    measure: Measure
    runs: tuple[str, ...]  # each "algorithm" or "setting:algorithm"
    bound: Bound
    control: Instead | Known | None = None
    at: Sequence[str] = ()  # settings by name, instead of all of the claim's
    case: str = ""  # in words; by default the description of the setting
    quantity: str = ""  # instead of the measure's
    key: str = ""  # by default the name of the setting
    printed: str = ""  # what the paper prints for the quantity, if it does
    variants: Sequence[str] = ()  # keys of variants with the measurement; default: all
    premise: Callable[[VariantRuns, Setting], str] | None = None  # why it is not applicable, or ""
    names: Mapping[str, Any] = field(default_factory=dict)  # values of more names in braces

    def __call__(self, variant: VariantRuns) -> Iterator[Evidence]:
        """Yield the evidence on each setting, if the variant has this measurement."""
        if self.variants and variant.spec.key not in self.variants:
            return
        names = {**variant.spec.names, **variant.names, **self.names}
        here = replace(variant, names=names)
        settings = map(here.on, self.at) if self.at else variant.settings
        if all(":" in run for run in self.runs):
            settings = [here.on(self.runs[0].partition(":")[0])]
        for setting in settings:
            yield self._on(replace(here, names={**setting.coordinates, **names}), setting)

    def _on(self, variant: VariantRuns, setting: Setting) -> Evidence:
        curves = [variant.curve(run, setting) for run in self.runs]
        labels = dict(zip(ORDINALS, map(variant.label, self.runs), strict=False))
        return Evidence(
            variant.fill(self.case) or setting.description or setting.name,
            variant.fill(self.quantity or self.measure.quantity, **labels),
            self.measure.of(*curves),
            self.bound,
            self.control and self.control.measured(self, variant, setting),
            self.premise(variant, setting) if self.premise else "",
            variant.fill(self.key) or setting.name,
            variant.fill(self.printed),
        )


Measurements = Callable[[VariantRuns], Iterable[Evidence]]
"""A `Measurement`, or another function that yields evidence on a variant."""
