"""Baselines for delay as payoff: LinUCB, OTFLinUCB and random play."""

import math
from typing import Literal, NamedTuple

import numpy as np

from delayed_bandits.algorithms.otflin import confidence_radius
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.types import MaybeNonNegative, NonNegative, Positive, Probability
from delayed_bandits.kernels.compiling import inlined, njit
from delayed_bandits.kernels.linear_algebra import add_to_inverse, dot, first_maximum, multiply
from delayed_bandits.traces.payoffs.trace import PayoffTrace, PayoffView, check_one_context, pull
from delayed_bandits.traces.slots import arrived
from delayed_bandits.traces.streams import Uniforms

MISSING = "observed", "wait", "zero", "one"
OBSERVED, WAIT, ZERO, ONE = range(4)


class Model(NamedTuple):
    """The state of a ridge regression on the actions of a fixed set."""

    actions: np.ndarray  # (K, dimension)
    columns: np.ndarray  # their transpose, for loops over many actions (3 times as fast)
    inverse: np.ndarray  # (dimension, dimension), V^-1
    vector: np.ndarray  # (dimension,), b: the sum of payoff times action
    squares: np.ndarray  # (K,): ||a||^2 under V^-1, updated with V
    image: np.ndarray  # (dimension,), workspace
    estimate: np.ndarray  # (dimension,)
    projections: np.ndarray  # (K,), workspace
    index: np.ndarray  # (K,)


def new_model(actions: np.ndarray, regularisation: float) -> Model:
    """Return a model with V = `regularisation` times the identity, and b = 0."""
    n_actions, n = actions.shape
    inverse = np.eye(n) / regularisation
    squares = (actions**2).sum(axis=1) / regularisation
    workspace = np.empty(n), np.empty(n), np.empty(n_actions), np.empty(n_actions)
    return Model(actions, actions.T.copy(), inverse, np.zeros(n), squares, *workspace)


@inlined
def project(columns, x, out):
    """Write the inner product of each action with x into `out`."""
    for a in range(out.size):
        out[a] = 0.0
    paired = x.size - x.size % 2
    for i in range(0, paired, 2):  # two at a time: half of the time goes into loading `out`
        for a in range(out.size):
            out[a] = (out[a] + columns[i, a] * x[i]) + columns[i + 1, a] * x[i + 1]
    for i in range(paired, x.size):
        for a in range(out.size):
            out[a] += columns[i, a] * x[i]


@inlined
def add_action(model, arm):
    """Add x x' to V, where x is the action of `arm`. Update V^-1 and `squares`."""
    action = model.actions[arm]
    add_to_inverse(model.inverse, action, model.image)
    scale = 1.0 / (1.0 + dot(action, model.image))
    project(model.columns, model.image, model.projections)
    for a in range(model.squares.size):
        model.squares[a] -= scale * (model.projections[a] * model.projections[a])


@inlined
def add_payoff(model, arm, payoff):
    """Add payoff times action to the vector b."""
    for i in range(model.vector.size):
        model.vector[i] += payoff * model.actions[arm, i]


@inlined
def optimistic(model, width, losses):
    """Return the action of the least lower bound, for losses, or of the largest upper bound."""
    multiply(model.inverse, model.vector, model.estimate)
    project(model.columns, model.estimate, model.projections)
    sign = -1.0 if losses else 1.0
    for a in range(model.index.size):
        model.index[a] = sign * model.projections[a] + width * math.sqrt(model.squares[a])
    return first_maximum(model.index)


