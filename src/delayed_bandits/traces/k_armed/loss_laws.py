"""The loss laws by name, and laws from their description in YAML."""

from collections.abc import Mapping
from typing import Any

from delayed_bandits.checks.build import described
from delayed_bandits.checks.errors import InputError
from delayed_bandits.traces.k_armed.loss_scales import Growing, Scaled, Signed, SignedSpikes, Spikes
from delayed_bandits.traces.k_armed.losses import (
    LossLaw,
    RandomWave,
    SquareWave,
    StochasticallyConstrained,
)

LAWS: dict[str, type[LossLaw]] = {
    law.name: law
    for law in (
        StochasticallyConstrained,
        SquareWave,
        RandomWave,
        Scaled,
        Signed,
        Growing,
        Spikes,
        SignedSpikes,
    )
}
"""Every loss law by the name it has in a YAML file."""


def loss_law_from(spec: Mapping[str, Any]) -> LossLaw:
    """Make the loss law that `spec` describes, such as ``{"law": "square_wave", "block": 200}``.

    A law that changes the losses of another has that one's description under `of`.

    Raises
    ------
    InputError
        If the law or a parameter is unknown, missing or out of range.
    """
    if not isinstance(spec, Mapping):
        raise InputError(f"loss law: {spec!r} found; expected a mapping with the key 'law'")
    law, given = described(spec, LAWS, "law", "loss law")
    if "of" in given:
        try:
            given["of"] = loss_law_from(given["of"])
        except InputError as error:
            raise InputError(f"loss law '{law.name}', of: {error}") from error
    return law(**given)
