"""Look up the claims of a paper by the paper's name."""

from delayed_bandits.analysis.claims import Claim, Conclusion
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import suggestion
from delayed_bandits.papers import module_of


def claims_of(paper: str) -> list[Claim]:
    """Return a paper's claims, sorted by id; raise an InputError if one is wrong."""
    try:
        claims = sorted(module_of(paper, "claims").CLAIMS, key=lambda claim: claim.id)
    except InputError as error:
        raise InputError(f"{paper}/{error}") from error
    names = [claim.id for claim in claims]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"{paper}/{name}: two claims have this id. Change one.")
    return claims


def conclusions_of(paper: str) -> list[Conclusion]:
    """Return the conclusions on a paper."""
    return module_of(paper, "claims").CONCLUSIONS


def claim_of(paper: str, name: str) -> Claim:
    """Return one claim of a paper, or raise an InputError."""
    claims = {claim.id: claim for claim in claims_of(paper)}
    if name not in claims:
        raise InputError(f"{paper}/{name}: no such claim. {suggestion(name, claims)}")
    return claims[name]