@njit(cache=True)
def _replay_linucb(view, model, width, missing):
    """Play LinUCB with the rule MISSING[missing] for outstanding payoffs."""
    longest = view.maximal_delay
    known = np.empty(longest + 1)  # payoffs that have arrived, by round s, until round s + D
    assumed = 1.0 if missing == ONE else 0.0  # value of an outstanding payoff
    for t in range(view.horizon):
        arm = optimistic(model, width, view.losses)
        pull(view, t, arm)
        if missing in (ZERO, ONE):
            add_action(model, arm)
            add_payoff(model, arm, assumed)
        for slot in arrived(view, t):
            s, payoff = view.round[slot], view.payoff[slot]
            if missing == WAIT:
                known[s % (longest + 1)] = payoff
            else:
                played = np.int64(view.played[s])
                if missing == OBSERVED:
                    add_action(model, played)
                add_payoff(model, played, payoff - assumed)
        if missing == WAIT and t >= longest:
            s = t - longest
            played = np.int64(view.played[s])
            add_action(model, played)
            add_payoff(model, played, known[s % (longest + 1)])


@njit(cache=True)
def _replay_otflinucb(view, model, window, confidence, regularisation, width_factor):
    dimension = model.vector.size
    norms = np.zeros(window)  # of the last m actions, each under the V of its round
    norm_sum = 0.0
    for t in range(view.horizon):
        radius = confidence_radius(t + 1, dimension, confidence, regularisation)
        arm = optimistic(model, width_factor * (2 * radius + norm_sum), view.losses)
        pull(view, t, arm)
        norm = math.sqrt(model.squares[arm])
        norm_sum += norm - norms[t % window]
        norms[t % window] = norm
        add_action(model, arm)
        for slot in arrived(view, t):
            played = np.int64(view.played[view.round[slot]])
            add_payoff(model, played, view.payoff[slot])


@algorithm(PayoffTrace, check=check_one_context, nanoseconds=350)
def linucb(
    view: PayoffView,
    *,
    missing: Literal["observed", "wait", "zero", "one"],
    width: MaybeNonNegative = None,
    noise: Positive = 1.0,
    regularisation: Positive = 1.0,
) -> None:
    """Play LinUCB (Abbasi-Yadkori et al. 2011) with a rule for outstanding payoffs.

    Parameters
    ----------
    missing : {"observed", "wait", "zero", "one"}
        When a round enters V and b. "observed": when its payoff arrives. "wait": after D rounds,
        when its payoff has arrived in any case. "zero", "one": at once, with 0 or 1 until its
        payoff arrives.
    width : float, optional
        alpha, the factor of ||a|| in the confidence width of an action a (default: sqrt(lambda) +
        R sqrt(2 log T + n log(1 + T / (lambda n)))).
    noise, regularisation : float
        R and lambda. Payoffs are R-sub-Gaussian. R is 1 in textbooks, but 1/2 is enough in [0, 1].
    """
    if width is None:
        dimension = view.actions.shape[2]
        growth = 1 + view.horizon / (regularisation * dimension)
        width = math.sqrt(regularisation) + noise * math.sqrt(
            2 * math.log(view.horizon) + dimension * math.log(growth)
        )
    model = new_model(view.actions[0], regularisation)
    _replay_linucb(view, model, float(width), MISSING.index(missing))


@algorithm(PayoffTrace, check=check_one_context, nanoseconds=500)
def otflinucb(
    view: PayoffView,
    *,
    confidence: Probability = 0.05,
    regularisation: Positive = 1.0,
    width_factor: NonNegative = 1.0,
) -> None:
    """Play OTFLinUCB (Vernade et al. 2020) as if delays were independent of payoffs.

    Norms are those of `otflin.otflinucb` with `stored_norms`. The window is the largest delay D, so
    every payoff arrives within it. For parameters see `otflin.otflinucb`.
    """
    model = new_model(view.actions[0], regularisation)
    window = min(view.maximal_delay, view.horizon)
    _replay_otflinucb(view, model, window, confidence, regularisation, width_factor)


@algorithm(PayoffTrace, nanoseconds=20, compiled=True)
def random_play(view: PayoffView, *, uniforms: Uniforms) -> None:
    """Play an arm uniformly at random in every round."""
    for t in range(view.horizon):
        pull(view, t, int(uniforms[t] * view.n_arms))
        arrived(view, t)
