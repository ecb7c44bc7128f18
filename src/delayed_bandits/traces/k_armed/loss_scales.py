"""Loss laws on other scales than [0, 1]; each changes the losses of a law `of`."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.types import Positive, Probability, Several
from delayed_bandits.traces.k_armed.losses import Losses, LossLaw

MOST_STATES = 256


@dataclass(frozen=True)
class Scaled(LossLaw):
    """The losses of the law `of`, times `factor`."""

    name = "scaled"
    of: LossLaw
    factor: Positive

    def draw(self, uniforms: NDArray[np.float64], arms: int) -> Losses:
        """Turn the uniforms of all rounds into their losses."""
        states, losses, means = self.of.draw(uniforms, arms)
        return Losses(states, self.factor * losses, self.factor * means)


@dataclass(frozen=True)
class Signed(LossLaw):
    """The losses l of the law `of`, in [0, 1], as 2 l - 1."""

    name = "signed"
    of: LossLaw

    def draw(self, uniforms: NDArray[np.float64], arms: int) -> Losses:
        """Turn the uniforms of all rounds into their losses."""
        states, losses, means = self.of.draw(uniforms, arms)
        if losses.min() < 0 or losses.max() > 1:
            self.refuse("of", "a law of losses in [0, 1]")
        return Losses(states, 2 * losses - 1, 2 * means - 1)


@dataclass(frozen=True)
class Growing(LossLaw):
    """The losses of the law `of`, times a number that grows from 1 to `factor` in `steps`.

    Steps are equal in ratio and in length; two steps are a jump in the middle.
    """

    name = "growing"
    of: LossLaw
    factor: Positive
    steps: Several

    def draw(self, uniforms: NDArray[np.float64], arms: int) -> Losses:
        """Turn the uniforms of all rounds into their losses."""
        base = self.of.draw(uniforms, arms)
        step = np.arange(len(uniforms)) * self.steps // len(uniforms)
        # powers of NumPy depend on the processor's vector unit
        factors = [math.pow(self.factor, i / (self.steps - 1)) for i in range(self.steps)]
        return _combined(base, step, [(base.losses * f, base.means * f) for f in factors])


@dataclass(frozen=True)
class Spikes(LossLaw):
    """The losses of the law `of`; with `probability`, those of a round times `factor`.

    Their means, too: regret counts a spike where it is.
    """

    name = "spikes"
    of: LossLaw
    factor: Positive
    probability: Probability

    def draw(self, uniforms: NDArray[np.float64], arms: int) -> Losses:
        """Turn the uniforms of all rounds into their losses.

        A uniform below `probability` is a spike; rescaled, it decides on the law `of`.
        """
        spike = uniforms < self.probability
        rest = np.where(
            spike,
            uniforms / self.probability,
            (uniforms - self.probability) / (1 - self.probability),
        )
        base = self.of.draw(rest, arms)
        return _combined(
            base, spike, [base[1:], (base.losses * self.factor, base.means * self.factor)]
        )


@dataclass(frozen=True)
class SignedSpikes(LossLaw):
    """The losses of the law `of`; with `probability` an arm's loss is `size` or -`size` instead.

    At most one arm has a spike in a round.
    """

    name = "signed_spikes"
    of: LossLaw
    size: Positive
    probability: Probability

    def draw(self, uniforms: NDArray[np.float64], arms: int) -> Losses:
        """Turn the uniforms of all rounds into their losses.

        The first 2 K intervals of length `probability` / 2 are spikes of an arm and a sign; any
        uniform, rescaled, decides on the law `of`. The expected loss is that of the law `of`
        where there is no spike, and 0 where there is one.

        Raises
        ------
        InputError
            If the probabilities of spikes sum to 1 or more over the arms.
        """
        share = arms * self.probability
        if share >= 1:
            self.refuse("probability", f"less than 1/{arms}, for {arms} arms")
        spike = np.floor(uniforms / (self.probability / 2)).astype(np.int64)
        kind = np.where(uniforms < share, np.minimum(spike, 2 * arms - 1) + 1, 0)
        rest = np.where(
            kind > 0, uniforms / (self.probability / 2) - spike, (uniforms - share) / (1 - share)
        )
        base = self.of.draw(rest, arms)
        means = base.means * (1 - self.probability)
        tables = [(base.losses, means)]
        for arm in range(arms):
            for sign in (1, -1):
                losses = base.losses.copy()
                losses[:, arm] = sign * self.size
                tables.append((losses, means))
        return _combined(base, kind, tables)


def _combined(base: Losses, kind: NDArray, tables: list[tuple[NDArray, NDArray]]) -> Losses:
    """Combine the states of `base` with a `kind`, which has losses and means in `tables`."""
    n_states = len(base.losses)
    if n_states * len(tables) > MOST_STATES:
        found = n_states * len(tables)
        raise InputError(f"loss law: {found} states; expected at most {MOST_STATES}")
    return Losses(
        (base.states + n_states * kind).astype(np.uint8),
        np.concatenate([losses for losses, _ in tables]),
        np.concatenate([means for _, means in tables]),
    )
