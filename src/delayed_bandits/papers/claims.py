"""Claims of the papers, by the name of the paper."""

from delayed_bandits.analysis.claims import Claim, Conclusion
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import suggestion
from delayed_bandits.papers import module_of


def claims_of(paper: str) -> list[Claim]:
    """Import a paper's claims by id; InputError if two have one id, or if `Claim` refuses one."""
    try:
        claims = sorted(module_of(paper, "claims").CLAIMS, key=lambda claim: claim.id)
    except InputError as error:
        raise InputError(f"{paper}/{error}") from error
    names = [claim.id for claim in claims]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"{paper}/{name}: two claims have this id; expected one")
    return claims


def conclusions_of(paper: str) -> list[Conclusion]:
    """Import the conclusions on a paper."""
    return module_of(paper, "claims").CONCLUSIONS


def claim_of(paper: str, name: str) -> Claim:
    """Import one claim of a paper; InputError if the paper has no such claim."""
    claims = {claim.id: claim for claim in claims_of(paper)}
    if name not in claims:
        raise InputError(f"{paper} has no claim {name!r}; {suggestion(name, claims)}")
    return claims[name]
