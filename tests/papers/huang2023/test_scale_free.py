"""Laws of Banker-SFLBINF that hold on every path, and the measurements of claims on it."""

import math
from types import SimpleNamespace

import numpy as np
import pytest

from delayed_bandits.analysis.claims import Setting
from delayed_bandits.analysis.verdicts import (
    NOT_APPLICABLE,
    NOT_REPRODUCED,
    REPRODUCED,
    below,
    verdict_of,
)
from delayed_bandits.delays.laws import laws_from
from delayed_bandits.papers.huang2023 import scale_free
from delayed_bandits.papers.huang2023.claims_scale_free_delays import delay_rows, within_bounds
from delayed_bandits.traces.k_armed.mixed import MixedTrace
from delayed_bandits.traces.streams import Streams
from papers.huang2023 import oracle

SIGNED = {"law": "signed", "of": {"law": "stochastically_constrained", "gap": 0.25}}
SPIKES = {"law": "signed_spikes", "of": SIGNED, "size": 30, "probability": 0.01}
RATE = below(5**-0.5, tolerance=5**-0.25 - 5**-0.5)


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


class Made:
    """A made-up curve, the same shape for every seed."""

    def __init__(self, regret, rounds=None):
        scales = np.array([1.0, 1.1, 0.9])[:, None]
        self.rounds = np.arange(400, 100_001, 400) if rounds is None else rounds
        self.regret = scales * regret(self.rounds)[None]

    def at(self, round_):
        return self.regret[:, np.searchsorted(self.rounds, round_, side="right") - 1]

    @property
    def final(self):
        return self.regret[:, -1]


@pytest.mark.parametrize("cost", [0, 10_000])
def test_slopes_tell_a_square_root_from_a_line_whatever_was_paid_before(cost):
    root = scale_free.slopes(Made(lambda t: cost + np.sqrt(t)))
    line = scale_free.slopes(Made(lambda t: cost + t))
    assert root.estimate == pytest.approx(5**-0.5)
    assert line.estimate == pytest.approx(1)
    assert verdict_of(root, RATE) == REPRODUCED
    assert verdict_of(line, RATE) == NOT_REPRODUCED


def lock(arms, rounds, gap):
    """A setting of LOCK."""
    wave = {"law": "square_wave", "block": 2 * rounds, "gap": gap}
    trace = {
        "arms": arms,
        "horizon": 100_000,
        "losses": {"law": "scaled", "of": wave, "factor": 10_000},
        "delay": {"law": "constant", "rounds": rounds},
    }
    return Setting(f"lock-{arms}-{rounds}", trace, {})


class MadeRuns(dict):
    """Made-up curves of settings, which are what it runs through."""

    def __init__(self, settings, of):
        super().__init__(
            ((setting.name, name), SimpleNamespace(final=np.array([0.9, 1, 1.1]) * regret))
            for setting in settings
            for name, regret in of(setting).items()
        )
        self.settings = settings

    def __iter__(self):
        return iter(self.settings)


def test_the_bound_promises_nothing_where_uniform_play_has_less():
    hard, easy = lock(2, 100, 0.25), lock(2, 25, 0.25)
    runs = MadeRuns([hard, easy], lambda _: {"uniform": 12_500e4, "banker_sftinf_greedy": 1e7})
    reason = scale_free.without_promise(runs, hard, "banker_sftinf_greedy")
    assert reason.endswith("above the regret of uniform play; R / bound = 0.055")
    assert not scale_free.without_promise(runs, easy, "banker_sftinf_greedy")


@pytest.mark.parametrize("rounds", [25, 100])
def test_the_logarithms_of_the_quoted_bounds_are_kept(rounds):
    """√(K (D + T)) L alone is below the regret of uniform play in both worlds."""
    setting = lock(2, rounds, 0.25)
    delayed = 100_000 * rounds
    root = 1e4 * math.sqrt(2 * (delayed + 100_000))
    tsallis = scale_free.bound_of(setting, "banker_sftinf")[1]
    assert tsallis == pytest.approx(root * math.sqrt(math.log(delayed + 100_000)))
    barrier = scale_free.bound_of(setting, "banker_sflbinf_greedy")[1]
    skipped = math.sqrt(delayed) * 1e4 * math.log(1e4)
    assert barrier == pytest.approx(root * math.log(100_000) + skipped)
    runs = MadeRuns([setting], lambda _: {"uniform": 12_500e4})
    assert not scale_free.without_promise_earlier(runs, setting, "banker_sftinf")


@pytest.mark.parametrize(("regret", "counts"), [(500, False), (50_000, True)])
def test_growth_in_the_arms_counts_only_above_the_bound(regret, counts):
    settings = [lock(arms, 0, 0.25) for arms in (2, 8)]
    runs = MadeRuns(settings, lambda _: {"banker_sflbinf": regret * 1e4})
    assert (within_bounds(runs, settings, "banker_sflbinf") == "") == counts


@pytest.mark.parametrize(("power", "verdict"), [(0.5, REPRODUCED), (1, NOT_REPRODUCED)])
def test_rates_in_the_delay(power, verdict):
    settings = [lock(2, d, 0.25) for d in (10, 25, 100, 250)]
    settings += [lock(8, d, 0.1) for d in (10, 100)]

    def regrets(setting):
        d = setting.trace["delay"]["rounds"]
        bounded = 1e4 * (500 + 100 * d**power)
        return {"banker_sftinf": bounded, "sf_mab_adaptive": 1e4 * d, "uniform": 12_500e4}

    runs = MadeRuns(settings, regrets)
    assert {row.verdict() for row in delay_rows(runs, "banker_sftinf")} == {NOT_APPLICABLE}
    first, increments, eight = delay_rows(runs, "banker_sftinf", scale_free.without_promise_earlier)
    assert increments.verdict() == verdict
    assert first.control_verdict() == NOT_REPRODUCED
    assert eight.case == "LOCK, K = 8, d from 10 to 100"


def test_cases_are_described_in_words():
    assert scale_free.case(lock(8, 100, 0.1).trace) == "LOCK, K = 8, gap 0.1, L = 10,000, d = 100"
