"""What else Huang et al. 2023 are compared with: kernels against oracles.

Horizons end at 300 rounds where kernels meet oracles, see `test_kernels`.
"""

import dataclasses
import itertools

import numpy as np
import pytest

from delayed_bandits.algorithms import banker_scale_free
from delayed_bandits.algorithms import zimmert_seldin as tunings
from delayed_bandits.algorithms.adversarial_baselines import exp3_known_delay, tsallis_inf
from delayed_bandits.algorithms.sf_mab import sf_mab
from delayed_bandits.checks.errors import InputError
from delayed_bandits.delays.laws import laws_from
from delayed_bandits.traces.k_armed.mixed import MixedTrace
from delayed_bandits.traces.streams import Streams
from papers.huang2023 import oracle as huang2023
from papers.huang2023 import oracle_baselines as oracle
from papers.huang2023.test_kernels import DELAYS, LOSSES, traces

KERNELS = {
    "tsallis_inf": tsallis_inf,
    "zimmert_seldin": tunings.zimmert_seldin,
    "zimmert_seldin_skipping": tunings.zimmert_seldin_skipping,
    "zimmert_seldin_doubling": tunings.zimmert_seldin_doubling,
    "exp3_known_delay": exp3_known_delay,
    "sf_mab, fixed": sf_mab,
    "sf_mab, adaptive": sf_mab,
}
KNOW_LARGEST = ("tsallis_inf", "zimmert_seldin", "zimmert_seldin_skipping")
SPIKES = {"law": "signed_spikes", "size": 30, "probability": 0.01}
RANGES = {
    "unit": (1.0, False),
    "scaled": (100.0, False),
    "signed": (1.0, True),
    "signed spikes": (30.0, True),
    "uneven": (32.0, True),
}
"""Of the losses: the largest in absolute value, and whether they have both signs."""


def parameters(name, largest=1.0, signed=False):
    """What the algorithm knows of the range of the losses."""
    if name in KNOW_LARGEST:
        return {"largest": largest, "signed": signed}
    if name == "zimmert_seldin_doubling":
        return {"signed": signed}
    return {"exploration": name.split(", ")[1]} if name.startswith("sf_mab") else {}


def traces_of(kind):
    """As `traces`, with losses of another range, but not every law of losses with every delay."""
    if kind == "unit":
        yield from traces()
    elif kind == "uneven":  # from 1/8 to 32 in absolute value: the range grows step by step
        for seed, trace in enumerate(itertools.islice(traces(), 0, None, 2)):
            rng = np.random.default_rng(seed)
            size = trace.hidden_outcomes.shape
            losses = rng.choice([-1, 1], size) * 2 ** rng.uniform(-3, 5, size)
            yield dataclasses.replace(trace, hidden_outcomes=losses, hidden_means=losses)
    else:
        for i, delay in enumerate(DELAYS):
            j = i % len(LOSSES)
            signed = {"law": "signed", "of": LOSSES[j]}
            losses = {
                "scaled": {"law": "scaled", "of": LOSSES[j], "factor": 100},
                "signed": signed,
                "signed spikes": SPIKES | {"of": signed},
            }[kind]
            arms = 5 if isinstance(delay, list) else 2 + (i + 2 * j) % 6
            yield MixedTrace.draw(
                Streams(5, "baselines"),
                10 * i + j,
                horizon=(300, 120, 60)[j],
                arms=arms,
                losses=losses,
                delay=laws_from(delay),
            )


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        (name, kind)
        for name in KERNELS
        for kind in RANGES
        # of losses of 100 exponential weights make rounding errors that change the arms
        if (name, kind) != ("exp3_known_delay", "scaled")
    ],
)
def test_kernel_and_oracle_play_the_same_arms(name, kind):
    largest, signed = RANGES[kind]
    given = parameters(name, largest, signed)
    replay = getattr(oracle, name.split(",")[0])
    for trace in traces_of(kind):
        if name == "exp3_known_delay" and len(trace.laws) > 1:
            with pytest.raises(InputError, match="total delay depends on the arms played"):
                KERNELS[name].play(trace)
            continue
        record, game = KERNELS[name].play(trace, **given), replay(trace, **given)
        np.testing.assert_array_equal(record.arms, game.played)
        means = trace.hidden_means[trace.hidden_states]
        losses = np.sum(means * np.array(game.distributions), axis=1)
        np.testing.assert_allclose(
            record.expected_losses, losses, rtol=0, atol=1e-6 * max(1, np.abs(means).max())
        )


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("banker_sftinf", "scaled"),
        ("banker_sflbinf", "scaled"),
        ("banker_sflbinf", "signed"),
        ("banker_sflbinf", "signed spikes"),
        ("banker_sflbinf", "uneven"),
    ],
)
def test_banker_skips_the_same_rounds_as_its_oracle(name, kind):
    """Losses above the range so far are skipped, and very negative ones by Algorithm 4."""
    for trace in traces_of(kind):
        if trace.horizon == 1:
            continue
        record = getattr(banker_scale_free, name).play(trace)
        expected = getattr(huang2023, name)(trace)
        np.testing.assert_array_equal(record.arms, expected.game.played)
