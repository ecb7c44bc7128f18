"""What a learner may read: views show nothing hidden before it arrives.

Two traces of a kind share all that is public and differ in something hidden, from some round on.
The same arms are played on both, and all public fields agree until other feedback arrives.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pytest

from delayed_bandits.traces.adversarial_linear import trace as adversarial_linear
from delayed_bandits.traces.budgeted import trace as budgeted
from delayed_bandits.traces.k_armed import anonymous, identified, mixed
from delayed_bandits.traces.k_armed.items import renewals_of, renewed
from delayed_bandits.traces.linear import confidence
from delayed_bandits.traces.linear import trace as linear
from delayed_bandits.traces.payoffs import estimates as payoffs_estimates
from delayed_bandits.traces.payoffs import trace as payoffs
from delayed_bandits.traces.slots import Slots, arrived
from delayed_bandits.traces.streams import Streams
from every_algorithm import ALGORITHMS
from test_learners import BUDGET, CONSTRAINED, POISSON, instances

HORIZON, LAST, ARMS = 90, 30, 3
SHORTEST, LONGEST = 5, 12
"""Of the delays; the last rounds are never answered, so that `n_slots` is LAST for all delays."""

RNG = np.random.default_rng(8)
PLAYED = RNG.integers(ARMS, size=HORIZON)
DISTRIBUTIONS = RNG.dirichlet(np.ones(ARMS), HORIZON)
POINTS = RNG.uniform(-0.5, 0.5, (HORIZON, ARMS))


def later(r, old, new):
    """The array with the rounds of another from round r on."""
    since = np.arange(HORIZON) >= r
    since = since if old.shape[-1] == HORIZON else since[:, None]
    return np.where(since, new, old).astype(old.dtype)


def delays(trace, rng, r):
    drawn = rng.integers(SHORTEST, LONGEST, trace.hidden_delays.shape, endpoint=True)
    drawn[:, -LAST:] = HORIZON
    return {"hidden_delays": later(r, trace.hidden_delays, drawn)}


def table(name, low=0.0, high=1.0):
    """Change a table of the environment's parameters, whatever the round."""
    return lambda trace, rng, _: {name: rng.uniform(low, high, getattr(trace, name).shape)}


def redrawn(name, draw):
    """Draw an array of all rounds again from round r on."""
    return lambda trace, rng, r: {name: later(r, getattr(trace, name), draw(trace, rng))}


uniforms = redrawn("hidden_uniforms", lambda _, rng: rng.random(HORIZON))
states = redrawn("hidden_states", lambda o, r: r.integers(len(o.hidden_outcomes), size=HORIZON))
vectors = redrawn("hidden_vectors", lambda _, rng: rng.uniform(-0.5, 0.5, (HORIZON, ARMS)))


def renewals(trace, _, r):
    """Replace no item from round r on; only `renewed` shows that."""
    rounds, arms, _ = trace.hidden_renewals
    return {"hidden_renewals": renewals_of(rounds[rounds < r], arms[rounds < r])}


def pull_after_renewals(view, t):
    renewed(view, t)
    return identified.pull(view, t, PLAYED[t])


class Kind(NamedTuple):
    """A kind of trace: its environment, how to play a round, and its hidden changes."""

    trace: type
    environment: dict[str, Any]
    play: Callable
    changes: dict[str, Callable]
    never_shown: tuple[str, ...] = ()
    """Changes that no feedback ever shows."""

    report: Any = None


RETIRING = {"distribution": "retiring", "probability": 0.1}
K_ARMED = {"outcomes": table("hidden_outcomes"), "states": states}
K_ARMED |= {"means": table("hidden_means"), "delays": delays}
WITH_UNIFORMS = {"means": table("hidden_means"), "uniforms": uniforms, "delays": delays}
KINDS = {
    "linear": Kind(
        linear.LinearTrace,
        {"arms": ARMS, "dimension": ARMS, "action_distribution": "uniform", "delay": POISSON},
        lambda view, t: linear.pull(view, t, PLAYED[t]),
        WITH_UNIFORMS,
    ),
    "identified": Kind(
        identified.IdentifiedTrace,
        {"means": [0.3, 0.5, 0.6], "delay": [POISSON] * ARMS},
        lambda view, t: identified.pull(view, t, PLAYED[t]),
        K_ARMED,
        never_shown=("means",),
    ),
    "items that retire": Kind(
        identified.IdentifiedTrace,
        {"arms": ARMS, "items": RETIRING, "delay": [POISSON] * ARMS},
        pull_after_renewals,
        {**K_ARMED, "renewals": renewals},
        never_shown=("means", "renewals"),
    ),
    "anonymous": Kind(
        anonymous.AnonymousTrace,
        {"means": [0.3, 0.5, 0.6], "reward_distribution": "beta", "delay": [POISSON] * ARMS},
        lambda view, t: anonymous.pull(view, t, PLAYED[t]),
        K_ARMED,
        never_shown=("means",),
    ),
    "mixed": Kind(
        mixed.MixedTrace,
        {"arms": ARMS, "losses": CONSTRAINED, "delay": [POISSON] * ARMS},
        lambda view, t: mixed.play(view, t, DISTRIBUTIONS[t]),
        K_ARMED,
        never_shown=("means",),
    ),
    "budgeted": Kind(
        budgeted.BudgetedTrace,
        BUDGET | instances("uniform") | {"budget": HORIZON, "delay": [POISSON] * ARMS},
        lambda view, t: budgeted.pull(view, t, PLAYED[t]) if t % 4 else None,  # or a skip
        WITH_UNIFORMS,
        report=budgeted.Report(7, 0, np.ones(ARMS, np.bool_)),
    ),
    "payoffs": Kind(
        payoffs.PayoffTrace,
        {"payoffs": "losses", "maximal_delay": 4 * SHORTEST}  # no payoff is below a quarter
        | {"actions": ARMS, "instances": {"distribution": "arms", "low": 0.5, "high": 0.9}}
        | {"concentration": 60.0},
        lambda view, t: payoffs.pull(view, t, PLAYED[t]),
        {"means": table("hidden_means", 0.5, 0.9), "uniforms": uniforms},
    ),
    "adversarial linear": Kind(
        adversarial_linear.AdversarialLinearTrace,
        {"body": {"body": "ball", "dimension": ARMS}, "losses": "stochastic", "delay": POISSON},
        lambda view, t: adversarial_linear.play_point(view, t, POINTS[t], POINTS[t]),
        {"vectors": vectors, "means": table("hidden_means"), "delays": delays},
        never_shown=("means",),
    ),
}
KINDS["confidence"] = KINDS["linear"]._replace(
    trace=confidence.ConfidenceTrace, report=confidence.ConfidenceSets(4, 1.0, np.ones(HORIZON))
)
KINDS["estimates"] = KINDS["payoffs"]._replace(
    trace=payoffs_estimates.EstimateTrace,
    report=payoffs_estimates.Estimates(np.array([3]), np.full((1, ARMS), 0.5)),
)


