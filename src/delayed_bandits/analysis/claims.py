"""Claims: statements of a paper as entries of a table, each with the rows that measure it."""

import importlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from delayed_bandits.analysis.rows import Instead, Row, Rows, Variant
from delayed_bandits.analysis.settings import Setting, find, settings_of
from delayed_bandits.analysis.verdicts import Quantifier
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import suggestion
from delayed_bandits.experiments.specification import Specification

ID = re.compile(r"[co]\d\d")

MOST_QUOTED = 300
"""Characters of a paper's own words that a claim may show."""


@dataclass(frozen=True)
class Claim:
    """A statement of a paper ("c01"), or a finding of ours ("o01"), and how it is measured.

    Attributes
    ----------
    id : str
        A letter and two digits; a statement of the paper begins with c.
    statement : str
    quote : str
        The paper's own words that survived whole, at most 300 characters; or empty.
    place : str
        Section, theorem or figure.
    quantifier : {"all", "each", "most", "some"}
    variants : sequence of Variant
    rows : sequence of Row or callable
    on : sequence of str or callable
        The settings that the statement is about: names, or a function of a Setting.
    also : sequence of str
        Other settings that functions among the rows look at.
    left_out : mapping
        Settings that the statement is about and that are not used, each with its reason.
    tolerance : str
        How words of the statement became a threshold; empty where the statement gives it.
    no_control : str
        Why nothing can fail the criterion as a control; empty where rows have controls.
    not_tested : str
        Why nothing measures the statement; it has no rows then.
    remark : str
        What explains the measurements; numbers are named: "{c09.printed}".
    changed : sequence of str
        A line for each former criterion: what it was, why it was changed, its words.
    """

    id: str
    statement: str
    rows: Sequence[Rows] = ()
    variants: Sequence[Variant] = ()
    on: Sequence[str] | Callable[[Setting], bool] = ()
    quantifier: Quantifier = "all"
    quote: str = ""
    place: str = ""
    also: Sequence[str] = ()
    left_out: Mapping[str, str] = field(default_factory=dict)
    tolerance: str = ""
    no_control: str = ""
    not_tested: str = ""
    remark: str = ""
    changed: Sequence[str] = ()

    def __post_init__(self) -> None:
        if not ID.fullmatch(self.id):
            raise InputError(f"{self.id}: expected an id of c or o and two digits, such as c07")
        if len(self.quote) > MOST_QUOTED:
            raise InputError(
                f"{self.id}: the quote has {len(self.quote)} characters; expected at most "
                f"{MOST_QUOTED}"
            )
        if bool(self.rows) == bool(self.not_tested):
            raise InputError(f"{self.id}: expected rows, or a reason why it is not tested")

    @property
    def kind(self) -> str:
        """Tell whether the paper makes the statement, or we do."""
        return "paper" if self.id.startswith("c") else "ours"

    def settings(self, variant: Variant, known: Mapping[str, Setting]) -> list[Setting]:
        """Select the settings of a variant, without those left out."""
        if callable(self.on):
            chosen = [setting for setting in known.values() if self.on(setting)]
        else:
            names = (name.format(**variant.names) for name in self.on)
            chosen = [find(name, known) for name in names]
        return [setting for setting in chosen if setting.name not in self.left_out]

    def needs(self, known: Mapping[str, Setting]) -> list[str]:
        """Name the settings whose runs the claim looks at."""
        names = set(self.also)
        for reading in self.variants:
            names |= {setting.name for setting in self.settings(reading, known)}
            for row in self.rows:
                if isinstance(row, Row):
                    control = row.control.runs if isinstance(row.control, Instead) else ()
                    named = [run for run in (*row.runs, *control) if ":" in run]
                    places = [*row.at, *(run.partition(":")[0] for run in named)]
                    names |= {place.format(**reading.names) for place in places}
        return sorted(names)


@dataclass(frozen=True)
class Conclusion:
    """A sentence on a paper, with the words that it rests on.

    Attributes
    ----------
    text : str
        Numbers are named: "{c09.printed}".
    rests_on : mapping
        The words of readings, such as {"c09.printed": "not reproduced"}.
    delays : sequence of str
        Kinds of delays that it is about.
    headline : str
        The same for readers of the README and of the page's first screen, with what the authors
        would answer; empty for most.
    """

    text: str
    rests_on: Mapping[str, str] = field(default_factory=dict)
    delays: Sequence[str] = ()
    headline: str = ""


def module_of(paper: str) -> ModuleType:
    """Import the module of a paper's claims.

    Raises
    ------
    InputError
        If a claim is not as `Claim` says.
    """
    try:
        return importlib.import_module(f"delayed_bandits.papers.{paper}.claims")
    except InputError as error:
        raise InputError(f"{paper}/{error}") from error


def claims_of(paper: str) -> list[Claim]:
    """Import the claims of a paper.

    Raises
    ------
    InputError
        If one is not as `Claim` says, or if two have one id.
    """
    claims = module_of(paper).CLAIMS
    names = [claim.id for claim in claims]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"{paper}/{name}: two claims have this id; expected one")
    return claims


def settings_of_claim(
    paper: str,
    claim: str,
    runs: Mapping[tuple[str, str], Specification],
    coordinates: Mapping[str, Mapping[str, Any]],
) -> list[str]:
    """Name the settings whose runs a claim looks at.

    Raises
    ------
    InputError
        If the paper has no such claim.
    """
    claims = {known.id: known for known in claims_of(paper)}
    if claim not in claims:
        raise InputError(f"{paper} has no claim {claim!r}; {suggestion(claim, claims)}")
    known = {setting.name: setting for setting in settings_of(runs, coordinates, {})}
    return claims[claim].needs(known)
