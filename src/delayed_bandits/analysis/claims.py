"""Claims: statements of a paper, or findings of ours, with their measurements."""

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

MOST_QUOTED = 300  # characters that a claim may quote of a paper


@dataclass(frozen=True)
class Claim:
    """A statement of a paper ("c01") or a finding of ours ("o01"), with its measurements."""

    id: str  # a letter and two digits; a statement of the paper begins with c
    statement: str
    measurements: Sequence[Measurements] = ()
    variants: Sequence[Variant] = ()
    on: Sequence[str] | Callable[[Setting], bool] = ()  # its settings: names, or a condition
    quantifier: Quantifier = "all"
    quote: str = ""  # the paper's words, as far as our text has them, at most 300 characters
    place: str = ""  # section, theorem or figure
    left_out: Mapping[str, str] = field(default_factory=dict)  # settings not used, with the reason
    tolerance: str = ""  # why the threshold is this one, unless the statement gives it
    no_control: str = ""  # why a measurement has no negative control
    remark: str = ""  # explains the measurements; names such as {c09.printed} become numbers

    def __post_init__(self) -> None:
        if not ID.fullmatch(self.id):
            raise InputError(f"{self.id}: not an id. Use c or o and two digits, such as c07.")
        if len(self.quote) > MOST_QUOTED:
            found = f"{len(self.quote)} characters. Quote at most {MOST_QUOTED}."
            raise InputError(f"{self.id}: the quote has {found}")
        if not self.measurements:
            cure = "Add one, or name the statement under coverage in the paper's YAML file"
            raise InputError(f"{self.id}: has no measurement. {cure}.")
        keys = {variant.key: variant for variant in self.variants}
        if len(keys) < len(self.variants):
            raise InputError(f"{self.id}: two variants have the same key. Change one.")
        for key in (key for one in self.measurements for key in getattr(one, "variants", ())):
            if key not in keys:
                raise InputError(f"{self.id}: no variant {key!r}. {suggestion(key, keys)}")

    @property
    def kind(self) -> str:
        """Return "paper" for a statement of the paper, or "ours" for a finding of ours."""
        return "paper" if self.id.startswith("c") else "ours"

    def settings(self, variant: Variant, known: Mapping[str, Setting]) -> list[Setting]:
        """Return the settings on which a variant is measured."""
        if callable(self.on):
            chosen = [setting for setting in known.values() if self.on(setting)]
        else:
            where = f"variant {variant.key}"
            chosen = [find(fill(name, variant.names, where), known) for name in self.on]
        return [setting for setting in chosen if setting.name not in self.left_out]


order_of_two = partial(Claim, no_control=AN_ORDER)
"""Make a claim on the order of two algorithms, without negative controls."""


@dataclass(frozen=True)
class Conclusion:
    """A conclusion about a paper, as texts with names in braces.

    A name such as {c09.printed} becomes the result of claim c09 for its variant "printed".
    `rests_on` has the verdicts that `text` assumes.
    """

    text: str
    rests_on: Mapping[str, str] = field(default_factory=dict)  # {"c09.printed": "not reproduced"}
    headline: str = ""  # the result in one sentence
    reply: str = ""  # what the authors may answer, and what the paper leaves open
    first: bool = False  # whether the headline opens the README and the page
