"""What else Huang et al. 2023 are compared with: kernels against oracles, by hand, and laws.

Horizons end at 300 rounds where kernels meet oracles, see `test_kernels`.
"""

import dataclasses
import itertools
import math

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
UNIT = {law["law"]: law for law in LOSSES}["stochastically_constrained"]
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


def play(name, trace, **known):
    return KERNELS[name].play(trace, **parameters(name, **known))


def draw(horizon, arms=4, delay=DELAYS[0], losses=UNIT, seed=0):
    return MixedTrace.draw(
        Streams(5, "baselines"),
        seed,
        horizon=horizon,
        arms=arms,
        losses=losses,
        delay=laws_from(delay),
    )


def with_losses(trace, change):
    """The trace with its losses changed, and their means likewise."""
    return dataclasses.replace(
        trace,
        hidden_outcomes=change(trace.hidden_outcomes),
        hidden_means=change(trace.hidden_means),
    )


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
            yield draw((300, 120, 60)[j], arms, delay, losses, seed=10 * i + j)


def distributions(name, trace, **known):
    """What the kernel plays with: its expected losses where one arm has mean 1."""
    columns = []
    for arm in range(trace.n_arms):
        means = np.zeros_like(trace.hidden_means)
        means[:, arm] = 1
        one = dataclasses.replace(trace, hidden_means=means)
        columns.append(play(name, one, **known).expected_losses)
    return np.stack(columns, axis=1).astype(float)


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


# By hand


@dataclasses.dataclass
class GivenUniforms:
    """The randomness of a learner that is known."""

    given: np.ndarray

    def uniforms(self, shape):
        assert self.given.shape == (shape,)
        return self.given


def two_arms(losses, delays, uniforms):
    """Two arms whose losses stay the same."""
    losses = np.array([losses], float)
    return MixedTrace(
        hidden_states=np.zeros(len(delays), np.uint8),
        hidden_outcomes=losses,
        hidden_means=losses,
        are_losses=True,
        hidden_delays=np.array([delays], np.int32),
        laws=laws_from([DELAYS[0]]),
        randomness=GivenUniforms(np.array(uniforms, float)),
    )


def both(name, trace):
    """The distributions of the kernel and of the oracle."""
    replay = getattr(oracle, name.split(",")[0])(trace, **parameters(name))
    return distributions(name, trace), np.array(replay.distributions)


def test_skipping_by_hand():
    """Round 1 is skipped after round 4, as 3 > sqrt(6 / ln 2), and arrives at the end of round 5.

    So the waiting rounds that are counted are 0 + 1 + 2 + 3 + 3 + 4 at the beginning of round 6.
    """
    trace = two_arms([1, 1], [4, 9, 9, 9, 9, 9], [0.3] * 6)
    for found in both("zimmert_seldin_skipping", trace):
        np.testing.assert_allclose(found[:5], 0.5)
        a, b = math.sqrt(13 / math.log(2)), math.sqrt(6)
        gradient = a * np.log(found[5]) - b * found[5] ** -0.5 + [1 / 0.5, 0]
        assert np.ptp(gradient) <= 1e-5


def test_exp3_known_delay_by_hand():
    trace = two_arms([1, 0.5], [1, 0, 0], [0.3, 0.7, 0.5])
    rate = math.sqrt(math.log(2) / (math.e * 2 * 3 / 2 + 1))
    x = 1 / (1 + math.exp(rate * (2 - 1)))
    for found in both("exp3_known_delay", trace):
        np.testing.assert_allclose(found, [[0.5, 0.5], [0.5, 0.5], [x, 1 - x]], atol=1e-7)


@pytest.mark.parametrize(("exploration", "gamma"), [("fixed", 1 / 2), ("adaptive", 2 / (4 + 1))])
def test_sf_mab_by_hand(exploration, gamma):
    """The estimate is (2, 0); q is the log barrier's map of (-2 - 2 * 2, -2), as eta = 2."""
    q = 1 / (3 + math.sqrt(5))
    divergence = -math.log(2 * q) - math.log(2 * (1 - q))  # its linear terms cancel
    M = 2 * (0.5 - q) - divergence / 2
    c = 2 * 2 / (1 + M)
    x = 1 / ((2 - c + math.sqrt(c**2 + 4)) / 2 + c)  # 1 / (nu + c) + 1 / nu = 1
    p = (1 - gamma) * x + gamma / 2
    trace = two_arms([1, 1], [0, 0], [0.3, 0.3])
    for found in both(f"sf_mab, {exploration}", trace):
        np.testing.assert_allclose(found, [[0.5, 0.5], [p, 1 - p]], atol=1e-7)


# Laws


@pytest.mark.parametrize("largest", [2.0**-7, 64.0])
@pytest.mark.parametrize("delay", DELAYS)
@pytest.mark.parametrize("name", KNOW_LARGEST)
def test_a_known_range_is_taken_to_the_unit_range(name, delay, largest):
    """Exactly so for powers of two."""
    trace = draw(2000, 5, delay)
    scaled = with_losses(trace, lambda loss: loss * largest)
    signed = with_losses(trace, lambda loss: (2 * loss - 1) * largest)
    expected = play(name, trace)
    record = play(name, scaled, largest=largest)
    np.testing.assert_array_equal(record.arms, expected.arms)
    np.testing.assert_array_equal(record.expected_losses, expected.expected_losses * largest)
    record = play(name, signed, largest=largest, signed=True)
    np.testing.assert_array_equal(record.arms, expected.arms)


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("delay", DELAYS[:2] + DELAYS[3:6])
def test_doubling_forgets_all_that_was_played_before(delay, sign):
    """All losses are from 17 to 32: what arrives first makes the range 32, from the next round."""
    trace = with_losses(draw(2000, 5, delay), lambda loss: sign * (17 + 15 * loss))
    after = np.min(np.arange(2000) + trace.hidden_delays[0]) + 1
    rest = dataclasses.replace(
        trace,
        hidden_states=trace.hidden_states[after:],
        hidden_delays=trace.hidden_delays[:, after:].copy(),
        randomness=GivenUniforms(trace.randomness.uniforms(2000)[after:]),
    )
    record = play("zimmert_seldin_doubling", trace, signed=sign < 0)
    expected = play("zimmert_seldin", rest, largest=32.0, signed=sign < 0)
    np.testing.assert_array_equal(record.arms[after:], expected.arms)
    np.testing.assert_array_equal(record.expected_losses[after:], expected.expected_losses)
    assert np.all(np.isfinite(trace.regret(record)))
