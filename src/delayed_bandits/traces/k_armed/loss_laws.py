"""Loss laws by name."""

from delayed_bandits.traces.k_armed.loss_scales import Growing, Scaled, Signed, SignedSpikes, Spikes
from delayed_bandits.traces.k_armed.losses import (
    LossLaw,
    RandomWave,
    SquareWave,
    StochasticallyConstrained,
)

LOSS_LAWS: dict[str, type[LossLaw]] = {
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
"""Every loss law by its name in a YAML file; those that change another law have it as `of`."""
