"""Measures and shared measurements of the claims on Vernade et al. 2020."""

import numpy as np

from delayed_bandits.analysis import measures
from delayed_bandits.analysis.curves import Curves, paired
from delayed_bandits.analysis.intervals import Interval, mean_interval, ratio_interval
from delayed_bandits.analysis.measurements import Instead, Measure, Measurement
from delayed_bandits.analysis.verdicts import within_factor
from delayed_bandits.papers.vernade2020 import variants

WINDOWS = {25: "window-25", 100: "fig1a", 200: "window-200", 500: "fig1b", 1000: "window-1000"}
LONG = {m: f"long-window-{m}" for m in WINDOWS} | {100: "long-100"}
"""Settings with delays of mean 100, by window: T is 3,000 in `WINDOWS`, 25,000 in `LONG`."""


# Theorems


leaves_set = measures.share_of_seeds(
    "share of runs in which the error leaves the set", lambda curve: curve.last("error") > 1
)
leaves_by_radius = measures.share_of_seeds(
    "share of runs in which the error leaves the set of radius f",
    lambda curve: curve.last("error_by_radius") > 1,
)
needed = Measure(
    "largest error over rounds divided by the radius of Theorem 1",
    lambda curve: mean_interval(curve.last("error")),
)


width = measures.measure("width at T = 3,000, longer window divided by shorter")(
    lambda one, other: ratio_interval(one.last("width"), other.last("width"))
)
width_at_end = measures.measure("width at T with stored norms divided by the width without")(
    lambda curve: ratio_interval(curve.last("width_stored"), curve.last("width"))
)
width_at_most = measures.measure(
    "width with stored norms divided by the width without, largest over rounds"
)(
    lambda curve: mean_interval(
        curve.per_seed(
            lambda *both: np.divide(*(width[:, 1:] for width in both)).max(axis=1),
            *("width_stored", "width"),
        )
    )
)


# Curves


def end_of_linear_phase(curve: Curves, share: float) -> np.ndarray:
    """Return for each run the round at which the linear phase ends, or T.

    The phase ends when T/20 rounds cost less than `share` times the cost of the first T/20 rounds.
    """
    stretch = max(1, curve.rounds.size // 20)

    def ends(regret: np.ndarray) -> np.ndarray:
        regret = np.pad(regret, ((0, 0), (1, 0)))
        costs = regret[:, stretch:] - regret[:, :-stretch]
        halved = np.pad(costs < share * costs[:, :1], ((0, 0), (0, 1)), constant_values=True)
        rounds = np.append(np.append(0, curve.rounds)[: costs.shape[1]], curve.rounds[-1])
        return rounds[halved.argmax(axis=1)].astype(float)

    return curve.per_seed(ends, "regret")


def rounds_until(share: float, part: str) -> Measure:
    """Return a measure: the round from which R(t) is below a share of another's R(t).

    `part` is the share in words, such as "half of ". If R(T) is not below, the round is T.
    """

    def until(one: Curves, other: Curves) -> Interval:
        rounds = np.append(one.rounds, one.rounds[-1])
        found = [
            rounds[above.shape[1] - above[:, ::-1].argmax(axis=1)] * above.any(axis=1)
            for above in (
                a > share * b for a, b in paired(one.parts("regret"), other.parts("regret"))
            )
        ]
        return mean_interval(np.concatenate(found).astype(float))

    return Measure("round from which R(t) of {first} is below " + part + "R(t) of {second}", until)


def linear_phase_later(share: float, name: str) -> Measure:
    """Return a measure: how much later one linear phase ends than another, in rounds.

    It is UNDEFINED if one of the two phases ends in no run.
    """

    def rounds(one: Curves, other: Curves) -> Interval:
        ends = end_of_linear_phase(one, share), end_of_linear_phase(other, share)
        never = any(np.all(at == one.rounds[-1]) for at in ends)
        return measures.UNDEFINED if never else mean_interval(ends[0] - ends[1])

    return Measure(
        f"how many rounds later the slope of {{first}} falls below {name} with m = 500", rounds
    )


def like_the_middle_panel(run: str, key: str) -> Measurement:
    """Compare a regret share on Criteo delays with that in Figure 1's middle panel."""
    there, idle_there = "fig1b{arms}:" + run, "fig1b{arms}:random_play"
    random = "random_play", "random_play", there, idle_there
    idle = Instead(random, variants.IDLE, "random play on Criteo delays")
    runs = run, "random_play", there, idle_there
    quantity = "regret share of {first} on Criteo delays divided by that in the middle panel"
    bound = within_factor(1, 1.5)
    return Measurement(measures.ratio_of_ratios, runs, bound, idle, quantity=quantity, key=key)


over_the_best = measures.least_over(
    "R(T) of {first} with m = 200 divided by R(T) with the best other m", 1
)
