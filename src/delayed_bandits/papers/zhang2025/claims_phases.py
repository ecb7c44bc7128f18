"""The claim of Zhang, Wang and Luo 2025 on a phase transition."""

from itertools import islice

import numpy as np

from delayed_bandits.analysis.claims import (
    Claim,
    Control,
    Earlier,
    Evidence,
    Reading,
    Runs,
    Tolerance,
)
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import Interval, exact, ratio_interval
from delayed_bandits.analysis.verdicts import below
from delayed_bandits.papers.zhang2025.claims_figure1 import SUMMARISED, in_figure_1, plain
from delayed_bandits.papers.zhang2025.shared import DIMENSIONS, PAYOFFS, case_of

COARSE = "its checkpoints are too far apart; the same runs are in phase-*, with close ones"
OTHER_DELAYS = "its D is neither of the two, 100 and 1,000, that stand for the paper's"
LONG = frozenset(f"{payoffs}-{n}-long" for payoffs in PAYOFFS for n in DIMENSIONS)
LINUCBS = {"linucb_observed_tuned": "LinUCB, α = 1", "linucb_wait": "LinUCB that waits D rounds"}


def last_fall(active: np.ndarray) -> np.ndarray:
    """Find each seed's last checkpoint with at least half of the actions active.

    Parameters
    ----------
    active : ndarray, shape (seeds, checkpoints)
        Numbers of active actions; all are active at the first checkpoint.
    """
    many = active >= active[:, :1] / 2
    return active.shape[1] - 1 - np.argmax(many[:, ::-1], axis=1)


def slopes(regret: np.ndarray, falls: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Compute each seed's regret just before and just after the fall, per checkpoint.

    Both windows are a quarter as long as the time before the fall; between them lies the interval
    of checkpoints in which the actions go. A seed without a fall has the same slope twice.
    """
    before, after = np.empty(len(regret)), np.empty(len(regret))
    for seed, (curve, fall) in enumerate(zip(regret, falls, strict=True)):
        window = max(1, (fall + 1) // 4)
        before[seed] = (curve[fall] - curve[max(0, fall - window)]) / window
        start, end = fall + 1, min(fall + 1 + window, curve.size - 1)
        falls_within = start < end
        after[seed] = (curve[end] - curve[start]) / (end - start) if falls_within else before[seed]
    return before, after


def drop_at(curve: Curves, falls: np.ndarray) -> Interval:
    """Estimate the regret per round after the falls over that before; 1 if there is none before."""
    rest = iter(falls)

    def of_part(regret: np.ndarray) -> np.ndarray:
        return np.column_stack(slopes(regret, np.fromiter(islice(rest, len(regret)), int)))

    before, after = curve.per_seed(of_part, "regret").T
    return ratio_interval(after, before) if before.any() else exact(1)


def phase_transition(runs: Runs) -> list[Reading]:
    """Measure how far the slope of regret drops where most actions are eliminated."""
    rows = {"losses": [], "rewards": []}
    for setting in runs:
        curve = runs[setting.name, plain(setting)]
        falls = curve.per_seed(last_fall, "active")
        controls = [
            Control(f"{label}, at the same rounds", drop_at(runs[setting.name, name], falls))
            for name, label in LINUCBS.items()
        ]
        rows[setting.trace["payoffs"]].append(
            Evidence(
                case_of(setting.trace),
                "regret per round just after the fall of active actions over that just before",
                drop_at(curve, falls),
                below(0, tolerance=0.2),
                min(controls, key=lambda control: control.measured.estimate),
            )
        )
    return [
        Reading(
            "ours", "Algorithm 1 with β = 0.5 (the paper's is not known), losses", rows["losses"]
        ),
        Reading("ours", "its mirror image for rewards, without guess, β = 0.5", rows["rewards"]),
    ]


def phase_transition_before(runs: Runs) -> list[Reading]:
    """Compare the slope of the second half with that of the first fortieth."""
    rows = []
    for payoffs in PAYOFFS:
        for dimension in DIMENSIONS:
            name = "phased" if payoffs == "losses" else "phased_no_guess"
            curve = runs[f"{payoffs}-{dimension}-long", name]
            horizon = int(curve.rounds[-1])
            early = curve.at(horizon // 40) / (horizon // 40)
            late = (curve.final - curve.at(horizon // 2)) / (horizon - horizon // 2)
            quantity = "regret per round of the second half over that of the first fortieth"
            rows.append(
                Evidence(case_of(curve.trace), quantity, ratio_interval(late, early), below(0.05))
            )
    return [Reading("ours", "β = 0.5, T = 200,000, D = 1,000, rewards without guess", rows)]


PHASE_TRANSITION = Claim(
    id="o11",
    kind="ours",
    statement="Regret is linear until bad actions are eliminated, and then abruptly almost flat",
    place=SUMMARISED,
    criterion="where the number of active actions falls below half for the last time, regret per "
    "round drops to less than a fifth: just after against just before, each over a quarter of the "
    "time until then",
    measure=phase_transition,
    qualifies=in_figure_1,
    left_out={
        **{f"{p}-{n}-{d}": COARSE for p in PAYOFFS for n in DIMENSIONS for d in (100, 1000)},
        **dict.fromkeys(sorted(LONG), COARSE),
        **{f"many-{p}-6-{d}": COARSE for p in PAYOFFS for d in (100, 1000)},
        **{f"{p}-6-{d}": OTHER_DELAYS for p in PAYOFFS for d in (1, 10, 5000)},
    },
    also=LONG,
    tolerance=Tolerance(
        "almost flat is read as less than a fifth of the slope; runs over more rounds were known"
    ),
    history=[
        Earlier(
            "the second half of 200,000 rounds has less than a twentieth of the regret per round "
            "of the first fortieth",
            "after a review of all claims: LinUCB, which eliminates nothing, passes it",
            phase_transition_before,
        ),
        Earlier(
            "the same, as a statement of the paper (c17), with that of losses as printed",
            "after a second review: the words are of a summary, and β = 0.5 is ours",
            phase_transition,
        ),
    ],
    remark="Suggested by a summary, which tells of a phase transition as bad actions go. At the "
    "fall regret per round drops to 0.29 to 0.65 of what it was, with D = 1,000 more than with D "
    "= 100; with rewards and D = 1,000 that of LinUCB with α = 1 is not apart from it. Later in "
    "these runs it is 0.05 to 0.13 of it with losses and 0.16 to 0.35 with rewards.",
)