def draw(kind, seed=0):
    trace = kind.trace.draw(Streams(3, "views"), seed, horizon=HORIZON, **kind.environment)
    if "delays" in kind.changes:
        trace = replace(trace, **delays(trace, np.random.default_rng(seed), 0))
    return trace


def start(trace, memory=0):
    """Begin a replay in memory that is filled with this number."""
    trace.start()  # compiles what a replay needs
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(np, "empty", lambda shape, dtype=float: np.full(shape, memory, dtype))
        return trace.start()


def public(value):
    if hasattr(value, "_asdict"):
        fields = value._asdict().items()
        return {name: public(field) for name, field in fields if not name.startswith("hidden_")}
    return np.copy(value)


def compare(kind, one, other):
    """Play the same arms in two views; return the first round with other arrivals.

    Until then their public fields are the same.
    """
    for t in range(HORIZON):
        answers = [kind.play(view, t) for view in (one, other)]
        np.testing.assert_equal(public(one), public(other))
        if kind.trace is anonymous.AnonymousTrace:
            arrivals = answers
        else:
            assert answers[0] == answers[1]  # the slot
            arrivals = [
                [(view.hidden_slots.round[s], view.hidden_slots.value[s]) for s in arrived(view, t)]
                for view in (one, other)
            ]
        if arrivals[0] != arrivals[1]:
            return t
        np.testing.assert_equal(public(one), public(other))
    return HORIZON


def arrays(value, name="view", hidden=False):
    """List all arrays of a view: name, whether it is hidden, array."""
    if isinstance(value, np.ndarray):
        return [(name, hidden, value)]
    found = []
    for field, part in value._asdict().items() if hasattr(value, "_asdict") else ():
        shown = isinstance(value, Slots) and field in ("round", "value")
        found += arrays(part, field, not shown and (hidden or field.startswith("hidden_")))
    return found


def check_memory(view):
    """Check that no public array is a part of a hidden one."""
    found = arrays(view)
    for name, hidden, array in found:
        for other, other_hidden, other_array in found:
            if other_hidden and not hidden:
                assert not np.may_share_memory(array, other_array), (name, other)


@pytest.mark.parametrize("name", KINDS)
def test_public_fields_share_no_memory_with_hidden_ones(name):
    trace = draw(KINDS[name])
    np.testing.assert_equal(public(start(trace, memory=1)), public(start(trace, memory=2)))
    check_memory(trace.start())


def test_every_kind_of_trace_is_tried():
    played_on = {algorithm.trace for algorithm in ALGORITHMS.values()}
    assert played_on == {kind.trace for kind in KINDS.values()}


@pytest.mark.parametrize(
    ("name", "change"), [(name, change) for name, kind in KINDS.items() for change in kind.changes]
)
def test_public_fields_do_not_depend_on_hidden_ones(name, change):
    kind = KINDS[name]
    differences = []
    for seed in range(5):
        rng = np.random.default_rng(100 + seed)
        r = int(rng.integers(HORIZON // 3))
        trace = draw(kind, seed)
        changed = replace(trace, **kind.changes[change](trace, rng, r))
        first = compare(kind, start(trace), start(changed))
        assert first >= SHORTEST + (0 if change in ("outcomes", "means") else r)
        differences.append(first < HORIZON)
    assert any(differences) == (change not in kind.never_shown)


def leaking(view):
    """The view that shows feedback from the play on."""
    slots = view.hidden_slots
    fields = view._asdict().items()
    (value,) = [name for name, field in fields if field is slots.value]
    return view._replace(**{value: slots.hidden_value})


@pytest.mark.parametrize(
    "name", [name for name in KINDS if name not in ("linear", "confidence", "anonymous")]
)
def test_leaking_view_is_caught(name):
    kind = KINDS[name]
    trace = draw(kind)
    change = next(iter(kind.changes.values()))
    changed = replace(trace, **change(trace, np.random.default_rng(0), 0))
    with pytest.raises(AssertionError):
        compare(kind, leaking(start(trace)), leaking(start(changed)))
    with pytest.raises(AssertionError):
        check_memory(leaking(trace.start()))
