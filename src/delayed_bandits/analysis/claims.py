"""Claims: statements of a paper as entries of a table, each with the measurements that measure
it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from delayed_bandits.analysis.measurements import AN_ORDER, Measurements, Variant
from delayed_bandits.analysis.settings import Setting, find
from delayed_bandits.analysis.verdicts import Quantifier
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.placeholders import fill
from delayed_bandits.checks.schema import suggestion

ID = re.compile(r"[co]\d\d")

MOST_QUOTED = 300  # characters of a paper's own words that a claim may show


@dataclass(frozen=True)
class Claim:
    """A statement of a paper ("c01"), or a finding of ours ("o01"), and how it is measured."""

    id: str  # a letter and two digits; a statement of the paper begins with c
    statement: str
    measurements: Sequence[
        Measurements
    ] = ()  # each a Measurement, or a function for what is one of a kind
    variants: Sequence[Variant] = ()
    on: Sequence[str] | Callable[[Setting], bool] = ()  # settings that it is about: names, or which
    quantifier: Quantifier = "all"
    quote: str = ""  # the paper's own words that survived whole, at most 300 characters
    place: str = ""  # section, theorem or figure
    left_out: Mapping[str, str] = field(default_factory=dict)  # settings not used, with the reason
    tolerance: str = ""  # how words became a threshold; empty where the statement gives it
    no_control: str = (
        ""  # why nothing can fail as a control; empty where measurements have controls
    )
    not_tested: str = ""  # why nothing measures the statement; it has no measurements then
    remark: str = ""  # what explains the measurements; numbers are named: "{c09.printed}"

    def __post_init__(self) -> None:
        if not ID.fullmatch(self.id):
            raise InputError(f"{self.id}: expected an id of c or o and two digits, such as c07")
        if len(self.quote) > MOST_QUOTED:
            found = f"{self.id}: the quote has {len(self.quote)} characters"
            raise InputError(f"{found}; expected at most {MOST_QUOTED}")
        if bool(self.measurements) == bool(self.not_tested):
            raise InputError(f"{self.id}: expected measurements, or a reason why it is not tested")
        if len({variant.key for variant in self.variants}) < len(self.variants):
            raise InputError(f"{self.id}: two variants have one key; expected other keys")
        for key in (key for one in self.measurements for key in getattr(one, "variants", ())):
            if key not in (keys := [variant.key for variant in self.variants]):
                raise InputError(f"{self.id}: no variant {key!r}; {suggestion(key, keys)}")

    @property
    def kind(self) -> str:
        """Tell whether the paper makes the statement, or we do."""
        return "paper" if self.id.startswith("c") else "ours"

    def settings(self, variant: Variant, known: Mapping[str, Setting]) -> list[Setting]:
        """Select the settings of a variant, without those left out."""
        if callable(self.on):
            chosen = [setting for setting in known.values() if self.on(setting)]
        else:
            where = f"variant {variant.key}"
            chosen = [find(fill(name, variant.names, where), known) for name in self.on]
        return [setting for setting in chosen if setting.name not in self.left_out]


order_of_two = partial(Claim, no_control=AN_ORDER)
"""Make a claim on the order of two algorithms, whose measurements have no control."""


@dataclass(frozen=True)
class Conclusion:
    """A sentence on a paper; its numbers are named: "{c09.printed}"."""

    text: str
    rests_on: Mapping[str, str] = field(default_factory=dict)  # {"c09.printed": "not reproduced"}
    headline: str = ""  # the paper in one line, with the authors' answer
    first: bool = False  # whether the headline's first sentence opens the README and the page
