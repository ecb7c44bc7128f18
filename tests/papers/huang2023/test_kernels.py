"""Kernels for adversarial bandits against their oracles: the same arm in every round.

Horizons end at 300 rounds: the trajectories of these algorithms are chaotic, so that a difference
in the last bit of a distribution is an arm that differs some thousand rounds later.
"""

import dataclasses
import itertools

import numpy as np
import pytest

from conftest import refused
from delayed_bandits.traces.k_armed.mixed import MixedTrace
from papers import environments
from papers.environments import draw, records
from papers.huang2023 import oracle, oracle_baselines

DELAYS = [*environments.DELAYS, [{"distribution": "poisson", "mean": 4 * arm} for arm in range(5)]]
LOSSES = [
    {"distribution": "stochastically_constrained", "gap": 0.25},
    {"distribution": "square_wave", "block": 20, "gap": 0.1},
    {"distribution": "random_wave", "shortest": 5, "longest": 30},
]
SPIKES = {"distribution": "signed_spikes", "size": 30, "probability": 0.01}
RANGES = {
    "unit": {"largest": 1.0, "signed": False},
    "scaled": {"largest": 100.0, "signed": False},
    "signed": {"largest": 1.0, "signed": True},
    "signed spikes": {"largest": 30.0, "signed": True},
    "uneven": {"largest": 32.0, "signed": True},
}
"""Of the losses: the largest in absolute value, and whether they have both signs."""

GREEDY = {"withdrawal": "greedy"}
CASES = {
    "banker.banker_tinf": {},
    "banker.banker_tinf, greedy": GREEDY,
    "banker_scale_free.banker_sftinf": {},
    "banker_scale_free.banker_sftinf, greedy": GREEDY,
    "banker_scale_free.banker_sftinf, homogeneous": {"homogeneous": True},
    "banker_scale_free.banker_sflbinf": {},
    "banker_scale_free.banker_sflbinf, greedy": GREEDY,
    "banker_scale_free.banker_sflbinf, no floor": {"floor": False, "homogeneous": True},
    "banker_scales.tinf, monotone": {"balanced": True, "monotone": True},
    "banker_scales.tinf, Section 4.5": {"scales": "section_4_5", "balanced": True},
    "banker_scales.tinf, forecast": {"scales": "forecast", "largest": 100, "steps": 7},
    "banker_scales.tinf, constant forecast": {"scales": "forecast"},
    "banker_scales.sflbinf": {},
    "adversarial_baselines.exp3": {},
    "adversarial_baselines.bold": {},
}
BASELINES = {
    "adversarial_baselines.tsallis_inf": {},
    "zimmert_seldin.zimmert_seldin": {},
    "zimmert_seldin.zimmert_seldin_skipping": {},
    "zimmert_seldin.zimmert_seldin_doubling": {},
    "adversarial_baselines.exp3_known_delay": {},
    "sf_mab.sf_mab, fixed": {"exploration": "fixed"},
    "sf_mab.sf_mab, adaptive": {"exploration": "adaptive"},
    "sf_mab.sf_mab, none": {"exploration": "none"},
}
# of losses of 100 exponential weights make rounding errors that change the arms
CHAOTIC = ("adversarial_baselines.exp3_known_delay", "scaled")
PLAYED = [
    *((name, "unit") for name in CASES),
    # losses above the range so far are skipped, and very negative ones by Algorithm 4
    ("banker_scale_free.banker_sftinf", "scaled"),
    ("banker_scales.sflbinf", "signed"),
    *(("banker_scale_free.banker_sflbinf", kind) for kind in list(RANGES)[1:]),
    *(pair for pair in itertools.product(BASELINES, RANGES) if pair != CHAOTIC),
]


def losses_of(kind, distribution):
    signed = {"distribution": "signed", "of": distribution}
    scaled = {"distribution": "scaled", "of": distribution, "factor": 100}
    kinds = {"scaled": scaled, "signed": signed, "signed spikes": SPIKES | {"of": signed}}
    return kinds.get(kind, distribution)


def traces(kind="unit", every=1):
    """Traces of each delay distribution, K from 2 to 7, of 1 to 300 rounds.

    Of losses in [0, 1], and of uneven ones, with each loss distribution; of other ranges with one
    in turn.
    """
    pairs = list(itertools.product(range(len(DELAYS)), range(len(LOSSES))))
    if kind not in ("unit", "uneven"):
        pairs = [(i, j) for i, j in pairs if j == i % len(LOSSES)]
    for i, j in pairs[:: 2 if kind == "uneven" else every]:
        environment = {
            "horizon": (300, 120, 1 if i == 0 else 60)[j],
            "arms": 5 if isinstance(DELAYS[i], list) else 2 + (i + 2 * j) % 6,
            "losses": losses_of(kind, LOSSES[j]),
        }
        trace = draw(MixedTrace, 10 * i + j, DELAYS[i], **environment)
        if kind == "uneven":  # from 1/8 to 32 in absolute value: the range grows step by step
            rng = np.random.default_rng(i + j)
            size = trace.hidden_outcomes.shape
            losses = rng.choice([-1, 1], size) * 2 ** rng.uniform(-3, 5, size)
            trace = dataclasses.replace(trace, hidden_outcomes=losses, hidden_means=losses)
        yield trace


def is_refused(name, trace):
    """Whether the kernel refuses a trace: one round, or a total delay that depends on the arms."""
    one_round = "sflbinf" in name and trace.hidden_states.size == 1
    return one_round or ("known_delay" in name and len(trace.distributions) > 1)


@pytest.mark.parametrize(("name", "kind"), PLAYED)
def test_kernel_matches_oracle(name, kind):
    options = (CASES | BASELINES)[name]
    for trace in traces(kind, 2 if CASES.get(name) else 1):
        given = name, [oracle_baselines, oracle], trace, RANGES[kind]
        if is_refused(name, trace):
            with refused(""):
                records(*given, **options)
            continue
        record, expected = records(*given, **options)
        environment = getattr(expected, "environment", expected)
        np.testing.assert_array_equal(record.arms, environment.played)
        means = trace.hidden_means[trace.hidden_states]
        losses = np.sum(means * np.array(environment.distributions), axis=1)
        allowed = 1e-6 * max(1, np.abs(means).max())
        np.testing.assert_allclose(record.expected_losses, losses, rtol=0, atol=allowed)
        if name == "banker_scales.sflbinf":
            np.testing.assert_allclose(record.report["squares"], expected.squares)
