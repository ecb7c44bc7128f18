"""Kernels for adversarial bandits against their oracles: the same arm in every round.

Horizons end at 300 rounds: the trajectories of these algorithms are chaotic, so that a difference
in the last bit of a distribution is an arm that differs some thousand rounds later.
"""

import dataclasses
import itertools

import numpy as np
import pytest

from delayed_bandits.algorithms import (
    adversarial_baselines,
    banker,
    banker_scale_free,
    sf_mab,
    zimmert_seldin,
)
from delayed_bandits.checks.errors import InputError
from delayed_bandits.delays.laws import laws_from
from delayed_bandits.traces.k_armed.mixed import MixedTrace
from delayed_bandits.traces.streams import Streams
from papers.huang2023 import oracle, oracle_baselines

DELAYS = [
    {"law": "constant", "rounds": 0},
    {"law": "constant", "rounds": 10},
    {"law": "constant", "rounds": 1000},
    {"law": "geometric", "mean": 20},
    {"law": "pareto", "shape": 1.5, "minimum": 3},
    {"law": "packet", "size": 15},
    [{"law": "poisson", "mean": 4 * arm} for arm in range(5)],
]
LOSSES = [
    {"law": "stochastically_constrained", "gap": 0.25},
    {"law": "square_wave", "block": 20, "gap": 0.1},
    {"law": "random_wave", "shortest": 5, "longest": 30},
]
SPIKES = {"law": "signed_spikes", "size": 30, "probability": 0.01}
RANGES = {
    "unit": (1.0, False),
    "scaled": (100.0, False),
    "signed": (1.0, True),
    "signed spikes": (30.0, True),
    "uneven": (32.0, True),
}
"""Of the losses: the largest in absolute value, and whether they have both signs."""

GREEDY = {"withdrawal": "greedy"}
MODULES = adversarial_baselines, banker, banker_scale_free, sf_mab, zimmert_seldin
KERNELS = {name: found for module in MODULES for name, found in vars(module).items()}
ORACLES = vars(oracle) | vars(oracle_baselines)
CASES = {
    "banker_tinf": {},
    "banker_tinf, greedy": GREEDY,
    "banker_tinf, fifo": {"withdrawal": "fifo"},
    "banker_sftinf": {},
    "banker_sftinf, greedy": GREEDY,
    "banker_sftinf, homogeneous": {"homogeneous": True},
    "banker_sflbinf": {},
    "banker_sflbinf, greedy": GREEDY,
    "banker_sflbinf, no floor": {"floor": False, "homogeneous": True},
    "exp3": {},
    "bold": {},
}
BASELINES = {  # and what each knows of the range of the losses
    "tsallis_inf": ({}, ("largest", "signed")),
    "zimmert_seldin": ({}, ("largest", "signed")),
    "zimmert_seldin_skipping": ({}, ("largest", "signed")),
    "zimmert_seldin_doubling": ({}, ("signed",)),
    "exp3_known_delay": ({}, ()),
    "sf_mab, fixed": ({"exploration": "fixed"}, ()),
    "sf_mab, adaptive": ({"exploration": "adaptive"}, ()),
}
# losses above the range so far are skipped, and very negative ones by Algorithm 4
SKIPPED = [("banker_sftinf", "scaled"), *(("banker_sflbinf", kind) for kind in list(RANGES)[1:])]


def losses_of(kind, law):
    """The law of losses of a kind."""
    signed = {"law": "signed", "of": law}
    scaled = {"law": "scaled", "of": law, "factor": 100}
    kinds = {"scaled": scaled, "signed": signed, "signed spikes": SPIKES | {"of": signed}}
    return kinds.get(kind, law)


def traces(kind="unit", every=1):
    """Traces of each delay law, K from 2 to 7, of 1 to 300 rounds.

    Of losses in [0, 1], and of uneven ones, with each loss law; of other ranges with one in turn.
    """
    pairs = list(itertools.product(range(len(DELAYS)), range(len(LOSSES))))
    if kind not in ("unit", "uneven"):
        pairs = [(i, j) for i, j in pairs if j == i % len(LOSSES)]
    for i, j in pairs[:: 2 if kind == "uneven" else every]:
        trace = MixedTrace.draw(
            Streams(3, "kernels"),
            10 * i + j,
            horizon=(300, 120, 1 if i == 0 else 60)[j],
            arms=5 if isinstance(DELAYS[i], list) else 2 + (i + 2 * j) % 6,
            losses=losses_of(kind, LOSSES[j]),
            delay=laws_from(DELAYS[i]),
        )
        if kind == "uneven":  # from 1/8 to 32 in absolute value: the range grows step by step
            rng = np.random.default_rng(i + j)
            size = trace.hidden_outcomes.shape
            losses = rng.choice([-1, 1], size) * 2 ** rng.uniform(-3, 5, size)
            trace = dataclasses.replace(trace, hidden_outcomes=losses, hidden_means=losses)
        yield trace


def refusal(kernel, trace):
    """The message where the kernel does not play on a trace."""
    if kernel == "banker_sflbinf" and trace.hidden_states.size == 1:
        return "horizon is 1; expected at least 2"
    if kernel == "exp3_known_delay" and len(trace.laws) > 1:
        return "total delay depends on the arms played"
    return None


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        *((name, "unit") for name in CASES),
        *SKIPPED,
        # of losses of 100 exponential weights make rounding errors that change the arms
        *(
            (name, kind)
            for name in BASELINES
            for kind in RANGES
            if (name, kind) != ("exp3_known_delay", "scaled")
        ),
    ],
)
def test_kernel_and_oracle_play_the_same_arms(name, kind):
    kernel = name.partition(",")[0]
    parameters, knows = BASELINES.get(name, (CASES.get(name), ()))
    of_losses = dict(zip(("largest", "signed"), RANGES[kind], strict=True))
    parameters = parameters | {key: of_losses[key] for key in knows}
    algorithm, replay = KERNELS[kernel], ORACLES[kernel]
    for trace in traces(kind, 2 if CASES.get(name) else 1):
        if message := refusal(kernel, trace):
            with pytest.raises(InputError, match=message):
                algorithm.play(trace, **parameters)
            continue
        record, expected = algorithm.play(trace, **parameters), replay(trace, **parameters)
        game = getattr(expected, "game", expected)
        np.testing.assert_array_equal(record.arms, game.played)
        means = trace.hidden_means[trace.hidden_states]
        losses = np.sum(means * np.array(game.distributions), axis=1)
        allowed = 1e-6 * max(1, np.abs(means).max())
        np.testing.assert_allclose(record.expected_losses, losses, rtol=0, atol=allowed)
