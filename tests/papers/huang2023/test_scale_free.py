"""Laws of Banker-SFLBINF that hold on every path."""

import math

import numpy as np
import pytest

from delayed_bandits.delays.laws import laws_from
from delayed_bandits.traces.k_armed.mixed import MixedTrace
from delayed_bandits.traces.streams import Streams
from papers.huang2023 import oracle

SIGNED = {"law": "signed", "of": {"law": "stochastically_constrained", "gap": 0.25}}
SPIKES = {"law": "signed_spikes", "of": SIGNED, "size": 30, "probability": 0.01}


def skipped(losses, delay, floor=True):
    """Skipped rounds of Banker-SFLBINF as printed, and the bounds of Lemma D.6 for each kind.

    The bounds are those of its proof: on every path at most 1 + sqrt(2 D) rounds are outstanding at
    one time, and are skipped for each of the doublings up to 2 L; and the sum over the stopping
    times gives 6 sqrt(K (D + 1)).
    """
    trace = MixedTrace.draw(
        Streams(5, "skips"), 0, horizon=1200, arms=2, losses=losses, delay=laws_from(delay)
    )
    found = oracle.banker_sflbinf(trace, "greedy", floor=floor).skipped
    largest = np.abs(trace.hidden_outcomes).max()
    doublings = 1 + math.log2(2 * largest)
    return found, {
        "too large": doublings * (1 + math.sqrt(2 * trace.total_delay)),
        "too negative": 6 * math.sqrt(2 * (trace.total_delay + 1)),
    }


@pytest.mark.parametrize("losses", [SIGNED, SPIKES])
@pytest.mark.parametrize(
    "delay", [{"law": "constant", "rounds": 2}, {"law": "geometric", "mean": 2}]
)
def test_few_rounds_are_skipped(losses, delay):
    """Lemma D.6."""
    found, bounds = skipped(losses, delay)
    assert all(found[kind] <= bounds[kind] for kind in found)


def test_many_rounds_are_skipped_without_the_floor():
    found, bounds = skipped(SIGNED, {"law": "constant", "rounds": 2}, floor=False)
    assert found["too negative"] > bounds["too negative"]
